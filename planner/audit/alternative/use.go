package alternative

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
	"genplanx/planner"
)

// Use is what a plan may use: any step of an action, or one step.
type Use struct {
	Action string
	// Args of the one step that is meant; for any step of the action, nil and
	// Any set.
	Args []string
	Any  bool
}

// Of returns the use of one step.
func Of(s pddl.Step) Use { return Use{Action: s.Action, Args: s.Args} }

// String is the use as [Finder.ReadUse] reads it.
func (u Use) String() string {
	if u.Any {
		return u.Action
	}
	return u.step().String()
}

func (u Use) step() pddl.Step { return pddl.Step{Action: u.Action, Args: u.Args} }

// Has reports whether a plan uses it.
func (u Use) Has(plan pddl.Plan) bool { return slices.ContainsFunc(plan, u.is) }

func (u Use) is(s pddl.Step) bool {
	return s.Action == u.Action && (u.Any || slices.Equal(s.Args, u.Args))
}

// ReadUse reads the name of an action, or a step in parentheses. It fails when
// the task has no such action, or the step does not fit it; the message says
// what would.
func (f *Finder) ReadUse(text string) (Use, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if !strings.HasPrefix(word, "(") {
		if f.d.Action(word) == nil {
			return Use{}, fmt.Errorf("%q is no action of the domain; its actions: %s", text, f.actions())
		}
		return Use{Action: word, Any: true}, nil
	}
	steps, faults := pddl.ReadPlan("", []byte(word))
	if faults.HasErrors() || len(steps) != 1 {
		return Use{}, fmt.Errorf("%q is no single step; write (ACTION OBJECT ...)", text)
	}
	if f.d.Action(steps[0].Action) == nil {
		return Use{}, fmt.Errorf("%q: the domain has no action %s; its actions: %s", text, steps[0].Action, f.actions())
	}
	if err := f.fits(steps[0]); err != nil {
		return Use{}, fmt.Errorf("%q is no step of the task; %w", text, err)
	}
	return Of(steps[0]), nil
}

// actions lists the names of the domain's actions, the first of them if many.
func (f *Finder) actions() string {
	const most = 20
	var names []string
	for _, a := range f.d.Actions {
		if len(names) == most {
			names = append(names, "...")
			break
		}
		names = append(names, a.Name.Text)
	}
	return strings.Join(names, ", ")
}

func conjoin(e, more pddl.Effect) pddl.Effect {
	if e == nil {
		return more
	}
	return &pddl.AndEffect{Parts: []pddl.Effect{e, more}}
}

// Without looks for a cheapest plan that does not use something; of several the
// one that shares most steps with the plan near, if there is one. Unsolvable
// means that every plan uses it.
func (f *Finder) Without(ctx context.Context, u Use, near pddl.Plan) (planner.Result, error) {
	v := f.variant()
	if u.Any {
		v.d.Actions = slices.DeleteFunc(v.d.Actions, func(a *pddl.Action) bool { return a.Name.Text == u.Action })
	} else {
		v.forbidden = []pddl.Step{u.step()}
	}
	return f.near(ctx, v, near)
}

// Need says whether a plan needs something, and what for.
type Need struct {
	// Known unless the context ended first.
	Known bool
	// Needed: without all uses of it the plan fails, for want of Lack, at the step
	// number Step, from 0; or, with Step -1, it misses the goals in Lack.
	Needed bool
	Step   int
	Lack   []string
}

// Needed executes a plan without any use of something.
func (f *Finder) Needed(ctx context.Context, u Use, plan pddl.Plan) Need {
	var at []int
	var rest pddl.Plan
	for i, s := range plan {
		if !u.is(s) {
			at, rest = append(at, i), append(rest, s)
		}
	}
	asked := 0
	v := f.judge.CheckUntil(rest, func() bool { // asking the context costs as much as a short plan
		asked++
		return asked%1000 == 0 && ctx.Err() != nil
	})
	switch {
	case v.Stopped:
		return Need{Step: -1}
	case v.Valid:
		return Need{Known: true, Step: -1}
	case v.Step >= 0:
		return Need{true, true, at[v.Step], v.Failed}
	}
	return Need{true, true, -1, v.Unreached}
}
