package pairs

import (
	"math/bits"

	"genplanx/planner/task"
)

// backward fills next with the pairs of states from which the goal may be
// reached, by regression. It returns false when the budget ended first.
func (s *tightener) backward() bool {
	s.next.begin(len(s.ops))
	s.goalStates()
	for i := range s.ops {
		s.ops[i].active = false
	}
	for {
		for i := range s.ops {
			o := &s.ops[i]
			where := s.next.where(o.post)
			if where == 0 {
				continue
			}
			if i&255 == 0 && s.spent() {
				return false
			}
			s.regress(i, where)
		}
		s.work += int64(len(s.ops))
		if s.spent() {
			return false
		}
		if !s.next.round() {
			break
		}
	}
	kept := s.ops[:0]
	for i := range s.ops {
		if s.ops[i].active {
			kept = append(kept, s.ops[i])
		}
	}
	s.dropped = s.dropped || len(kept) < len(s.ops)
	s.ops = kept
	return true
}

// goalStates relates all that may hold together with the goal.
func (s *tightener) goalStates() {
	s.allowed.meet(s.row, s.goal)
	copy(s.next.row(s.next.any()), s.row)
	s.next.markAll(s.next.any())
	s.each(s.row, func(f task.Fact) {
		row := s.next.row(f)
		copy(row, s.row)
		and(row, s.allowed.row(f))
		s.next.markAll(f)
		s.work += int64(s.next.words)
	})
}

// each calls do for all facts of a row.
func (s *tightener) each(row []uint64, do func(f task.Fact)) {
	for w, m := range row {
		for ; m != 0; m &= m - 1 {
			do(task.Fact(w<<6 + bits.TrailingZeros64(m)))
		}
	}
}

// regress adds the pairs that may hold before an operator: its preconditions and
// the values of what it changes, with all that held then and still holds.
func (s *tightener) regress(i int, where uint64) {
	o := &s.ops[i]
	if !o.active {
		s.work += int64(len(o.post))
		if !s.next.together(o.post) {
			return
		}
		where = s.next.all()
	}
	where = s.next.meetNew(where, s.row, o.post, s.next.seenBy(i))
	if !o.active {
		o.active = true
		where = s.next.all()
		for _, v := range o.free {
			setRange(s.row, s.t.VarFirst[v], s.t.VarFirst[v+1])
		}
		for _, f := range o.pre {
			set(s.row, f)
		}
	}
	where = s.next.restrict(&s.allowed, where, s.row, o.pre)
	if where == 0 {
		return
	}
	for _, f := range o.pre {
		s.next.add(&s.allowed, where, f, s.row)
	}
	for _, v := range o.free {
		for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
			if s.compatible(f, o.pre) {
				s.next.add(&s.allowed, where, f, s.row)
			}
		}
	}
}

// compatible reports whether a fact may hold together with all others.
func (s *tightener) compatible(f task.Fact, others []task.Fact) bool {
	s.work += int64(len(others))
	row := s.allowed.row(f)
	return has(row, f) && hasAll(row, others)
}
