package pairs

import (
	"math/bits"

	"genplanx/planner/task"
)

// backward fills next with the pairs of states from which the goal may be
// reached, by regression. It returns false when the budget ended first.
func (s *tightener) backward() bool {
	s.clock = 1
	clear(s.touched)
	s.goalStates()
	for i := range s.ops {
		s.ops[i].active, s.ops[i].seen = false, 0
	}
	for changed := true; changed; {
		changed = false
		for i := range s.ops {
			o := &s.ops[i]
			if !s.stale(o.post, o.seen) {
				continue
			}
			o.seen = s.clock
			s.clock++
			if i&255 == 0 && s.spent() {
				return false
			}
			changed = true
			s.regress(o)
		}
		if s.spent() {
			return false
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
	s.touched[s.n] = s.clock
	s.each(s.row, func(f task.Fact) {
		row := s.next.row(f)
		copy(row, s.row)
		and(row, s.allowed.row(f))
		s.touched[f] = s.clock
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
func (s *tightener) regress(o *operator) {
	if !o.active && !s.next.together(o.post) {
		s.work += int64(len(o.post))
		return
	}
	o.active = true
	s.next.meet(s.row, o.post)
	for _, v := range o.changes {
		clearRange(s.row, s.t.VarFirst[v], s.t.VarFirst[v+1])
	}
	for _, v := range o.free {
		setRange(s.row, s.t.VarFirst[v], s.t.VarFirst[v+1])
	}
	for _, f := range o.pre {
		set(s.row, f)
	}
	s.allowed.meet(s.after, o.pre)
	and(s.row, s.after)
	s.work += int64(len(o.post)+2*len(o.pre)+2) * int64(s.next.words)
	for _, f := range o.pre {
		s.add(f, s.row)
	}
	for _, v := range o.free {
		for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
			if has(s.row, f) {
				s.work += int64(s.next.words)
				s.add(f, s.row)
			}
		}
	}
}
