package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"genplanx/actions"
	"genplanx/monitor"
)

// meet makes handlers wait for each other: it comes back well only when all of
// them run at the same time.
func meet(group *sync.WaitGroup) script {
	return func(ctx context.Context, _ int, _ *actions.Call) (actions.Result, error) {
		group.Done()
		together := make(chan struct{})
		go func() { group.Wait(); close(together) }()
		select {
		case <-together:
			return actions.Result{}, nil
		case <-time.After(5 * time.Second):
			return actions.Result{}, errors.New("nobody else came")
		}
	}
}

func TestIndependentStepsOverlap(t *testing.T) {
	var group sync.WaitGroup
	group.Add(2)
	d, u := newDesk(), &user{}
	d.on = map[string]script{fetchNear: meet(&group), "(fetch d2 near2)": meet(&group)}
	r := newRunner(t, d, u)
	r.Timeout = 20 * time.Second
	tr := try(t.Context(), t, r, d, u, monitor.Request{Problem: deskProblem(t, "", "(have d1) (have d2)")})
	tr.wantOutcome(t, monitor.Done)
	if d.peak != 2 {
		t.Errorf("at most %d calls at the same time, want 2", d.peak)
	}
	if count[monitor.CallFailed](tr) > 0 {
		t.Errorf("they did not meet:\n%s", tr.lines)
	}
}

// TestOrderOfEvents: whichever of two calls ends first, the events are the same.
func TestOrderOfEvents(t *testing.T) {
	var lines []string
	for _, slow := range []string{fetchNear, "(fetch d2 near2)"} {
		s := scenario{goal: "(written p1 d1) (written p2 d2)", on: map[string]script{
			slow: func(context.Context, int, *actions.Call) (actions.Result, error) {
				time.Sleep(30 * time.Millisecond)
				return actions.Result{}, nil
			},
			other(slow): func(context.Context, int, *actions.Call) (actions.Result, error) { return actions.Result{}, nil },
		}}
		tr := s.run(t)
		tr.wantOutcome(t, monitor.Done)
		lines = append(lines, string(tr.lines))
	}
	if lines[0] != lines[1] {
		t.Errorf("events depend on timing:\n%s\n%s", lines[0], lines[1])
	}
}

func other(fetch string) string {
	if fetch == fetchNear {
		return "(fetch d2 near2)"
	}
	return fetchNear
}

// TestDependentStepsDoNotOverlap: a step begins after all it needs have ended, and
// what reaches outside runs alone.
func TestDependentStepsDoNotOverlap(t *testing.T) {
	var mu sync.Mutex
	var running, done []string
	d, u := newDesk(), &user{}
	r := newRunner(t, d, u)
	for name, a := range r.Actions {
		a.Run = func(_ context.Context, c *actions.Call) (actions.Result, error) {
			text := fmt.Sprint(c.Step)
			mu.Lock()
			if slices.ContainsFunc(running, func(s string) bool { return strings.Contains(s, "send") }) || name == "send" && len(running) > 0 {
				t.Errorf("%s runs beside %v", text, running)
			}
			for _, needed := range map[string][]string{
				"{write [p1 d1]}": {"{fetch [d1 near1]}"}, "{write [p2 d2]}": {"{fetch [d2 near2]}"},
				"{send [l1 p1 d1]}": {"{write [p1 d1]}"}, "{send [l2 p2 d2]}": {"{write [p2 d2]}"},
			}[text] {
				if !slices.Contains(done, needed) {
					t.Errorf("%s began before %s had ended", text, needed)
				}
			}
			running = append(running, text)
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			running = slices.DeleteFunc(running, func(s string) bool { return s == text })
			done = append(done, text)
			mu.Unlock()
			return actions.Result{}, nil
		}
		r.Actions[name] = a
	}
	tr := try(t.Context(), t, r, d, u, monitor.Request{Problem: deskProblem(t, "", "(sent l1) (sent l2)")})
	tr.wantOutcome(t, monitor.Done)
	if len(done) != 6 {
		t.Errorf("done: %v", done)
	}
}

