package lifted

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
)

// StepError says why a step cannot be applied.
type StepError struct {
	Step   pddl.Step
	Failed []string // what does not hold, in PDDL or in words
}

func (e *StepError) Error() string {
	return fmt.Sprintf("applying %s: not true: %s", StepText(e.Step), strings.Join(e.Failed, ", "))
}

// Applicable reports whether a step can be applied in a state and, if not, all
// parts of its precondition that fail, grounded, in PDDL.
func (m *Model) Applicable(s State, step pddl.Step) (bool, []string) {
	_, _, failed := m.bindStep(s, step)
	return len(failed) == 0, failed
}

// Cost returns what a step costs; it fails when the step's names are wrong or
// its cost has no value.
func (m *Model) Cost(step pddl.Step) (int64, error) {
	e, a, failed := m.parameters(m.initial, step)
	if len(failed) > 0 {
		return 0, &StepError{step, failed}
	}
	c, missing := a.cost(e)
	if missing != "" {
		return 0, &StepError{step, []string{missing}}
	}
	return c, nil
}

// Apply returns the state after a step and the cost of the step. All conditions
// of conditional effects are tested before anything changes; then atoms are
// deleted, then added (PDDL 2.1, section 8). It fails with a *StepError.
func (m *Model) Apply(s State, step pddl.Step) (State, int64, error) {
	e, a, failed := m.bindStep(s, step)
	if len(failed) > 0 {
		return State{}, 0, &StepError{step, failed}
	}
	c, _ := a.cost(e)
	next := s.change()
	for _, eff := range a.effects {
		e.solve([]*formula{eff.when}, eff.vars, func() bool {
			row := make([]int32, len(eff.args))
			for i, t := range eff.args {
				row[i] = e.value(t)
			}
			next.set(eff.pred, row, eff.add)
			return true
		})
	}
	return next.state(), c, nil
}

// Steps returns all applicable steps, in the order of the domain's actions and
// then of the objects. It enumerates by the preconditions, so it is fit for
// small tasks and for looking around one state.
func (m *Model) Steps(s State) []pddl.Step {
	var steps []pddl.Step
	for _, a := range m.actions {
		e := newEvaluation(s, a.frame)
		var rows [][]int32
		e.solve([]*formula{a.precondition}, a.params, func() bool {
			if _, missing := a.cost(e); missing == "" {
				rows = append(rows, slices.Clone(e.env[:len(a.params)]))
			}
			return true
		})
		r := newRelation(len(a.params), rows)
		for i := range r.n {
			steps = append(steps, m.step(a, r.row(i)))
		}
	}
	return steps
}

func (m *Model) step(a *action, row []int32) pddl.Step {
	step := pddl.Step{Action: a.source.Name.Text}
	for _, o := range row {
		step.Args = append(step.Args, m.types.objects[o].name)
	}
	return step
}

// parameters binds the arguments of a step.
func (m *Model) parameters(s State, step pddl.Step) (*evaluation, *action, []string) {
	a := m.action[step.Action]
	if a == nil {
		return nil, nil, []string{fmt.Sprintf("the domain has an action named %s", step.Action)}
	}
	if len(step.Args) != len(a.params) {
		return nil, nil, []string{fmt.Sprintf("%s gets %d arguments (it was given %d)", step.Action, len(a.params), len(step.Args))}
	}
	e := newEvaluation(s, a.frame)
	var failed []string
	for i, name := range step.Args {
		o, ok := m.objects[name]
		switch {
		case !ok:
			failed = append(failed, fmt.Sprintf("there is an object named %s", name))
		case !a.frame.sets[i].has[o]:
			p := a.source.Params[i]
			failed = append(failed, fmt.Sprintf("%s is a %s (for %s)", name, typeText(p.Types), p.Name.Text))
		}
		e.env[i] = o
	}
	return e, a, failed
}

// bindStep binds the arguments of a step and tests its precondition.
func (m *Model) bindStep(s State, step pddl.Step) (*evaluation, *action, []string) {
	e, a, failed := m.parameters(s, step)
	if len(failed) > 0 {
		return nil, nil, failed
	}
	if _, missing := a.cost(e); missing != "" {
		failed = append(failed, missing)
	}
	bindings := a.bindings(step)
	for i, part := range a.precondition.parts {
		if !e.test(part) {
			failed = append(failed, Text(a.conjuncts[i], bindings))
		}
	}
	return e, a, failed
}

func (a *action) bindings(step pddl.Step) Bindings {
	b := Bindings{}
	for i, p := range a.source.Params {
		b[p.Name.Text] = step.Args[i]
	}
	return b
}
