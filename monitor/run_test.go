package monitor_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner"
)

// scenario is one run at the desk.
type scenario struct {
	name       string
	init, goal string
	coins      bool // the problem of two purses instead of that of two data sets
	values     map[string]int64
	on         map[string]script
	checks     map[string][]actions.Observation
	preflights map[string]error
	user       user
	tune       func(*monitor.Runner)
	outcome    monitor.Outcome
	did        []string
	undone     []string
	says       []string
	also       func(*testing.T, trial)
}

func see(predicate string, truth actions.Truth, args ...string) []actions.Observation {
	return []actions.Observation{{Predicate: predicate, Args: args, Truth: truth}}
}

func (s *scenario) run(t *testing.T) trial {
	t.Helper()
	d, u := newDesk(), &user{plan: s.user.plan, goals: s.user.goals, outcome: s.user.outcome}
	d.on = s.on
	r := newRunner(t, d, u)
	r.Actions = d.set(s.checks, s.preflights)
	if s.tune != nil {
		s.tune(r)
	}
	q := monitor.Request{Run: "run1", Text: "please", Problem: deskProblem(t, s.init, s.goal), Values: s.values}
	if s.coins {
		q.Problem = readProblem(t, `(define (problem p) (:domain desk) (:objects near1 near2 - source l1 l2 - letter)
			(:init (full near1) (full near2)) (:goal (and `+s.goal+`)) (:metric minimize (total-cost)))`)
	}
	return try(t.Context(), t, r, d, u, q)
}

func TestRun(t *testing.T) {
	for _, list := range [][]scenario{plainRuns(), failingRuns(), unknownRuns(), goalRuns(), approvalRuns()} {
		for _, s := range list {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				tr := s.run(t)
				tr.wantOutcome(t, s.outcome)
				tr.wantDid(t, s.did...)
				tr.wantUndone(t, s.undone...)
				tr.wantText(t, s.says...)
				supported(t, tr)
				if s.also != nil {
					s.also(t, tr)
				}
				if again := s.run(t); !bytes.Equal(tr.lines, again.lines) {
					t.Errorf("a second run has other events:\n%s\n%s", tr.lines, again.lines)
				}
			})
		}
	}
}

const fetchNear, fetchFar, write1 = "(fetch d1 near1)", "(fetch d1 far1)", "(write p1 d1)"

func plainRuns() []scenario {
	return []scenario{
		{
			name: "everything works", goal: "(written p1 d1) (sent l1)", outcome: monitor.Done,
			did:  []string{fetchNear, write1, "(send l1 p1 d1)"},
			says: []string{"All that was asked for is done", "did (write p1 d1)", "Cost 3, proved cheapest"},
			also: func(t *testing.T, tr trial) {
				if n := count[monitor.Approved](tr); n != 1 {
					t.Errorf("approved %d times", n)
				}
			},
		},
		{
			name: "the goal holds at the start", init: "(have d1)", goal: "(have d1)", outcome: monitor.Done,
			also: func(t *testing.T, tr trial) {
				if len(tr.user.plans) != 0 {
					t.Error("an empty plan was put to the user")
				}
			},
		},
		{
			name: "no plan from the start", goal: "(sent l1) (about l1 p2 d2)", outcome: monitor.Unsolvable,
			undone: []string{"(sent l1)", "(about l1 p2 d2)"},
			says:   []string{"nothing was done", "no plan reaches (sent l1) (about l1 p2 d2)"},
			also: func(t *testing.T, tr trial) {
				if count[monitor.Preflighted](tr)+count[monitor.CallStarted](tr)+count[monitor.GoalsDropped](tr) > 0 {
					t.Error("more was done than to plan")
				}
			},
		},
		{
			name: "the planner's plan is wrong", goal: "(sent l1)", outcome: monitor.Broken,
			tune: func(r *monitor.Runner) {
				r.Planner = answer(planner.Result{Status: planner.SolvedOptimally, Plan: pddl.Plan{{Action: "send", Args: []string{"l1", "p1", "d1"}}}, Cost: 1})
			},
			undone: []string{"(sent l1)"}, says: []string{"not valid", "(written p1 d1)"},
		},
		{
			name: "the planner's cost is wrong", goal: "(have d1)", outcome: monitor.Broken,
			tune: func(r *monitor.Runner) {
				r.Planner = answer(planner.Result{Status: planner.SolvedOptimally, Plan: pddl.Plan{{Action: "fetch", Args: []string{"d1", "far1"}}}, Cost: 1})
			},
			undone: []string{"(have d1)"}, says: []string{"it costs 4, not 1"},
		},
		limited("out of time", planner.OutOfTime, monitor.OutOfTime),
		limited("out of memory", planner.OutOfMemory, monitor.OutOfMemory),
		limited("unsupported", planner.Unsupported, monitor.Unsupported),
		{
			name: "the planner cannot be used", goal: "(have d1)", outcome: monitor.Broken,
			tune: func(r *monitor.Runner) {
				r.Planner = func(context.Context, *pddl.Domain, *pddl.Problem, []pddl.Step) (planner.Result, error) {
					return planner.Result{}, errors.New("no such planner")
				}
			},
			undone: []string{"(have d1)"}, says: []string{"no such planner"},
		},
		{
			name: "a plan without proof", goal: "(have d1)", outcome: monitor.Done, did: []string{fetchNear},
			tune: func(r *monitor.Runner) {
				r.Planner = answer(planner.Result{Status: planner.SolvedWithGap, Plan: pddl.Plan{{Action: "fetch", Args: []string{"d1", "near1"}}}, Cost: 1, LowerBound: 0})
			},
			says: []string{"at least 0 is proved"},
		},
		{
			name: "the world gave more than expected", goal: "(written p1 d1)", outcome: monitor.Done,
			// Fetching shows that the paper is written already; the rest of the plan is
			// still possible and is carried out.
			checks: map[string][]actions.Observation{fetchNear: see("written", actions.True, "p1", "d1")},
			did:    []string{fetchNear, write1},
		},
		{
			name: "a call does not know what others are doing meanwhile", goal: "(have d1) (have d2)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{"(fetch d2 near2)": see("have", actions.False, "d1")},
			did:    []string{fetchNear, "(fetch d2 near2)"},
		},
		{
			name: "the world undid an earlier step", goal: "(sent l1)", outcome: monitor.Done,
			checks: map[string][]actions.Observation{write1: see("holds", actions.False, "near1", "d1")},
			did:    []string{fetchNear, write1, "(send l1 p1 d1)"},
		},
	}
}

func answer(r planner.Result) monitor.Planner {
	return func(context.Context, *pddl.Domain, *pddl.Problem, []pddl.Step) (planner.Result, error) { return r, nil }
}

func limited(name string, status planner.Status, outcome monitor.Outcome) scenario {
	return scenario{
		name: name, goal: "(have d1)", outcome: outcome, undone: []string{"(have d1)"}, says: []string{"the limit came"},
		tune: func(r *monitor.Runner) { r.Planner = answer(planner.Result{Status: status, Reason: "the limit came"}) },
	}
}
