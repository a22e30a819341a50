package monitor

import (
	"context"
	"time"

	"genplanx/pddl"
	"genplanx/planner"
)

// Planner finds the cheapest plan that uses none of the forbidden steps. An error
// means that it could not be asked; everything else is a status of the result.
type Planner func(ctx context.Context, d *pddl.Domain, p *pddl.Problem, forbidden []pddl.Step) (planner.Result, error)

// Journal keeps the events of a run. Append returns when the record is as safe as
// the journal makes it; after an error nothing more is called.
type Journal interface {
	Append(Record) error
}

// Approver speaks for the user. An error counts as a no, with the error as reason.
type Approver interface {
	// Plan decides on a plan, or on the changed effects of one call. The reason is
	// reported when the answer is no.
	Plan(ctx context.Context, a AskApproval) (ok bool, reason string, err error)
	// Goals decides on goals that an action derived from text.
	Goals(ctx context.Context, a AskGoals) (ok bool, reason string, err error)
	// Outcome tells whether a call that no check could decide did its work.
	Outcome(ctx context.Context, a AskOutcome) (Answer, error)
}

// Answer is yes, no, or nobody knows.
type Answer uint8

const (
	// NobodyKnows is the answer when the user cannot tell.
	NobodyKnows Answer = iota
	// Yes it happened.
	Yes
	// No it did not.
	No
)

// Clock gives times to records and pauses between attempts. Decisions never
// depend on Now.
type Clock interface {
	Now() time.Time
	// Sleep returns early, with the context's error, when the context ends.
	Sleep(ctx context.Context, d time.Duration) error
}
