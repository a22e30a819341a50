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
	queue  []candidate
	known  map[string]bool // candidates
	parts  map[string][]int32
	groups [][]int32
	equal  map[uint64][]int32 // groups by hash

	tuples [][]int32 // by predicate: tuple by place, nil if not in the candidate
	size   []int32   // by tuple: atoms of the group
	weight []int32   // by tuple: atoms true at the start
	bad    []bool    // by tuple
	adds   []add
	seen   []int32 // by operator: the last candidate it was looked at for
	number int32   // of the candidate
}

// add is an effect that makes an atom of the candidate true.
type add struct {
	effect int
	atom   int32
	tuple  int32
}

const (
	// workPerSize and freeWork bound the work: so much for each precondition
	// and effect, and so much in any case.
	workPerSize = 8
	freeWork    = 3_000_000
	// maxCandidates bounds the candidates looked at.
	maxCandidates = 2000
	// maxTries bounds the unbalanced operators for which a repair is sought,
	// once no group of a candidate is left.
	maxTries = 64
	// stopEvery is the number of operators between two calls of stop.
	stopEvery = 1024
)

func newSynthesis(t *task.Task, a *atoms, stop func() bool) *synthesis {
	s := &synthesis{
		t: t, atoms: a, stop: stop, budget: freeWork, makers: make([][]int32, len(a.members)),
		known: map[string]bool{}, parts: map[string][]int32{}, equal: map[uint64][]int32{},
		tuples: make([][]int32, len(a.members)), seen: make([]int32, len(t.Operators)),
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

// run examines candidates in the order in which they come up.
func (s *synthesis) run() {
	for p := range s.atoms.members {
		if len(s.atoms.members[p]) > 0 {
			for _, c := range seeds(int32(p), s.atoms.arity[p]) {
				s.offer(c)
			}
		}
	}
	for at := 0; at < len(s.queue) && at < maxCandidates && s.budget > 0; at++ {
		s.examine(&s.queue[at])
		s.queue[at] = candidate{}
	}
}

func (s *synthesis) offer(c candidate) {
	if k := c.key(); !s.known[k] {
		s.known[k] = true
		s.queue = append(s.queue, c)
	}
}

// examine keeps the groups of a candidate that every operator leaves balanced,
// and offers repairs of the candidate if one does not.
func (s *synthesis) examine(c *candidate) {
	c = &candidate{c.params, c.parts} // the queue grows
	s.load(c)
	defer func() {
		for _, p := range c.parts {
			s.tuples[p.predicate] = nil
		}
	}()
	alive, light := s.weigh(c)
	if !light {
		return
	}
	s.number++
	refined, tries := false, 0
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
			for _, u := range s.unbalanced(o) {
				s.bad[u.tuple] = true
				if s.size[u.tuple] > 1 {
					alive--
				}
				if !refined {
					tries++
					refined = s.repair(c, o, u)
				}
			}
			if alive == 0 && (refined || tries >= maxTries) {
				return
			}
		}
	}
	if alive > 0 {
		s.collect(c)
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

// load numbers the parameters of all atoms of the candidate.
func (s *synthesis) load(c *candidate) {
	for _, p := range c.parts {
		k := p.key()
		numbers, known := s.parts[k]
		if !known {
			numbers = s.atoms.number(p.predicate, p.positions)
			s.parts[k] = numbers
			s.spend(len(numbers) * c.params)
		}
		s.tuples[p.predicate] = numbers
	}
}

// weigh counts atoms by group, those true at the start too. It returns the
// number of groups of several atoms that start with one at most, and whether any
// group at all does.
func (s *synthesis) weigh(c *candidate) (alive int, light bool) {
	s.size, s.weight, s.bad = s.size[:0], s.weight[:0], s.bad[:0]
	for _, p := range c.parts {
		s.spend(len(s.tuples[p.predicate]))
		for i, k := range s.tuples[p.predicate] {
			if n := int(k) + 1 - len(s.size); n > 0 {
				s.size = append(s.size, make([]int32, n)...)
				s.weight = append(s.weight, make([]int32, n)...)
				s.bad = append(s.bad, make([]bool, n)...)
			}
			s.size[k]++
			if s.t.Initial[s.atoms.members[p.predicate][i]] == 1 {
				s.weight[k]++
			}
		}
	}
	s.spend(len(s.size))
	for k, n := range s.size {
		s.bad[k] = s.weight[k] > 1
		light = light || n > 0 && !s.bad[k]
		if n > 1 && !s.bad[k] {
			alive++
		}
	}
	return alive, light
}

// collect keeps the groups that are not bad and have several atoms.
func (s *synthesis) collect(c *candidate) {
	slot := make([]int32, len(s.size)) // number of the group plus 1
	var found [][]int32
	for _, p := range c.parts {
		for i, k := range s.tuples[p.predicate] {
			if s.bad[k] || s.size[k] < 2 {
				continue
			}
			if slot[k] == 0 {
				found = append(found, make([]int32, 0, s.size[k]))
				slot[k] = int32(len(found))
			}
			found[slot[k]-1] = append(found[slot[k]-1], s.atoms.members[p.predicate][i])
		}
	}
	for _, g := range found {
		slices.Sort(g)
		s.keep(g)
	}
}

// keep adds a group unless it is there.
func (s *synthesis) keep(g []int32) {
	h := uint64(len(g))
	for _, a := range g {
		h = (h ^ uint64(a)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for _, k := range s.equal[h] {
		if slices.Equal(s.groups[k], g) {
			return
		}
	}
	s.equal[h] = append(s.equal[h], int32(len(s.groups)))
	s.groups = append(s.groups, g)
}
