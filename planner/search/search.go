// Package search finds a cheapest path through the states of a task.
//
// It owns the A* loop, the store of states, successor generation and pruning
// that keeps an optimal plan (strong stubborn sets). In: *task.Task, a
// [Heuristic], limits. Out: [Result] with the operators of a plan and what was
// proved. It must not know PDDL, grounding or how a heuristic works. Choices
// depend on counted work only, so equal input gives equal output.
// Start reading at [AStar].
package search

import (
	"context"
	"math"

	"genplanx/planner/task"
)

// Heuristic is what the search asks of an estimate: a lower bound on the cost
// from a state given by the values of all variables, or DeadEnd.
type Heuristic interface {
	Evaluate(values []int32) int64
	// Work counts what all evaluations so far took, in steps of roughly ten
	// nanoseconds; equal input gives equal counts.
	Work() int64
}

// Incremental is a heuristic that reuses what it found for the state before.
type Incremental interface {
	Heuristic
	// EvaluateAfter is Evaluate for a state that an operator leads to from another
	// one. States go by their numbers in the search, from 0; parent is -1 where
	// there is none.
	EvaluateAfter(state, parent, operator int32, values []int32) int64
	// Limit sets how many bytes it may keep for that, Bytes tells how many it does.
	Limit(bytes int64)
	Bytes() int64
}

// DeadEnd is the value of a state from which there is proved to be no plan.
const DeadEnd = math.MaxInt64

// Symmetry replaces states by others that are equal up to renaming.
type Symmetry interface {
	// Canonical replaces the basic values in place by those of a state of the
	// same orbit, always the same for equal values, and reports whether they may
	// have changed.
	Canonical(values []int32) bool
	// Unfold turns operators found between canonical states into a plan from the
	// initial state of the same cost.
	Unfold(operators []int32) []int32
	// Work counts what Canonical took so far, in steps of roughly ten nanoseconds.
	Work() int64
}

// Outcome is how a search ended.
type Outcome uint8

const (
	// Optimal: Plan is a cheapest plan.
	Optimal Outcome = iota + 1
	// NoPlan: all states that could lead to the goal were looked at.
	NoPlan
	// TimeUp: the context ended first, or Tick said so.
	TimeUp
	// MemoryUp: the memory limit was reached first.
	MemoryUp
)

// Options of AStar.
type Options struct {
	// Heuristic is asked of every new state. Nil means that it costs nothing.
	Heuristic Heuristic
	// Deferred are asked of a state one after the other, the cheap before the dear,
	// when it is about to be expanded; the state goes back to the queue as soon as
	// one makes it dearer. Many states never come to it.
	Deferred    []Heuristic
	MemoryLimit int64 // bytes of states, nodes and queue; must be positive
	// Pruning by strong stubborn sets; it turns itself off where it is no help.
	Pruning bool
	// Symmetry, if not nil, keeps one state of each orbit.
	Symmetry Symmetry
	// Tick, if not nil, is told now and then how much work was done, in steps of
	// roughly ten nanoseconds. If it says false, the search ends.
	Tick func(work int64) bool
}

// Result of AStar.
type Result struct {
	Outcome Outcome
	// Plan by operator numbers; after a limit the best known, or nil.
	Plan []int32
	Cost int64 // of Plan
	// LowerBound: no plan is cheaper. Meaningless for NoPlan.
	LowerBound int64
	Stats      Stats
}

// Stats counts the work done.
type Stats struct {
	Expanded, Evaluated, Generated int64
	Reopened, DeadEnds, Pruned     int64
	States, PeakBytes              int64
	Work                           int64 // steps of roughly ten nanoseconds
}

// AStar searches from the initial state. Order: by f, then h, then the last in,
// of one parent's children the one of the first operator.
// A child's estimate is at least its parent's less the cost of the
// step (pathmax); states are opened again when a cheaper path is found, as the
// heuristic may be inconsistent.
func AStar(ctx context.Context, t *task.Task, o Options) Result {
	a := newAStar(ctx, t, o)
	a.start()
	return a.run()
}
