package monitor

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/pddl"
	"genplanx/planner/audit"
	"genplanx/planner/lifted"
)

// plan is the plan being carried out.
type plan struct {
	number int
	event  Planned // as it was made, for approval
	steps  []planned
}

// planned is a step of the plan and how far it is.
type planned struct {
	step    PlanStep
	class   actions.Class
	feet    footprint
	after   []int    // earlier steps whose order with this one may matter
	effects []Effect // of this step, as last computed
	stage   stepStage
}

type stepStage uint8

const (
	stepPending stepStage = iota
	stepCalled            // its call has not ended
	stepDone
)

// callID names the call of a step of the current plan.
func (s State) callID(index int) CallID {
	return CallID(fmt.Sprintf("%d.%d", s.plan.number, index+1))
}

// audit carries a plan out in the symbolic state before anything is called,
// whatever the planner says of it; it returns what is wrong, or "".
func (s State) audit(e Planned) string {
	steps := make(pddl.Plan, len(e.Steps))
	for i, step := range e.Steps {
		steps[i] = step.Ground()
		if s.isForbidden(step) {
			return fmt.Sprintf("step %d: %s was forbidden", i+1, lifted.StepText(steps[i]))
		}
	}
	for _, i := range e.Goals {
		if i < 0 || i >= len(s.goals) {
			return fmt.Sprintf("there is no goal %d", i)
		}
	}
	v, err := audit.Check(s.rules.Domain, s.model.Problem(s.world, s.conjunction(e.Goals)), steps)
	switch {
	case err != nil:
		return err.Error()
	case !v.Valid:
		return v.String()
	case v.Cost != e.Cost:
		return fmt.Sprintf("it costs %d, not %d", v.Cost, e.Cost)
	}
	return ""
}

func (s State) isForbidden(step PlanStep) bool {
	return slices.ContainsFunc(s.forbidden, func(f pddl.Step) bool { return sameStep(f, step.Ground()) })
}

// adopt makes a valid plan the one to carry out.
func (s State) adopt(e Planned) (State, []Command) {
	s.plan = plan{number: e.Number, event: e}
	for i, step := range e.Steps {
		p := planned{step: step, class: s.rules.class(step.Action), feet: s.feet.of(step.Ground())}
		for _, effect := range e.Effects {
			if effect.Step == i {
				p.effects = append(p.effects, effect)
			}
		}
		for j, earlier := range s.plan.steps {
			if earlier.feet.conflicts(p.feet) {
				p.after = append(p.after, j)
			}
		}
		s.plan.steps = append(s.plan.steps, p)
	}
	if len(s.plan.steps) == 0 {
		return s.conclude()
	}
	s.phase = preflights
	c := Preflight{Plan: e.Number}
	for i, step := range e.Steps {
		if ok, _ := s.model.Applicable(s.world, step.Ground()); ok {
			c.Steps = append(c.Steps, IndexedStep{i, step.Ground()})
		}
	}
	return s, []Command{c}
}

// rest says why the remaining steps no longer lead to the goals, or "". Steps
// that are being called count as if they went well.
func (s State) rest() string {
	world := s.world
	for _, p := range s.plan.steps {
		if p.stage == stepDone {
			continue
		}
		next, _, err := s.model.Apply(world, p.step.Ground())
		if err != nil {
			ok, failed := s.model.Applicable(world, p.step.Ground())
			if ok {
				failed = []string{err.Error()}
			}
			return fmt.Sprintf("%s cannot be done any more: not true: %s", lifted.StepText(p.step.Ground()), strings.Join(failed, ", "))
		}
		world = next
	}
	for _, i := range s.open() {
		if ok, err := s.model.Holds(world, s.goals[i].condition, nil); err != nil || !ok {
			return "the plan no longer reaches " + s.goals[i].text
		}
	}
	return ""
}

// next decides what to do while a plan is carried out.
func (s State) next() (State, []Command) {
	if s.phase != running {
		return s, nil
	}
	if s.interrupted != "" {
		if len(s.calls) > 0 {
			return s, nil
		}
		if len(s.unreached()) == 0 {
			return s.conclude()
		}
		return s.finish(Stopped, s.interrupted)
	}
	if len(s.asked) > 0 {
		return s.askGoals()
	}
	if why := s.rest(); s.replan == "" && why != "" {
		s.replan = why
	}
	if s.replan != "" {
		if len(s.calls) > 0 {
			return s, nil // what runs is waited for; planning starts from what is known
		}
		return s.askPlan(s.replan)
	}
	if !slices.ContainsFunc(s.plan.steps, func(p planned) bool { return p.stage != stepDone }) {
		return s.conclude()
	}
	return s.startReady()
}

// startReady calls each step that no earlier unfinished step can touch. A call
// that reaches outside runs alone, so that its end is in the journal before
// anything else happens.
func (s State) startReady() (State, []Command) {
	var commands []Command
	for i, p := range s.plan.steps {
		if len(s.calls) >= s.rules.Limits.Concurrency || s.outsideRuns() {
			break
		}
		if p.stage != stepPending || !s.ready(i) {
			continue
		}
		if p.class == actions.Outside {
			if len(s.calls) > 0 {
				break
			}
			if slices.Contains(s.done, lifted.StepText(p.step.Ground())) {
				s = s.fail(p.step, "it was done once in this run, and what reaches outside is not repeated")
				return s.next()
			}
		}
		var c Command
		s, c = s.order(i)
		commands = append(commands, c)
	}
	return s, commands
}

func (s State) outsideRuns() bool {
	return slices.ContainsFunc(s.calls, func(c call) bool { return s.plan.steps[c.index].class == actions.Outside })
}

func (s State) ready(index int) bool {
	return !slices.ContainsFunc(s.plan.steps[index].after, func(j int) bool { return s.plan.steps[j].stage != stepDone })
}

// order makes the Call command of a step's first attempt.
func (s State) order(index int) (State, Command) {
	c := call{id: s.callID(index), index: index, attempt: 1, stage: callOrdered}
	s = s.setStep(index, func(p *planned) { p.stage = stepCalled })
	s.calls = with(s.calls, c)
	return s, s.callCommand(c)
}

func (s State) setStep(index int, change func(*planned)) State {
	s.plan.steps = slices.Clone(s.plan.steps)
	change(&s.plan.steps[index])
	return s
}
