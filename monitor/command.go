package monitor

import (
	"time"

	"genplanx/pddl"
)

// Command is what [Step] wants done next; one of the types of this file. Each
// one but Keep is answered by the events its comment names.
type Command interface{ command() }

// Plan asks the planner; answered by [Planned].
type Plan struct {
	Number    int
	Why       string
	Probe     bool
	Goals     []int
	Problem   *pddl.Problem
	Forbidden []pddl.Step
}

// Preflight looks at steps without any effect; answered by [Preflighted].
type Preflight struct {
	Plan  int
	Steps []IndexedStep
}

// IndexedStep is a step and its place in the plan.
type IndexedStep struct {
	Index int
	Step  pddl.Step
}

// AskApproval shows the user a plan and its outside effects; answered by
// [Approved] or [Declined].
type AskApproval struct {
	Plan Planned
	// Call is set when one call's effects turned out to differ from the table;
	// Effects are then those not approved yet. Else Effects is the whole table.
	Call    CallID
	Effects []Effect
	// Maybe lists effects that may have happened already in a call whose outcome
	// is not known.
	Maybe []Effect
	// Again is set when a replan changed an approved table.
	Again bool
}

// Call runs a step: its effects are computed once more and, when they are those
// given here, it is called. Answered by [EffectsChanged], or by [CallStarted] and
// then [CallDone], [CallFailed] or [CallUnknown].
type Call struct {
	ID      CallID
	Index   int
	Step    PlanStep
	Class   string
	Attempt int
	Key     string
	Effects []Effect
}

// Keep makes the values and objects of a call those of the run; without it they
// are thrown away. Goals is set for the objects of its asked-for goals.
type Keep struct {
	Call  CallID
	Goals bool
}

// Wait pauses before the next attempt; answered by [Waited].
type Wait struct {
	Call  CallID
	Delay time.Duration
}

// Check looks at the world after a call whose outcome is unknown; answered by
// [Observed].
type Check struct {
	Call CallID
	Step PlanStep
}

// AskOutcome asks the user what no check could decide; answered by [OutcomeTold].
type AskOutcome struct {
	Call CallID
	Step PlanStep
	Why  string
}

// AskGoals asks the user about goals that come from text; answered by
// [GoalsApproved] or [GoalsRefused].
type AskGoals struct {
	Call  CallID
	Goals GoalsAsked
}

// Write appends an event that Step itself decided.
type Write struct {
	Event Event
}

func (Plan) command()        {}
func (Preflight) command()   {}
func (AskApproval) command() {}
func (Call) command()        {}
func (Keep) command()        {}
func (Wait) command()        {}
func (Check) command()       {}
func (AskOutcome) command()  {}
func (AskGoals) command()    {}
func (Write) command()       {}
