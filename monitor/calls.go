package monitor

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"

	"genplanx/actions"
	"genplanx/planner/lifted"
)

// call is a call that has not ended.
type call struct {
	id      CallID
	index   int // of its step in the plan
	attempt int
	stage   callStage
	changes int      // times its effects were not those expected
	taken   []Effect // approvals it used up
	unknown string   // why its outcome is not known
	beside  []int    // steps whose calls ran at the same time, for a while at least
}

type callStage string

const (
	callOrdered callStage = "ordered" // told to the loop, not started
	callHeld    callStage = "held"    // waits for approval of changed effects
	callRunning callStage = "running"
	callWaiting callStage = "waiting" // for the next attempt
	callUnsure  callStage = "unsure"  // its check is asked
	callTelling callStage = "telling" // the user is asked
)

func (s State) callIndex(id CallID, stages ...callStage) int {
	return slices.IndexFunc(s.calls, func(c call) bool { return c.id == id && slices.Contains(stages, c.stage) })
}

// Expects reports whether a Call command still stands; an interruption takes
// back those that were not carried out yet.
func (s State) Expects(id CallID) bool { return s.callIndex(id, callOrdered) >= 0 }

func (s State) setCall(i int, change func(*call)) State {
	s.calls = slices.Clone(s.calls)
	change(&s.calls[i])
	return s
}

// dropCall forgets a call; its step is pending again.
func (s State) dropCall(i int) State {
	index := s.calls[i].index
	s.calls = slices.Delete(slices.Clone(s.calls), i, i+1)
	return s.setStep(index, func(p *planned) { p.stage = stepPending })
}

func (s State) callCommand(c call) Command {
	p := s.plan.steps[c.index]
	return Call{
		ID: c.id, Index: c.index, Step: p.step, Class: ClassText(p.class),
		Attempt: c.attempt, Key: s.key(p.step), Effects: p.effects,
	}
}

