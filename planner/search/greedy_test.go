package search_test

import (
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task/tasktest"
)

// TestGreedy runs the improving search to its end, where the plan is proved
// cheapest or absent, and with little work, where the plan must still be one.
func TestGreedy(t *testing.T) {
	early := 0
	for seed := range uint64(4000) {
		random := randomTask(seed)
		want := tasktest.States(random)[0].Distance
		r := search.Greedy(t.Context(), random, heuristic.NewFF(random), search.Options{MemoryLimit: 1 << 30})
		if err := check(random, r, want); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		stop := func(work int64) bool { return work < int64(seed%1000) }
		r = search.Greedy(t.Context(), random, heuristic.NewFF(random), search.Options{MemoryLimit: 1 << 30, Tick: stop})
		if r.Plan == nil || r.Outcome != search.TimeUp {
			continue
		}
		early++
		if r.Cost < want {
			t.Fatalf("seed %d: a plan of cost %d, exact %d", seed, r.Cost, want)
		}
		if err := execute(random, r.Plan, r.Cost); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if early < 20 {
		t.Errorf("only %d searches were ended with a plan", early)
	}
}

// TestGreedyLimits: a search that can only fail is ended by the memory limit.
func TestGreedyLimits(t *testing.T) {
	big := counter(30)
	r := search.Greedy(t.Context(), big, heuristic.NewFF(big), search.Options{MemoryLimit: 1 << 20})
	if r.Outcome != search.MemoryUp || r.Plan != nil || r.Stats.PeakBytes > 2<<20 {
		t.Errorf("1 MiB: outcome %d, %d steps, %d bytes", r.Outcome, len(r.Plan), r.Stats.PeakBytes)
	}
}
