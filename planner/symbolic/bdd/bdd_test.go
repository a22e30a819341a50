package bdd_test

import (
	"math/bits"
	"testing"

	"genplanx/planner/symbolic/bdd"
)

// Sets of vectors of so many bits are truth tables of 2^width bits in the tests.
const (
	width   = 5
	vectors = 1 << width
	limit   = 64 << 20
)

// lcg is a small generator of pseudo-random numbers.
type lcg uint64

func (g *lcg) n(limit int) int {
	*g = *g*6364136223846793005 + 1442695040888963407
	return int(*g >> 33 % lcg(limit))
}

// sets makes diagrams and truth tables side by side.
type sets struct {
	m     *bdd.Manager
	g     lcg
	refs  []bdd.Ref
	table []uint32
}

func newSets(seed int) *sets {
	s := &sets{m: bdd.New(bdd.Options{MemoryLimit: limit}), g: lcg(seed*7919 + 1)}
	for b := range width {
		s.refs = append(s.refs, s.m.Bit(int32(2*b)))
		table := uint32(0)
		for v := range vectors {
			table |= uint32(v>>b&1) << v
		}
		s.table = append(s.table, table)
	}
	return s
}

// grow makes one more set of two random ones.
func (s *sets) grow() {
	i, k := s.g.n(len(s.refs)), s.g.n(len(s.refs))
	f, a, g, b := s.refs[i], s.table[i], s.refs[k], s.table[k]
	if s.g.n(2) == 0 {
		f, a = f.Not(), ^a
	}
	switch s.g.n(3) {
	case 0:
		f, a = s.m.And(f, g), a&b
	case 1:
		f, a = s.m.Or(f, g), a|b
	case 2:
		f, a = s.m.Xor(f, g), a^b
	}
	s.refs, s.table = append(s.refs, f), append(s.table, a)
}

func (s *sets) tableOf(f bdd.Ref) uint32 {
	table := uint32(0)
	for v := range vectors {
		if s.m.Holds(f, func(level int32) bool { return v>>(level/2)&1 != 0 }) {
			table |= 1 << v
		}
	}
	return table
}

// TestOperations compares random formulas with their truth tables; equal sets
// must be equal diagrams, also after garbage was collected.
func TestOperations(t *testing.T) {
	for seed := range 300 {
		s := newSets(seed)
		for range 60 {
			s.grow()
			if s.g.n(20) == 0 {
				s.m.Collect(s.refs)
			}
		}
		byTable := map[uint32]bdd.Ref{}
		for i, f := range s.refs {
			if got := s.tableOf(f); got != s.table[i] {
				t.Fatalf("seed %d: set %d is %x, want %x", seed, i, got, s.table[i])
			}
			if g, seen := byTable[s.table[i]]; seen && g != f {
				t.Fatalf("seed %d: diagrams %d and %d for the set %x", seed, f, g, s.table[i])
			}
			byTable[s.table[i]] = f
			if n := s.m.Count(f, width); int(n) != bits.OnesCount32(s.table[i]) {
				t.Fatalf("seed %d: %x has %v members", seed, s.table[i], n)
			}
			if f != bdd.False {
				v := 0
				s.m.Pick(f, func(level int32, one bool) {
					if one {
						v |= 1 << (level / 2)
					}
				})
				if s.table[i]>>v&1 == 0 {
					t.Fatalf("seed %d: %d picked of %x", seed, v, s.table[i])
				}
			}
		}
	}
}

