package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
)

// scarce is a task in which each goal is reached by magic or by using up some
// resources; magic fails, and then not all goals may be reachable.
type scarce struct {
	needs  [][]int // by goal; a resource that is no number below resources does not exist
	values []int64
}

const resources = 3

func (s scarce) read(t tester) (*pddl.Domain, *pddl.Problem) {
	var d, goal, init strings.Builder
	d.WriteString("(define (domain scarce) (:requirements :strips :action-costs) (:predicates")
	for r := range resources + 1 {
		fmt.Fprintf(&d, " (r%d)", r)
	}
	for g := range s.needs {
		fmt.Fprintf(&d, " (g%d)", g)
		fmt.Fprintf(&goal, " (g%d)", g)
	}
	d.WriteString(") (:functions (total-cost))")
	for r := range resources {
		fmt.Fprintf(&init, " (r%d)", r)
	}
	for g, needs := range s.needs {
		fmt.Fprintf(&d, "(:action magic%d :parameters () :precondition (and) :effect (and (g%d) (increase (total-cost) 1)))", g, g)
		var pre, del strings.Builder
		for _, r := range needs {
			fmt.Fprintf(&pre, " (r%d)", r)
			fmt.Fprintf(&del, " (not (r%d))", r)
		}
		fmt.Fprintf(&d, "(:action work%d :parameters () :precondition (and%s) :effect (and (g%d)%s (increase (total-cost) 9)))", g, &pre, g, &del)
	}
	d.WriteString(")")
	domain, faults := pddl.ReadDomain("scarce", []byte(d.String()))
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	problem, faults := pddl.ReadProblem("p", fmt.Appendf(nil,
		"(define (problem p) (:domain scarce) (:init%s (= (total-cost) 0)) (:goal (and%s)) (:metric minimize (total-cost)))", &init, &goal))
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return domain, problem
}

func (s scarce) run(t tester, limits monitor.Limits) trial {
	d, p := s.read(t)
	set := actions.Set{}
	for _, a := range d.Actions {
		set[a.Name.Text] = actions.Action{
			Class: actions.Memory,
			Run: func(context.Context, *actions.Call) (actions.Result, error) {
				return actions.Result{}, nil
			},
			Preflight: func(_ context.Context, c *actions.Call) error {
				if strings.HasPrefix(c.Step.Action, "magic") {
					return errors.New("there is no magic")
				}
				return nil
			},
		}
	}
	values := map[string]int64{}
	for g, v := range s.values {
		values[fmt.Sprintf("(g%d)", g)] = v
	}
	u := &user{}
	r := &monitor.Runner{Domain: d, Actions: set, Planner: cheapest, Approver: u, Clock: &clock{}, Log: zerolog.Nop(), Limits: limits}
	return try(t.Context(), t, r, newDesk(), u, monitor.Request{Run: "r", Problem: p, Values: values})
}

// best finds the goals to drop by trying all sets.
func (s scarce) best() []int {
	best, bestSize, bestWorth := []int(nil), len(s.needs)+1, int64(0)
	for set := range 1 << len(s.needs) {
		var dropped []int
		used := map[int]bool{}
		possible, worth := true, int64(0)
		for g, needs := range s.needs {
			if set>>g&1 == 1 {
				dropped, worth = append(dropped, g), worth+s.values[g]
				continue
			}
			for _, r := range needs {
				possible = possible && r < resources && !used[r]
				used[r] = true
			}
		}
		if possible && (len(dropped) < bestSize || len(dropped) == bestSize && worth < bestWorth) {
			best, bestSize, bestWorth = dropped, len(dropped), worth
		}
	}
	return best
}

func (s scarce) worth(goals []int) (sum int64) {
	for _, g := range goals {
		sum += s.values[g]
	}
	return sum
}

func drawScarce(t *rapid.T) scarce {
	var s scarce
	for range rapid.IntRange(1, 6).Draw(t, "goals") {
		s.needs = append(s.needs, rapid.SliceOfNDistinct(rapid.IntRange(0, resources), 0, 2, rapid.ID).Draw(t, "needs"))
		s.values = append(s.values, rapid.Int64Range(1, 4).Draw(t, "value"))
	}
	return s
}

func dropped(tr trial) []int {
	var list []int
	for _, r := range tr.result.Records {
		if e, ok := r.Event.(monitor.GoalsDropped); ok {
			for _, g := range e.Goals {
				list = append(list, g.Index)
			}
		}
	}
	return list
}

// TestFewestGoalsAreDropped compares the search with trying all sets of goals.
func TestFewestGoalsAreDropped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := drawScarce(rt)
		tr := s.run(rt, monitor.Limits{})
		want, got := s.best(), dropped(tr)
		if len(want) != len(got) || s.worth(want) != s.worth(got) {
			rt.Errorf("needs %v values %v: dropped %v, worth %d; best is %v, worth %d\n%s", s.needs, s.values, got, s.worth(got), want, s.worth(want), tr.lines)
		}
		supported(rt, tr)
	})
}

// TestGreedyDrop: with too few probes for the exact search what is dropped is
// still such that no dropped goal could be taken in again.
func TestGreedyDrop(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := drawScarce(rt)
		tr := s.run(rt, monitor.Limits{Probes: 1})
		got := dropped(tr)
		used := map[int]bool{}
		for g, needs := range s.needs {
			if !slices.Contains(got, g) {
				for _, r := range needs {
					if used[r] || r >= resources {
						rt.Fatalf("needs %v: kept goals cannot be reached, dropped %v", s.needs, got)
					}
					used[r] = true
				}
			}
		}
		for _, g := range got {
			if !slices.ContainsFunc(s.needs[g], func(r int) bool { return r >= resources || used[r] }) {
				rt.Errorf("needs %v: goal %d was dropped without need (%v)", s.needs, g, got)
			}
		}
	})
}
