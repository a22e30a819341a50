package planner

import (
	"context"
	"testing"

	"genplanx/planner/search"
)

// A contestant alone has nobody to wait for, whatever its share.
func TestShareOfTheOnlyOne(t *testing.T) {
	only := contestant{name: "only", share: 2, run: func(_ context.Context, tick func(int64) bool) search.Result {
		for work := int64(0); work < 10*burst; work += burst {
			tick(work)
		}
		return search.Result{Outcome: search.NoPlan, Stats: search.Stats{Work: 10 * burst}}
	}}
	if r, winner := race(context.Background(), []contestant{only}, 20*burst); winner != "only" || r.Outcome != search.NoPlan {
		t.Errorf("%q won, %v", winner, r.Outcome)
	}
}
