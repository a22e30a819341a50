package landmark

import (
	"slices"

	"genplanx/planner/task"
)

// relaxation is the task without deletes, in flat arrays. Effects with the same
// condition are one rule of their own, with that condition among its
// preconditions, and axioms are rules. That a derived fact is false holds from
// the start on.
type relaxation struct {
	facts   int
	initial []task.Fact // true at the start, and derived facts that are false
	goal    []task.Fact
	rules   int
	pre     []int32 // number of preconditions, by rule
	makes   lists   // facts, by rule
	needs   lists   // rules, by fact
}

// lists is a list of numbers for each key, flat: key k has data[off[k]:off[k+1]].
type lists struct{ off, data []int32 }

func (l *lists) of(k int32) []int32 { return l.data[l.off[k]:l.off[k+1]] }

func newRelaxation(t *task.Task) *relaxation {
	r := &relaxation{facts: t.Facts(), goal: t.Goal, makes: lists{off: []int32{0}}}
	values := make([]int32, t.Variables())
	copy(values, t.Initial)
	task.NewAxiomEvaluator(t).Evaluate(values)
	for v, value := range values {
		r.initial = append(r.initial, t.VarFirst[v]+value)
		if v >= t.Basic && value != 0 {
			r.initial = append(r.initial, t.VarFirst[v])
		}
	}
	var pre lists
	pre.off = []int32{0}
	add := func(conditions [2][]task.Fact, effects ...task.Fact) {
		from := len(pre.data)
		for _, list := range conditions {
			for _, f := range list {
				if !slices.Contains(pre.data[from:], f) {
					pre.data = append(pre.data, f)
				}
			}
		}
		pre.off = append(pre.off, int32(len(pre.data)))
		r.pre = append(r.pre, int32(len(pre.data)-from))
		r.makes.data = append(r.makes.data, effects...)
		r.makes.off = append(r.makes.off, int32(len(r.makes.data)))
	}
	for i := range t.Operators {
		addOperator(&t.Operators[i], add)
	}
	for _, a := range t.Axioms {
		add([2][]task.Fact{a.Body}, a.Head)
	}
	r.rules = len(r.pre)
	r.needs = inverse(pre, r.facts)
	return r
}

// addOperator adds a rule for each condition that effects of the operator have.
func addOperator(o *task.Operator, add func([2][]task.Fact, ...task.Fact)) {
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
		add([2][]task.Fact{o.Pre, e.When}, facts...)
	}
}

// inverse returns for each value the keys that list it, in ascending order.
func inverse(l lists, values int) lists {
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
