package cartesian

import (
	"cmp"
	"slices"

	"genplanx/planner/task"
)

// model is what all abstractions of a task share: its operators over basic
// variables. Derived facts are left out: a precondition on one always holds,
// and whether an effect fires under a condition on one is open. So the model
// has all transitions of the task, and perhaps more.
type model struct {
	t         *task.Task
	words     []int32 // by basic variable: words of a set of its values
	operators []operator
	achievers lists       // operators that may make a fact true, by fact
	mentions  [][]mention // by variable; of operators without conditional effects
	costs     []int64
	byCost    []int32 // operators, the cheapest first
	maxStates int32
}

// mention is an operator and what it says about a variable; -1: nothing. Those
// that say the same come together, the cheapest first.
type mention struct{ op, pre, eff int32 }

// lists is a list of numbers for each key, flat: key k has data[off[k]:off[k+1]].
type lists struct{ off, data []int32 }

func (l *lists) of(k int32) []int32 { return l.data[l.off[k]:l.off[k+1]] }

// mostStates keeps numbers of nodes and transitions within 32 bits.
const mostStates = 1 << 22

func newModel(t *task.Task, costs []int64) *model {
	m := &model{t: t, words: make([]int32, t.Basic), operators: make([]operator, len(t.Operators))}
	for v := range m.words {
		m.words[v] = (t.Size(v) + 63) / 64
	}
	for i := range t.Operators {
		m.operators[i] = m.newOperator(&t.Operators[i])
	}
	m.indexAchievers()
	m.scaleCosts(costs)
	m.indexMentions()
	return m
}

func (m *model) indexAchievers() {
	facts := make([][]int32, m.t.Facts())
	add := func(v, value, op int32) {
		f := m.t.VarFirst[v] + value
		if l := facts[f]; len(l) == 0 || l[len(l)-1] != op {
			facts[f] = append(l, op)
		}
	}
	for i := range m.operators {
		o := &m.operators[i]
		for _, e := range o.eff {
			add(e.variable, e.value, int32(i))
		}
		for _, c := range o.cases {
			for _, b := range c.branches {
				add(c.variable, b.value, int32(i))
			}
		}
	}
	m.achievers = flatten(facts)
}

func (m *model) indexMentions() {
	m.mentions = make([][]mention, m.t.Basic)
	for _, op := range m.byCost {
		o := &m.operators[op]
		if o.cases != nil {
			continue
		}
		for _, p := range o.pre {
			m.mentions[p.variable] = append(m.mentions[p.variable], mention{op, p.value, orNone(o.eff, p.variable)})
		}
		for _, e := range o.eff {
			if orNone(o.pre, e.variable) < 0 {
				m.mentions[e.variable] = append(m.mentions[e.variable], mention{op, -1, e.value})
			}
		}
	}
	for _, l := range m.mentions {
		slices.SortStableFunc(l, func(x, y mention) int { return cmp.Or(int(x.pre-y.pre), int(x.eff-y.eff)) })
	}
}

func orNone(list []assignment, variable int32) int32 {
	if value, ok := valueOf(list, variable); ok {
		return value
	}
	return -1
}

func flatten(all [][]int32) lists {
	out := lists{off: []int32{0}}
	for _, l := range all {
		out.data = append(out.data, l...)
		out.off = append(out.off, int32(len(out.data)))
	}
	return out
}

// scaleCosts gives each operator the cost c·S+1. The sum of ones on a path
// without cycles stays below S, the largest number of states, so that cheapest
// paths stay cheapest, the shortest of them is preferred, and all costs are
// positive, which the repair of shortest paths relies on.
func (m *model) scaleCosts(costs []int64) {
	most := int64(1)
	for _, c := range costs {
		most = max(most, min(c, maxCost))
	}
	m.maxStates = mostStates
	for most > 1<<61/int64(m.maxStates)/int64(m.maxStates) {
		m.maxStates /= 2
	}
	m.costs = make([]int64, len(costs))
	for i, c := range costs {
		m.costs[i] = min(c, maxCost)*int64(m.maxStates) + 1
		m.byCost = append(m.byCost, int32(i))
	}
	slices.SortStableFunc(m.byCost, func(x, y int32) int { return cmp.Compare(m.costs[x], m.costs[y]) })
}

// maxCost bounds the costs that guide the refinement.
const maxCost = 1 << 30
