package abstraction_test

import (
	"testing"

	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

// TestAdmissible compares with the exact distances of all reachable states.
func TestAdmissible(t *testing.T) {
	exact, below, deadEnds, missed := 0, 0, 0, 0
	for seed := range uint64(3000) {
		r := tasktest.Random(seed)
		h := abstraction.New(r, abstraction.Options{Budget: 1 << (8 + seed%9), Growth: 1 << 16, MemoryBytes: 1 << 20}, never)
		for _, s := range tasktest.States(r) {
			got := h.Evaluate(s.Values)
			switch {
			case got > s.Distance:
				t.Fatalf("seed %d, state %v: %d, but the goal is at distance %d", seed, s.Values, got, s.Distance)
			case got == s.Distance && got == tasktest.Infinite:
				deadEnds++
			case s.Distance == tasktest.Infinite:
				missed++
			case got == s.Distance:
				exact++
			default:
				below++
			}
		}
	}
	t.Logf("exact %d, below %d, dead ends seen %d, missed %d", exact, below, deadEnds, missed)
	if exact < below/2 || deadEnds < missed/10 {
		t.Errorf("too weak: exact %d, below %d, dead ends seen %d, missed %d", exact, below, deadEnds, missed)
	}
}
