// Package cartesian abstracts a task by refinement where abstract plans fail.
//
// It owns Cartesian abstractions, whose states are products of sets of values,
// one per variable, made by counterexample-guided refinement (Seipp and Helmert
// 2013, 2018): one for each fact of the goal and each fact landmark, and one for
// the whole goal. In: *task.Task, costs and limits of counted work. Out: graphs
// with all transitions, for cost partitioning, and the abstract state of each
// state. It must not know search, cost partitioning or PDDL. Conditional effects
// are refined exactly; derived variables are left open, which adds transitions
// and never removes any. Start reading at [Build]; abstraction.go has the
// subtasks, flaws.go finds what to split, split.go divides a state,
// distances.go keeps the cheapest abstract plans, and export.go makes graphs.
package cartesian

import (
	"math"
	"slices"

	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/task"
)

// Options limit the work.
type Options struct {
	// MaxTransitions bounds the transitions of all abstractions together; each
	// takes about 40 bytes, and states count as transitions by their memory.
	MaxTransitions int64
	// Budget is counted in steps of some nanoseconds each.
	Budget int64
}

// Build makes the abstractions of a task for the costs, by operator, that are to
// guide the refinement; the graphs are right for all costs. Those of facts come
// first; that of the whole goal may use half of the limits and what is left. Once
// stop says true, abstractions that are less refined are returned.
func Build(t *task.Task, costs []int64, o Options, stop func() bool) []*Abstraction {
	f := NewFamily(t, costs, o.Budget/8, stop)
	f.Refine(Options{o.MaxTransitions / 2, o.Budget / 2}, stop)
	w := NewWhole(t, costs)
	if len(w.list) == 0 || len(t.Goal) == 1 {
		return f.list
	}
	w.Refine(Options{o.MaxTransitions - f.size(), o.Budget - f.Work()}, stop)
	return append(f.list, w.list...)
}

// Family is a set of abstractions of one task that can be refined further.
type Family struct {
	list  []*Abstraction
	quota int64 // transitions of each one so far
	pairs pairs
	spent int64 // work on what is not in the list
}

// smallest is how many transitions an abstraction may have in the first round;
// each further round doubles it.
const smallest = 256

// mostClasses bounds the numbers that all abstractions of a family together keep
// of operators; each takes 16 bytes.
const mostClasses = 1 << 24

// NewFamily makes the coarsest abstractions: one for each goal fact and one for
// each further landmark. The budget bounds the search for landmarks and, once it
// is spent again, how many abstractions there are; so does the memory.
func NewFamily(t *task.Task, costs []int64, budget int64, stop func() bool) *Family {
	f := &Family{quota: smallest}
	m := newModel(t, costs)
	full := func() bool {
		return len(f.list) > 0 && (f.Work() > budget || len(f.list)*len(m.operators) > mostClasses || stop())
	}
	for _, g := range m.goal() {
		if !full() {
			f.list = append(f.list, newProduct(m, Subtask{Kind: Goal, Fact: g}, []task.Fact{g}))
		}
	}
	f.pairs = newPairs(f.list, len(t.Operators))
	landmarks := landmark.Facts(t, budget, stop)
	for i := range landmarks {
		if l := &landmarks[i]; !l.Goal && !t.IsDerived(l.Fact) && !full() {
			f.list = append(f.list, newLandmark(m, Subtask{Kind: Landmark, Fact: l.Fact}, l))
		}
	}
	return f
}

// NewWhole makes the coarsest abstraction of the whole goal; none if the goal is
// about derived variables only. Refined to the end it gives a cheapest plan,
// where there are no derived variables: see [Family.Plan].
func NewWhole(t *task.Task, costs []int64) *Family {
	f := &Family{quota: math.MaxInt64}
	m := newModel(t, costs)
	if goal := m.goal(); len(goal) > 0 {
		f.list = []*Abstraction{newProduct(m, Subtask{Kind: All}, goal)}
	}
	return f
}

// goal returns the facts of the goal that are about basic variables.
func (m *model) goal() (out []task.Fact) {
	for _, g := range m.t.Goal {
		if !m.t.IsDerived(g) {
			out = append(out, g)
		}
	}
	return out
}

// Refine goes on in rounds, in each of which all abstractions may double, until
// there are so many transitions or the budget is spent; when all are complete,
// pairs of goal facts are tried, so there may be more of them. It reports whether
// more could be done within larger limits.
func (f *Family) Refine(o Options, stop func() bool) bool {
	limit := f.Work() + o.Budget
	for {
		open := false
		for _, a := range f.list {
			if a.complete || a.Subtask.Kind == Pair {
				continue
			}
			most := min(f.quota, a.size()+o.MaxTransitions-f.size())
			a.refineInitial(most, limit-f.Work(), stop)
			if stop() || f.Work() >= limit || f.size() >= o.MaxTransitions {
				return true
			}
			open = open || !a.complete && a.s.n < a.m.maxStates
		}
		if !open && !f.addPair(o, limit, stop) {
			return f.pairs.more()
		}
		f.quota = min(2*f.quota, math.MaxInt64/2)
	}
}

// RefineFrom makes the abstractions exact for another state, as Refine does for
// the initial one: each is split until its plan from there works or its share of
// the limits is used. The state must be reachable; its derived values are not
// looked at. It reports whether more could be done within larger limits.
func (f *Family) RefineFrom(values []int32, o Options, stop func() bool) bool {
	limit, open := f.Work()+o.Budget, false
	for i, a := range f.list {
		left := int64(len(f.list) - i)
		most := a.size() + (o.MaxTransitions-f.size())/left
		open = !a.refine(values, most, a.work+(limit-f.Work())/left, stop) || open
	}
	return open
}

// Work returns the steps done so far, in the unit of the budget.
func (f *Family) Work() int64 {
	sum := f.spent
	for _, a := range f.list {
		sum += a.work
	}
	return sum
}

func (f *Family) size() (sum int64) {
	for _, a := range f.list {
		sum += a.size()
	}
	return sum
}

// Abstractions returns those of goal facts, then those of landmarks in the order
// in which they are first reached, then those of pairs; or that of all goals.
func (f *Family) Abstractions() []*Abstraction { return f.list }

// Plan returns the operators of a cheapest plan of the task, if refining came
// upon one: an abstract plan that works and reaches all the goal, so that no
// plan costs less than it. Its cost is the distance of the abstraction.
func (f *Family) Plan() (operators []int32, found bool) {
	for _, a := range f.list {
		if a.complete && a.Distance() != infinite && a.m.solves(a.plan) {
			return slices.Clone(a.plan), true
		}
	}
	return nil, false
}

// solves carries the operators out in the task, derived variables included.
func (m *model) solves(plan []int32) bool {
	axioms := task.NewAxiomEvaluator(m.t)
	values, next := make([]int32, m.t.Variables()), make([]int32, m.t.Variables())
	copy(values, m.t.Initial)
	axioms.Evaluate(values)
	for _, op := range plan {
		o := &m.t.Operators[op]
		if !m.t.Holds(o.Pre, values) {
			return false
		}
		m.t.Apply(o, values, next)
		values, next = next, values
		axioms.Evaluate(values)
	}
	return m.t.Holds(m.t.Goal, values)
}

// Unsolvable reports whether some abstraction proves that there is no plan.
func (f *Family) Unsolvable() bool {
	return slices.ContainsFunc(f.list, func(a *Abstraction) bool { return a.Distance() == infinite })
}
