package search

import (
	"math/bits"

	"genplanx/planner/task"
)

// packing says where each basic variable lies in the words of a packed state.
type packing struct {
	words int
	slots []slot
}

type slot struct {
	word  int32
	shift uint8
	mask  uint64
}

// newPacking fills words with variables in order; none crosses a word's end.
func newPacking(t *task.Task) packing {
	p := packing{words: 1, slots: make([]slot, t.Basic)}
	used := 0
	for v := range p.slots {
		n := bits.Len32(uint32(t.Size(v) - 1))
		if used+n > 64 {
			p.words++
			used = 0
		}
		p.slots[v] = slot{int32(p.words - 1), uint8(used), 1<<n - 1}
		used += n
	}
	return p
}

func (p *packing) pack(values []int32, state []uint64) {
	clear(state)
	for v := range p.slots {
		s := &p.slots[v]
		state[s.word] |= uint64(values[v]) << s.shift
	}
}

func (p *packing) unpack(state []uint64, values []int32) {
	for v := range p.slots {
		s := &p.slots[v]
		values[v] = int32(state[s.word] >> s.shift & s.mask)
	}
}

func (p *packing) set(state []uint64, v, value int32) {
	s := &p.slots[v]
	state[s.word] = state[s.word]&^(s.mask<<s.shift) | uint64(value)<<s.shift
}

// node is what the search knows of a state.
type node struct {
	g         int64 // cost of the cheapest path found
	h         int32 // best lower bound known, cut to 31 bits; deadEnd if none
	parent    int32 // state before the last step, or -1
	op        int32 // the last step
	closed    bool
	evaluated uint8 // how many deferred heuristics were asked
	moved     bool  // replaced by a symmetric state after the last step
}

const deadEnd = -1

// store numbers packed states from 0. States and nodes lie in chunks that never
// move, so nothing is copied as it grows; a state costs its words, a node and a
// share of the hash table.
type store struct {
	packing
	states [][]uint64
	nodes  [][]node
	n      int32
	table  []uint64 // 0, or 32 bits of hash and the state's number plus 1
	bytes  int64
}

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
	nodeBytes = 24
	// maxStates keeps numbers within an int32.
	maxStates = 1<<31 - 2*chunkSize
)

func newStore(p packing) *store {
	s := &store{packing: p, table: make([]uint64, 1<<10)}
	s.bytes = int64(len(s.table)) * 8
	return s
}

func (s *store) state(id int32) []uint64 {
	at := int(id&(chunkSize-1)) * s.words
	return s.states[id>>chunkBits][at : at+s.words]
}

func (s *store) node(id int32) *node { return &s.nodes[id>>chunkBits][id&(chunkSize-1)] }

// insert returns the number of a packed state and whether it is new.
func (s *store) insert(state []uint64) (int32, bool) {
	if int(s.n)*4 >= len(s.table)*3 {
		s.grow()
	}
	h := hash(state)
	tag := h >> 32 << 32
	for i := h & uint64(len(s.table)-1); ; i = (i + 1) & uint64(len(s.table)-1) {
		e := s.table[i]
		if e == 0 {
			s.table[i] = tag | uint64(s.n+1)
			return s.append(state), true
		}
		if e>>32<<32 == tag {
			if id := int32(uint32(e)) - 1; equal(s.state(id), state) {
				return id, false
			}
		}
	}
}

func (s *store) append(state []uint64) int32 {
	if s.n&(chunkSize-1) == 0 {
		s.states = append(s.states, make([]uint64, chunkSize*s.words))
		s.nodes = append(s.nodes, make([]node, chunkSize))
		s.bytes += chunkSize * (int64(s.words)*8 + nodeBytes)
	}
	id := s.n
	s.n++
	copy(s.state(id), state)
	return id
}

// grow doubles the table. The number of a slot needs more bits of the hash than
// an entry keeps, so the states are hashed again.
func (s *store) grow() {
	s.bytes += int64(len(s.table)) * 8
	s.table = make([]uint64, 2*len(s.table))
	for id := range s.n {
		h := hash(s.state(id))
		i := h & uint64(len(s.table)-1)
		for s.table[i] != 0 {
			i = (i + 1) & uint64(len(s.table)-1)
		}
		s.table[i] = h>>32<<32 | uint64(id+1)
	}
}

func hash(state []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range state {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ w<<32
	}
	h ^= h >> 29
	h *= 0xff51afd7ed558ccd
	return h ^ h>>32
}

func equal(a, b []uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
