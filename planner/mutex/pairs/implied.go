package pairs

import (
	"slices"

	"genplanx/planner/task"
)

// lookAtOperators drops the operators that no plan uses, by what must hold before
// and after them, and finds their implied preconditions. It reports whether any
// operator was dropped or got one.
func (s *tightener) lookAtOperators() bool {
	var variables []int32
	if s.passes > 0 {
		variables = s.ambiguous()
	}
	changed := s.dropped
	s.dropped = false
	kept := s.ops[:0]
	for i := range s.ops {
		o := s.ops[i]
		if i&255 == 0 && s.spent() { // no pass will come after this
			kept = append(kept, s.ops[i:]...)
			break
		}
		if s.passes == 0 || s.concerned(&o) {
			before := len(o.pre)
			if !s.look(&o, variables) {
				changed = true
				continue
			}
			changed = changed || len(o.pre) > before
		}
		kept = append(kept, o)
	}
	clear(s.ops[len(kept):])
	s.ops = kept
	return changed
}

// concerned reports whether the last pass changed what is known about facts of an
// operator.
func (s *tightener) concerned(o *operator) bool {
	s.work += int64(len(o.pre) + len(o.post))
	for _, facts := range [][]task.Fact{o.pre, o.post} {
		for _, f := range facts {
			if has(s.changed, f) {
				return true
			}
		}
	}
	for i := range o.effects {
		if slices.ContainsFunc(o.effects[i].when, func(f task.Fact) bool { return has(s.changed, f) }) {
			return true
		}
	}
	return len(o.pre) == 0 || len(o.post) == 0
}

// ambiguous lists the basic variables that may have more than one value.
func (s *tightener) ambiguous() []int32 {
	var out []int32
	all := s.allowed.row(s.allowed.any())
	for v := range int32(s.t.Basic) {
		if n, _ := inRange(all, s.t.VarFirst[v], s.t.VarFirst[v+1]); n > 1 {
			out = append(out, v)
		}
	}
	return out
}

// look derives an operator anew and adds implied preconditions on what it changes
// until there are no more. Others would prune hardly anything, and make each pass
// several times as long. It returns false for an operator that no plan uses.
func (s *tightener) look(o *operator, variables []int32) bool {
	s.work += perOperator
	for {
		s.derive(o)
		if len(o.effects) == 0 {
			return false
		}
		s.allowed.meet(s.row, o.pre)
		s.allowed.meet(s.after, o.post)
		s.work += int64(len(o.pre)+len(o.post))*int64(s.next.words) + int64(len(variables))
		if !hasAll(s.row, o.pre) || !hasAll(s.after, o.post) {
			return false
		}
		pre, ok := s.implied(o.pre, o.changes, variables, false)
		if !ok {
			return false
		}
		if len(pre) == len(o.pre) {
			return true
		}
		o.pre = pre
	}
}

// implied adds to facts the values that variables must have where row, what is
// allowed with the facts, leaves one value only: of those that change, or of all.
// Variables that do not change must agree with after, too. It returns false where
// a variable has no value left.
func (s *tightener) implied(facts []task.Fact, changes, variables []int32, all bool) ([]task.Fact, bool) {
	named, changing := s.fresh(), s.fresh()
	if changing < named { // the numbers began anew
		named, changing = s.fresh(), s.fresh()
	}
	for _, v := range changes {
		s.stamp[v] = changing
	}
	for w := range s.after {
		s.after[w] &= s.row[w]
	}
	given := len(facts)
	facts = slices.Clip(facts)
	for _, f := range facts[:given] {
		s.stamp[s.t.FactVar[f]] = named
	}
	for _, v := range variables {
		row, add := s.after, all
		switch s.stamp[v] {
		case named:
			continue
		case changing:
			row, add = s.row, true
		}
		n, f := inRange(row, s.t.VarFirst[v], s.t.VarFirst[v+1])
		if n == 0 {
			return nil, false
		}
		if n == 1 && add {
			facts = append(facts, f)
		}
	}
	if len(facts) > given {
		slices.Sort(facts)
	}
	return facts, true
}

// lookAtGoal adds the goals that the goal implies; it returns false when they
// exclude each other.
func (s *tightener) lookAtGoal() bool {
	for {
		s.allowed.meet(s.row, s.goal)
		copy(s.after, s.row)
		if !hasAll(s.row, s.goal) {
			return false
		}
		goal, ok := s.implied(s.goal, nil, s.ambiguous(), true)
		if !ok {
			return false
		}
		if len(goal) == len(s.goal) {
			return true
		}
		s.goal = goal
	}
}
