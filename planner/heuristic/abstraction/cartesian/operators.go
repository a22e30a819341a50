package cartesian

import (
	"slices"

	"genplanx/planner/task"
)

// operator changes variables in one way, or in several where effects have
// conditions.
type operator struct {
	pre []assignment
	eff []assignment // none that the preconditions say already
	// cases is used instead of eff if some effect has a condition.
	cases []choice
}

// assignment is a value of a variable; lists are sorted by variable.
type assignment struct{ variable, value int32 }

// choice lists the values that an operator may give a variable. Of the branches
// that fire the last wins; if none does, the variable keeps its value.
type choice struct {
	variable int32
	branches []branch
}

// branch fires if the facts of when hold, and nothing unknown prevents it.
type branch struct {
	when    []assignment // not on variables that have a precondition
	unknown bool         // derived facts are among the conditions
	value   int32
}

func (m *model) newOperator(o *task.Operator) operator {
	pre, _ := m.assignments(o.Pre)
	for i := range o.Effects {
		if len(o.Effects[i].When) > 0 {
			return m.newConditional(o, pre)
		}
	}
	return operator{pre: pre, eff: m.effects(o, pre)}
}

// effects returns the values that variables have after an operator without
// conditional effects, as far as its preconditions do not say so already.
func (m *model) effects(o *task.Operator, pre []assignment) []assignment {
	all := make([]assignment, 0, len(o.Effects))
	for i := range o.Effects {
		f := o.Effects[i].Fact
		all = append(all, assignment{m.t.FactVar[f], m.t.Value(f)})
	}
	slices.SortStableFunc(all, func(x, y assignment) int { return int(x.variable - y.variable) })
	out := all[:0]
	for i, e := range all {
		if i+1 < len(all) && all[i+1].variable == e.variable {
			continue // a later one wins
		}
		if p, ok := valueOf(pre, e.variable); !ok || p != e.value {
			out = append(out, e)
		}
	}
	return out
}

func (m *model) newConditional(o *task.Operator, pre []assignment) operator {
	out := operator{pre: pre}
	order := make([]int32, len(o.Effects))
	for i := range order {
		order[i] = int32(i)
	}
	variable := func(i int32) int32 { return m.t.FactVar[o.Effects[i].Fact] }
	slices.SortStableFunc(order, func(x, y int32) int { return int(variable(x) - variable(y)) })
	conditional := false
	for _, i := range order {
		when, unknown := m.assignments(o.Effects[i].When)
		when, possible := given(pre, when)
		if !possible {
			continue
		}
		conditional = conditional || unknown || len(when) > 0
		if n := len(out.cases); n == 0 || out.cases[n-1].variable != variable(i) {
			out.cases = append(out.cases, choice{variable: variable(i)})
		}
		c := &out.cases[len(out.cases)-1]
		c.branches = append(c.branches, branch{when, unknown, m.t.Value(o.Effects[i].Fact)})
	}
	if conditional {
		return out
	}
	for _, c := range out.cases {
		a := assignment{c.variable, c.branches[len(c.branches)-1].value}
		if p, ok := valueOf(pre, a.variable); !ok || p != a.value {
			out.eff = append(out.eff, a)
		}
	}
	out.cases = nil
	return out
}

// assignments leaves derived facts out, and says whether there were any.
func (m *model) assignments(facts []task.Fact) (out []assignment, derived bool) {
	if len(facts) > 0 {
		out = make([]assignment, 0, len(facts))
	}
	for _, f := range facts {
		if m.t.IsDerived(f) {
			derived = true
		} else {
			out = append(out, assignment{m.t.FactVar[f], m.t.Value(f)})
		}
	}
	return out, derived
}

// given leaves out what the preconditions say already, and reports whether the
// rest can hold beside them.
func given(pre, when []assignment) (out []assignment, possible bool) {
	for _, w := range when {
		p, ok := valueOf(pre, w.variable)
		switch {
		case !ok:
			out = append(out, w)
		case p != w.value:
			return nil, false
		}
	}
	return out, true
}

// valueOf looks a variable up in a list.
func valueOf(list []assignment, variable int32) (int32, bool) {
	for _, a := range list {
		if a.variable >= variable {
			return a.value, a.variable == variable
		}
	}
	return 0, false
}
