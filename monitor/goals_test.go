package monitor_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/monitor"
)

// asks is a letter whose text wants something.
func asks(g actions.Goals) script {
	return func(context.Context, int, *actions.Call) (actions.Result, error) {
		return actions.Result{Summary: "read the letter", Goals: &g}, nil
	}
}

func goalRuns() []scenario {
	const openL1, openL2 = "(open l1)", "(open l2)"
	fromText := actions.Goals{Literals: "(written p1 d1)", Origin: "letter from Ann", FromText: true}
	return []scenario{
		{
			name: "goals from a text are approved", goal: "(opened l1)", outcome: monitor.Done,
			on:   map[string]script{openL1: asks(fromText)},
			did:  []string{openL1, fetchNear, write1},
			says: []string{"Goals that came up on the way", "written: p1, d1 (from letter from Ann)"},
			also: func(t *testing.T, tr trial) {
				if len(tr.user.asked) != 1 || tr.user.asked[0].Goals.Origin != "letter from Ann" {
					t.Errorf("the user was asked %+v", tr.user.asked)
				}
			},
		},
		{
			name: "goals from a text are refused", goal: "(opened l1)", outcome: monitor.Done,
			on: map[string]script{openL1: asks(fromText)}, did: []string{openL1},
			user: user{goals: func(int, monitor.AskGoals) (bool, string, error) { return false, "not Ann's business", nil }},
			says: []string{"not followed: written: p1, d1 (asked for by letter from Ann): not Ann's business"},
		},
		{
			name: "goals that no text may ask for", goal: "(opened l1)", outcome: monitor.Done,
			on: map[string]script{openL1: asks(fromText)}, did: []string{openL1},
			tune: func(r *monitor.Runner) { r.TextGoals = []string{"have"} },
			says: []string{"written is not among the goals that a text may ask for"},
			also: func(t *testing.T, tr trial) {
				if len(tr.user.asked) > 0 {
					t.Error("the user was asked about a goal that is not allowed")
				}
			},
		},
		{
			name: "goals of an action need no approval", goal: "(opened l1)", outcome: monitor.Done,
			on:  map[string]script{openL1: asks(actions.Goals{Literals: "(have d1)", Origin: "decide"})},
			did: []string{openL1, fetchNear},
			also: func(t *testing.T, tr trial) {
				if len(tr.user.asked) > 0 {
					t.Error("the user was asked")
				}
			},
		},
		{
			name: "goals with new objects and facts", goal: "(opened l1)", outcome: monitor.Done,
			on: map[string]script{openL1: asks(actions.Goals{
				Objects:  []actions.Object{{Name: "d9", Type: "data", Value: "x"}, {Name: "s9", Type: "source"}},
				Init:     "(holds s9 d9) (= (effort s9) 2)",
				Literals: "(have d9)",
			})},
			did: []string{openL1, "(fetch d9 s9)"},
			also: func(t *testing.T, tr trial) {
				last := tr.result.Objects[len(tr.result.Objects)-2:]
				if last[0].Name != "d9" || last[1].Name != "s9" {
					t.Errorf("objects %+v", last)
				}
			},
		},
		{
			name: "names of a letter's own things are not those of the run", goal: "(opened l1) (have d1)", outcome: monitor.Done,
			on: map[string]script{openL1: asks(actions.Goals{
				Objects: []actions.Object{
					{Name: "d1", Type: "data"}, {Name: "near1", Type: "source", Value: "near1.csv"},
					{Name: "k1", Type: "paper", Value: "d1 > 2", Attrs: map[string]any{"on": "d1", "then": "(have d1)", "all": []any{"d1", "l1"}, "n": 2}},
					{Name: "k2", Type: "paper", Value: "of d1", Attrs: map[string]any{"subject": "about d1"}},
				},
				Init: "(holds near1 d1) (= (effort near1) 2)", Literals: "(have d1)", FromText: true,
			})},
			did: []string{openL1, fetchNear, "(fetch d1-2 near1-2)"},
			also: func(t *testing.T, tr trial) {
				last := tr.result.Objects[len(tr.result.Objects)-4:]
				want := []actions.Object{
					{Name: "d1-2", Type: "data", Value: 1}, {Name: "near1-2", Type: "source", Value: "near1.csv"},
					{Name: "k1", Type: "paper", Value: "d1-2 > 2", Attrs: map[string]any{"on": "d1-2", "then": "(have d1-2)", "all": []any{"d1-2", "l1"}, "n": 2}},
					{Name: "k2", Type: "paper", Value: "of d1", Attrs: map[string]any{"subject": "about d1"}},
				}
				if diff := cmp.Diff(want, last); diff != "" {
					t.Errorf("objects (-want +got):\n%s", diff)
				}
				if asked := tr.user.asked; len(asked) != 1 || asked[0].Goals.Goals != "(have d1-2)" || asked[0].Goals.Objects[1].Text != "near1.csv" {
					t.Errorf("the user was asked %+v", asked)
				}
			},
		},
		{
			name: "two letters name their things alike", goal: "(opened l1) (opened l2)", outcome: monitor.Done,
			on: map[string]script{
				openL1: asks(actions.Goals{Objects: []actions.Object{{Name: "d9", Type: "data"}, {Name: "s9", Type: "source", Value: "s.csv"}},
					Init: "(holds s9 d9) (= (effort s9) 2)", Literals: "(have d9)"}),
				openL2: asks(actions.Goals{Objects: []actions.Object{{Name: "d9", Type: "data"}, {Name: "s9", Type: "source", Value: "s.csv"}},
					Init: "(holds s9 d9) (= (effort s9) 2)", Literals: "(have d9)"}),
			},
			did: []string{openL1, openL2, "(fetch d9 s9)", "(fetch d9-2 s9)"},
		},
		{
			name: "goals that cannot be read", goal: "(opened l1)", outcome: monitor.Done,
			on:  map[string]script{openL1: asks(actions.Goals{Literals: "(have d1", Origin: "a torn letter"})},
			did: []string{openL1}, says: []string{"they cannot be used"},
		},
		{
			name: "goals about nothing known", goal: "(opened l1)", outcome: monitor.Done,
			on:  map[string]script{openL1: asks(actions.Goals{Literals: "(have d77)"})},
			did: []string{openL1}, says: []string{"they cannot be used", "d77"},
		},
		{
			name: "goals of the wrong types", goal: "(opened l1)", outcome: monitor.Done,
			on:  map[string]script{openL1: asks(actions.Goals{Literals: "(written d1 p1)"})},
			did: []string{openL1}, says: []string{"they cannot be used"},
		},
		{
			name: "facts of the wrong types", goal: "(opened l1)", outcome: monitor.Done,
			on:  map[string]script{openL1: asks(actions.Goals{Init: "(holds p1 d1)", Literals: "(have d1)"})},
			did: []string{openL1}, says: []string{"they cannot be used"},
		},
		{
			name: "a goal that cannot be reached is dropped and the rest is done", goal: "(opened l1) (have d1)", outcome: monitor.Partly,
			on:     map[string]script{openL1: asks(actions.Goals{Literals: "(about l1 p2 d2) (have d2)", Origin: "decide"})},
			did:    []string{openL1, fetchNear, "(fetch d2 near2)"},
			undone: []string{"(about l1 p2 d2)"},
		},
		{
			name: "letters that ask to be read again and again", goal: "(opened l1)", outcome: monitor.Done,
			tune: func(r *monitor.Runner) { r.Limits.Additions = 2 },
			on: map[string]script{
				openL1: asks(actions.Goals{Literals: "(opened l2)", FromText: true}),
				openL2: asks(actions.Goals{Literals: "(have d1)", FromText: true}),
				fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) {
					return actions.Result{Goals: &actions.Goals{Literals: "(have d2)", FromText: true, Origin: "chain letter"}}, nil
				},
			},
			did: []string{openL1, openL2, fetchNear}, says: []string{"which is the limit"},
		},
		{
			name: "objects appear", goal: "(written p1 d1)", outcome: monitor.Done,
			on: map[string]script{fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) {
				return actions.Result{
					Objects:  []actions.Object{{Name: "far9", Type: "source"}, {Name: "Not A Name", Type: "source"}, {Name: "x9", Type: "no-type"}},
					Observed: see("holds", actions.True, "far9", "d1"),
					Values:   map[string]any{"d1": "secret words", "nobody": 1},
				}, nil
			}},
			did: []string{fetchNear, write1},
			also: func(t *testing.T, tr trial) {
				var done monitor.CallDone
				for _, r := range tr.result.Records {
					if e, ok := r.Event.(monitor.CallDone); ok && len(e.Objects) > 0 {
						done = e
					}
				}
				if len(done.Notes) != 2 || len(done.Values) != 1 || done.Values[0].Summary != "text of 12 characters" {
					t.Errorf("event %+v", done)
				}
				found := false
				for _, f := range tr.result.State.Facts() {
					found = found || f == "(holds far9 d1)"
				}
				if !found {
					t.Errorf("facts %v", tr.result.State.Facts())
				}
			},
		},
	}
}
