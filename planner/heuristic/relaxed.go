package heuristic

import (
	"slices"

	"genplanx/planner/task"
)

// relaxed is the delete relaxation in flat arrays. Its operators are parts of
// the task's: all effects of one operator that share a condition, with that
// condition among the preconditions. Each part has a parent whose cost it
// shares: paying the parent once pays all parts, so whoever distributes costs
// must do so by parent. Axioms are parts of a parent without cost. That a
// derived fact is false counts as always true, which only weakens the bounds.
//
// Facts are those that some precondition or the goal names, then our own: one
// for each goal that must be reached again, see again.go; always, the
// precondition of parts without any; and goal, which one part without cost
// derives from the goal's facts.
type relaxed struct {
	t            *task.Task
	facts        int32
	always, goal int32
	number       []int32 // by fact of the task; -1 if nothing needs it
	again        []again
	last         []int32 // by fact of the task: the number of its again, or -1
	parts        int32
	pre, eff     lists // of a part
	needs, makes lists // parts that have a fact as precondition, as effect
	parent       []int32
	parentCost   []int64
	partsOf      lists // parts of a parent
}

// lists is a list of numbers for each key, flat: key k has data[off[k]:off[k+1]].
type lists struct{ off, data []int32 }

func (l *lists) of(k int32) []int32 { return l.data[l.off[k]:l.off[k+1]] }

func (l *lists) add(values []int32) {
	if l.off == nil {
		l.off = append(l.off, 0)
	}
	l.data = append(l.data, values...)
	l.off = append(l.off, int32(len(l.data)))
}

// inverse returns for each value the keys that list it, in ascending order.
func (l *lists) inverse(values int32) lists {
	out := lists{off: make([]int32, values+1), data: make([]int32, len(l.data))}
	for _, v := range l.data {
		out.off[v+1]++
	}
	for v := range values {
		out.off[v+1] += out.off[v]
	}
	fill := slices.Clone(out.off)
	for k := range int32(len(l.off) - 1) {
		for _, v := range l.of(k) {
			out.data[fill[v]] = k
			fill[v]++
		}
	}
	return out
}

func newRelaxed(t *task.Task) *relaxed {
	r := &relaxed{t: t, again: reachedAgain(t)}
	r.numberFacts()
	for i := range t.Operators {
		o := &t.Operators[i]
		r.addParts(o)
		r.parentCost = append(r.parentCost, o.Cost)
	}
	for _, a := range t.Axioms {
		r.addPart(a.Body, nil, []task.Fact{a.Head})
	}
	r.pre.add(r.goalNumbers())
	r.eff.add([]int32{r.goal})
	r.parent = append(r.parent, int32(len(t.Operators)))
	r.parentCost = append(r.parentCost, 0)
	r.parts = int32(len(r.parent))
	r.needs = r.pre.inverse(r.facts)
	r.makes = r.eff.inverse(r.facts)
	var byPart lists
	for _, p := range r.parent {
		byPart.add([]int32{p})
	}
	r.partsOf = byPart.inverse(int32(len(r.parentCost)))
	return r
}

func (r *relaxed) numberFacts() {
	t := r.t
	r.number = make([]int32, t.Facts())
	for f := range r.number {
		r.number[f] = -1
	}
	use := func(facts []task.Fact) {
		for _, f := range facts {
			if r.number[f] < 0 && !(t.IsDerived(f) && t.Value(f) == 0) {
				r.number[f] = r.facts
				r.facts++
			}
		}
	}
	for i := range t.Operators {
		use(t.Operators[i].Pre)
		for _, e := range t.Operators[i].Effects {
			use(e.When)
		}
	}
	for _, a := range t.Axioms {
		use(a.Body)
	}
	use(t.Goal)
	r.last = slices.Repeat([]int32{-1}, t.Facts())
	for i := range r.again {
		a := &r.again[i]
		a.number, r.last[a.goal] = r.facts, r.facts
		r.facts++
	}
	r.always, r.goal = r.facts, r.facts+1
	r.facts += 2
}

// addParts groups the effects of an operator by their conditions.
func (r *relaxed) addParts(o *task.Operator) {
	done := make([]bool, len(o.Effects))
	for i, e := range o.Effects {
		if done[i] {
			continue
		}
		var facts []task.Fact
		for k := i; k < len(o.Effects); k++ {
			if !done[k] && slices.Equal(o.Effects[k].When, e.When) {
				done[k] = true
				facts = append(facts, o.Effects[k].Fact)
			}
		}
		r.addPart(o.Pre, e.When, facts)
	}
}

// addPart adds a part of the parent that is next in parentCost.
func (r *relaxed) addPart(pre, when, effects []task.Fact) {
	var eff []int32
	for _, f := range effects {
		for _, n := range []int32{r.number[f], r.last[f]} {
			if n >= 0 && !slices.Contains(eff, n) {
				eff = append(eff, n)
			}
		}
	}
	if len(eff) == 0 {
		return
	}
	r.pre.add(r.numbers(pre, when))
	r.eff.add(eff)
	r.parent = append(r.parent, int32(len(r.parentCost)))
}

// goalNumbers are the facts that the goal is derived from.
func (r *relaxed) goalNumbers() []int32 {
	out := r.numbers(r.t.Goal, nil)
	for i := range r.again {
		a := &r.again[i]
		out[slices.Index(out, r.number[a.goal])] = a.number
	}
	return out
}

// appendHolding appends the facts that hold in a state.
func (r *relaxed) appendHolding(values, out []int32) []int32 {
	out = append(out, r.always)
	for v, value := range values {
		if f := r.number[r.t.VarFirst[v]+value]; f >= 0 {
			out = append(out, f)
		}
	}
	for i := range r.again {
		if a := &r.again[i]; a.settled(r.t, values) {
			out = append(out, a.number)
		}
	}
	return out
}

// numbers translates the facts of a conjunction; an empty one needs "always".
func (r *relaxed) numbers(facts, more []task.Fact) []int32 {
	var out []int32
	for _, list := range [][]task.Fact{facts, more} {
		for _, f := range list {
			if n := r.number[f]; n >= 0 && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, r.always)
	}
	return out
}