// key is the same for all attempts at a step until it is done once, also across
// plans, and then another.
func (s State) key(step PlanStep) string {
	text := lifted.StepText(step.Ground())
	times := 0
	for _, d := range s.done {
		if d == text {
			times++
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d", s.run, text, times))
	return hex.EncodeToString(sum[:16])
}

func (s State) callStarted(e CallStarted) (State, []Command) {
	i := s.callIndex(e.Call, callOrdered)
	if i < 0 {
		return s, nil
	}
	p := s.plan.steps[s.calls[i].index]
	var taken []Effect
	left := slices.Clone(s.approval.effects)
	for _, effect := range p.effects {
		if j := s.covering(left, effect); j >= 0 {
			taken = append(taken, left[j])
			left = slices.Delete(left, j, j+1)
		}
	}
	s.approval.effects = left
	return s.setCall(i, func(c *call) { c.stage, c.taken = callRunning, taken }).noteBeside(i), nil
}

func (s State) callDone(e CallDone) (State, []Command) {
	i := s.callIndex(e.Call, callRunning)
	if i < 0 {
		return s, nil
	}
	step := s.plan.steps[s.calls[i].index].step
	if e.Refuted != "" {
		s.world = s.see(i, s.world, e.Seen)
		return s.dropCall(i).fail(step, e.Refuted).next()
	}
	s = s.addObjects(e.Objects) // first: facts about them may have been seen
	s = s.succeed(i, s.progress(step), e.Seen)
	for _, m := range e.Made {
		if m.Kind == "file" && m.Path != "" {
			s.made = with(s.made, path.Clean(m.Path))
		}
	}
	if e.Goals != nil {
		s.asked = with(s.asked, pendingGoals{call: e.Call, goals: *e.Goals})
	}
	s, commands := s.next()
	return s, append([]Command{Keep{Call: e.Call}}, commands...)
}

// progress is the state after the step's effects. A step whose precondition was
// overtaken by an observation was called all the same; then only what was seen
// counts.
func (s State) progress(step PlanStep) lifted.State {
	after, _, err := s.model.Apply(s.world, step.Ground())
	if err != nil {
		return s.world
	}
	return after
}

// succeed ends a call that did its work; what was seen overrides what was
// expected.
func (s State) succeed(i int, after lifted.State, seen []Seen) State {
	index := s.calls[i].index
	s.world = s.see(i, after, seen)
	s.calls = slices.Delete(slices.Clone(s.calls), i, i+1)
	s = s.setStep(index, func(p *planned) { p.stage = stepDone })
	ground := s.plan.steps[index].step.Ground()
	s.done = with(s.done, lifted.StepText(ground))
	if s.plan.steps[index].class == actions.Outside {
		s = s.forbid(ground)
	}
	return s
}

// noteBeside remembers which calls run at the same time as the one just started.
func (s State) noteBeside(i int) State {
	s.calls = slices.Clone(s.calls)
	for j, other := range s.calls {
		if j == i || other.stage == callOrdered || other.stage == callHeld || other.stage == callWaiting {
			continue
		}
		s.calls[i].beside = with(s.calls[i].beside, other.index)
		s.calls[j].beside = with(s.calls[j].beside, s.calls[i].index)
	}
	return s
}

// see overrides facts by what call i observed. Facts of unknown names and derived
// facts cannot be set; they stand in the journal only. Neither does a call know
// about what others were changing while it looked.
func (s State) see(i int, world lifted.State, seen []Seen) lifted.State {
	for _, o := range seen {
		if o.Truth == truthText(actions.Unknown) || s.stale(s.calls[i], o) {
			continue
		}
		if next, err := world.With(lifted.Atom(o.Predicate, o.Args...), o.Truth == truthText(actions.True)); err == nil {
			world = next
		}
	}
	return world
}

func (s State) stale(c call, o Seen) bool {
	p := pattern{o.Predicate, o.Args}
	if slices.ContainsFunc(s.plan.steps[c.index].feet.adds, p.overlaps) {
		return false // its own work
	}
	return slices.ContainsFunc(c.beside, func(index int) bool {
		f := s.plan.steps[index].feet
		return slices.ContainsFunc(f.adds, p.overlaps) || slices.ContainsFunc(f.deletes, p.overlaps)
	})
}

func (s State) callFailed(e CallFailed) (State, []Command) {
	i := s.callIndex(e.Call, callRunning)
	if i < 0 {
		return s, nil
	}
	c := s.calls[i]
	// Nothing was done, so what was agreed to is still to be done.
	s.approval.effects = with(s.approval.effects, c.taken...)
	if e.Transient && c.attempt <= s.rules.Limits.Retries && s.interrupted == "" && s.replan == "" {
		s = s.setCall(i, func(c *call) { c.stage, c.taken = callWaiting, nil })
		return s, []Command{Wait{Call: c.id, Delay: s.rules.Limits.Backoff << min(c.attempt-1, 10)}}
	}
	step := s.plan.steps[c.index].step
	s = s.dropCall(i)
	if s.interrupted != "" {
		return s.next()
	}
	why := e.Why
	if e.Transient && c.attempt > 1 {
		why = fmt.Sprintf("%s (tried %d times)", why, c.attempt)
	}
	return s.fail(step, why).next()
}

func (s State) waited(e Waited) (State, []Command) {
	i := s.callIndex(e.Call, callWaiting)
	if i < 0 {
		return s, nil
	}
	if s.interrupted != "" || s.replan != "" {
		return s.dropCall(i).next()
	}
	s = s.setCall(i, func(c *call) { c.stage = callOrdered; c.attempt++ })
	return s, []Command{s.callCommand(s.calls[i])}
}

// callUnknown never repeats the call: its check is asked.
func (s State) callUnknown(e CallUnknown) (State, []Command) {
	i := s.callIndex(e.Call, callRunning)
	if i < 0 {
		return s, nil
	}
	s = s.setCall(i, func(c *call) { c.stage, c.unknown = callUnsure, e.Why })
	return s, []Command{Check{Call: e.Call, Step: s.plan.steps[s.calls[i].index].step}}
}

// observed ends a call of unknown outcome, or asks the user.
func (s State) observed(e Observed) (State, []Command) {
	i := s.callIndex(e.Call, callUnsure)
	if i < 0 {
		return s, nil
	}
	c := s.calls[i]
	p := s.plan.steps[c.index]
	if e.Verdict == WasDone {
		return s.succeed(i, s.progress(p.step), e.Seen).next()
	}
	s.world = s.see(i, s.world, e.Seen)
	if e.Verdict == Unsure && s.interrupted == "" {
		s = s.setCall(i, func(c *call) { c.stage = callTelling })
		return s, []Command{AskOutcome{Call: c.id, Step: p.step, Why: c.unknown}}
	}
	return s.endUnknown(i, e.Verdict == Unsure)
}

func (s State) outcomeTold(e OutcomeTold) (State, []Command) {
	i := s.callIndex(e.Call, callTelling)
	if i < 0 {
		return s, nil
	}
	if e.Truth == truthText(actions.True) {
		return s.succeed(i, s.progress(s.plan.steps[s.calls[i].index].step), nil).next()
	}
	return s.endUnknown(i, e.Truth != truthText(actions.False))
}

// endUnknown ends a call that is not known to have done its work; maybe says that
// it may have.
func (s State) endUnknown(i int, maybe bool) (State, []Command) {
	c := s.calls[i]
	p := s.plan.steps[c.index]
	why := c.unknown
	if maybe {
		why = "nobody knows how it ended: " + why
		s.approval.maybe = with(s.approval.maybe, p.effects...)
	}
	return s.dropCall(i).fail(p.step, why).next()
}
