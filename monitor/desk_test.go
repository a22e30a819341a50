package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// desk is the world of the tests: what was really done, by call, in memory.
type desk struct {
	mu    sync.Mutex
	did   []string          // texts of the steps whose work was done, in order
	tried map[string]int    // calls of each step
	keys  map[string]string // step by idempotency key
	peak  int               // most calls at the same time
	now   int
	on    map[string]script
}

// script is what a handler does at the n-th try of a step, counted from 1; nil
// does the work.
type script func(ctx context.Context, n int, c *actions.Call) (actions.Result, error)

func (d *desk) run(ctx context.Context, c *actions.Call) (actions.Result, error) {
	text := lifted.StepText(c.Step)
	d.mu.Lock()
	d.tried[text]++
	n := d.tried[text]
	d.keys[c.Key] = text
	d.now++
	d.peak = max(d.peak, d.now)
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		d.now--
		d.mu.Unlock()
	}()
	if do := d.on[text]; do != nil {
		r, err := do(ctx, n, c)
		if err == nil {
			d.work(text)
		}
		return r, err
	}
	d.work(text)
	return actions.Result{Summary: "did " + text, Values: map[string]any{c.Args[0].Name: n}}, nil
}

func (d *desk) work(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.did = append(d.did, text)
}

func (d *desk) worked() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.did)
}

func (d *desk) set(checks map[string][]actions.Observation, preflights map[string]error) actions.Set {
	plain := func(class actions.Class, effects func(*actions.Call) []actions.Effect) actions.Action {
		return actions.Action{
			Class: class, Run: d.run, Effects: effects,
			Describe: func(c *actions.Call) string { return c.Step.Action + " of " + strings.Join(c.Step.Args, ", ") },
			Check: func(_ context.Context, c *actions.Call) ([]actions.Observation, error) {
				return checks[lifted.StepText(c.Step)], nil
			},
			Preflight: func(_ context.Context, c *actions.Call) error { return preflights[lifted.StepText(c.Step)] },
		}
	}
	outside := func(c *actions.Call) []actions.Effect {
		return []actions.Effect{{Class: actions.Outside, Verb: "send", Target: c.Args[0].Name, Detail: "by " + c.Step.Action}}
	}
	paper := func(c *actions.Call) []actions.Effect {
		return []actions.Effect{{Class: actions.Writes, Verb: "create", Target: c.Args[0].Name}}
	}
	return actions.Set{
		"fetch": plain(actions.Reads, nil), "write": plain(actions.Writes, paper), "bind": plain(actions.Memory, nil),
		"send": plain(actions.Outside, outside), "courier": plain(actions.Outside, outside), "open": plain(actions.Reads, nil),
		"take": plain(actions.Memory, nil), "card": plain(actions.Memory, nil),
	}
}

// user answers questions as a table says and remembers them.
type user struct {
	plan     func(n int, a monitor.AskApproval) (bool, string, error)
	goals    func(n int, a monitor.AskGoals) (bool, string, error)
	outcome  monitor.Answer
	plans    []monitor.AskApproval
	asked    []monitor.AskGoals
	outcomes []monitor.AskOutcome
}

func (u *user) Plan(_ context.Context, a monitor.AskApproval) (bool, string, error) {
	u.plans = append(u.plans, a)
	if u.plan == nil {
		return true, "", nil
	}
	return u.plan(len(u.plans), a)
}

func (u *user) Goals(_ context.Context, a monitor.AskGoals) (bool, string, error) {
	u.asked = append(u.asked, a)
	if u.goals == nil {
		return true, "", nil
	}
	return u.goals(len(u.asked), a)
}

func (u *user) Outcome(_ context.Context, a monitor.AskOutcome) (monitor.Answer, error) {
	u.outcomes = append(u.outcomes, a)
	return u.outcome, nil
}

// clock stands still; its pauses take no time and are remembered.
type clock struct {
	mu     sync.Mutex
	pauses []time.Duration
}

func (c *clock) Now() time.Time { return time.Date(2024, 5, 3, 12, 0, 0, 0, time.UTC) }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pauses = append(c.pauses, d)
	return ctx.Err()
}

