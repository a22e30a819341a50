// Package symbolic finds a cheapest plan by searching with sets of states, kept
// as binary decision diagrams, from the initial state and from the goal at the
// same time.
//
// It owns the encoding of variables in bits, the relations of operators, the
// layers of both directions and the way back from where they meet. In: a
// *task.Task, limits. Out: [Result]. It must not know PDDL, grounding or
// heuristics; package bdd below it knows nothing of tasks. All choices depend
// on counted work. Start reading at [Search]; order.go, encode.go, axioms.go,
// constrain.go and relation.go prepare, bidirectional.go and direction.go search,
// plan.go extracts. Sources: Edelkamp and Helmert 2001 (Mips), Kissmann and Edelkamp
// 2011 (Gamer, the order of variables), Torralba et al. 2017 (relations joined by cost), Speck
// et al. 2019 (axioms).
package symbolic

import (
	"context"

	"genplanx/planner/task"
)

// Outcome is how a search ended.
type Outcome uint8

const (
	// Optimal: Plan is a cheapest plan.
	Optimal Outcome = iota + 1
	// NoPlan: it is proved that there is none.
	NoPlan
	// TimeUp: the context ended, or Tick said so.
	TimeUp
	// MemoryUp: the diagrams no longer fit.
	MemoryUp
)

// Options of Search.
type Options struct {
	// MemoryLimit in bytes of nodes and caches; must be positive.
	MemoryLimit int64
	// Tick is called every few thousand steps of work, which is counted and the
	// same in every run; when it returns false the search ends with TimeUp. It
	// may block, and it may be nil.
	Tick func(work int64) bool
	// Mutex reports of two facts of basic variables whether no state on the way
	// from the initial state to the goal has both. That cuts down what is
	// searched. It may be nil.
	Mutex func(f, g task.Fact) bool
}

// Result of Search.
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
	Work              int64 // recursion steps of diagrams and the like
	PeakBytes         int64
	Bits, Relations   int
	Forward, Backward int // steps of search that were finished
}

// Search searches from both ends. It stops within a few milliseconds of the
// context's end.
func Search(ctx context.Context, t *task.Task, o Options) Result {
	s := newSpace(ctx, t, o)
	b := bidirectional{space: s}
	if s.prepare() && b.start() {
		b.run()
	}
	return b.result()
}
