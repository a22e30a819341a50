package monitor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner"
)

// BenchmarkRun measures what the monitor itself costs: n papers are fetched,
// written and bound by handlers that do nothing, with a ready plan.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{3, 30} {
		b.Run(fmt.Sprintf("steps=%d", 3*n), func(b *testing.B) {
			var objects, init, goal strings.Builder
			var plan pddl.Plan
			for i := range n {
				fmt.Fprintf(&objects, " d%d - data s%d - source p%d - paper", i, i, i)
				fmt.Fprintf(&init, " (holds s%d d%d) (= (effort s%d) 1)", i, i, i)
				fmt.Fprintf(&goal, " (bound p%d)", i)
				d, s, p := fmt.Sprint("d", i), fmt.Sprint("s", i), fmt.Sprint("p", i)
				plan = append(plan, pddl.Step{Action: "fetch", Args: []string{d, s}},
					pddl.Step{Action: "write", Args: []string{p, d}}, pddl.Step{Action: "bind", Args: []string{p, d}})
			}
			problem := readProblem(b, fmt.Sprintf("(define (problem p) (:domain desk) (:objects%s) (:init%s (= (total-cost) 0)) (:goal (and%s)) (:metric minimize (total-cost)))", &objects, &init, &goal))
			r := newRunner(b, newDesk(), &user{})
			r.Planner = answer(planner.Result{Status: planner.SolvedOptimally, Plan: plan, Cost: int64(len(plan)), LowerBound: int64(len(plan))})
			for name, a := range r.Actions {
				a.Run = func(context.Context, *actions.Call) (actions.Result, error) { return actions.Result{}, nil }
				r.Actions[name] = a
			}
			b.ReportAllocs()
			for b.Loop() {
				result, err := r.Run(b.Context(), monitor.Request{Problem: problem})
				if err != nil || result.Outcome != monitor.Done {
					b.Fatalf("outcome %q, error %v", result.Outcome, err)
				}
			}
		})
	}
}
