package alternative

import (
	"context"
	"fmt"
	"slices"

	"genplanx/pddl"
	"genplanx/planner"
)

// Change says what became of a step.
type Change uint8

const (
	// Kept from the plan.
	Kept Change = iota
	// Left out of the plan.
	Left
	// Put in.
	Put
)

// Edit is a step with what became of it.
type Edit struct {
	Step   pddl.Step
	Change Change
}

// Nearest is a valid plan that keeps as much of another as can be kept, in its
// order. A step that is moved is left out and put in.
type Nearest struct {
	Plan  pddl.Plan // nil when none was found; see Result
	Cost  int64
	Edits []Edit // all steps of both plans
	Left  int
	Put   int
	// Result of the search, by numbers of changes: its Status tells whether fewer
	// changes are proved to be too few, or that there is no plan.
	Result planner.Result
}

// LongestRepaired is the length of the plans that Nearest takes.
const LongestRepaired = 1000

// nearestMemory bounds the search: help with a plan is not worth all there is.
const nearestMemory = 8 << 20

// Nearest looks for a valid plan that differs from a plan by the fewest steps
// left out and put in; what they cost counts for nothing. It fails for plans
// that are too long.
func (f *Finder) Nearest(ctx context.Context, plan pddl.Plan) (Nearest, error) {
	if len(plan) > LongestRepaired {
		return Nearest{}, fmt.Errorf("looking for the nearest plan: %d steps are too many; at most %d are compared", len(plan), LongestRepaired)
	}
	v := f.variant()
	v.countChanges()
	left := map[string]bool{} // actions that leave a step out
	at := make([]*pddl.Atom, len(plan)+1)
	for i := range at {
		at[i] = v.fact(fmt.Sprintf("at-%d", i))
	}
	v.p.Init = append([]pddl.Fact{{Predicate: at[0].Predicate}}, v.p.Init...)
	actions := v.d.Actions
	for i, step := range plan {
		next := single{[]pddl.Condition{at[i]}, []pddl.Effect{&pddl.Delete{Atom: *at[i]}, &pddl.Add{Atom: *at[i+1]}}}
		if f.fits(step) == nil {
			for _, a := range actions {
				if a.Name.Text == step.Action {
					kept := *a
					kept.Effect = withoutCost(a.Effect)
					v.add(&kept, step, fmt.Sprintf("keep-%d", i), next)
				}
			}
		}
		v.addAction(fmt.Sprintf("leave-%d", i), step, next.needs, append(next.effects, &pddl.Increase{Number: 1}))
		left[v.d.Actions[len(v.d.Actions)-1].Name.Text] = true
	}
	v.require(at[len(plan)])
	r, err := v.search(ctx, f.memory(nearestMemory))
	if err != nil || r.Plan == nil {
		return Nearest{Result: r}, err
	}
	return f.nearest(v, r, left)
}

// nearest reads the changes off a plan of the variant.
func (f *Finder) nearest(v *variant, r planner.Result, left map[string]bool) (Nearest, error) {
	n := Nearest{Result: r, Plan: pddl.Plan{}}
	for _, s := range r.Plan {
		e := Edit{Step: s, Change: Put}
		if o, ok := v.original[s.Action]; ok {
			e = Edit{Step: o, Change: Kept}
		}
		if left[s.Action] {
			e.Change = Left
		}
		switch n.Edits = append(n.Edits, e); e.Change {
		case Left:
			n.Left++
			continue
		case Put:
			n.Put++
		}
		n.Plan = append(n.Plan, e.Step)
	}
	verdict := f.judge.Check(n.Plan)
	if !verdict.Valid {
		return n, fmt.Errorf("looking for the nearest plan: internal error: it is not valid: %s; please report the task", verdict)
	}
	n.Cost = verdict.Cost
	return n, nil
}

// countChanges lets every step cost 1 instead of its cost. A step whose cost has
// no value cannot be taken, so what is left of costs is that they have one.
func (v *variant) countChanges() {
	v.p.Metric = &pddl.Metric{}
	known := map[string]pddl.Name{}
	for _, s := range v.d.Functions {
		name := pddl.Name{Text: v.fresh("known-" + s.Name.Text)}
		known[s.Name.Text] = name
		v.d.Predicates = append(v.d.Predicates, pddl.Signature{Name: name, Params: s.Params})
	}
	v.p.Init = slices.Clone(v.p.Init)
	for _, c := range v.p.Costs {
		if name, ok := known[c.Function.Text]; ok {
			v.p.Init = append(v.p.Init, pddl.Fact{Predicate: name, Args: c.Args})
		}
	}
	for i, a := range v.d.Actions {
		changed := *a
		needs := costs(a.Effect, known)
		if a.Precondition != nil {
			needs = append([]pddl.Condition{a.Precondition}, needs...)
		}
		changed.Precondition = &pddl.And{Parts: needs}
		changed.Effect = conjoin(withoutCost(a.Effect), &pddl.Increase{Number: 1})
		v.d.Actions[i] = &changed
	}
}

// costs lists what must be known for an effect to have a cost.
func costs(e pddl.Effect, known map[string]pddl.Name) []pddl.Condition {
	switch e := e.(type) {
	case *pddl.AndEffect:
		var out []pddl.Condition
		for _, p := range e.Parts {
			out = append(out, costs(p, known)...)
		}
		return out
	case *pddl.Increase:
		if e.Function.Text != "" {
			return []pddl.Condition{&pddl.Atom{Predicate: known[e.Function.Text], Args: e.Args}}
		}
	}
	return nil
}

// withoutCost returns an effect without its costs, which stand at its top.
func withoutCost(e pddl.Effect) pddl.Effect {
	switch e := e.(type) {
	case *pddl.AndEffect:
		out := &pddl.AndEffect{}
		for _, p := range e.Parts {
			if rest := withoutCost(p); rest != nil {
				out.Parts = append(out.Parts, rest)
			}
		}
		return out
	case *pddl.Increase:
		return nil
	}
	return e
}
