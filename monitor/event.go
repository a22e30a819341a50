package monitor

import (
	"time"

	"genplanx/pddl"
)

// Event is something that happened in a run; one of the types of this file. An
// event is plain data: it can be written as JSON and read back without loss.
type Event interface {
	// Kind is the event's name in a journal.
	Kind() string
}

// Record is an event as a journal holds it. At is for people to read; nothing is
// decided by it, which is why [Step] does not get it.
type Record struct {
	Seq   int
	At    time.Time
	Event Event
}

// CallID names a step of a plan that is called: "2.3" is step 3 of plan 2. All
// attempts of a call share it.
type CallID string

// Started opens every run.
type Started struct {
	Run     string `json:"run"`
	Request string `json:"request,omitempty"` // the user's words
	Problem string `json:"problem"`           // PDDL
	// Values weigh goals by their PDDL text; a goal not listed weighs 1.
	Values map[string]int64 `json:"values,omitempty"`
}

// Planned is the planner's answer. A probe asks whether some of the goals can be
// reached; its plan is used only when a [GoalsDropped] follows it.
type Planned struct {
	Number     int        `json:"number"` // counts calls of the planner, from 1
	Why        string     `json:"why,omitempty"`
	Probe      bool       `json:"probe,omitempty"`
	Goals      []int      `json:"goals"` // indices of the goals planned for
	Forbidden  []string   `json:"forbidden,omitempty"`
	Status     string     `json:"status"` // see StatusText
	Steps      []PlanStep `json:"steps,omitempty"`
	Cost       int64      `json:"cost,omitempty"`
	LowerBound int64      `json:"lower_bound,omitempty"`
	UnitCost   bool       `json:"unit_cost,omitempty"`
	Reason     string     `json:"reason,omitempty"`
	Effects    []Effect   `json:"effects,omitempty"` // the table the user approves
	Hash       string     `json:"hash,omitempty"`    // of steps, lines and effects
}

// PlanStep is a step of a plan and the line that tells it to people.
type PlanStep struct {
	Action string   `json:"action"`
	Args   []string `json:"args"`
	Line   string   `json:"line,omitempty"`
}

// Ground gives the step without its line.
func (p PlanStep) Ground() pddl.Step { return pddl.Step{Action: p.Action, Args: p.Args} }

// Effect is a change outside memory that a step of the plan will make.
type Effect struct {
	Step   int    `json:"step"`  // index in the plan, from 0
	Class  string `json:"class"` // "memory", "reads", "writes", "outside"
	Verb   string `json:"verb"`
	Target string `json:"target"`
	Detail string `json:"detail,omitempty"`
}

// Approved: the user, or the policy that speaks for the user, agreed to the plan
// with this hash or, when Call is set, to the effects of that call.
type Approved struct {
	Hash string `json:"hash,omitempty"`
	Call CallID `json:"call,omitempty"`
}

