package ground

import "slices"

// part is an atom of a clause that is being split, and about how many rows of
// its relation fit.
type part struct {
	atom
	slots  []int32
	size   float64
	covers []int32 // the atoms of the clause's body it was made from
}

// splitter takes a clause apart into rules of at most two atoms, with relations
// in between that keep only what is needed later, as Datalog does. So an action
// of many parameters is never enumerated just to see what it can make true.
type splitter struct {
	e     *engine
	c     clause
	parts []part
	tests []test  // not in a rule yet
	uses  []int32 // by slot: in how many parts, tests and the head it occurs
	made  []part  // relations in between
}

// addClause splits a clause and gives its rules to the engine.
func (e *engine) addClause(c clause) error {
	if !c.substitute() {
		return nil
	}
	return e.split(&splitter{e: e, c: c})
}

func (e *engine) split(s *splitter) error {
	if !s.prepare() {
		return nil
	}
	for {
		if err := e.budget.step(); err != nil {
			return err
		}
		s.project()
		if len(s.parts) <= 2 {
			break
		}
		if err := s.joinTwo(); err != nil {
			return err
		}
	}
	if len(s.parts) == 0 {
		return e.derive(s.c.head.rel, constants(s.c.head.args), s.c.from)
	}
	s.rule(s.c.head, s.parts)
	return nil
}

// prepare decides the tests without slots and lets slots that no atom binds run
// through their types. False means that the clause can never derive anything.
func (s *splitter) prepare() bool {
	for _, t := range s.c.tests {
		switch {
		case t.equal && t.args[0] == t.args[1]:
			return false
		case t.equal && t.args[0].slot < 0 && t.args[1].slot < 0: // differ
		case !t.equal && len(slotsOf(t.args)) == 0:
			if s.e.relations[t.atom.rel].find(constants(t.args)) >= 0 {
				return false
			}
		default:
			s.tests = append(s.tests, t)
		}
	}
	for i, a := range s.c.body {
		s.parts = append(s.parts, part{a, slotsOf(a.args), s.sizeOf(a), []int32{int32(i)}})
	}
	needed := slices.Concat(s.c.must, slotsOf(s.c.head.args))
	for _, t := range s.tests {
		needed = append(needed, slotsOf(t.args)...)
	}
	for _, slot := range needed {
		if !slices.ContainsFunc(s.parts, func(p part) bool { return slices.Contains(p.slots, slot) }) {
			set := s.c.sets[slot]
			a := atom{s.e.typeRelation(set), slotTerms([]int32{slot})}
			s.parts = append(s.parts, part{a, []int32{slot}, float64(len(set.list)), nil})
		}
	}
	return true
}

// sizeOf estimates the rows of a relation that fit an atom: of a static one its
// own, of others all that types allow.
func (s *splitter) sizeOf(a atom) float64 {
	size := 1.0
	for _, slot := range slotsOf(a.args) {
		size *= float64(len(s.c.sets[slot].list))
	}
	if int(a.rel) < len(s.e.pr.predicates) && !s.e.pr.changes(a.rel) {
		size = min(size, float64(s.e.relations[a.rel].n))
	}
	return size
}

// count notes how often each slot is used.
func (s *splitter) count() {
	s.uses = append(s.uses[:0], make([]int32, len(s.c.sets))...)
	for _, t := range s.c.head.args {
		if t.slot >= 0 {
			s.uses[t.slot]++
		}
	}
	s.use(s.tests, 1)
	for _, p := range s.parts {
		for _, slot := range p.slots {
			s.uses[slot]++
		}
	}
}

// needed returns the slots of some parts that the rest of the clause uses.
func (s *splitter) needed(slots []int32, but ...part) []int32 {
	var out []int32
	for _, slot := range slots {
		others := s.uses[slot]
		for _, p := range but {
			if slices.Contains(p.slots, slot) {
				others--
			}
		}
		if others > 0 {
			out = append(out, slot)
		}
	}
	return out
}

// project drops, part by part, the slots that nothing else uses.
func (s *splitter) project() {
	s.count()
	for i, p := range s.parts {
		if len(s.parts) < 2 || len(p.slots) == 0 {
			continue
		}
		held := s.tests
		local := s.takeTests(p.slots)
		s.use(local, -1)
		if keep := s.needed(p.slots, p); len(keep) < len(p.slots) {
			s.parts[i] = s.between([]part{p}, local, keep)
		} else {
			s.tests = held
			s.use(local, 1)
		}
	}
}

// use adds to the uses of the slots of some tests.
func (s *splitter) use(tests []test, n int32) {
	for _, t := range tests {
		for _, a := range t.args {
			if a.slot >= 0 {
				s.uses[a.slot] += n
			}
		}
	}
}

