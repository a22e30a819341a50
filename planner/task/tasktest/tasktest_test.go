package tasktest_test

import (
	"testing"

	"genplanx/planner/task/tasktest"
)

// TestRandom makes sure that what others test against is valid and varied.
func TestRandom(t *testing.T) {
	var states, far, deadEnds, conditional, derived int
	for seed := range uint64(2000) {
		r := tasktest.Random(seed)
		if err := r.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if r.ConditionalEffects() {
			conditional++
		}
		if r.Variables() > r.Basic {
			derived++
		}
		for _, s := range tasktest.States(r) {
			states++
			switch {
			case s.Distance == tasktest.Infinite:
				deadEnds++
			case s.Distance > 3:
				far++
			}
		}
	}
	t.Log(states, far, deadEnds, conditional, derived)
	if states < 20000 || far < 1000 || deadEnds < 1000 || conditional < 500 || derived < 500 {
		t.Errorf("too little variety: %d states, %d far from the goal, %d dead ends, %d tasks with conditional effects, %d with axioms", states, far, deadEnds, conditional, derived)
	}
}

// TestMoves does the same for the other kind of task.
func TestMoves(t *testing.T) {
	var states, far, deadEnds, conditional, unsolvable int
	for seed := range uint64(2000) {
		r := tasktest.Moves(seed)
		if err := r.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if r.ConditionalEffects() {
			conditional++
		}
		all := tasktest.States(r)
		if all[0].Distance == tasktest.Infinite {
			unsolvable++
		}
		for _, s := range all {
			states++
			switch {
			case s.Distance == tasktest.Infinite:
				deadEnds++
			case s.Distance > 3:
				far++
			}
		}
	}
	t.Log(states, far, deadEnds, conditional, unsolvable)
	if states < 20000 || far < 1000 || deadEnds < 1000 || conditional < 100 || unsolvable > 1600 {
		t.Errorf("too little variety: %d states, %d far from the goal, %d dead ends, %d tasks with conditional effects, %d unsolvable", states, far, deadEnds, conditional, unsolvable)
	}
}
