package bdd

import (
	"math/bits"
	"unsafe"
)

// mk returns the diagram that branches at a level; its edges lie deeper.
func (m *Manager) mk(level int32, low, high Ref) Ref {
	if low == high {
		return low
	}
	sign := high & 1
	low, high = low^sign, high^sign
	h := hashNode(level, low, high) & uint32(len(m.buckets)-1)
	for i := m.buckets[h]; i != 0; {
		n := &m.nodes[i]
		if n.low == low && n.high == high && n.level == level {
			return Ref(i)<<1 | sign
		}
		i = n.next
	}
	i := m.allocate()
	if i == 0 {
		return False
	}
	h = hashNode(level, low, high) & uint32(len(m.buckets)-1) // the table may have grown
	m.nodes[i] = node{level, low, high, m.buckets[h]}
	m.buckets[h] = i
	return Ref(i)<<1 | sign
}

func hashNode(level int32, low, high Ref) uint32 {
	h := (uint64(uint32(low))<<32 | uint64(uint32(high))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(level)) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// allocate takes a free node, or stops the manager and returns 0.
func (m *Manager) allocate() int32 {
	if m.free == 0 && m.unused == len(m.nodes) && !m.grow() {
		if m.stop == Running {
			m.stop = Full
		}
		return 0
	}
	m.used++
	if i := m.free; i != 0 {
		m.free = m.nodes[i].next
		return i
	}
	m.unused++
	return int32(m.unused - 1)
}

// maxNodes keeps edges within 31 bits.
const maxNodes = 1 << 30

// grow enlarges the table as far as the limit allows, counting that the old and
// the new nodes exist at the same time.
func (m *Manager) grow() bool {
	n := len(m.nodes)
	for _, size := range []int{2 * n, n + n/2, n + n/4} {
		buckets := 1 << bits.Len(uint(size-1))
		cache := max(len(m.cache), buckets)
		// Nodes are copied first, then the smaller tables.
		need := tableBytes(size+n, buckets, cache)
		if cache > len(m.cache) && need > m.o.MemoryLimit {
			cache = len(m.cache)
			need = tableBytes(size+n, buckets, cache)
		}
		if size > maxNodes || need > m.o.MemoryLimit {
			continue
		}
		m.peak = max(m.peak, need)
		nodes := make([]node, size)
		copy(nodes, m.nodes)
		m.nodes = nodes
		if buckets != len(m.buckets) {
			m.buckets = make([]int32, buckets)
			m.link()
		}
		if cache > len(m.cache) {
			m.resizeCache(cache)
		}
		return true
	}
	return false
}

// link puts all nodes in use into their buckets, which are empty, and chains
// the free ones, lowest first.
func (m *Manager) link() {
	m.free = 0
	for i := m.unused - 1; i > 0; i-- {
		n := &m.nodes[i]
		first := &m.free
		if n.level != freeLevel {
			first = &m.buckets[hashNode(n.level, n.low, n.high)&uint32(len(m.buckets)-1)]
		}
		n.next = *first
		*first = int32(i)
	}
}

func tableBytes(nodes, buckets, cache int) int64 {
	return int64(nodes)*int64(unsafe.Sizeof(node{})) + int64(buckets)*4 + int64(cache)*int64(unsafe.Sizeof(entry{}))
}

// entry is a result: of the operation op, which may carry a third operand, on f
// and g. A later result may take its place.
type entry struct {
	f, g Ref
	op   int32
	r    Ref
}

const (
	opNone int32 = iota
	opAnd
	opXor
	opImage    // plus 4 times the number of the change
	opPreimage // likewise
)

func (m *Manager) slot(f, g Ref, op int32) *entry {
	h := (uint64(uint32(f))<<32 | uint64(uint32(g))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ uint64(op)) * 0xbf58476d1ce4e5b9
	return &m.cache[h>>m.shift]
}

func (m *Manager) remember(f, g Ref, op int32, r Ref) Ref {
	if m.stop == Running {
		*m.slot(f, g, op) = entry{f, g, op, r}
	}
	return r
}

// resizeCache keeps what was remembered.
func (m *Manager) resizeCache(size int) {
	old := m.cache
	m.cache = make([]entry, size)
	m.shift = uint(64 - bits.TrailingZeros(uint(size)))
	for _, e := range old {
		if e.op != opNone {
			*m.slot(e.f, e.g, e.op) = e
		}
	}
}