// takeTests removes and returns the tests that need no other slots.
func (s *splitter) takeTests(slots []int32) []test {
	var taken, rest []test
	for _, t := range s.tests {
		if slices.ContainsFunc(t.args, func(a term) bool { return a.slot >= 0 && !slices.Contains(slots, a.slot) }) {
			rest = append(rest, t)
		} else {
			taken = append(taken, t)
		}
	}
	s.tests = rest
	return taken
}

// joinTwo joins the two parts whose join is expected to be smallest; two that
// share no slot only where all are so, or where one is a mere yes or no.
func (s *splitter) joinTwo() error {
	s.count()
	var bestA, bestB int
	best, bestLinked := -1.0, false
search:
	for i := range s.parts {
		for k := i + 1; k < len(s.parts); k++ {
			if err := s.e.budget.step(); err != nil {
				return err
			}
			size, linked := s.joined(s.parts[i], s.parts[k])
			if best < 0 || linked && !bestLinked || linked == bestLinked && size < best {
				best, bestA, bestB, bestLinked = size, i, k, linked
			}
			if bestLinked && best <= 1 {
				break search
			}
		}
	}
	pair := []part{s.parts[bestA], s.parts[bestB]}
	slots := union(pair[0].slots, pair[1].slots)
	s.parts = slices.Delete(s.parts, bestB, bestB+1)
	s.parts = slices.Delete(s.parts, bestA, bestA+1)
	given, covers := s.absorb(slots)
	local := append(s.takeTests(slots), given...)
	if best > maxJoined {
		s.loosen(slots)
	}
	s.count()
	joined := s.between(pair, local, s.needed(slots))
	joined.size = best
	joined.covers = append(joined.covers, covers...)
	s.parts = slices.Insert(s.parts, min(bestA, len(s.parts)), joined)
	s.made = append(s.made, joined)
	return nil
}

// absorb removes the static parts that a join of the slots decides, and returns
// them as tests and the atoms they cover. So a circle of static atoms is not
// joined without the one that closes it.
func (s *splitter) absorb(slots []int32) (given []test, covers []int32) {
	s.parts = slices.DeleteFunc(s.parts, func(p part) bool {
		static := int(p.rel) < len(s.e.pr.predicates) && !s.e.pr.changes(p.rel)
		if !static || slices.ContainsFunc(p.slots, func(slot int32) bool { return !slices.Contains(slots, slot) }) {
			return false
		}
		given = append(given, test{present: true, atom: p.atom, args: p.args})
		covers = append(covers, p.covers...)
		return true
	})
	return given, covers
}

// maxJoined is the expected size of a join from which on no slot is kept merely
// for tests that come later.
const maxJoined = 1 << 22

// loosen drops the tests on slots that nothing else would keep. What is derived
// stays a superset; the instances themselves are tested.
func (s *splitter) loosen(slots []int32) {
	held := s.tests
	s.tests = nil
	s.count()
	keep := s.needed(slots)
	for _, t := range held {
		lost := slices.ContainsFunc(t.args, func(a term) bool {
			return a.slot >= 0 && slices.Contains(slots, a.slot) && !slices.Contains(keep, a.slot)
		})
		if !lost {
			s.tests = append(s.tests, t)
		}
	}
}

// joined estimates the rows of the join of two parts, and reports whether they
// have to do with each other.
func (s *splitter) joined(a, b part) (float64, bool) {
	linked := len(a.slots) == 0 || len(b.slots) == 0
	size, all := a.size*b.size, 1.0
	count := func(slot int32, within int32) {
		if s.uses[slot] > within {
			all *= float64(len(s.c.sets[slot].list))
		}
	}
	for _, slot := range a.slots {
		if slices.Contains(b.slots, slot) {
			linked = true
			size /= max(1, float64(len(s.c.sets[slot].list)))
			count(slot, 2)
		} else {
			count(slot, 1)
		}
	}
	for _, slot := range b.slots {
		if !slices.Contains(a.slots, slot) {
			count(slot, 1)
		}
	}
	return min(size, all), linked
}

func union(a, b []int32) []int32 {
	out := slices.Clone(a)
	for _, slot := range b {
		if !slices.Contains(a, slot) {
			out = append(out, slot)
		}
	}
	return out
}

func slotsOf(args []term) []int32 {
	var out []int32
	for _, t := range args {
		if t.slot >= 0 && !slices.Contains(out, t.slot) {
			out = append(out, t.slot)
		}
	}
	return out
}

func constants(args []term) []int32 {
	out := make([]int32, len(args))
	for i, t := range args {
		out[i] = t.object
	}
	return out
}
