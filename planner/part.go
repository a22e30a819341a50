package planner

import (
	"context"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/search"
	"genplanx/planner/symmetry"
	"genplanx/planner/task"
)

// part is an independent part of a task and what is known of it.
type part struct {
	task.Part
	found  search.Result // the best known of it
	winner string        // the contestant that ended it
	ended  bool          // nothing more is to be found out

	tight  *pairs.Result   // nil until prepared
	group  *symmetry.Group // nil: no symmetry
	stable *symmetry.Group // of those, what keeps the initial state
}

// search looks for a cheapest plan of the part, and keeps what an earlier search
// with less work proved if that is more.
func (q *part) search(ctx context.Context, o Options, b budget) error {
	if b.work > firstWork {
		q.prepare(ctx, o)
	}
	before := q.found
	if q.tight != nil && q.tight.Unsolvable {
		q.found, q.ended = search.Result{Outcome: search.NoPlan, Stats: before.Stats}, true
		q.found.Stats.States = 0 // those of the first round prove nothing
		return nil
	}
	list, err := q.contestants(ctx, o, b)
	if err != nil {
		return err
	}
	q.found, q.winner = race(ctx, list, b.work)
	q.translate()
	add(&q.found.Stats, before.Stats)
	q.ended = decided(&q.found)
	if q.ended {
		return nil
	}
	q.found.LowerBound = max(q.found.LowerBound, before.LowerBound)
	if before.Plan != nil && (q.found.Plan == nil || before.Cost < q.found.Cost) {
		q.found.Plan, q.found.Cost = before.Plan, before.Cost
	}
	if q.found.Plan != nil && q.found.Cost <= q.found.LowerBound {
		q.found.Outcome, q.ended = search.Optimal, true
	}
	if q.found.Outcome == search.MemoryUp && b.memory >= o.MemoryLimit {
		q.ended = true // more work would not help
	}
	return nil
}

// What preparing a part may take, in steps of its packages.
const (
	pairsBudget    = pairs.DefaultBudget
	symmetryBudget = 20_000_000
	landmarkBudget = 100_000_000
)

// prepare tightens the part's task and finds its symmetries, once. It is not
// done before a first quick search has failed.
func (q *part) prepare(ctx context.Context, o Options) {
	if q.tight != nil {
		return
	}
	stop := func() bool { return ctx.Err() != nil }
	q.tight = &pairs.Result{Part: task.Part{Task: q.Task}}
	if o.uses(Pairs) {
		r := pairs.Tighten(q.Task, pairs.Options{Budget: pairsBudget, Stop: stop, Preconditions: pairs.Given})
		q.tight = &r
	}
	if o.uses(Symmetry) && !q.tight.Unsolvable {
		q.group = symmetry.Find(q.tight.Task, symmetryBudget, stop)
		if q.stable = q.group; q.group != nil && !q.group.Stable(q.tight.Task) {
			q.stable = symmetry.FindStable(q.tight.Task, symmetryBudget, stop)
		}
	}
}

// task returns the task to search.
func (q *part) task() *task.Task {
	if q.tight != nil {
		return q.tight.Task
	}
	return q.Task
}

// translate gives a plan the part's own operators.
func (q *part) translate() {
	if q.tight == nil || q.tight.Operators == nil || q.found.Plan == nil {
		return
	}
	plan := make([]int32, len(q.found.Plan))
	for i, op := range q.found.Plan {
		plan[i] = q.tight.Operators[op]
	}
	q.found.Plan = plan
}