// Declined is the opposite of [Approved].
type Declined struct {
	Hash string `json:"hash,omitempty"`
	Call CallID `json:"call,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Preflighted: the steps that could already be tried were looked at without any
// effect.
type Preflighted struct {
	Plan    int         `json:"plan"`
	Checked []int       `json:"checked,omitempty"`
	Failed  []StepFault `json:"failed,omitempty"`
}

// StepFault says why a step cannot work.
type StepFault struct {
	Step int    `json:"step"`
	Why  string `json:"why"`
	Hint string `json:"hint,omitempty"`
}

// EffectsChanged: right before a call its effects were not those of the plan's
// table; it was not called.
type EffectsChanged struct {
	Call    CallID   `json:"call"`
	Effects []Effect `json:"effects"`
}

// CallStarted is written before the handler is called.
type CallStarted struct {
	Call    CallID   `json:"call"`
	Step    PlanStep `json:"step"`
	Class   string   `json:"class"`
	Attempt int      `json:"attempt"` // from 1
	Key     string   `json:"key"`     // idempotency key, the same for all attempts
}

// CallDone: the handler returned without an error and its check was made. When
// something was seen that its step must not leave behind, Refuted says what (see
// [State.Judge]); the call then counts as failed and its values are thrown away.
type CallDone struct {
	Call    CallID      `json:"call"`
	Refuted string      `json:"refuted,omitempty"`
	Summary string      `json:"summary,omitempty"`
	Values  []Value     `json:"values,omitempty"`
	Objects []Object    `json:"objects,omitempty"`
	Seen    []Seen      `json:"seen,omitempty"`
	Made    []Made      `json:"made,omitempty"`
	Goals   *GoalsAsked `json:"goals,omitempty"`
	Notes   []string    `json:"notes,omitempty"` // what the monitor could not use, and why
}

// CallFailed: the handler said that it did not do its work.
type CallFailed struct {
	Call      CallID `json:"call"`
	Attempt   int    `json:"attempt"`
	Why       string `json:"why"`
	Hint      string `json:"hint,omitempty"`
	Transient bool   `json:"transient,omitempty"`
}

// CallUnknown: the call was started and nobody can say how it ended: it hung, it
// was cut off, or the journal ends before it. It is never repeated; its check
// decides.
type CallUnknown struct {
	Call CallID `json:"call"`
	Why  string `json:"why"`
}

// Observed is what the check saw after a [CallUnknown], and what follows from it
// (see [State.Judge]).
type Observed struct {
	Call    CallID  `json:"call"`
	Seen    []Seen  `json:"seen,omitempty"`
	Note    string  `json:"note,omitempty"` // why the check saw nothing
	Verdict Verdict `json:"verdict"`
}

// Verdict is what a check decides about a call whose outcome was unknown.
type Verdict string

const (
	// WasDone: the check saw what the call was to bring about.
	WasDone Verdict = "done"
	// WasNot: the check saw that it was not brought about.
	WasNot Verdict = "not-done"
	// Unsure: the check cannot tell, and the call may have reached outside; the
	// user is asked.
	Unsure Verdict = "unsure"
	// Lost: what the call made, if anything, was in memory and is gone.
	Lost Verdict = "lost"
)

// OutcomeTold is the user's word on a call that no check could decide.
type OutcomeTold struct {
	Call  CallID `json:"call"`
	Truth string `json:"truth"` // "true": it happened
}

// Waited: the pause before the next attempt is over.
type Waited struct {
	Call CallID `json:"call"`
}

// GoalsApproved: the user agreed to goals derived from text read at run time.
type GoalsApproved struct {
	Call CallID `json:"call"`
}

// GoalsRefused: asked-for goals are not followed.
type GoalsRefused struct {
	Call   CallID `json:"call"`
	Goals  string `json:"goals"`
	Origin string `json:"origin,omitempty"`
	Why    string `json:"why"`
}

// GoalsAdded: asked-for goals are goals of the run from now on.
type GoalsAdded struct {
	Call   CallID   `json:"call"`
	Goals  []string `json:"goals"`
	Origin string   `json:"origin,omitempty"`
}

// GoalsDropped: no plan reaches all goals; these are given up.
type GoalsDropped struct {
	Plan  int           `json:"plan"` // the number of the plan for what is left, 0 for none
	Goals []DroppedGoal `json:"goals"`
}

// DroppedGoal is a goal given up, and why.
type DroppedGoal struct {
	Index    int      `json:"index"`
	Goal     string   `json:"goal"`
	Why      string   `json:"why"`
	Failures []string `json:"failures,omitempty"` // the failed steps that led to it
	// Instead are goals that were kept and with which this one cannot be reached;
	// alone it could be.
	Instead []string `json:"instead,omitempty"`
}

// Interrupted: no new call is made; what runs is waited for, for a while.
type Interrupted struct {
	Why string `json:"why"`
}

// Finished closes every run.
type Finished struct {
	Outcome Outcome     `json:"outcome"`
	Why     string      `json:"why,omitempty"`
	Goals   []GoalState `json:"goals,omitempty"`
}

// Outcome is how a run ended. The values are never mixed up.
type Outcome string

const (
	// Done: all goals are reached.
	Done Outcome = "done"
	// Partly: goals were given up, some or all.
	Partly Outcome = "partly"
	// Unsolvable: it was proved at the start that no plan exists; nothing was called.
	Unsolvable Outcome = "unsolvable"
	// Refused: the user did not agree to the plan.
	Refused Outcome = "refused"
	// Stopped: the run was interrupted.
	Stopped Outcome = "stopped"
	// OutOfTime: the planner's deadline came before a plan.
	OutOfTime Outcome = "out-of-time"
	// OutOfMemory: the planner's memory limit came before a plan.
	OutOfMemory Outcome = "out-of-memory"
	// Unsupported: the problem uses something the planner does not do.
	Unsupported Outcome = "unsupported"
	// Broken: the problem or the planner's answer could not be used.
	Broken Outcome = "broken"
)

// GoalState tells where a goal stands at the end.
type GoalState struct {
	Goal   string `json:"goal"`
	Origin string `json:"origin,omitempty"` // empty for the user's own
	Holds  bool   `json:"holds"`            // in the symbolic state, checks included
	Why    string `json:"why,omitempty"`    // when it was given up
}

// Value tells of a new value without giving it away.
type Value struct {
	Object  string `json:"object"`
	Summary string `json:"summary"`
}

// Object is an object of the run.
type Object struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Text is what people know the object by, a path or a title. It is given for
	// objects of goals that a call asks for: who is to agree must know what to.
	Text string `json:"text,omitempty"`
}

// Seen is one observation.
type Seen struct {
	Predicate string   `json:"predicate"`
	Args      []string `json:"args"`
	Truth     string   `json:"truth"` // "true", "false", "unknown"
	Note      string   `json:"note,omitempty"`
}

// Made is something a user wants to hear of.
type Made struct {
	Kind   string `json:"kind"`
	Object string `json:"object,omitempty"`
	Path   string `json:"path,omitempty"`
	Text   string `json:"text,omitempty"`
}

// GoalsAsked are goals a call asked for.
type GoalsAsked struct {
	Objects  []Object `json:"objects,omitempty"`
	Init     string   `json:"init,omitempty"`
	Goals    string   `json:"goals"`
	Origin   string   `json:"origin,omitempty"`
	FromText bool     `json:"from_text,omitempty"`
}

// Kind implements [Event].
func (Started) Kind() string { return "started" }

// Kind implements [Event].
func (Planned) Kind() string { return "planned" }

// Kind implements [Event].
func (Approved) Kind() string { return "approved" }

// Kind implements [Event].
func (Declined) Kind() string { return "declined" }

// Kind implements [Event].
func (Preflighted) Kind() string { return "preflighted" }

// Kind implements [Event].
func (EffectsChanged) Kind() string { return "effects-changed" }

// Kind implements [Event].
func (CallStarted) Kind() string { return "call-started" }

// Kind implements [Event].
func (CallDone) Kind() string { return "call-done" }

// Kind implements [Event].
func (CallFailed) Kind() string { return "call-failed" }

// Kind implements [Event].
func (CallUnknown) Kind() string { return "call-unknown" }

// Kind implements [Event].
func (Observed) Kind() string { return "observed" }

// Kind implements [Event].
func (OutcomeTold) Kind() string { return "outcome-told" }

// Kind implements [Event].
func (Waited) Kind() string { return "waited" }

// Kind implements [Event].
func (GoalsApproved) Kind() string { return "goals-approved" }

// Kind implements [Event].
func (GoalsRefused) Kind() string { return "goals-refused" }

// Kind implements [Event].
func (GoalsAdded) Kind() string { return "goals-added" }

// Kind implements [Event].
func (GoalsDropped) Kind() string { return "goals-dropped" }

// Kind implements [Event].
func (Interrupted) Kind() string { return "interrupted" }

// Kind implements [Event].
func (Finished) Kind() string { return "finished" }
