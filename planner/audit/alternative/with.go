package alternative

import (
	"context"
	"fmt"

	"genplanx/pddl"
	"genplanx/planner"
)

// With looks for a cheapest plan that uses something at least once; of several
// the one that shares most steps with the plan near, if there is one. It may use
// it to no end: [Finder.Needed] tells. Unsolvable means that no plan does.
func (f *Finder) With(ctx context.Context, u Use, near pddl.Plan) (planner.Result, error) {
	if !u.Any {
		return f.near(ctx, f.using(u), near)
	}
	r, err := f.withAny(ctx, u)
	if err != nil || r.Status != planner.SolvedOptimally {
		return r, err
	}
	return f.nearer(ctx, f.using(u), near, r)
}

// using is the task with the use as a further goal.
func (f *Finder) using(u Use) *variant {
	v := f.variant()
	if u.Any {
		used := v.fact(u.Action + "-used")
		v.change(u.Action, func(a *pddl.Action) { a.Effect = conjoin(a.Effect, &pddl.Add{Atom: *used}) })
		v.require(used)
		return v
	}
	used := v.fact("this-step-used")
	v.add(f.d.Action(u.Action), u.step(), "this-step", single{effects: []pddl.Effect{&pddl.Add{Atom: *used}}})
	v.require(used)
	return v
}

// Where any step of an action will do, parts of the task that were independent
// are not any more, for any of them may have the step. One step after the other
// they stay so. So if one search does not end within a little memory, there is
// one for each step.
const (
	soon     = 4 << 20
	mostUses = 1000
)

func (f *Finder) withAny(ctx context.Context, u Use) (planner.Result, error) {
	v := f.using(u)
	r, err := v.solve(ctx, f.memory(f.soon))
	if full := r.MemoryUp || r.Status == planner.OutOfMemory; err != nil || !full || ctx.Err() != nil {
		return f.judged(r, err)
	}
	steps, err := planner.Instances(ctx, v.d, v.p, u.Action, planner.Options{MemoryLimit: f.o.MemoryLimit})
	if err != nil || len(steps) == 0 || len(steps) > mostUses {
		return f.solve(ctx, v) // in one go, as large as it is; it tells what is wrong
	}
	var best planner.Result
	for i, s := range steps {
		one, err := f.solve(ctx, f.using(Of(s)))
		if err != nil {
			return one, err
		}
		if i == 0 {
			best = one
		} else {
			best = better(best, one)
		}
		if best.Status == planner.SolvedOptimally && best.Cost == r.LowerBound {
			return best, nil
		}
	}
	if best.Status == planner.Unsolvable {
		best.Reason = fmt.Sprintf("%d of its steps can be reached one by one, and none of them stands in a plan; the last: %s", len(steps), best.Reason)
		return best, nil
	}
	best.LowerBound = max(best.LowerBound, r.LowerBound)
	if best.Plan != nil && best.LowerBound == best.Cost {
		best.Status, best.Reason = planner.SolvedOptimally, ""
	}
	return best, nil
}

// better joins the results of two ways of which a plan must go one.
func better(a, b planner.Result) planner.Result {
	switch {
	case a.Status == planner.Unsolvable:
		return b
	case b.Status == planner.Unsolvable:
		return a
	}
	if b.Plan != nil && (a.Plan == nil || b.Cost < a.Cost) {
		a, b = b, a
	}
	a.LowerBound = min(a.LowerBound, b.LowerBound)
	switch {
	case a.Plan == nil || a.LowerBound == a.Cost:
	case a.Status == planner.SolvedOptimally: // b was ended by a limit, below a's cost
		a.Status, a.Reason, a.MemoryUp = planner.SolvedWithGap, b.Reason, b.MemoryUp
	}
	return a
}
