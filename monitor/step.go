package monitor

import (
	"fmt"
	"slices"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// Step folds an event into a state and says what to do next. It is a pure
// function: the same state and event give the same state and commands. Events
// that do not fit the state change nothing.
func Step(s State, e Event) (State, []Command) {
	switch e := e.(type) {
	case Started:
		return s.started(e)
	case Interrupted:
		return s.interrupt(e)
	case Finished:
		return s.end(e), nil
	case Planned:
		return s.planned(e)
	case GoalsDropped:
		return s.goalsDropped(e)
	case Preflighted:
		return s.preflighted(e)
	case Approved:
		return s.approved(e)
	case Declined:
		return s.declined(e)
	}
	return s.stepCall(e)
}

// stepCall handles the events of calls and of the goals they ask for.
func (s State) stepCall(e Event) (State, []Command) {
	switch e := e.(type) {
	case EffectsChanged:
		return s.effectsChanged(e)
	case CallStarted:
		return s.callStarted(e)
	case CallDone:
		return s.callDone(e)
	case CallFailed:
		return s.callFailed(e)
	case CallUnknown:
		return s.callUnknown(e)
	case Observed:
		return s.observed(e)
	case OutcomeTold:
		return s.outcomeTold(e)
	case Waited:
		return s.waited(e)
	case GoalsApproved:
		return s.goalsApproved(e)
	case GoalsRefused:
		return s.goalsAnswered(e.Call).next()
	case GoalsAdded:
		return s.goalsAdded(e)
	}
	return s, nil
}

func (s State) started(e Started) (State, []Command) {
	if s.phase != idle {
		return s, nil
	}
	s.run, s.values = e.Run, e.Values
	problem, faults := pddl.ReadProblem("problem", []byte(e.Problem))
	if err := faults.Err(); err != nil {
		return s.finish(Broken, "the problem cannot be read: "+err.Error())
	}
	model, err := lifted.NewModel(s.rules.Domain, problem)
	if err != nil {
		return s.finish(Broken, "the problem does not fit the domain: "+err.Error())
	}
	s.model, s.world = model, model.Initial()
	for _, c := range lifted.Conjuncts(problem.Goal) {
		s.goals = append(s.goals, goal{condition: c, text: lifted.Text(c, nil)})
	}
	return s.askPlan("")
}

// askPlan asks for a plan for all open goals from the state as it is now.
func (s State) askPlan(why string) (State, []Command) {
	s.replan = ""
	if s.plans > 0 && len(s.unreached()) == 0 {
		return s.conclude()
	}
	if s.plans >= s.rules.Limits.Plans {
		return s.giveUp(fmt.Sprintf("after %d plans the run was given up; the last reason for a new plan was: %s", s.plans, why))
	}
	s.plans++
	return s.query(why, s.open(), false)
}

func (s State) query(why string, goals []int, probe bool) (State, []Command) {
	s.number++
	s.phase = planning
	return s, []Command{Plan{
		Number: s.number, Why: why, Probe: probe, Goals: goals,
		Problem:   s.model.Problem(s.world, s.conjunction(goals)),
		Forbidden: s.forbidden,
	}}
}

func (s State) planned(e Planned) (State, []Command) {
	if s.phase != planning || e.Number != s.number {
		return s, nil
	}
	if s.interrupted != "" {
		return s.finish(Stopped, s.interrupted)
	}
	solved := e.Status == StatusText(planner.SolvedOptimally) || e.Status == StatusText(planner.SolvedWithGap)
	if solved && (s.search == nil || s.search.stage != tryBlame) {
		if fault := s.audit(e); fault != "" {
			return s.finish(Broken, "the planner's plan is not valid: "+fault)
		}
	}
	switch {
	case s.search != nil:
		return s.searched(e, solved)
	case solved:
		return s.adopt(e)
	case e.Status == StatusText(planner.Unsolvable) && s.somethingHappened():
		return s.startSearch(e)
	case e.Status == StatusText(planner.Unsolvable):
		return s.finish(Unsolvable, e.Reason)
	}
	return s.limited(e)
}

// somethingHappened tells a request that never had a plan from one that lost it.
func (s State) somethingHappened() bool {
	return len(s.failures) > 0 || len(s.done) > 0 || s.additions > 0
}

// limited ends a run for which the planner gave neither a plan nor a proof.
func (s State) limited(e Planned) (State, []Command) {
	outcome := Broken
	for _, o := range []Outcome{OutOfTime, OutOfMemory, Unsupported} {
		if string(o) == e.Status {
			outcome = o
		}
	}
	return s.finish(outcome, e.Reason)
}

func (s State) preflighted(e Preflighted) (State, []Command) {
	if s.phase != preflights || e.Plan != s.plan.number {
		return s, nil
	}
	if s.interrupted != "" {
		return s.finish(Stopped, s.interrupted)
	}
	for _, f := range e.Failed {
		if f.Step >= 0 && f.Step < len(s.plan.steps) {
			s = s.fail(s.plan.steps[f.Step].step, f.Why)
		}
	}
	if s.replan != "" {
		return s.askPlan(s.replan)
	}
	return s.approve()
}

// fail forbids a step for the rest of the run and asks for a new plan.
func (s State) fail(step PlanStep, why string) State {
	f := failure{step, why}
	s.failures = with(s.failures, f)
	return s.forbid(step.Ground()).wantReplan(f.text())
}

func (s State) forbid(step pddl.Step) State {
	if !slices.ContainsFunc(s.forbidden, func(f pddl.Step) bool { return sameStep(f, step) }) {
		s.forbidden = with(s.forbidden, step)
	}
	return s
}

// wantReplan notes the first reason; those that follow before the new plan are
// its consequences or stand in the journal.
func (s State) wantReplan(why string) State {
	if s.replan == "" {
		s.replan = why
	}
	return s
}

func (s State) interrupt(e Interrupted) (State, []Command) {
	if s.interrupted != "" || s.phase == finishing || s.phase == finished {
		return s, nil
	}
	s.interrupted = e.Why
	if s.phase == idle {
		return s.finish(Stopped, e.Why)
	}
	for i := len(s.calls) - 1; i >= 0; i-- {
		if c := s.calls[i]; c.stage == callOrdered || c.stage == callHeld {
			s = s.dropCall(i)
		}
	}
	return s.next()
}

// conclude ends a run whose open goals all hold.
func (s State) conclude() (State, []Command) {
	for _, g := range s.goals {
		if g.dropped != "" && !s.holds(g.condition) {
			return s.finish(Partly, "")
		}
	}
	return s.finish(Done, "")
}

// giveUp ends a run that makes no headway; what is reached stays reached.
func (s State) giveUp(why string) (State, []Command) {
	s.goals = slices.Clone(s.goals)
	for _, i := range s.unreached() {
		s.goals[i].dropped = why
	}
	return s.finish(Partly, why)
}

func (s State) finish(o Outcome, why string) (State, []Command) {
	s.phase, s.outcome, s.why = finishing, o, why
	e := Finished{Outcome: o, Why: why}
	for _, g := range s.goals {
		holds := s.holds(g.condition)
		state := GoalState{Goal: g.text, Origin: g.origin, Holds: holds}
		if !holds {
			state.Why = g.dropped
		}
		e.Goals = append(e.Goals, state)
	}
	return s, []Command{Write{e}}
}

func (s State) end(e Finished) State {
	s.phase, s.outcome, s.why = finished, e.Outcome, e.Why
	return s
}
