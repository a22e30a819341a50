package monitor

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"slices"
)

// approvals is what the user agreed to and what may have happened unseen.
type approvals struct {
	given   bool     // some plan was approved
	effects []Effect // agreed to and not yet made, each one good for one call
	maybe   []Effect // of calls whose outcome is not known
}

// same compares effects without their place in a plan.
func same(a, b Effect) bool {
	a.Step, b.Step = 0, 0
	return a == b
}

// PlanHash identifies what is approved: the steps, their lines, which hold the
// paths and recipients, and the table of effects.
func PlanHash(steps []PlanStep, effects []Effect) string {
	text, err := json.Marshal(struct {
		Steps   []PlanStep
		Effects []Effect
	}{steps, effects})
	if err != nil { // strings and numbers only
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// uncovered returns the effects that no approval covers. Replacing a file that
// this run made is what creating it was approved for.
func (s State) uncovered(effects []Effect) []Effect {
	left := slices.Clone(s.approval.effects)
	var missing []Effect
	for _, e := range effects {
		i := s.covering(left, e)
		if i < 0 {
			missing = append(missing, e)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	return missing
}

func (s State) covering(approved []Effect, e Effect) int {
	i := slices.IndexFunc(approved, func(a Effect) bool { return same(a, e) })
	if i >= 0 || e.Verb != "replace" || !slices.Contains(s.made, path.Clean(e.Target)) {
		return i
	}
	e.Verb = "create"
	return slices.IndexFunc(approved, func(a Effect) bool { return same(a, e) })
}

// pendingEffects is the table of what the plan has still to do.
func (s State) pendingEffects() []Effect {
	var all []Effect
	for _, p := range s.plan.steps {
		if p.stage != stepDone {
			all = append(all, p.effects...)
		}
	}
	return all
}

// approve asks for the first plan always, and for later ones when they do
// something outside that was not agreed to.
func (s State) approve() (State, []Command) {
	table := s.pendingEffects()
	if s.approval.given && len(s.uncovered(table)) == 0 {
		s.phase = running
		return s.next()
	}
	s.phase = approving
	return s, []Command{AskApproval{
		Plan: s.plan.event, Effects: table, Maybe: s.maybeAgain(table), Again: s.approval.given,
	}}
}

// maybeAgain returns effects that a call of unknown outcome may have made already.
func (s State) maybeAgain(effects []Effect) []Effect {
	var again []Effect
	for _, e := range effects {
		if slices.ContainsFunc(s.approval.maybe, func(m Effect) bool { return m.Verb == e.Verb && m.Target == e.Target }) {
			again = append(again, e)
		}
	}
	return again
}

func (s State) approved(e Approved) (State, []Command) {
	if e.Call != "" {
		return s.callApproved(e.Call)
	}
	if s.phase != approving || e.Hash != s.plan.event.Hash {
		return s, nil
	}
	s.approval.given, s.approval.effects = true, s.pendingEffects()
	s.phase = running
	return s.next()
}

func (s State) declined(e Declined) (State, []Command) {
	if e.Call != "" {
		return s.callDeclined(e)
	}
	if s.phase != approving {
		return s, nil
	}
	if s.interrupted != "" {
		return s.finish(Stopped, s.interrupted)
	}
	why := e.Why
	if why == "" {
		why = "the plan was not approved"
	}
	return s.finish(Refused, why)
}

// mostChanges bounds how often one call may turn out to do something else.
const mostChanges = 5

// effectsChanged: a call was held back because it would do something else than
// the table says. It goes on when that is covered too.
func (s State) effectsChanged(e EffectsChanged) (State, []Command) {
	i := s.callIndex(e.Call, callOrdered)
	if i < 0 {
		return s, nil
	}
	s = s.setCall(i, func(c *call) { c.changes++ })
	c := s.calls[i]
	if c.changes > mostChanges {
		step := s.plan.steps[c.index].step
		return s.dropCall(i).fail(step, "what it would change is never the same twice").next()
	}
	s = s.setStep(c.index, func(p *planned) { p.effects = e.Effects })
	missing := s.missing(c.index)
	if len(missing) == 0 {
		return s, []Command{s.callCommand(c)}
	}
	s = s.setCall(i, func(c *call) { c.stage = callHeld })
	return s, []Command{AskApproval{
		Plan: s.plan.event, Call: c.id, Effects: missing, Maybe: s.maybeAgain(missing), Again: true,
	}}
}

// missing returns the effects of a step that are not approved. What was approved
// for other steps is theirs.
func (s State) missing(index int) []Effect {
	var table []Effect
	for j, p := range s.plan.steps {
		if j != index && p.stage != stepDone && !s.began(j) {
			table = append(table, p.effects...)
		}
	}
	return s.uncovered(append(table, s.plan.steps[index].effects...))
}

// began reports whether the call of a step took its approvals already.
func (s State) began(index int) bool {
	return slices.ContainsFunc(s.calls, func(c call) bool {
		return c.index == index && c.stage != callOrdered && c.stage != callHeld && c.stage != callWaiting
	})
}

func (s State) callApproved(id CallID) (State, []Command) {
	i := s.callIndex(id, callHeld)
	if i < 0 {
		return s, nil
	}
	s = s.setCall(i, func(c *call) { c.stage = callOrdered })
	missing := s.missing(s.calls[i].index)
	s.approval.effects = with(s.approval.effects, missing...)
	return s, []Command{s.callCommand(s.calls[i])}
}

func (s State) callDeclined(e Declined) (State, []Command) {
	i := s.callIndex(e.Call, callHeld)
	if i < 0 {
		return s, nil
	}
	why := e.Why
	if why == "" {
		why = "its effects were not approved"
	}
	step := s.plan.steps[s.calls[i].index].step
	return s.dropCall(i).fail(step, why).next()
}
