package pairs

import (
	"math/bits"
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
	kills     []task.Fact // facts that an effect ends which they are the last condition of
	overwrite []int32     // variables that surely change
	active    bool
	seen      int32 // the clock when it was last carried out
}

// forward fills next with the pairs reachable from the initial state. It returns
// false when the budget ended before the fixpoint.
func (s *tightener) forward() bool {
	branches := s.branches()
	s.clock = 1
	clear(s.touched)
	clear(s.row)
	for _, f := range s.initial {
		set(s.row, f)
	}
	for _, f := range s.initial {
		s.add(f, s.row)
	}
	for changed := true; changed; {
		changed = false
		for i := range branches {
			b := &branches[i]
			if !s.stale(b.cond, b.seen) {
				continue
			}
			b.seen = s.clock
			s.clock++
			if i&255 == 0 && s.spent() {
				return false
			}
			changed = true
			s.reach(b, branches)
		}
		if s.spent() {
			return false
		}
	}
	s.dropUnreached(branches)
	return true
}

// stale reports whether a row of the facts has grown since the clock's time.
func (s *tightener) stale(facts []task.Fact, seen int32) bool {
	s.work++
	if len(facts) == 0 {
		return s.touched[s.n] > seen
	}
	for _, f := range facts {
		if s.touched[f] > seen {
			return true
		}
	}
	return false
}

// reach adds the pairs that hold after a branch: of its effects with each other,
// with effects that may come along, and with what held before and stays.
func (s *tightener) reach(b *branch, branches []branch) {
	if !b.active && !s.next.together(b.cond) {
		s.work += int64(len(b.cond))
		return
	}
	b.active = true
	o := &s.ops[b.op]
	s.next.meet(s.row, b.cond)
	s.pairs = s.pairs[:0]
	for i := range branches[o.first:o.last] {
		other := &branches[int(o.first)+i]
		if other == b || hasAll(s.row, other.when) && s.next.together(other.when) {
			for _, e := range other.effects {
				s.pairs = append(s.pairs, e.fact)
			}
		}
	}
	for _, v := range b.overwrite {
		clearRange(s.row, s.t.VarFirst[v], s.t.VarFirst[v+1])
	}
	for _, f := range b.kills {
		unset(s.row, f)
	}
	for _, f := range o.sure {
		and(s.row, s.allowed.row(f))
	}
	for _, f := range s.pairs {
		set(s.row, f)
	}
	s.work += int64(len(b.cond)+len(o.sure)+len(b.effects)) * int64(s.next.words)
	for _, e := range b.effects {
		s.add(e.fact, s.row)
	}
}

// add relates a fact to all of row that it is allowed with.
func (s *tightener) add(f task.Fact, row []uint64) {
	mine, allowed := s.next.row(f), s.allowed.row(f)
	grew := false
	for w, r := range row {
		fresh := r & allowed[w] &^ mine[w]
		if fresh == 0 {
			continue
		}
		mine[w] |= fresh
		grew = true
		for ; fresh != 0; fresh &= fresh - 1 {
			g := task.Fact(w<<6 + bits.TrailingZeros64(fresh))
			set(s.next.row(g), f)
			s.touched[g] = s.clock
			s.work++
		}
	}
	if !grew {
		return
	}
	s.touched[f] = s.clock
	if all := s.next.row(s.next.any()); has(mine, f) && !has(all, f) {
		set(all, f)
		s.touched[s.n] = s.clock
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
