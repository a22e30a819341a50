package landmark_test

import (
	"math"
	"testing"

	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/task/tasktest"
)

// TestAdmissible compares the heuristic with the exact distance of every reachable
// state, with all landmarks and with few.
func TestAdmissible(t *testing.T) {
	exact, dead := 0, 0
	for seed := range uint64(4000) {
		r := tasktest.Random(seed)
		budget := int64(math.MaxInt64)
		if seed%4 == 0 {
			budget = 100
		}
		h := landmark.New(r, budget, never)
		for i, s := range tasktest.States(r) {
			before := h.Work()
			got := h.Evaluate(s.Values)
			if h.Work() < before {
				t.Fatalf("seed %d: work went from %d to %d", seed, before, h.Work())
			}
			if got > s.Distance || got < 0 || got > 0 && s.Distance == 0 {
				t.Fatalf("seed %d, state %d %v: %d, exact %d", seed, i, s.Values, got, s.Distance)
			}
			switch {
			case got == landmark.DeadEnd:
				dead++
			case got == s.Distance && got > 0:
				exact++
			}
		}
	}
	t.Log(exact, dead)
	if exact < 5000 || dead < 1000 {
		t.Errorf("exact in %d states only, %d dead ends", exact, dead)
	}
}

// TestChain: each link is a landmark, and none shares an operator.
func TestChain(t *testing.T) {
	r := chain(70)
	h := landmark.New(r, math.MaxInt64, never)
	values := make([]int32, 70)
	for v := range values {
		if got := h.Evaluate(values); got != int64(70-v) {
			t.Errorf("%d links made: %d", v, got)
		}
		values[v] = 1
	}
}

func BenchmarkEvaluate(b *testing.B) {
	r := chain(300)
	h := landmark.New(r, math.MaxInt64, never)
	values := make([]int32, 300)
	for b.Loop() {
		h.Evaluate(values)
	}
}
