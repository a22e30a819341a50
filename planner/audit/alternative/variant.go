package alternative

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// variant is a task made from the original one, with what leads back to it.
type variant struct {
	d         *pddl.Domain
	p         *pddl.Problem
	forbidden []pddl.Step
	taken     map[string]bool      // names of actions and predicates
	original  map[string]pddl.Step // by the name of an action that stands for one step
}

// variant returns a copy of the task that can be changed: its lists are its own,
// the conditions and effects in them are shared and must be replaced as a whole.
func (f *Finder) variant() *variant {
	d, p := *f.d, *f.p
	v := &variant{d: &d, p: &p, taken: map[string]bool{}, original: map[string]pddl.Step{}}
	d.Actions = slices.Clone(d.Actions)
	d.Predicates, d.Functions = slices.Clone(d.Predicates), slices.Clone(d.Functions)
	d.Comments, p.Comments = nil, nil
	for _, a := range d.Actions {
		v.taken[a.Name.Text] = true
	}
	for _, s := range d.Predicates {
		v.taken[s.Name.Text] = true
	}
	return v
}

// search plans on the variant.
func (v *variant) search(ctx context.Context, memory int64) (planner.Result, error) {
	r, err := planner.Solve(ctx, v.d, v.p, planner.Options{MemoryLimit: memory, Forbidden: v.forbidden})
	if err != nil {
		return r, fmt.Errorf("looking for another plan: %w", err)
	}
	return r, nil
}

// solve plans on the variant and names the steps as the original task does.
func (v *variant) solve(ctx context.Context, memory int64) (planner.Result, error) {
	r, err := v.search(ctx, memory)
	if err != nil {
		return r, err
	}
	for i, s := range r.Plan {
		if o, ok := v.original[s.Action]; ok {
			r.Plan[i] = o
		}
	}
	return r, nil
}

// change alters a copy of an action and puts it in the place of the original.
func (v *variant) change(name string, alter func(*pddl.Action)) {
	for i, a := range v.d.Actions {
		if a.Name.Text == name {
			changed := *a
			alter(&changed)
			v.d.Actions[i] = &changed
		}
	}
}

// fresh returns a name that no action or predicate has.
func (v *variant) fresh(base string) string {
	name := base
	for i := 2; v.taken[name]; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	v.taken[name] = true
	return name
}

// fact declares a predicate without arguments; it is false at the start.
func (v *variant) fact(base string) *pddl.Atom {
	name := pddl.Name{Text: v.fresh(base)}
	v.d.Predicates = append(v.d.Predicates, pddl.Signature{Name: name})
	return &pddl.Atom{Predicate: name}
}

// require adds a condition to the goal.
func (v *variant) require(c pddl.Condition) {
	parts := []pddl.Condition{c}
	if v.p.Goal != nil {
		parts = []pddl.Condition{v.p.Goal, c}
	}
	v.p.Goal = &pddl.And{Parts: parts}
}

// single is an action without parameters that stands for one step.
type single struct {
	needs   []pddl.Condition // besides the step's precondition
	effects []pddl.Effect    // besides the step's effects
}

// add gives the variant another action that does what a step does, and more. The
// step must fit its action: see Finder.fits.
func (v *variant) add(a *pddl.Action, step pddl.Step, name string, s single) {
	b := binding{}
	for i, p := range a.Params {
		b[p.Name.Text] = pddl.Name{Text: step.Args[i]}
	}
	needs, effects := s.needs, s.effects
	if a.Precondition != nil {
		needs = append([]pddl.Condition{b.condition(a.Precondition)}, needs...)
	}
	if a.Effect != nil {
		effects = append([]pddl.Effect{b.effect(a.Effect)}, effects...)
	}
	v.addAction(name, step, needs, effects)
}

func (v *variant) addAction(name string, step pddl.Step, needs []pddl.Condition, effects []pddl.Effect) {
	name = v.fresh(name)
	v.original[name] = step
	v.d.Actions = append(v.d.Actions, &pddl.Action{
		Name:         pddl.Name{Text: name},
		Precondition: &pddl.And{Parts: needs},
		Effect:       &pddl.AndEffect{Parts: effects},
	})
}

// fits reports whether a step is an instance of one of the domain's actions, or
// else what is wrong with it.
func (f *Finder) fits(s pddl.Step) error {
	_, err := f.model.Cost(s)
	var step *lifted.StepError
	if errors.As(err, &step) {
		return fmt.Errorf("not true: %s", strings.Join(step.Failed, ", "))
	}
	return err
}