// cheapest is uniform-cost search over the meaning of PDDL: slow, and plainly
// right. The monitor is tested with it so that its tests say nothing of the
// planner.
func cheapest(ctx context.Context, d *pddl.Domain, p *pddl.Problem, forbidden []pddl.Step) (planner.Result, error) {
	m, err := lifted.NewModel(d, p)
	if err != nil {
		return planner.Result{}, err
	}
	banned := map[string]bool{}
	for _, f := range forbidden {
		banned[lifted.StepText(f)] = true
	}
	type node struct {
		state lifted.State
		cost  int64
		plan  pddl.Plan
	}
	queue := []node{{state: m.Initial()}}
	closed := map[string]bool{}
	for len(queue) > 0 {
		if ctx.Err() != nil {
			return planner.Result{Status: planner.OutOfTime, Reason: "the time for planning was over"}, nil
		}
		n := queue[0]
		queue = queue[1:]
		if closed[n.state.Key()] {
			continue
		}
		closed[n.state.Key()] = true
		if m.GoalReached(n.state) {
			return planner.Result{Status: planner.SolvedOptimally, Plan: n.plan, Cost: n.cost, LowerBound: n.cost}, nil
		}
		for _, step := range m.Steps(n.state) {
			if banned[lifted.StepText(step)] {
				continue
			}
			next, cost, err := m.Apply(n.state, step)
			if err != nil {
				return planner.Result{}, err
			}
			child := node{next, n.cost + cost, append(slices.Clone(n.plan), step)}
			at, _ := slices.BinarySearchFunc(queue, child.cost+1, func(q node, c int64) int { return int(q.cost - c) })
			queue = slices.Insert(queue, at, child)
		}
	}
	var missing []string
	for _, g := range m.Goals(m.Initial()) {
		if !g.Holds {
			missing = append(missing, g.Text)
		}
	}
	return planner.Result{Status: planner.Unsolvable, Reason: "no plan reaches " + strings.Join(missing, " ")}, nil
}

func readDesk(t testing.TB) *pddl.Domain {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "desk.pddl"))
	if err != nil {
		t.Fatal(err)
	}
	d, faults := pddl.ReadDomain("desk.pddl", text)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

// deskProblem has two data sets, each held by two sources, near (cheap) and far,
// two papers and two letters.
func deskProblem(t testing.TB, init, goal string) *pddl.Problem {
	t.Helper()
	text := fmt.Sprintf(`(define (problem p) (:domain desk)
	(:objects d1 d2 - data near1 far1 near2 far2 - source p1 p2 - paper l1 l2 - letter)
	(:init (= (effort near1) 1) (= (effort far1) 4) (= (effort near2) 1) (= (effort far2) 4) (= (total-cost) 0)
	 (holds near1 d1) (holds far1 d1) (holds near2 d2) (holds far2 d2) (about l1 p1 d1) (about l2 p2 d2) %s)
	(:goal (and %s)) (:metric minimize (total-cost)))`, init, goal)
	return readProblem(t, text)
}

func readProblem(t testing.TB, text string) *pddl.Problem {
	t.Helper()
	p, faults := pddl.ReadProblem("problem", []byte(text))
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func newDesk() *desk {
	return &desk{tried: map[string]int{}, keys: map[string]string{}, on: map[string]script{}}
}

func newRunner(t testing.TB, d *desk, u *user) *monitor.Runner {
	return &monitor.Runner{
		Domain: readDesk(t), Actions: d.set(nil, nil), Planner: cheapest, Approver: u,
		Clock: &clock{}, Log: zerolog.Nop(), Timeout: 10 * time.Second, Grace: 200 * time.Millisecond,
	}
}

func fails(text string) script {
	return func(context.Context, int, *actions.Call) (actions.Result, error) {
		return actions.Result{}, &actions.Fault{Doing: "working", Err: errors.New(text), Hint: "mend it"}
	}
}

func transient(times int) script {
	return func(_ context.Context, n int, c *actions.Call) (actions.Result, error) {
		if n <= times {
			return actions.Result{}, &actions.Fault{Doing: "working", Err: errors.New("line busy"), Transient: true}
		}
		return actions.Result{Summary: "did it at last"}, nil
	}
}
