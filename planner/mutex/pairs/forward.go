package pairs

import (
	"slices"

	"genplanx/planner/task"
)

// branch is what an operator does under one condition: its precondition with the
// conditions of some effects. An operator without conditional effects has one.
type branch struct {
	op        int32 // index in ops
	cond      []task.Fact
	when      []task.Fact // what cond has over the precondition
	effects   []effect
	overwrite []int32     // variables that surely change, if not all such are sure
	kills     []task.Fact // facts that an effect ends which they are the last condition of
	active    bool
}

// forward fills next with the pairs reachable from the initial state. It returns
// false when the budget ended before the fixpoint.
func (s *tightener) forward() bool {
	branches := s.branches()
	s.next.begin(len(branches))
	clear(s.row)
	for _, f := range s.initial {
		set(s.row, f)
	}
	for _, f := range s.initial {
		s.next.add(&s.allowed, s.next.all(), f, s.row)
	}
	for {
		for i := range branches {
			b := &branches[i]
			where := s.next.where(b.cond)
			if where == 0 {
				continue
			}
			if i&255 == 0 && s.spent() {
				return false
			}
			s.reach(i, branches, where)
		}
		s.work += int64(len(branches))
		if s.spent() {
			return false
		}
		if !s.next.round() {
			break
		}
	}
	s.dropUnreached(branches)
	return true
}

// reach adds the pairs that hold after a branch: of its effects with each other,
// with effects that may come along, and with what held before and stays.
func (s *tightener) reach(i int, branches []branch, where uint64) {
	b := &branches[i]
	o := &s.ops[b.op]
	if !b.active {
		s.work += int64(len(b.cond))
		if !s.next.together(b.cond) {
			return
		}
	}
	first := !b.active
	b.active = true
	seen := s.next.seenBy(i)
	if o.last-o.first > 1 {
		first, seen = true, nil // the other branches may have new effects
	}
	if first {
		where = s.next.all()
	}
	where = s.next.meetNew(where, s.row, b.cond, seen)
	s.pairs = s.pairs[:0]
	if first {
		s.companions(b, branches[o.first:o.last])
	}
	for _, v := range b.overwrite {
		clearRange(s.row, s.t.VarFirst[v], s.t.VarFirst[v+1])
	}
	for _, f := range b.kills {
		unset(s.row, f)
	}
	where = s.next.restrict(&s.allowed, where, s.row, o.sure)
	for _, f := range s.pairs {
		set(s.row, f)
		where |= s.next.at(f)
	}
	for _, e := range b.effects {
		s.next.add(&s.allowed, where, e.fact, s.row)
	}
}

// companions collects the effects that may come along with those of a branch, its
// own among them; row is what is compatible with its condition.
func (s *tightener) companions(b *branch, branches []branch) {
	for i := range branches {
		other := &branches[i]
		if other == b || hasAll(s.row, other.when) && s.next.together(other.when) {
			for _, e := range other.effects {
				s.pairs = append(s.pairs, e.fact)
			}
		}
	}
}

// dropUnreached forgets operators and conditional effects that never come to
// pass. Only the very first pass may drop effects: later ones argue about states
// on plans, and in another state the effect would still happen.
func (s *tightener) dropUnreached(branches []branch) {
	kept := s.ops[:0]
	for i := range s.ops {
		o := s.ops[i]
		of := branches[o.first:o.last]
		if s.passes == 0 && len(of) > 0 && o.conditional() {
			o.given = reachedEffects(&o, of)
		}
		if slices.ContainsFunc(of, func(b branch) bool { return b.active }) {
			kept = append(kept, o)
		}
	}
	s.dropped = s.dropped || len(kept) < len(s.ops)
	s.ops = kept
}

func reachedEffects(o *operator, branches []branch) []task.Effect {
	var out []task.Effect
	for i := range o.given {
		for k := range branches {
			if b := &branches[k]; b.active && slices.ContainsFunc(b.effects, func(e effect) bool { return int(e.index) == i }) {
				out = append(out, o.given[i])
				break
			}
		}
	}
	return out
}
