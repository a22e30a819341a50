// Package heuristic estimates how much a state still costs, never too much.
//
// It owns the admissible heuristics: blind, hmax and LM-cut. In: *task.Task and
// states as values. Out: lower bounds. It must not know search, grounding or
// PDDL. Conditional effects and axioms are handled without losing
// admissibility, see relaxed.go. Start reading at [New].
package heuristic

import (
	"fmt"
	"math"

	"genplanx/planner/task"
)

// Heuristic gives lower bounds. An evaluator has scratch space of its own, so
// each goroutine needs one.
type Heuristic interface {
	// Evaluate returns a number not above the cost of the cheapest plan from the
	// state, or DeadEnd when it proves that there is none. Values has an entry
	// for every variable, derived ones included.
	Evaluate(values []int32) int64
	// Work counts what all evaluations so far took, in steps of roughly ten
	// nanoseconds.
	Work() int64
}

// DeadEnd is the value of states from which the goal cannot be reached.
const DeadEnd = math.MaxInt64

// Names of the heuristics New knows.
const (
	Blind = "blind"
	HMax  = "hmax"
	LMCut = "lmcut"
)

// Names lists the heuristics, weakest first.
func Names() []string { return []string{Blind, HMax, LMCut} }

// New returns a heuristic for a task. Stop is asked now and then during long
// evaluations; once it says true, the bound found so far is returned.
func New(name string, t *task.Task, stop func() bool) (Heuristic, error) {
	switch name {
	case Blind:
		return newBlind(t), nil
	case HMax:
		return &hmax{newExploration(newRelaxed(t))}, nil
	case LMCut:
		return newLMCut(newRelaxed(t), stop), nil
	}
	return nil, fmt.Errorf("heuristic %q is not known; use one of %v", name, Names())
}

// blind knows only whether a step is still needed, and what the cheapest costs.
type blind struct {
	t   *task.Task
	min int64
}

func newBlind(t *task.Task) *blind {
	b := &blind{t: t}
	for i := range t.Operators {
		if c := t.Operators[i].Cost; i == 0 || c < b.min {
			b.min = c
		}
	}
	return b
}

func (b *blind) Evaluate(values []int32) int64 {
	if b.t.Holds(b.t.Goal, values) {
		return 0
	}
	return b.min
}

func (b *blind) Work() int64 { return 0 }

// hmax is the cost of the dearest goal when each fact costs as much as the
// dearest precondition of its cheapest achiever (Bonet and Geffner 2001).
type hmax struct{ *exploration }

func (h *hmax) Evaluate(values []int32) int64 {
	h.explore(values)
	if c := h.cost[h.r.goal]; c != unreached {
		return c
	}
	return DeadEnd
}
