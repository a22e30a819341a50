package monitor_test

import (
	"context"
	"testing"

	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner"
)

// TestWithThePlanner runs random small tasks in which nothing fails with the
// planner itself: what it solves is done, what it calls unsolvable is left alone.
func TestWithThePlanner(t *testing.T) {
	solve := func(ctx context.Context, d *pddl.Domain, p *pddl.Problem, forbidden []pddl.Step) (planner.Result, error) {
		return planner.Solve(ctx, d, p, planner.Options{Forbidden: forbidden})
	}
	rapid.Check(t, func(rt *rapid.T) {
		d, p := randomWorld(rt)
		set := actions.Set{}
		for _, a := range d.Actions {
			set[a.Name.Text] = actions.Action{Class: actions.Memory, Run: func(context.Context, *actions.Call) (actions.Result, error) {
				return actions.Result{}, nil
			}}
		}
		want, err := cheapest(t.Context(), d, p, nil)
		if err != nil {
			rt.Fatal(err)
		}
		r := &monitor.Runner{Domain: d, Actions: set, Planner: solve, Approver: &user{}, Clock: &clock{}, Log: zerolog.Nop()}
		tr := try(rt.Context(), rt, r, newDesk(), &user{}, monitor.Request{Run: "r", Problem: p})
		outcome := monitor.Done
		if want.Status == planner.Unsolvable {
			outcome = monitor.Unsolvable
		}
		if tr.result.Outcome != outcome {
			rt.Errorf("outcome %q, want %q\n%s", tr.result.Outcome, outcome, tr.lines)
		}
		if len(tr.report.Plans) > 0 && tr.report.Plans[0].Cost != want.Cost {
			rt.Errorf("cost %d, want %d", tr.report.Plans[0].Cost, want.Cost)
		}
	})
}
