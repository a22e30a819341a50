package alternative

import (
	"context"
	"slices"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// scale makes a step that is new weigh less than any difference in cost, as long
// as fewer than so many are new.
const scale = 1 << 10

// near solves a variant, and looks once more for the plan among the cheapest
// that shares most steps with a given one, so that what differs is to the point.
// The second search is a help: it gets little memory, and where it ends early or
// finds none that is as cheap, the first plan stays.
func (f *Finder) near(ctx context.Context, v *variant, plan pddl.Plan) (planner.Result, error) {
	r, err := f.solve(ctx, v)
	if err != nil || r.Status != planner.SolvedOptimally {
		return r, err
	}
	return f.nearer(ctx, v, plan, r)
}

// nearer is the second search of near; the variant is not to be used again.
func (f *Finder) nearer(ctx context.Context, v *variant, plan pddl.Plan, r planner.Result) (planner.Result, error) {
	if len(plan) == 0 || len(plan) > LongestRepaired || !f.prefer(v, plan) {
		return r, nil
	}
	second, err := v.solve(ctx, f.memory(helpMemory))
	if err != nil || second.Plan == nil {
		return r, err
	}
	verdict := f.judge.Check(second.Plan)
	if verdict.Valid && verdict.Cost == r.Cost && len(missing(second.Plan, count(plan))) < len(missing(r.Plan, count(plan))) {
		r.Plan = second.Plan
	}
	return r, nil
}

// helpMemory bounds searches that are no part of a verdict.
const helpMemory = 4 << 20

func (f *Finder) memory(most int64) int64 {
	if f.o.MemoryLimit > 0 {
		return min(most, f.o.MemoryLimit)
	}
	return most
}

// prefer scales the costs of a variant and adds 1 to those of all steps that are
// not in the plan. It reports false where costs are too high for that.
func (f *Finder) prefer(v *variant, plan pddl.Plan) bool {
	v.p.Costs = slices.Clone(v.p.Costs)
	for i := range v.p.Costs {
		if v.p.Costs[i].Value > lifted.MaxCost/scale-1 {
			return false
		}
		v.p.Costs[i].Value *= scale
	}
	old := v.d.Actions
	v.d.Actions = nil
	for _, a := range old {
		scaled, ok := v.scaled(a)
		if !ok {
			return false
		}
		foreign := *scaled
		foreign.Effect = conjoin(scaled.Effect, &pddl.Increase{Number: 1})
		if step, ok := v.original[a.Name.Text]; ok { // it stands for one step
			if slices.ContainsFunc(plan, step.Equal) {
				foreign = *scaled
			}
			v.d.Actions = append(v.d.Actions, &foreign)
			continue
		}
		v.d.Actions = append(v.d.Actions, &foreign)
		seen := map[string]bool{}
		for _, s := range plan {
			if s.Action == a.Name.Text && !seen[s.Key()] && f.fits(s) == nil && !slices.ContainsFunc(v.forbidden, s.Equal) {
				seen[s.Key()] = true
				v.add(scaled, s, "old-"+s.Action, single{})
			}
		}
	}
	v.p.Metric = &pddl.Metric{}
	return true
}

// scaled is an action at scaled costs; false if they are too high.
func (v *variant) scaled(a *pddl.Action) (*pddl.Action, bool) {
	out := *a
	if v.p.Metric == nil {
		out.Effect = conjoin(withoutCost(a.Effect), &pddl.Increase{Number: scale})
		return &out, true
	}
	var ok bool
	out.Effect, ok = scaledEffect(a.Effect)
	return &out, ok
}

func scaledEffect(e pddl.Effect) (pddl.Effect, bool) {
	switch e := e.(type) {
	case *pddl.AndEffect:
		out := &pddl.AndEffect{}
		for _, p := range e.Parts {
			part, ok := scaledEffect(p)
			if !ok {
				return nil, false
			}
			out.Parts = append(out.Parts, part)
		}
		return out, true
	case *pddl.Increase:
		if e.Function.Text != "" { // its values are scaled
			return e, true
		}
		return &pddl.Increase{Number: e.Number * scale}, e.Number <= lifted.MaxCost/scale-1
	}
	return e, true
}
