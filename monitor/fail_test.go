package monitor_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/monitor"
)

func failingRuns() []scenario {
	return []scenario{
		{
			name: "another way after a failure", goal: "(written p1 d1)", outcome: monitor.Done,
			on:   map[string]script{fetchNear: fails("file not found")},
			did:  []string{fetchFar, write1},
			says: []string{"file not found", "hint: mend it", "Planned again", "2 steps, cost 5, proved cheapest, because fetch: fetch of d1, near1 failed: working: file not found"},
		},
		{
			name: "no way left for one goal", goal: "(written p1 d1) (written p2 d2)", outcome: monitor.Partly,
			on:     map[string]script{fetchNear: fails("near is missing"), fetchFar: fails("far is missing")},
			did:    []string{"(fetch d2 near2)", "(write p2 d2)"},
			undone: []string{"(written p1 d1)"},
			says:   []string{"written: p1, d1", "because fetch failed: working: near is missing", "because fetch failed: working: far is missing"},
		},
		{
			name: "only the failures that matter are blamed", goal: "(written p1 d1) (written p2 d2)", outcome: monitor.Partly,
			on: map[string]script{
				fetchNear: fails("near is missing"), fetchFar: fails("far is missing"), "(fetch d2 near2)": fails("moved"),
			},
			did:    []string{"(fetch d2 far2)", "(write p2 d2)"},
			undone: []string{"(written p1 d1)"},
			also: func(t *testing.T, tr trial) {
				want := []string{"fetch: fetch of d1, near1 failed: working: near is missing", "fetch: fetch of d1, far1 failed: working: far is missing"}
				if diff := cmp.Diff(want, tr.report.Undone[0].Failures); diff != "" {
					t.Errorf("blamed (-want +got):\n%s", diff)
				}
			},
		},
		{
			name: "no way left at all", goal: "(written p1 d1)", outcome: monitor.Partly,
			on:     map[string]script{fetchNear: fails("near is missing"), fetchFar: fails("far is missing")},
			undone: []string{"(written p1 d1)"},
			says:   []string{"Nothing of what was asked for could be done; nothing was changed."},
			also: func(t *testing.T, tr trial) {
				if got := tr.report.Undone[0].Why; got != "no plan reaches (written p1 d1)" {
					t.Errorf("the planner's reason is %q", got)
				}
			},
		},
		{
			name: "nothing that was asked for, but something on the way", goal: "(sent l1)", outcome: monitor.Partly,
			on:  map[string]script{"(send l1 p1 d1)": fails("no post"), "(courier l1 p1 d1)": fails("no courier")},
			did: []string{fetchNear, write1}, undone: []string{"(sent l1)"},
			says: []string{"Nothing of what was asked for could be done; but this was done on the way: did (write p1 d1)."},
		},
		{
			name: "what was reached stays", goal: "(written p1 d1) (sent l1)", outcome: monitor.Partly,
			on:     map[string]script{"(send l1 p1 d1)": fails("no post"), "(courier l1 p1 d1)": fails("no courier")},
			did:    []string{fetchNear, write1},
			undone: []string{"(sent l1)"},
		},
		{
			name: "the less valuable goal is dropped", coins: true, goal: "(carded l1) (carded l2)",
			values:     map[string]int64{"(carded l1)": 1, "(carded l2)": 5},
			preflights: map[string]error{"(take near1)": errors.New("locked")},
			did:        []string{"(take near2)", "(card l2)"}, outcome: monitor.Partly, undone: []string{"(carded l1)"},
			says: []string{"because it cannot be reached together with: carded: l2", "because take failed: locked"},
		},
		{
			name: "of equal goals the later one is dropped", coins: true, goal: "(carded l1) (carded l2)",
			preflights: map[string]error{"(take near1)": errors.New("locked")},
			did:        []string{"(take near2)", "(card l1)"}, outcome: monitor.Partly, undone: []string{"(carded l2)"},
		},
		{
			name: "transient, then well", goal: "(have d1)", outcome: monitor.Done,
			on: map[string]script{fetchNear: transient(2)}, did: []string{fetchNear},
			also: func(t *testing.T, tr trial) {
				if got := tr.desk.tried[fetchNear]; got != 3 {
					t.Errorf("tried %d times", got)
				}
				if len(tr.desk.keys) != 1 {
					t.Errorf("the attempts had several keys: %v", tr.desk.keys)
				}
				if len(tr.report.Failed) > 0 {
					t.Errorf("the report tells of a failure that was overcome: %v", tr.report.Failed)
				}
			},
		},
		{
			name: "transient for too long", goal: "(have d1)", outcome: monitor.Done,
			on: map[string]script{fetchNear: transient(99)}, did: []string{fetchFar},
			also: func(t *testing.T, tr trial) {
				if got := tr.desk.tried[fetchNear]; got != 4 {
					t.Errorf("tried %d times", got)
				}
			},
			says: []string{"line busy (tried 4 times)"},
		},
		{
			name: "an outside call is repeated when it says that it can be", goal: "(sent l1)", init: "(written p1 d1)", outcome: monitor.Done,
			on: map[string]script{"(send l1 p1 d1)": transient(1)}, did: []string{"(send l1 p1 d1)"},
		},
		{
			name: "the check sees that it did not work", goal: "(have d1)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{fetchNear: {{Predicate: "have", Args: []string{"d1"}, Truth: actions.False, Note: "the table is empty"}}},
			did:    []string{fetchNear, fetchFar},
			says:   []string{"the table is empty"},
			also: func(t *testing.T, tr trial) {
				for _, d := range tr.report.Done {
					if d.Step == fetchNear {
						t.Error("a refuted step is reported as done")
					}
				}
				for _, o := range tr.result.Objects {
					if o.Name == "d1" && o.Value != 1 {
						t.Errorf("d1 is %v", o.Value)
					}
				}
			},
		},
		{
			name: "an unknown observation changes nothing", goal: "(have d1)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{fetchNear: see("have", actions.Unknown, "d1")},
			did:    []string{fetchNear},
		},
		{
			name: "what was seen away is done again", goal: "(written p1 d1) (have d2)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{write1: see("have", actions.False, "d2")},
			tune:   func(r *monitor.Runner) { r.Limits.Concurrency = 1 },
			did:    []string{fetchNear, "(fetch d2 near2)", write1, "(fetch d2 near2)"},
			also: func(t *testing.T, tr trial) {
				if len(tr.desk.keys) != 4 {
					t.Errorf("fetching again had the key of the first time: %v", tr.desk.keys)
				}
			},
		},
		{
			name: "a handler panics", goal: "(have d1)", outcome: monitor.Done,
			on:  map[string]script{fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) { panic("out of range") }},
			did: []string{fetchFar}, says: []string{"panicked: out of range"},
		},
		{
			name: "a handler hangs", goal: "(have d1)", outcome: monitor.Done,
			on: map[string]script{fetchNear: hang}, did: []string{fetchFar},
			tune: short,
			says: []string{"it did not stop when it was told to: its time was over before it ended"},
		},
		{
			name: "a preflight fails", goal: "(have d1)", outcome: monitor.Done,
			preflights: map[string]error{fetchNear: &actions.Fault{Doing: "looking for near", Err: errors.New("no such file"), Hint: "name another"}},
			did:        []string{fetchFar}, says: []string{"no such file", "hint: name another"},
			also: func(t *testing.T, tr trial) {
				if tr.desk.tried[fetchNear] != 0 {
					t.Error("a step whose preflight failed was called")
				}
				want := []string{"started", "planned", "preflighted", "planned", "preflighted", "approved", "call-started", "call-done", "finished"}
				if diff := cmp.Diff(want, tr.kinds()); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
			},
		},
		{
			name: "all preflights fail", goal: "(have d1) (have d2)", outcome: monitor.Partly,
			preflights: map[string]error{fetchNear: errors.New("gone"), fetchFar: errors.New("gone too")},
			did:        []string{"(fetch d2 near2)"}, undone: []string{"(have d1)"},
		},
		{
			name: "no code is bound", goal: "(have d1)", outcome: monitor.Partly, undone: []string{"(have d1)"},
			tune: func(r *monitor.Runner) { delete(r.Actions, "fetch") },
			says: []string{"no code is bound to action fetch"},
		},
		{
			name: "too many plans", goal: "(have d1) (written p1 d1)", outcome: monitor.Partly,
			// Writing loses the data, and fetching loses the paper.
			checks: map[string][]actions.Observation{
				write1: see("have", actions.False, "d1"), fetchNear: see("written", actions.False, "p1", "d1"),
			},
			tune:   func(r *monitor.Runner) { r.Limits.Plans = 3 },
			did:    []string{fetchNear, write1, fetchNear, write1},
			undone: []string{"(have d1)"}, says: []string{"after 3 plans the run was given up"},
		},
	}
}

func hang(context.Context, int, *actions.Call) (actions.Result, error) {
	time.Sleep(time.Second)
	return actions.Result{}, errors.New("too late")
}
