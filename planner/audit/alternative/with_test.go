package alternative

import (
	"testing"

	"genplanx/pddl"
	"genplanx/planner"
)

// TestBetter joins two ways of which a plan must go one, both ways round: a
// proof stands only where both ways are settled, or one cannot be cheaper.
func TestBetter(t *testing.T) {
	optimal := func(cost int64) planner.Result {
		return planner.Result{Status: planner.SolvedOptimally, Plan: pddl.Plan{}, Cost: cost, LowerBound: cost}
	}
	gap := func(cost, bound int64) planner.Result {
		return planner.Result{Status: planner.SolvedWithGap, Plan: pddl.Plan{}, Cost: cost, LowerBound: bound, Reason: "limit", MemoryUp: true}
	}
	late := func(bound int64) planner.Result {
		return planner.Result{Status: planner.OutOfTime, LowerBound: bound, Reason: "limit"}
	}
	none := planner.Result{Status: planner.Unsolvable, Reason: "none"}
	for _, tt := range []struct{ a, b, want planner.Result }{
		{none, none, none},
		{none, optimal(5), optimal(5)},
		{none, late(3), late(3)},
		{optimal(5), optimal(7), optimal(5)},
		{optimal(5), gap(9, 6), optimal(5)},
		{optimal(5), gap(9, 5), optimal(5)},
		{optimal(5), gap(9, 3), gap(5, 3)},
		{optimal(7), gap(5, 3), gap(5, 3)},
		{optimal(5), late(5), optimal(5)},
		{optimal(5), late(4), planner.Result{Status: planner.SolvedWithGap, Plan: pddl.Plan{}, Cost: 5, LowerBound: 4, Reason: "limit"}},
		{gap(5, 4), gap(6, 2), gap(5, 2)},
		{late(3), late(4), late(3)},
	} {
		for _, pair := range [][2]planner.Result{{tt.a, tt.b}, {tt.b, tt.a}} {
			got := better(pair[0], pair[1])
			if got.Status != tt.want.Status || got.Cost != tt.want.Cost || got.LowerBound != tt.want.LowerBound || (got.Plan == nil) != (tt.want.Plan == nil) ||
				got.Reason != tt.want.Reason || got.MemoryUp != tt.want.MemoryUp {
				t.Errorf("%+v with %+v: %+v, want %+v", pair[0], pair[1], got, tt.want)
			}
		}
	}
}
