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
	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/task"
)

// Options limit the work.
type Options struct {
	// MaxTransitions bounds the transitions of all abstractions together; each
	// takes about 40 bytes.
	MaxTransitions int64
	// Budget is counted in steps of some nanoseconds each.
	Budget int64
}

// Build makes the abstractions of a task for the costs, by operator, that are to
// guide the refinement; the graphs are right for all costs. Once stop says true,
// abstractions that are less refined are returned.
func Build(t *task.Task, costs []int64, o Options, stop func() bool) []*Abstraction {
	f := NewFamily(t, costs, o.Budget/4, stop)
	f.Refine(o, stop)
	return f.Abstractions()
}

// Family is a set of abstractions of one task that can be refined further.
type Family struct {
	list  []*Abstraction
	quota int64 // transitions of each one so far
	spent int64
}

// smallest is how many transitions an abstraction may have in the first round;
// each further round doubles it.
const smallest = 256

// NewFamily makes the coarsest abstractions: one for each goal fact, one for each
// further landmark found within the budget, and, if there are several goals, one
// for all of them.
func NewFamily(t *task.Task, costs []int64, budget int64, stop func() bool) *Family {
	f := &Family{quota: smallest}
	m := newModel(t, costs)
	var goal []task.Fact
	for _, g := range t.Goal {
		if !t.IsDerived(g) {
			goal = append(goal, g)
			f.list = append(f.list, newProduct(m, Subtask{Goal, g}, []task.Fact{g}))
		}
	}
	landmarks := landmark.Facts(t, budget, stop)
	for i := range landmarks {
		if l := &landmarks[i]; !l.Goal && !t.IsDerived(l.Fact) && !stop() {
			f.list = append(f.list, newLandmark(m, Subtask{Landmark, l.Fact}, l))
		}
	}
	if len(goal) > 1 {
		f.list = append(f.list, newProduct(m, Subtask{Kind: All}, goal))
	}
	return f
}

// Refine goes on in rounds, in each of which all abstractions may double, until
// there are so many transitions or the budget is spent. It reports whether more
// could be done within larger limits.
func (f *Family) Refine(o Options, stop func() bool) bool {
	limit := f.work() + o.Budget
	for {
		open := false
		for _, a := range f.list {
			if a.complete {
				continue
			}
			most := min(f.quota, a.x.count+o.MaxTransitions-f.transitions())
			a.refine(most, a.work+limit-f.work(), stop)
			if stop() || f.work() >= limit || f.transitions() >= o.MaxTransitions {
				return true
			}
			open = open || !a.complete && a.s.n < a.m.maxStates
		}
		if !open {
			return false
		}
		f.quota *= 2
	}
}

func (f *Family) work() (sum int64) {
	for _, a := range f.list {
		sum += a.work
	}
	return sum
}

func (f *Family) transitions() (sum int64) {
	for _, a := range f.list {
		sum += a.x.count
	}
	return sum
}

// Abstractions returns those of goal facts, then those of landmarks in the order
// in which they are first reached, then that of all goals.
func (f *Family) Abstractions() []*Abstraction { return f.list }
