package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"genplanx/actions"
	"genplanx/monitor"
)

func says(ok ...bool) func(int, monitor.AskApproval) (bool, string, error) {
	return func(n int, _ monitor.AskApproval) (bool, string, error) {
		return ok[min(n, len(ok))-1], "no thanks", nil
	}
}

func approvalRuns() []scenario {
	return []scenario{
		{
			name: "the plan is refused", goal: "(sent l1)", outcome: monitor.Refused, user: user{plan: says(false)},
			undone: []string{"(sent l1)"}, says: []string{"no thanks", "nothing was done"},
		},
		{
			name: "the question cannot be asked", goal: "(have d1)", outcome: monitor.Refused, undone: []string{"(have d1)"},
			user: user{plan: func(int, monitor.AskApproval) (bool, string, error) { return true, "", errors.New("no terminal") }},
			says: []string{"no terminal"},
		},
		{
			name: "a new plan with other effects is asked about", init: "(written p1 d1)", goal: "(sent l1)", outcome: monitor.Done,
			on: map[string]script{send1: fails("no post")}, did: []string{courier1},
			also: func(t *testing.T, tr trial) {
				if n := len(tr.user.plans); n != 2 || !tr.user.plans[1].Again {
					t.Fatalf("asked %+v", tr.user.plans)
				}
				if e := tr.user.plans[1].Effects; len(e) != 1 || e[0].Detail != "by courier" {
					t.Errorf("effects %+v", e)
				}
			},
		},
		{
			name: "a new plan with other effects is refused", init: "(written p1 d1)", goal: "(sent l1) (have d2)", outcome: monitor.Refused,
			on: map[string]script{send1: fails("no post")}, did: []string{"(fetch d2 near2)"}, user: user{plan: says(true, false)},
			undone: []string{"(sent l1)"},
		},
		{
			name: "a new plan with the same effects is not asked about", goal: "(written p1 d1)", outcome: monitor.Done,
			on: map[string]script{fetchNear: fails("gone")}, did: []string{fetchFar, write1},
			also: func(t *testing.T, tr trial) {
				if len(tr.user.plans) != 1 {
					t.Errorf("asked %d times", len(tr.user.plans))
				}
			},
		},
		{
			name: "what failed leaves its approval to another way", init: "(have d1) (have d2)", goal: "(bound p1)", outcome: monitor.Done,
			on: map[string]script{write1: fails("no ink")}, did: []string{"(write p1 d2)", "(bind p1 d2)"},
			also: func(t *testing.T, tr trial) {
				if len(tr.user.plans) != 1 {
					t.Errorf("asked %d times", len(tr.user.plans))
				}
			},
		},
		changing("effects that changed are asked about", true, scenario{
			goal: "(written p1 d1)", outcome: monitor.Done, did: []string{fetchNear, write1},
		}),
		changing("effects that changed are refused", false, scenario{
			goal: "(written p1 d1)", outcome: monitor.Partly, did: []string{fetchNear}, undone: []string{"(written p1 d1)"},
			says: []string{"no thanks"},
		}),
		{
			name: "effects that are never the same twice", goal: "(written p1 d1)", outcome: monitor.Partly, did: []string{fetchNear},
			tune: func(r *monitor.Runner) {
				a, n := r.Actions["write"], 0
				a.Effects = func(*actions.Call) []actions.Effect {
					n++
					return []actions.Effect{{Class: actions.Writes, Verb: "create", Target: fmt.Sprint("p", n)}}
				}
				r.Actions["write"] = a
			},
			undone: []string{"(written p1 d1)"}, says: []string{"never the same twice"},
		},
		{
			name: "what was approved for one step is not good for another", init: "(have d1) (have d2)", goal: "(written p1 d1) (written p2 d2)", outcome: monitor.Done,
			did: []string{write1, "(write p2 d2)"},
			tune: func(r *monitor.Runner) {
				r.Limits.Concurrency = 1
				a, n := r.Actions["write"], 0
				a.Effects = func(c *actions.Call) []actions.Effect {
					n++
					target := c.Args[0].Name
					if n > 2 { // both were shown; now both would write p2
						target = "p2"
					}
					return []actions.Effect{{Class: actions.Writes, Verb: "create", Target: target}}
				}
				r.Actions["write"] = a
			},
			also: func(t *testing.T, tr trial) {
				if n := len(tr.user.plans); n != 2 || tr.user.plans[1].Call != "1.1" {
					t.Errorf("asked %+v", tr.user.plans)
				}
			},
		},
		{
			name: "effects that cannot be told", goal: "(written p1 d1)", outcome: monitor.Done, did: []string{fetchNear, write1},
			tune: func(r *monitor.Runner) {
				a := r.Actions["write"]
				a.Effects = func(*actions.Call) []actions.Effect { panic("no value yet") }
				r.Actions["write"] = a
			},
			also: func(t *testing.T, tr trial) {
				if e := tr.user.plans[0].Effects; len(e) != 1 || e[0].Class != "outside" {
					t.Errorf("effects %+v", e)
				}
			},
		},
	}
}

// changing has an action whose effects are others once the data is there.
func changing(name string, ok bool, s scenario) scenario {
	s.name, s.user = name, user{plan: says(true, ok)}
	s.tune = func(r *monitor.Runner) {
		a := r.Actions["write"]
		a.Effects = func(c *actions.Call) []actions.Effect {
			verb := "create"
			if c.Args[1].Value != nil {
				verb = "replace"
			}
			return []actions.Effect{{Class: actions.Writes, Verb: verb, Target: "p1.txt"}}
		}
		r.Actions["write"] = a
	}
	s.also = func(t *testing.T, tr trial) {
		if n := len(tr.user.plans); n != 2 || tr.user.plans[1].Call == "" {
			t.Fatalf("asked %+v", tr.user.plans)
		}
	}
	return s
}

// TestReplaceOwnFile: a file that the run made may be made anew by a step that was
// approved to create it.
func TestReplaceOwnFile(t *testing.T) {
	exists := map[string]bool{}
	s := scenario{
		name: "", goal: "(written p1 d1) (written p1 d2)", outcome: monitor.Done,
		tune: func(r *monitor.Runner) {
			a := r.Actions["write"]
			a.Effects = func(c *actions.Call) []actions.Effect {
				verb := "create"
				if exists["p1.txt"] {
					verb = "replace"
				}
				return []actions.Effect{{Class: actions.Writes, Verb: verb, Target: "p1.txt"}}
			}
			a.Run = func(context.Context, *actions.Call) (actions.Result, error) {
				exists["p1.txt"] = true
				return actions.Result{Made: []actions.Artifact{{Kind: "file", Path: "p1.txt"}}}, nil
			}
			r.Actions["write"] = a
		},
	}
	tr := s.run(t)
	tr.wantOutcome(t, monitor.Done)
	if len(tr.user.plans) != 1 {
		t.Errorf("asked %d times", len(tr.user.plans))
	}
	if len(tr.report.Files) != 1 {
		t.Errorf("files %+v", tr.report.Files)
	}
}
