package heuristic_test

import (
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/task/tasktest"
)

// TestAdmissible compares every heuristic with the exact distance of every
// reachable state of random tasks.
func TestAdmissible(t *testing.T) {
	for _, name := range heuristic.Names() {
		t.Run(name, func(t *testing.T) {
			exact := 0
			for seed := range uint64(2000) {
				task := tasktest.Random(seed)
				h, err := heuristic.New(name, task, func() bool { return false })
				if err != nil {
					t.Fatal(err)
				}
				for i, s := range tasktest.States(task) {
					got := h.Evaluate(s.Values)
					if got > s.Distance {
						t.Fatalf("seed %d, state %d %v: %d, exact %d", seed, i, s.Values, got, s.Distance)
					}
					if got < 0 || got > 0 && s.Distance == 0 {
						t.Fatalf("seed %d, state %d: %d in a goal state", seed, i, got)
					}
					if got == s.Distance && got > 0 && got != heuristic.DeadEnd {
						exact++
					}
				}
			}
			t.Logf("exact in %d states", exact)
			if exact < 1000 && name != heuristic.Blind {
				t.Errorf("exact in %d states only: the heuristic says too little", exact)
			}
		})
	}
}

// TestLMCutDominatesHMax: LM-cut is never below hmax.
func TestLMCutDominatesHMax(t *testing.T) {
	for seed := range uint64(1000) {
		task := tasktest.Random(seed)
		hmax, _ := heuristic.New(heuristic.HMax, task, nil)
		lmcut, _ := heuristic.New(heuristic.LMCut, task, func() bool { return false })
		for i, s := range tasktest.States(task) {
			if a, b := hmax.Evaluate(s.Values), lmcut.Evaluate(s.Values); a > b {
				t.Fatalf("seed %d, state %d: hmax %d, LM-cut %d", seed, i, a, b)
			}
		}
	}
}

func TestUnknownName(t *testing.T) {
	if _, err := heuristic.New("magic", tasktest.Random(1), nil); err == nil {
		t.Error("an unknown heuristic is accepted")
	}
}