// TestImage compares images under random relations with those of pairs.
func TestImage(t *testing.T) {
	for seed := range 400 {
		s := newSets(seed)
		for range 20 {
			s.grow()
		}
		var changed []int32
		for b := range int32(width) {
			if s.g.n(2) == 0 {
				changed = append(changed, b)
			}
		}
		// The relation is the union of products of a set before and one after.
		relation := bdd.False
		var pairs [vectors]uint32 // by vector before: vectors after
		for range 1 + s.g.n(3) {
			before := s.g.n(len(s.refs))
			product, after := s.refs[before], ^uint32(0)
			for _, b := range changed {
				if bit := s.m.Bit(2*b + 1); s.g.n(2) == 0 {
					product, after = s.m.And(product, bit), after&s.table[b]
				} else if s.g.n(2) == 0 {
					product, after = s.m.And(product, bit.Not()), after&^s.table[b]
				}
			}
			relation = s.m.Or(relation, product)
			for v := range vectors {
				if s.table[before]>>v&1 != 0 {
					pairs[v] |= after & unchanged(v, changed)
				}
			}
		}
		c := s.m.NewChange(changed)
		for range 10 {
			i := s.g.n(len(s.refs))
			image, preimage := uint32(0), uint32(0)
			for v := range vectors {
				if s.table[i]>>v&1 != 0 {
					image |= pairs[v]
				}
				if pairs[v]&s.table[i] != 0 {
					preimage |= 1 << v
				}
			}
			if got := s.tableOf(s.m.Image(s.refs[i], relation, c)); got != image {
				t.Fatalf("seed %d: image %x, want %x", seed, got, image)
			}
			if got := s.tableOf(s.m.Preimage(s.refs[i], relation, c)); got != preimage {
				t.Fatalf("seed %d: preimage %x, want %x", seed, got, preimage)
			}
		}
	}
}

// unchanged returns the vectors that differ from v in the named bits at most.
func unchanged(v int, changed []int32) uint32 {
	mask := 0
	for _, b := range changed {
		mask |= 1 << b
	}
	table := uint32(0)
	for w := range vectors {
		if (v^w)&^mask == 0 {
			table |= 1 << w
		}
	}
	return table
}

// equalHalves is the set of vectors whose halves are equal, which takes 2^n
// nodes in this order.
func equalHalves(m *bdd.Manager, n int32) bdd.Ref {
	f := bdd.True
	for i := range n {
		f = m.And(f, m.Xor(m.Bit(2*i), m.Bit(2*(n+i))).Not())
	}
	return f
}

func TestStops(t *testing.T) {
	for _, c := range []struct {
		name   string
		memory int64
		budget int64
		ticks  int
		want   bdd.Stop
	}{
		{"enough", 1 << 30, 1 << 40, 1 << 30, bdd.Running},
		{"memory", 1 << 20, 1 << 40, 1 << 30, bdd.Full},
		{"budget", 1 << 30, 10_000, 1 << 30, bdd.OverBudget},
		{"tick", 1 << 30, 1 << 40, 2, bdd.Interrupted},
	} {
		t.Run(c.name, func(t *testing.T) {
			ticks := 0
			m := bdd.New(bdd.Options{MemoryLimit: c.memory, Tick: func(int64) bool { ticks++; return ticks < c.ticks }})
			m.SetBudget(c.budget)
			equalHalves(m, 14)
			if m.Stopped() != c.want {
				t.Fatalf("stopped with %d, want %d", m.Stopped(), c.want)
			}
			if _, peak := m.Bytes(); peak > c.memory {
				t.Errorf("%d bytes, limit %d", peak, c.memory)
			}
			m.Resume()
			m.Collect()
			again := m.And(m.Bit(0), m.Bit(2).Not())
			if on := m.Stopped() == bdd.Running; on != (c.want != bdd.Interrupted) {
				t.Errorf("after Resume: stopped with %d", m.Stopped())
			} else if on && m.Count(again, 2) != 1 {
				t.Errorf("after Resume: %v vectors, want 1", m.Count(again, 2))
			}
			if m.Nodes() > 10 {
				t.Errorf("%d nodes left after Collect", m.Nodes())
			}
		})
	}
}

func TestSize(t *testing.T) {
	m := bdd.New(bdd.Options{MemoryLimit: limit})
	for _, n := range []int32{1, 2, 5, 8} {
		// A tree of 2^n-1 nodes above; below, one that reads the second half, in
		// which a set and its complement share nodes; the terminal.
		want := 3*(1<<n) - 3
		f := equalHalves(m, n)
		if got := m.Size(f, 1<<20); got != want {
			t.Errorf("halves of %d bits take %d nodes, want %d", n, got, want)
		}
		if got := m.Size(f, 2); got > 5 {
			t.Errorf("counted %d nodes with limit 2", got)
		}
	}
}

func BenchmarkAnd(b *testing.B) {
	var nodes int64
	for range b.N {
		m := bdd.New(bdd.Options{MemoryLimit: 1 << 30})
		equalHalves(m, 14)
		nodes += m.Work()
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "steps/s")
}
