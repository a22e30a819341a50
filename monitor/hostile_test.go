package monitor_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/monitor/report"
)

// eventful is a run in which nearly everything happens once.
func eventful(t tester) []monitor.Record {
	d, u := newDesk(), &user{goals: func(n int, _ monitor.AskGoals) (bool, string, error) { return n > 1, "no", nil }}
	d.on = map[string]script{
		"(open l1)": asks(actions.Goals{Literals: "(sent l2)", FromText: true, Origin: "letter 1"}),
		"(open l2)": asks(actions.Goals{Literals: "(written p1 d1) (sent l1)", FromText: true, Origin: "letter 2"}),
		fetchNear:   transient(1), write1: fails("no paper"), send1: cutOff,
	}
	r := newRunner(plainTB{}, d, u)
	shortTime(r)
	r.Actions = d.set(nil, map[string]error{"(fetch d2 near2)": os.ErrNotExist})
	tr := try(t.Context(), t, r, d, u, monitor.Request{Run: "r", Problem: deskProblem(plainTB{}, "(written p2 d1)", "(opened l1) (opened l2) (have d2)")})
	return tr.result.Records
}

// plainTB lets helpers that read files be used where only a tester is at hand.
type plainTB struct{ testing.TB }

func (plainTB) Helper()           {}
func (plainTB) Fatal(args ...any) { panic(args) }

// TestStepTakesAnything: a journal that somebody cut, doubled or shuffled gives
// some state and some report, and no panic.
func TestStepTakesAnything(t *testing.T) {
	records := eventful(t)
	rules := monitor.RulesOf(newRunner(t, newDesk(), &user{}))
	rapid.Check(t, func(rt *rapid.T) {
		state := monitor.NewState(rules)
		picked := rapid.SliceOfN(rapid.IntRange(0, len(records)-1), 0, 2*len(records)).Draw(rt, "events")
		if rapid.Bool().Draw(rt, "ordered") {
			picked = nil
			for i := range records {
				for range rapid.SampledFrom([]int{0, 1, 1, 1, 1, 2}).Draw(rt, "times") {
					picked = append(picked, i)
				}
			}
		}
		var shuffled []monitor.Record
		for _, i := range picked {
			state, _ = monitor.Step(state, records[i].Event)
			state.Judge(records[i].Event)
			shuffled = append(shuffled, records[i])
		}
		report.Build(shuffled).Text()
	})
}

// TestRecordsSurviveJSON writes every kind of event and reads it back.
func TestRecordsSurviveJSON(t *testing.T) {
	for _, r := range eventful(t) {
		text, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back monitor.Record
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, back); diff != "" {
			t.Errorf("%s (-written +read):\n%s", r.Event.Kind(), diff)
		}
	}
}

// TestNoSecretsInEvents: no attribute and no text of a value gets into a journal.
func TestNoSecretsInEvents(t *testing.T) {
	const secret = "hunter2"
	d, u := newDesk(), &user{}
	d.on = map[string]script{fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) {
		return actions.Result{Values: map[string]any{"d1": secret}, Objects: []actions.Object{{Name: "s1", Type: "source", Value: secret, Attrs: map[string]any{"password": secret}}}}, nil
	}}
	r := newRunner(t, d, u)
	tr := try(t.Context(), t, r, d, u, monitor.Request{
		Problem: deskProblem(t, "", "(have d1)"),
		Objects: []actions.Object{{Name: "near1", Type: "source", Value: secret, Attrs: map[string]any{"password": secret}}},
	})
	tr.wantOutcome(t, monitor.Done)
	if strings.Contains(string(tr.lines), secret) {
		t.Errorf("the journal tells a secret:\n%s", tr.lines)
	}
}

func FuzzRecord(f *testing.F) {
	for _, r := range eventful(f) {
		text, err := r.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	rules := monitor.RulesOf(newRunner(f, newDesk(), &user{}))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r monitor.Record
		if json.Unmarshal(text, &r) != nil {
			return
		}
		again, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back monitor.Record
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatal(err)
		}
		state, _ := monitor.Step(monitor.NewState(rules), r.Event)
		monitor.Step(state, monitor.Interrupted{Why: "enough"})
		report.Build([]monitor.Record{r}).Text()
	})
}
