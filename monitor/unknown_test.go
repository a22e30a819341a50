package monitor_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner"
)

const send1, courier1 = "(send l1 p1 d1)", "(courier l1 p1 d1)"

// cutOff is an outside call that did its work and lost the answer.
func cutOff(ctx context.Context, _ int, _ *actions.Call) (actions.Result, error) {
	<-ctx.Done()
	return actions.Result{}, ctx.Err()
}

// lost is an outside call whose line broke after the letter was handed over. That
// its fault is transient as well must not lead to another try.
func lost(context.Context, int, *actions.Call) (actions.Result, error) {
	return actions.Result{}, &actions.Fault{Doing: "sending", Err: errors.New("the line broke after the letter was sent"), Transient: true, Unknown: true}
}

// short gives handlers little time, and those that hang no more of it.
func short(r *monitor.Runner) { r.Timeout, r.Grace = 100*time.Millisecond, 100*time.Millisecond }

// shortTime gives handlers little time, and those that heed its end enough to
// come back on a busy machine.
func shortTime(r *monitor.Runner) { r.Timeout, r.Grace = 20*time.Millisecond, 10*time.Second }

func once(step string) func(*testing.T, trial) {
	return func(t *testing.T, tr trial) {
		t.Helper()
		if got := tr.desk.tried[step]; got != 1 {
			t.Errorf("%s was called %d times", step, got)
		}
	}
}

func unknownRuns() []scenario {
	written := "(written p1 d1)"
	return []scenario{
		{
			name: "the check says it was sent", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: cutOff}, tune: shortTime,
			checks: map[string][]actions.Observation{send1: see("sent", actions.True, "l1")},
			also:   once(send1), says: []string{"its end was not seen"},
		},
		{
			name: "the check says it was not sent", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: cutOff}, tune: shortTime,
			checks: map[string][]actions.Observation{send1: see("sent", actions.False, "l1")},
			did:    []string{courier1}, also: once(send1),
		},
		{
			name: "the user says it was sent", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: cutOff}, tune: shortTime, user: user{outcome: monitor.Yes},
			also: once(send1), says: []string{"you said that it was done"},
		},
		{
			name: "nobody knows, and no other way is approved", init: written, goal: "(sent l1)", outcome: monitor.Refused,
			on: map[string]script{send1: cutOff}, tune: shortTime,
			user: user{plan: func(n int, a monitor.AskApproval) (bool, string, error) {
				return n == 1, "perhaps it is sent already", nil
			}},
			undone: []string{"(sent l1)"}, says: []string{"Not known whether it happened", "perhaps it is sent already"},
			also: func(t *testing.T, tr trial) {
				once(send1)(t, tr)
				if len(tr.user.outcomes) != 1 {
					t.Errorf("the user was asked %d times what happened", len(tr.user.outcomes))
				}
				if n := len(tr.user.plans); n != 2 || len(tr.user.plans[1].Maybe) != 1 {
					t.Errorf("the second plan does not warn that the letter may be sent already: %+v", tr.user.plans)
				}
			},
		},
		{
			name: "an outside call that hangs", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: hang}, tune: short, user: user{outcome: monitor.No},
			did: []string{courier1}, also: once(send1),
		},
		{
			name: "an outside call that panics", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on:   map[string]script{send1: func(context.Context, int, *actions.Call) (actions.Result, error) { panic("half way") }},
			user: user{outcome: monitor.Yes}, also: once(send1),
		},
		{
			name: "an outside call that says it does not know", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on:     map[string]script{send1: lost},
			checks: map[string][]actions.Observation{send1: see("sent", actions.True, "l1")},
			also:   once(send1), says: []string{"its end was not seen"},
		},
		{
			name: "an outside call that does not know, called transient too", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on:   map[string]script{send1: lost},
			user: user{outcome: monitor.No},
			did:  []string{courier1}, also: once(send1),
		},
		{
			name: "an outside call that says it failed", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on:  map[string]script{send1: fails("address unknown")},
			did: []string{courier1},
			also: func(t *testing.T, tr trial) {
				if count[monitor.CallUnknown](tr) > 0 {
					t.Error("a handler's clear word was not believed")
				}
			},
		},
		{
			name: "writing hangs and the file is there", init: "(have d1)", goal: written, outcome: monitor.Done,
			on: map[string]script{write1: hang}, tune: short,
			checks: map[string][]actions.Observation{write1: see("written", actions.True, "p1", "d1")},
			also:   once(write1),
		},
		{
			name: "what reached outside is not repeated when it came to nothing", init: written, goal: "(sent l1) (bound p1) (have d2) (written p2 d2)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{"(write p2 d2)": see("sent", actions.False, "l1")},
			tune:   func(r *monitor.Runner) { r.Limits.Concurrency, r.Planner = 1, letterFirst(r.Planner) },
			did:    []string{send1, "(bind p1 d1)", "(fetch d2 near2)", "(write p2 d2)", courier1},
			also: func(t *testing.T, tr trial) {
				once(send1)(t, tr)
				if len(tr.report.Failed) > 0 || len(tr.user.plans) != 2 {
					t.Errorf("failed %+v, asked %d times", tr.report.Failed, len(tr.user.plans))
				}
			},
		},
		{
			name: "the check cannot be made", init: written, goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: cutOff}, user: user{outcome: monitor.Yes},
			tune: func(r *monitor.Runner) {
				shortTime(r)
				a := r.Actions["send"]
				a.Check = func(context.Context, *actions.Call) ([]actions.Observation, error) {
					return nil, errors.New("no connection")
				}
				r.Actions["send"] = a
			},
			also: once(send1),
		},
	}
}

// TestNeverRepeated folds a journal that ends in the middle of a call: what comes
// next is its check, never the call.
func TestNeverRepeated(t *testing.T) {
	s := scenario{init: "(written p1 d1)", goal: "(sent l1)", outcome: monitor.Done}
	tr := s.run(t)
	r := newRunner(t, newDesk(), &user{})
	state := monitor.NewState(monitor.RulesOf(r))
	for _, record := range tr.result.Records {
		state, _ = monitor.Step(state, record.Event)
		if _, started := record.Event.(monitor.CallStarted); started {
			break
		}
	}
	open := state.Unfinished()
	if len(open) != 1 {
		t.Fatalf("unfinished calls: %v", open)
	}
	state, commands := monitor.Step(state, monitor.CallUnknown{Call: open[0], Why: "the journal ends before it"})
	if len(commands) != 1 {
		t.Fatalf("commands %v", commands)
	}
	if c, ok := commands[0].(monitor.Check); !ok || c.Call != open[0] {
		t.Fatalf("command %T, want its check", commands[0])
	}
	_, commands = monitor.Step(state, state.Judge(monitor.Observed{Call: open[0]}))
	if _, ok := commands[0].(monitor.AskOutcome); !ok || len(commands) != 1 {
		t.Fatalf("commands %v, want to ask the user", commands)
	}
}

// letterFirst moves the sending of l1 to the front of plans that begin with its
// paper written.
func letterFirst(plan monitor.Planner) monitor.Planner {
	return func(ctx context.Context, d *pddl.Domain, p *pddl.Problem, forbidden []pddl.Step) (planner.Result, error) {
		r, err := plan(ctx, d, p, forbidden)
		slices.SortStableFunc(r.Plan, func(a, b pddl.Step) int {
			first := func(s pddl.Step) int {
				if s.Action == "send" {
					return 0
				}
				return 1
			}
			return first(a) - first(b)
		})
		return r, err
	}
}
