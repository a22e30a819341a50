package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// synthesis looks for groups. Its scratch arrays by tuple belong to the
// candidate under examination.
type synthesis struct {
	t      *task.Task
	atoms  *atoms
	stop   func() bool
	budget int64 // operators and atoms still to be looked at
	makers [][]int32
	stack  []candidate     // repaired ones, the next on top
	proved []candidate     // without any fault
	known  map[string]bool // candidates
	parts  map[string][]int32
	groups [][]int32
	equal  map[uint64][]int32 // groups by hash

	partsOf [][]int32 // by predicate: parts of the candidate
	tuples  [][]int32 // by part: tuple by place
	gone    []int32   // by variable: turn in which its atom was found false
	turn    int32
	size    []int32 // by tuple: atoms of the group
	weight  []int32 // by tuple: atoms true at the start
	state   []state // by tuple
	broken  []fault
	adds    []add
	seen    []int32 // by operator: the last candidate it was looked at for
	number  int32   // of the candidate
}

// state is what is known of a group.
type state uint8

const (
	balanced state = iota // so far
	unproved              // its first fault was found after repairs were counted
	faulty                // and its fault is listed
	hopeless              // whatever predicates are added
)

// fault is an effect that may unbalance a group, of those the one with the fewest
// repairs: all of the group's faults have to be repaired at some time.
type fault struct {
	tuple   int32
	repairs []part
}

// add is an effect that makes an atom of the candidate true.
type add struct {
	effect int
	atom   int32
	tuple  int32
	part   int32
}

const (
	// workPerSize and freeWork bound the work: so much for each precondition
	// and effect, and so much in any case.
	workPerSize = 8
	freeWork    = 10_000_000
	// pairsPerWork is the number of pairs of adds that are compared for the price
	// of one look at an operator.
	pairsPerWork = 8
	// longCandidate is the number of parts from which a candidate is passed over
	// that is part of a proved one. What else might be made of it is hardly worth
	// reaching the same end by every way.
	longCandidate = 6
	// maxRepaired bounds the repaired candidates looked at, and workPerPart is the
	// price of making one.
	maxRepaired = 10_000
	workPerPart = 64
	// maxFaults bounds the faults of a candidate for which repairs are sought.
	maxFaults = 400
	// stopEvery is the number of operators between two calls of stop.
	stopEvery = 1024
)

func newSynthesis(t *task.Task, a *atoms, stop func() bool) *synthesis {
	s := &synthesis{
		t: t, atoms: a, stop: stop, budget: freeWork, makers: make([][]int32, len(a.members)),
		known: map[string]bool{}, parts: map[string][]int32{}, equal: map[uint64][]int32{},
		partsOf: make([][]int32, len(a.members)), seen: make([]int32, len(t.Operators)), gone: make([]int32, t.Variables()),
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		s.budget += workPerSize * int64(len(o.Pre)+len(o.Effects))
		for _, e := range o.Effects {
			v, adds := atomOf(e.Fact)
			if p := a.predicate[v]; adds && p >= 0 {
				if m := s.makers[p]; len(m) == 0 || m[len(m)-1] != int32(i) {
					s.makers[p] = append(m, int32(i))
				}
			}
		}
	}
	return s
}

// run examines the seeds in their order, then what came of repairing them, depth
// first: some groups need dozens of predicates.
func (s *synthesis) run() {
	for p, members := range s.atoms.members {
		if len(members) == 0 {
			continue
		}
		for _, c := range seeds(int32(p), s.atoms.arity[p]) {
			if s.budget > 0 {
				s.examine(c)
			}
		}
	}
	for n := 0; n < maxRepaired && len(s.stack) > 0 && s.budget > 0; n++ {
		last := len(s.stack) - 1
		c := s.stack[last]
		s.stack = s.stack[:last]
		s.examine(c)
	}
}

// offer puts a candidate on the stack, unless it was there or is not worth it.
func (s *synthesis) offer(c candidate) {
	s.spend(workPerPart * len(c.parts))
	k := c.key()
	if s.known[k] || len(c.parts) >= longCandidate && slices.ContainsFunc(s.proved, func(p candidate) bool { return c.within(&p) }) {
		return
	}
	s.known[k] = true
	s.stack = append(s.stack, c)
}

// examine keeps the groups of a candidate that every operator leaves balanced,
// and offers repairs of the candidate if one does not.
func (s *synthesis) examine(c candidate) {
	s.load(&c)
	defer s.unload(&c)
	alive, hopeful := s.weigh(&c)
	s.number++
	s.broken = s.broken[:0]
	faults := 0
	for _, p := range c.parts {
		for i, op := range s.makers[p.predicate] {
			if s.seen[op] == s.number {
				continue
			}
			s.seen[op] = s.number
			o := &s.t.Operators[op]
			if s.spend(len(o.Pre) + len(o.Effects)); s.budget <= 0 || i%stopEvery == 0 && s.stopped() {
				return
			}
			for _, a := range s.unbalanced(o) {
				if s.state[a.tuple] == balanced && s.size[a.tuple] > 1 {
					alive--
				}
				s.state[a.tuple] = max(s.state[a.tuple], unproved)
				if faults++; faults <= maxFaults && !s.note(&c, o, a) {
					hopeful--
				}
			}
			if alive == 0 && (hopeful == 0 || faults >= maxFaults) {
				s.mend(&c)
				return
			}
		}
	}
	if alive > 0 {
		s.collect(&c)
	}
	if faults == 0 {
		s.proved = append(s.proved, c)
	}
	s.mend(&c)
}

// note lists a fault if it is the hardest of its group to repair, and returns
// false if it cannot be repaired at all.
func (s *synthesis) note(c *candidate, o *task.Operator, a add) bool {
	at := len(s.broken)
	if s.state[a.tuple] == faulty {
		at = slices.IndexFunc(s.broken, func(f fault) bool { return f.tuple == a.tuple })
	} else {
		s.broken = append(s.broken, fault{tuple: a.tuple})
	}
	repairs := s.repairs(c, o, a)
	f := &s.broken[at]
	switch {
	case len(repairs) == 0:
		s.state[a.tuple] = hopeless
		return false
	case s.state[a.tuple] != faulty || len(repairs) < len(f.repairs):
		s.state[a.tuple], *f = faulty, fault{a.tuple, repairs}
	}
	return true
}

// mend offers the candidate with the repairs of a group that has some.
func (s *synthesis) mend(c *candidate) {
	for i := range s.broken {
		f := &s.broken[i]
		if s.state[f.tuple] == faulty && len(c.parts) < maxParts {
			for _, p := range slices.Backward(f.repairs) {
				s.offer(c.with(p))
			}
			return
		}
	}
}

func (s *synthesis) spend(n int) { s.budget -= int64(n) }

// stopped ends the synthesis if it has to stop.
func (s *synthesis) stopped() bool {
	if s.stop != nil && s.stop() {
		s.budget = 0
	}
	return s.budget <= 0
}
