package symbolic

import (
	"context"
	"math/bits"
	"slices"

	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

// space is a task in bits: a variable of n values takes the next log2(n) bits,
// rounded up, in the order of variables.
type space struct {
	t         *task.Task
	m         *bdd.Manager
	o         Options
	order     []int32 // basic variables, top of the diagrams first
	first     []int32 // by basic variable: its first bit
	width     []int32 // by basic variable: number of bits
	bits      int32
	fact      []bdd.Ref  // by fact: the states that have it
	after     []bdd.Ref  // by basic fact: it holds after a step
	same      []bdd.Ref  // by basic variable: a step leaves it as it was
	illegal   []bdd.Ref  // one set: no reachable state is in it
	goal      []bdd.Ref  // one set
	relations []relation // by rising cost
	free      int        // the first so many cost nothing
	changes   map[string]bdd.Change
	lastLive  int
}

func newSpace(ctx context.Context, t *task.Task, o Options) *space {
	s := &space{t: t, o: o, changes: map[string]bdd.Change{}}
	s.m = bdd.New(bdd.Options{MemoryLimit: o.MemoryLimit, Tick: func(work int64) bool {
		return ctx.Err() == nil && (o.Tick == nil || o.Tick(work))
	}})
	return s
}

// axiomWork is what the derived facts may take; later steps would take as much.
const axiomWork = 300_000_000

// prepare builds all that the search needs; false: a limit came first.
func (s *space) prepare() bool {
	if !s.m.AddWork(1) {
		return false
	}
	s.order = chooseOrder(s.t, s.m)
	s.encode()
	s.m.SetBudget(axiomWork)
	s.deriveFacts()
	if !s.running() {
		return false
	}
	s.m.Resume()
	s.constrain()
	s.goal = []bdd.Ref{s.m.And(s.conjunction(bdd.True, s.t.Goal), s.illegal[0].Not())}
	s.collect()
	return s.running() && s.relate()
}

func (s *space) running() bool { return s.m.Stopped() == bdd.Running }

// encode assigns the bits and builds the diagrams of the basic facts.
func (s *space) encode() {
	s.first, s.width = make([]int32, s.t.Basic), make([]int32, s.t.Basic)
	s.fact = make([]bdd.Ref, s.t.Facts())
	s.after = make([]bdd.Ref, s.t.VarFirst[s.t.Basic])
	s.same = make([]bdd.Ref, s.t.Basic)
	for _, v := range s.order {
		s.first[v], s.width[v] = s.bits, int32(bits.Len32(uint32(s.t.Size(int(v))-1)))
		s.bits += s.width[v]
	}
	for i := range s.fact {
		s.fact[i] = bdd.False
	}
	for v := range int32(s.t.Basic) {
		for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
			s.fact[f], s.after[f] = s.code(v, f, 0), s.code(v, f, 1)
		}
		s.same[v] = bdd.True
		for b := s.first[v] + s.width[v] - 1; b >= s.first[v]; b-- {
			s.same[v] = s.m.And(s.same[v], s.m.Xor(s.m.Bit(2*b), s.m.Bit(2*b+1)).Not())
		}
	}
}

// code returns the conjunction of the bits of a value, before or after a step.
func (s *space) code(v int32, f task.Fact, step int32) bdd.Ref {
	value, c := s.t.Value(f), bdd.True
	for i := range s.width[v] {
		bit := s.m.Bit(2*(s.first[v]+s.width[v]-1-i) + step)
		if value>>i&1 == 0 {
			bit = bit.Not()
		}
		c = s.m.And(bit, c)
	}
	return c
}

// conjunction returns the states of c in which all facts hold. The deepest facts
// come first, which keeps what lies between small.
func (s *space) conjunction(c bdd.Ref, facts []task.Fact) bdd.Ref {
	sorted := slices.Clone(facts)
	slices.SortFunc(sorted, func(a, b task.Fact) int { return int(s.depth(b) - s.depth(a)) })
	for _, f := range sorted {
		c = s.m.And(s.fact[f], c)
	}
	return c
}

// depth of a basic fact is its first bit; derived facts come last.
func (s *space) depth(f task.Fact) int32 {
	if s.t.IsDerived(f) {
		return -1
	}
	return s.first[s.t.FactVar[f]]
}

// collect frees garbage when enough has come together.
func (s *space) collect() {
	if s.crowded() {
		s.collectNow()
	}
}

func (s *space) crowded() bool { return s.m.Nodes() > 2*s.lastLive+1<<16 }

func (s *space) collectNow(more ...[]bdd.Ref) {
	roots := [][]bdd.Ref{s.fact, s.after, s.same, s.illegal, s.goal}
	for i := range s.relations {
		roots = append(roots, s.relations[i].set[:])
	}
	s.m.Collect(append(roots, more...)...)
	s.lastLive = s.m.Nodes()
}

// set returns the diagram of a single state, given by its basic values.
func (s *space) set(values []int32) bdd.Ref {
	c := bdd.True
	for i := len(s.order) - 1; i >= 0; i-- {
		v := s.order[i]
		c = s.m.And(s.fact[s.t.VarFirst[v]+values[v]], c)
	}
	return c
}

// holds reports whether a state is in a set.
func (s *space) holds(f bdd.Ref, code []bool) bool {
	return s.m.Holds(f, func(level int32) bool { return code[level>>1] })
}

// encodeState writes the bits of a state.
func (s *space) encodeState(values []int32, code []bool) {
	for v := range s.t.Basic {
		for i := range s.width[v] {
			code[s.first[v]+s.width[v]-1-i] = values[v]>>i&1 != 0
		}
	}
}

// pick writes the basic values of one state of a set that is not empty.
func (s *space) pick(f bdd.Ref, values []int32) {
	code := make([]bool, s.bits)
	s.m.Pick(f, func(level int32, one bool) { code[level>>1] = one })
	for v := range s.t.Basic {
		values[v] = 0
		for i := range s.width[v] {
			values[v] <<= 1
			if code[s.first[v]+i] {
				values[v]++
			}
		}
	}
}
