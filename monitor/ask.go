package monitor

import (
	"context"
	"fmt"
	"path"
	"time"

	"genplanx/actions"
	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// lookTime bounds what handlers do without an effect: describing, listing
// effects, preflights and checks of actions that set no time of their own.
const lookTime = 30 * time.Second

// plan asks the planner and writes beside its plan what each step will do.
func (l *loop) plan(ctx context.Context, c Plan) Event {
	e := Planned{Number: c.Number, Why: c.Why, Probe: c.Probe, Goals: c.Goals}
	for _, f := range c.Forbidden {
		e.Forbidden = append(e.Forbidden, stepText(f))
	}
	// A planner honours its context; it is waited for, because its memory is big.
	result, err := l.solve(ctx, c)
	if err != nil {
		e.Status, e.Reason = "error", "the planner could not be used: "+err.Error()
		return e
	}
	e.Status, e.Reason = StatusText(result.Status), result.Reason
	e.LowerBound, e.UnitCost = result.LowerBound, result.UnitCost
	if result.Status != planner.SolvedOptimally && result.Status != planner.SolvedWithGap {
		return e
	}
	e.Cost = result.Cost
	objects := l.store.snapshot()
	for i, step := range result.Plan {
		call := l.handlerCall(objects, step, "", "")
		e.Steps = append(e.Steps, PlanStep{Action: step.Action, Args: step.Args, Line: l.describe(ctx, call)})
		e.Effects = append(e.Effects, l.effects(ctx, i, call)...)
	}
	e.Hash = PlanHash(e.Steps, e.Effects)
	return e
}

func (l *loop) solve(ctx context.Context, c Plan) (result planner.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panicked: %v", p)
		}
	}()
	return l.r.Planner(ctx, l.r.Domain, c.Problem, c.Forbidden)
}

func stepText(s pddl.Step) string { return lifted.StepText(s) }

// describe is the line that tells a step to people: "read-data: read data from
// file a.csv into dataframe1".
func (l *loop) describe(ctx context.Context, call *actions.Call) string {
	plain := stepText(call.Step)
	describe := l.r.Actions[call.Step.Action].Describe
	if describe == nil {
		return plain
	}
	text, how, err := bounded(ctx, lookTime, l.grace(), func(context.Context) (string, error) { return describe(call), nil })
	if how != returned || err != nil || text == "" {
		return plain
	}
	return call.Step.Action + ": " + text
}

// effects lists what a step will change, as far as its arguments tell by now.
func (l *loop) effects(ctx context.Context, index int, call *actions.Call) []Effect {
	list := l.r.Actions[call.Step.Action].Effects
	if list == nil {
		return nil
	}
	found, how, err := bounded(ctx, lookTime, l.grace(), func(context.Context) ([]actions.Effect, error) { return list(call), nil })
	if how != returned {
		// Not knowing what a step will do is itself something to approve.
		return []Effect{{Step: index, Class: ClassText(actions.Outside), Verb: "do", Target: stepText(call.Step), Detail: "its effects cannot be told: " + err.Error()}}
	}
	var effects []Effect
	for _, f := range found {
		effects = append(effects, Effect{Step: index, Class: ClassText(f.Class), Verb: f.Verb, Target: target(f), Detail: f.Detail})
	}
	return effects
}

// target writes a path in one way only: what was agreed to is compared by it.
func target(e actions.Effect) string {
	if e.Class == actions.Writes && e.Target != "" {
		return path.Clean(e.Target)
	}
	return e.Target
}

func (l *loop) preflight(ctx context.Context, c Preflight) Event {
	e := Preflighted{Plan: c.Plan}
	objects := l.store.snapshot()
	for _, s := range c.Steps {
		a, known := l.r.Actions[s.Step.Action]
		if !known || a.Run == nil {
			e.Checked = append(e.Checked, s.Index)
			e.Failed = append(e.Failed, StepFault{Step: s.Index, Why: "no code is bound to action " + s.Step.Action})
			continue
		}
		if a.Preflight == nil || ctx.Err() != nil {
			continue
		}
		e.Checked = append(e.Checked, s.Index)
		call := l.handlerCall(objects, s.Step, "", "")
		_, _, err := bounded(ctx, orTime(a.Timeout, lookTime), l.grace(), func(ctx context.Context) (none, error) {
			return none{}, a.Preflight(ctx, call)
		})
		if err != nil {
			e.Failed = append(e.Failed, StepFault{Step: s.Index, Why: err.Error(), Hint: actions.HintOf(err)})
		}
	}
	return e
}

type none struct{}

func (l *loop) askApproval(ctx context.Context, c AskApproval) Event {
	ok, why := l.ask(ctx, func() (bool, string, error) { return l.r.Approver.Plan(ctx, c) })
	hash := c.Plan.Hash
	if c.Call != "" {
		hash = "" // it is about the call, not the plan
	}
	if ok {
		return Approved{Hash: hash, Call: c.Call}
	}
	return Declined{Hash: hash, Call: c.Call, Why: why}
}

func (l *loop) askGoals(ctx context.Context, c AskGoals) Event {
	ok, why := l.ask(ctx, func() (bool, string, error) { return l.r.Approver.Goals(ctx, c) })
	if ok {
		return GoalsApproved{Call: c.Call}
	}
	if why == "" {
		why = "they were not approved"
	}
	return GoalsRefused{Call: c.Call, Goals: c.Goals.Goals, Origin: c.Goals.Origin, Why: why}
}

func (l *loop) askOutcome(ctx context.Context, c AskOutcome) Event {
	answered := make(chan Answer, 1)
	answer := NobodyKnows
	if ok, _ := l.ask(ctx, func() (bool, string, error) {
		given, err := l.r.Approver.Outcome(ctx, c)
		answered <- given
		return true, "", err
	}); ok {
		answer = <-answered
	}
	truth := map[Answer]actions.Truth{Yes: actions.True, No: actions.False}[answer]
	return OutcomeTold{Call: c.Call, Truth: truthText(truth)}
}

// ask puts a question to the user. A user may take any time, so only the end of
// the run cuts a question short; no answer is a no.
func (l *loop) ask(ctx context.Context, question func() (bool, string, error)) (bool, string) {
	type answer struct {
		ok  bool
		why string
		err error
	}
	if ctx.Err() != nil {
		return false, "the run was interrupted"
	}
	given := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a = answer{err: fmt.Errorf("asking panicked: %v", p)}
			}
			given <- a
		}()
		a.ok, a.why, a.err = question()
	}()
	select {
	case <-ctx.Done():
		return false, "the run was interrupted"
	case a := <-given:
		if a.err != nil {
			return false, "the question could not be asked: " + a.err.Error()
		}
		return a.ok, a.why
	}
}

func orTime(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}
