package monitor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"genplanx/monitor"
	"genplanx/monitor/report"
)

// tester is a *testing.T or a *rapid.T.
type tester interface {
	Context() context.Context
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// trial is a run and all that can be looked at afterwards.
type trial struct {
	desk   *desk
	user   *user
	result monitor.Result
	report report.Report
	lines  []byte
}

// try runs a request and checks what must hold for every run: its journal,
// written and read back, folds to the same state and the same commands.
func try(ctx context.Context, t tester, r *monitor.Runner, d *desk, u *user, q monitor.Request) trial {
	t.Helper()
	var commands [][]string
	result, err := monitor.RunTraced(ctx, r, q, func(list []monitor.Command) { commands = append(commands, texts(list)) })
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	state := monitor.NewState(monitor.RulesOf(r))
	for i, record := range result.Records {
		line, err := record.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
		var read monitor.Record
		if err := json.Unmarshal(line, &read); err != nil {
			t.Fatal(err)
		}
		var again []monitor.Command
		state, again = monitor.Step(state, read.Event)
		if diff := cmp.Diff(commands[i], texts(again)); diff != "" {
			t.Fatalf("event %d (%s): folding the journal again gives other commands (-run +fold):\n%s", i+1, read.Event.Kind(), diff)
		}
	}
	if diff := cmp.Diff(monitor.Digest(result.State), monitor.Digest(state)); diff != "" {
		t.Fatalf("folding the journal again gives another state (-run +fold):\n%s", diff)
	}
	return trial{d, u, result, report.Build(result.Records), lines.Bytes()}
}

func texts(list []monitor.Command) []string {
	out := []string{}
	for _, c := range list {
		out = append(out, monitor.CommandText(c))
	}
	return out
}

// kinds lists the events of a run by kind.
func (tr trial) kinds() []string {
	var kinds []string
	for _, r := range tr.result.Records {
		kinds = append(kinds, r.Event.Kind())
	}
	return kinds
}

func (tr trial) wantOutcome(t *testing.T, want monitor.Outcome) {
	t.Helper()
	if tr.result.Outcome != want {
		t.Fatalf("outcome %q, want %q\n%s", tr.result.Outcome, want, tr.lines)
	}
}

func (tr trial) wantDid(t *testing.T, want ...string) {
	t.Helper()
	got := tr.desk.worked()
	slices.Sort(got) // steps that run at the same time end in any order
	slices.Sort(want)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("work done (-want +got):\n%s\n%s", diff, tr.lines)
	}
}

func (tr trial) wantUndone(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, u := range tr.report.Undone {
		got = append(got, u.Goal)
		if u.Why == "" {
			t.Errorf("goal %s is undone without a reason", u.Goal)
		}
	}
	if !slices.Equal(want, got) {
		t.Fatalf("undone %q, want %q\n%s", got, want, tr.lines)
	}
}

func (tr trial) wantText(t *testing.T, parts ...string) {
	t.Helper()
	text := tr.report.Text()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not say %q:\n%s", part, text)
		}
	}
}

func count[E monitor.Event](tr trial) int {
	n := 0
	for _, r := range tr.result.Records {
		if _, ok := r.Event.(E); ok {
			n++
		}
	}
	return n
}
