package landmark

import (
	"slices"

	"genplanx/planner/task"
)

// builder makes the needs of a heuristic and the table that says which of them a
// state may have.
type builder struct {
	t      *task.Task
	h      *Heuristic
	makers [][]int32 // operators, by fact
	most   int       // needs
	budget int64
	place  []int32     // by fact: when it is first reached; -1: at the start, or never
	choice []task.Fact // scratch
}

// Limits of the needs: of their number, as each state looks them all up, of the
// table by fact, and of the facts of one.
const (
	mostNeeds  = 1024
	mostWords  = 1 << 23
	mostChoice = 12
)

func newBuilder(t *task.Task, h *Heuristic, budget int64) *builder {
	b := &builder{t: t, h: h, makers: make([][]int32, t.Facts()), budget: budget}
	for i := range t.Operators {
		for _, e := range t.Operators[i].Effects {
			if l := b.makers[e.Fact]; len(l) == 0 || l[len(l)-1] != int32(i) {
				b.makers[e.Fact] = append(l, int32(i))
			}
		}
	}
	e := newExploration(newRelaxation(t), budget, func() bool { return false })
	e.explore(none)
	b.place = slices.Repeat([]int32{-1}, t.Facts())
	for i, f := range e.order[len(e.r.initial):] {
		b.place[f] = int32(i)
	}
	h.words = min(mostNeeds/64, 1+mostWords/max(1, t.Facts()))
	b.most = 64 * h.words
	h.wanted = make([]uint64, h.words)
	h.allows = make([]uint64, t.Facts()*h.words)
	return b
}

// add makes a need, with its makers and its column of the table; fewer needs than
// there are is admissible too.
func (b *builder) add(n need) {
	k := len(b.h.needs)
	if k == b.most {
		return
	}
	for _, f := range n.facts {
		for _, op := range b.makers[f] {
			b.budget -= 4
			if b.makes(op, &n) {
				n.makers = append(n.makers, op)
			}
		}
	}
	slices.Sort(n.makers)
	n.makers = slices.Compact(n.makers)
	if n.parent >= 0 && b.redundant(&n) {
		return
	}
	b.h.needs = append(b.h.needs, n)
	for f := range int32(b.t.Facts()) {
		if b.mayHave(f, &n) {
			b.h.allows[int(f)*b.h.words+k>>6] |= 1 << (k & 63)
		}
	}
	b.budget -= int64(b.t.Facts())
}

// redundant reports whether a need for the same facts is there that every state
// has that has this one, and that no other operators can serve.
func (b *builder) redundant(n *need) bool {
	for k := range b.h.needs {
		if o := &b.h.needs[k]; slices.Equal(o.facts, n.facts) && contains(n.makers, o.makers) && b.covers(int32(k), n) {
			return true
		}
	}
	return false
}

func (b *builder) covers(k int32, n *need) bool {
	b.budget -= int64(b.t.Facts()) / 4
	for f := range int32(b.t.Facts()) {
		if b.mayHave(f, n) && !b.has(f, k) {
			return false
		}
	}
	return true
}

// mayHave reports whether a state with a fact may have the need.
func (b *builder) mayHave(f task.Fact, n *need) bool {
	switch {
	case slices.Contains(n.facts, f):
		return false
	case n.parent >= 0:
		return b.has(f, n.parent)
	default:
		return n.before == nil || n.before.PossiblyBefore(f)
	}
}

func (b *builder) has(f task.Fact, k int32) bool {
	return b.h.allows[int(f)*b.h.words+int(k>>6)]>>(k&63)&1 != 0
}

// makes reports whether an operator may make the need true where none of its facts
// holds.
func (b *builder) makes(op int32, n *need) bool {
	possible := func(facts []task.Fact) bool {
		return n.before == nil || !slices.ContainsFunc(facts, func(f task.Fact) bool { return !n.before.PossiblyBefore(f) })
	}
	o := &b.t.Operators[op]
	if !possible(o.Pre) || slices.ContainsFunc(o.Pre, func(f task.Fact) bool { return slices.Contains(n.facts, f) }) {
		return false
	}
	return slices.ContainsFunc(o.Effects, func(e task.Effect) bool { return slices.Contains(n.facts, e.Fact) && possible(e.When) })
}