// TestCancelled stops a run in the middle of a call, and before and during the
// questions.
func TestCancelled(t *testing.T) {
	t.Run("in a call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := scenario{on: map[string]script{write1: func(ctx context.Context, _ int, _ *actions.Call) (actions.Result, error) {
			cancel()
			<-ctx.Done()
			return actions.Result{}, ctx.Err()
		}}}
		tr := cancelRun(ctx, t, s, "(sent l1)")
		tr.wantDid(t, fetchNear)
		tr.wantUndone(t, "(sent l1)")
		tr.wantText(t, "The run was stopped")
	})
	t.Run("in an outside call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := scenario{on: map[string]script{send1: func(ctx context.Context, _ int, _ *actions.Call) (actions.Result, error) {
			cancel()
			<-ctx.Done()
			return actions.Result{}, ctx.Err()
		}}}
		tr := cancelRun(ctx, t, s, "(sent l1)")
		if len(tr.report.Maybe) != 1 || tr.report.Maybe[0].Step != send1 {
			t.Errorf("the report does not say that the letter may be sent: %+v", tr.report)
		}
		tr.wantText(t, "Not known whether it happened")
	})
	t.Run("in a call that ignores it", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := scenario{on: map[string]script{fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) {
			cancel()
			return hang(t.Context(), 0, nil)
		}}}
		begin := time.Now()
		cancelRun(ctx, t, s, "(sent l1)")
		if time.Since(begin) > 900*time.Millisecond {
			t.Error("the run waited for a handler that ignores its context")
		}
	})
	t.Run("before it begins", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		tr := cancelRun(ctx, t, scenario{}, "(sent l1)")
		tr.wantDid(t)
	})
	t.Run("at a question", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		block := make(chan struct{})
		defer close(block)
		s := scenario{user: user{plan: func(int, monitor.AskApproval) (bool, string, error) {
			cancel()
			<-block
			return true, "", nil
		}}}
		tr := cancelRun(ctx, t, s, "(sent l1)")
		tr.wantDid(t)
	})
	t.Run("in a pause", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := scenario{on: map[string]script{fetchNear: func(context.Context, int, *actions.Call) (actions.Result, error) {
			cancel()
			return actions.Result{}, &actions.Fault{Doing: "working", Err: errors.New("busy"), Transient: true}
		}}}
		tr := cancelRun(ctx, t, s, "(have d1)")
		tr.wantDid(t)
	})
}

func cancelRun(ctx context.Context, t *testing.T, s scenario, goal string) trial {
	t.Helper()
	d, u := newDesk(), &user{plan: s.user.plan}
	d.on = s.on
	r := newRunner(t, d, u)
	tr := try(ctx, t, r, d, u, monitor.Request{Problem: deskProblem(t, "", goal)})
	tr.wantOutcome(t, monitor.Stopped)
	return tr
}

// TestNoGoroutineIsLeft: only a handler that hangs may outlive its run.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		s := scenario{goal: "(sent l1) (sent l2)", on: map[string]script{send1: transient(2), fetchNear: fails("gone")}}
		s.run(t)
	}
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// brokenJournal fails after some records.
type brokenJournal struct{ left int }

func (b *brokenJournal) Append(monitor.Record) error {
	if b.left--; b.left < 0 {
		return errors.New("disk full")
	}
	return nil
}

// TestBrokenJournal: what cannot be recorded is not done.
func TestBrokenJournal(t *testing.T) {
	for left := range 9 {
		d, u := newDesk(), &user{}
		r := newRunner(t, d, u)
		r.Journal = &brokenJournal{left}
		result, err := r.Run(t.Context(), monitor.Request{Problem: deskProblem(t, "", "(sent l1)")})
		if err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Fatalf("%d records: error %v", left, err)
		}
		started := 0
		for _, record := range result.Records {
			if _, ok := record.Event.(monitor.CallStarted); ok {
				started++
			}
		}
		if got := len(d.worked()); got != started {
			t.Errorf("%d records: %d calls done, %d recorded", left, got, started)
		}
	}
}
