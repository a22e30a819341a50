package alternative

import (
	"context"
	"fmt"

	"genplanx/pddl"
	"genplanx/planner"
)

// keeping solves the task with limits on the use of numbered steps. A step that may be
// used n times becomes n actions, each usable once and after the one before.
func (f *Finder) keeping(ctx context.Context, steps []pddl.Step, limits []limit) (planner.Result, error) {
	v := f.variant()
	for _, l := range limits {
		step := steps[l.step]
		v.forbidden = append(v.forbidden, step)
		v.times(f.d.Action(step.Action), step, int(l.most))
	}
	return f.solve(ctx, v)
}

// times lets a step be used n times, whatever else is done to its action.
func (v *variant) times(a *pddl.Action, step pddl.Step, n int) {
	var before *pddl.Atom
	for i := range n {
		done := v.fact(fmt.Sprintf("done-%s-%d", step.Action, i+1))
		needs := []pddl.Condition{&pddl.Not{Of: done}}
		if before != nil {
			needs = append(needs, before)
		}
		v.add(a, step, fmt.Sprintf("%s-%d", step.Action, i+1), single{needs, []pddl.Effect{&pddl.Add{Atom: *done}}})
		before = done
	}
}

// spared returns a plan of the given cheapest plan's steps, in some order, of
// which none can be spared; or the reason why a limit came first. Only steps
// that cost nothing can be to spare in a cheapest plan.
func (f *Finder) spared(ctx context.Context, plan pddl.Plan) (pddl.Plan, string, error) {
	free := false
	for _, s := range plan {
		cost, err := f.model.Cost(s)
		if err != nil {
			return nil, "", fmt.Errorf("looking for another plan: %w", err)
		}
		free = free || cost == 0
	}
	if !free {
		return plan, "", nil
	}
	v := f.variant()
	v.d.Actions, v.p.Metric = nil, nil // a step costs 1, so a cheapest plan is a shortest
	uses := count(plan)
	for _, s := range plan {
		if k := s.Key(); uses[k] > 0 {
			v.times(f.d.Action(s.Action), s, uses[k])
			uses[k] = 0
		}
	}
	r, err := v.solve(ctx, f.o.MemoryLimit)
	switch {
	case err != nil:
		return nil, "", err
	case r.Status != planner.SolvedOptimally:
		return nil, r.Reason, nil
	case !f.judge.Check(r.Plan).Valid:
		return nil, "", fmt.Errorf("looking for another plan: internal error: a shortened plan is not valid; please report the task")
	}
	return r.Plan, "", nil
}