// compact shrinks the table to the needs there are.
func (b *builder) compact() {
	h := b.h
	words := (len(h.needs) + 63) / 64
	for f := range b.t.Facts() {
		copy(h.allows[f*words:(f+1)*words], h.allows[f*h.words:])
	}
	h.words = words
	h.allows = slices.Clone(h.allows[:b.t.Facts()*words])
	h.wanted = h.wanted[:words]
}

// find returns the need for facts below another one, or -1.
func (b *builder) find(parent int32, facts []task.Fact) int32 {
	return int32(slices.IndexFunc(b.h.needs, func(n need) bool { return n.parent == parent && slices.Equal(n.facts, facts) }))
}

// addPreconditions adds what all makers of a need have as precondition: of one
// variable, one of some values. A state that has none of them needs one, as long
// as it has the first need.
func (b *builder) addPreconditions(stop func() bool) {
	for k := int32(0); int(k) < len(b.h.needs) && len(b.h.needs) < b.most && b.budget > 0 && !stop(); k++ {
		n := b.h.needs[k]
		if len(n.makers) == 0 {
			continue
		}
		for _, f := range b.t.Operators[n.makers[0]].Pre {
			if v := b.t.FactVar[f]; int(v) < b.t.Basic {
				b.addPrecondition(k, v)
			}
		}
		for rank := range ranks {
			b.addRank(k, rank)
		}
	}
}

func (b *builder) addPrecondition(k, v int32) {
	n := &b.h.needs[k]
	facts := b.choice[:0]
	for _, op := range n.makers {
		b.budget--
		i := slices.IndexFunc(b.t.Operators[op].Pre, func(f task.Fact) bool { return b.t.FactVar[f] == v })
		if i < 0 {
			return
		}
		if f := b.t.Operators[op].Pre[i]; !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
		if len(facts) > mostChoice {
			return
		}
	}
	b.choice = facts
	slices.Sort(facts)
	ever := false // a state may have the first need and none of these facts
	for f := b.t.VarFirst[v]; f < b.t.VarFirst[v+1]; f++ {
		ever = ever || b.has(f, k) && !slices.Contains(facts, f)
	}
	if !ever {
		return
	}
	instead := int32(-1)
	if n.instead >= 0 {
		instead = b.find(n.instead, facts)
	}
	if instead < 0 {
		instead = b.find(-1, facts)
	}
	b.add(need{facts: slices.Clone(facts), before: n.before, parent: k, instead: instead})
}

// ranks is how many preconditions of each maker are looked at by addRank.
const ranks = 3

// addRank adds one precondition of each maker of a need, whatever their variables:
// those that are reached last, or next to last, and so on.
func (b *builder) addRank(k int32, rank int) {
	n := &b.h.needs[k]
	facts := b.choice[:0]
	for _, op := range n.makers {
		pre := b.t.Operators[op].Pre
		b.budget -= int64(len(pre))
		f := b.ranked(pre, rank)
		if f == none || b.place[f] < 0 || b.t.IsDerived(f) {
			return
		}
		if !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
		if len(facts) > mostChoice {
			return
		}
	}
	b.choice = facts
	slices.Sort(facts)
	if b.find(k, facts) >= 0 {
		return
	}
	instead := int32(-1)
	if n.instead >= 0 {
		instead = b.find(n.instead, facts)
	}
	if instead < 0 {
		instead = b.find(-1, facts)
	}
	b.add(need{facts: slices.Clone(facts), before: n.before, parent: k, instead: instead})
}

// ranked returns the fact of a list that so many others are reached after.
func (b *builder) ranked(facts []task.Fact, rank int) task.Fact {
	for _, f := range facts {
		later := 0
		for _, g := range facts {
			if b.place[g] > b.place[f] || b.place[g] == b.place[f] && g > f {
				later++
			}
		}
		if later == rank {
			return f
		}
	}
	return none
}
