package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// unbalanced lists the effects of an operator after which a group might have
// more true atoms than before, given that it has one at most. An added atom is
// balanced by another of its group that is required and deleted, or by the
// deletion of all others. What cannot happen is balanced too: two atoms of a
// group that are both required. A condition counts as a precondition of its
// effect alone, and a delete counts for an add only if the add cannot happen
// without it. Groups known to be hopeless are passed over. The list is valid
// until the next call.
func (s *synthesis) unbalanced(o *task.Operator) []add {
	s.adds = s.adds[:0]
	for i := range o.Effects {
		atom, adds := atomOf(o.Effects[i].Fact)
		if !adds || s.atoms.predicate[atom] < 0 {
			continue
		}
		for _, at := range s.partsOf[s.atoms.predicate[atom]] {
			if k := s.tuples[at][s.atoms.place[atom]]; s.state[k] != hopeless {
				s.adds = append(s.adds, add{i, atom, k, at})
			}
		}
	}
	if len(s.adds) > 1 {
		s.spend(len(s.adds) * len(s.adds) / pairsPerWork)
	}
	n := 0
	for i, a := range s.adds {
		if slices.ContainsFunc(s.adds[:n], func(b add) bool { return b.tuple == a.tuple }) {
			continue // the group is listed
		}
		if !s.balanced(o, a) || s.heavy(o, i) {
			s.adds[i], s.adds[n] = s.adds[n], a
			n++
		}
	}
	return s.adds[:n]
}

// in reports whether an atom is in a group.
func (s *synthesis) in(atom, tuple int32) bool {
	p := s.atoms.predicate[atom]
	if p < 0 {
		return false
	}
	for _, at := range s.partsOf[p] {
		if s.tuples[at][s.atoms.place[atom]] == tuple {
			return true
		}
	}
	return false
}

// holder returns an atom of a group that the effect requires true, or -1, and
// whether it requires another as well.
func (s *synthesis) holder(o *task.Operator, e *task.Effect, tuple int32) (atom int32, several bool) {
	atom = -1
	for _, c := range [2][]task.Fact{o.Pre, e.When} {
		for _, f := range c {
			v, positive := atomOf(f)
			if positive && v != atom && s.in(v, tuple) {
				if atom >= 0 {
					return atom, true
				}
				atom = v
			}
		}
	}
	return atom, false
}

func (s *synthesis) balanced(o *task.Operator, a add) bool {
	e := &o.Effects[a.effect]
	holder, several := s.holder(o, e, a.tuple)
	switch {
	case several || holder == a.atom:
		return true
	case holder >= 0:
		return deletes(o, e, holder)
	}
	return s.empties(o, e, a)
}

// empties reports whether all other atoms of the group are false after the
// effect, because it requires that or because the operator deletes those that
// are not. A group of one atom holds, but does not count: its candidate is there
// to be repaired.
func (s *synthesis) empties(o *task.Operator, e *task.Effect, a add) bool {
	others := int(s.size[a.tuple]) - 1
	if others == 0 || others > len(o.Pre)+len(e.When)+len(o.Effects) {
		return false
	}
	s.turn++
	s.gone[a.atom] = s.turn
	count := func(v int32) {
		if s.gone[v] != s.turn && s.in(v, a.tuple) {
			s.gone[v] = s.turn
			others--
		}
	}
	for _, c := range [2][]task.Fact{o.Pre, e.When} {
		for _, f := range c {
			if v, positive := atomOf(f); !positive {
				count(v)
			}
		}
	}
	for i := range o.Effects {
		d := &o.Effects[i]
		v, adds := atomOf(d.Fact)
		if !adds && s.gone[v] != s.turn && coveredBut(2*v+1, d.When, e.When, o.Pre) {
			count(v)
		}
	}
	return others == 0
}

// heavy reports whether the operator may make another atom of the group true
// together with the one that add number i makes true.
func (s *synthesis) heavy(o *task.Operator, i int) bool {
	a := s.adds[i]
	e := &o.Effects[a.effect]
	for k, b := range s.adds {
		if k == i || b.tuple != a.tuple || b.atom == a.atom {
			continue
		}
		f := &o.Effects[b.effect]
		p, several := s.holder(o, e, a.tuple)
		q, more := s.holder(o, f, a.tuple)
		if !several && !more && (p < 0 || p == q) && !contradict(e.When, f.When) {
			return true
		}
	}
	return false
}

// deletes reports whether an operator makes an atom false whenever the effect
// happens.
func deletes(o *task.Operator, e *task.Effect, atom int32) bool {
	for i := range o.Effects {
		d := &o.Effects[i]
		if d.Fact == 2*atom && covered(d.When, e.When, o.Pre) {
			return true
		}
	}
	return false
}

// covered reports whether all facts are among those of one of two conditions.
func covered(facts, when, pre []task.Fact) bool { return coveredBut(-1, facts, when, pre) }

// coveredBut is covered with one fact left out of account.
func coveredBut(but task.Fact, facts, when, pre []task.Fact) bool {
	for _, f := range facts {
		if f != but && !implied(f, when) && !implied(f, pre) {
			return false
		}
	}
	return true
}

// implied reports whether a sorted condition names a fact.
func implied(f task.Fact, condition []task.Fact) bool {
	_, is := slices.BinarySearch(condition, f)
	return is
}

// contradict reports whether one condition wants an atom true that the other
// wants false.
func contradict(a, b []task.Fact) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0]^1 == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// repairs lists the predicates that would balance the effect: those of atoms that
// it requires and deletes.
func (s *synthesis) repairs(c *candidate, o *task.Operator, a add) []part {
	objects := make([]int32, c.params)
	for i, position := range c.parts[a.part].positions {
		objects[i] = s.atoms.args[a.atom][position]
	}
	e := &o.Effects[a.effect]
	var out []part
	for _, condition := range [2][]task.Fact{o.Pre, e.When} {
		for _, f := range condition {
			v, positive := atomOf(f)
			if p := s.atoms.predicate[v]; positive && p >= 0 && deletes(o, e, v) {
				out = append(out, matches(p, s.atoms.args[v], objects)...)
			}
		}
	}
	return slices.DeleteFunc(out, func(p part) bool { return c.has(&p) })
}
