package monitor

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"genplanx/actions"
	"genplanx/pddl"
)

// Runner carries out the commands of [Step]. Domain, Actions, Planner and
// Approver are required.
type Runner struct {
	Domain    *pddl.Domain
	Actions   actions.Set
	Workspace *actions.Workspace
	Planner   Planner
	Approver  Approver
	Journal   Journal      // nil keeps no journal besides the result's records
	Clock     Clock        // nil is the machine's
	Observer  func(Record) // called after each event, in order, by one goroutine
	Log       zerolog.Logger
	Limits    Limits
	TextGoals []string // see [Rules]
	// Timeout of one call whose action sets none; 0 is two minutes.
	Timeout time.Duration
	// Grace is how long a handler that ignores the end of its context is waited
	// for before its outcome counts as unknown; 0 is two seconds.
	Grace time.Duration
}

// Request is what a run is to achieve.
type Request struct {
	Run     string // names the run; idempotency keys are made from it
	Text    string // the user's words, for the report
	Problem *pddl.Problem
	Objects []actions.Object // values and attributes of the problem's objects
	Values  map[string]int64 // what goals are worth, by PDDL text; 1 when not listed
}

// Result is what a run left behind.
type Result struct {
	Records []Record
	Outcome Outcome
	State   State
	Objects []actions.Object // with their last values, in order of appearance
}

// Run runs a request to its end. However the run ended, the result says it; the
// error is not nil only when the run could not be recorded or not be started.
func (r *Runner) Run(ctx context.Context, q Request) (Result, error) {
	if err := r.ready(q); err != nil {
		return Result{}, err
	}
	l := newLoop(r, q)
	err := l.run(ctx)
	return Result{Records: l.records, Outcome: l.state.Outcome(), State: l.state, Objects: l.store.all()}, err
}

func (r *Runner) ready(q Request) error {
	switch {
	case r.Domain == nil || q.Problem == nil:
		return errors.New("starting a run: there is no domain or no problem")
	case r.Planner == nil || r.Approver == nil:
		return errors.New("starting a run: there is no planner or no approver")
	}
	return nil
}

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now implements [Clock].
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep implements [Clock].
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

var _ Clock = SystemClock{}
