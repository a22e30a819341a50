package heuristic_test

import (
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// deck has two slides and a deck that is saved (variables 0, 1 and 2); filling a
// slide spoils what was saved, if the condition holds. Filling costs 1, saving 5.
func deck(when []task.Fact, more ...task.Effect) *task.Task {
	t := &task.Task{
		VarFirst: []int32{0, 2, 4, 6}, FactVar: []int32{0, 0, 1, 1, 2, 2},
		Basic: 3, Initial: []int32{0, 0, 0}, Goal: []task.Fact{1, 3, 5},
	}
	for _, slide := range []task.Fact{1, 3} {
		effects := append([]task.Effect{{Fact: slide}, {When: when, Fact: 4}}, more...)
		t.Operators = append(t.Operators, task.Operator{Effects: effects, Cost: 1})
	}
	t.Operators = append(t.Operators, task.Operator{Effects: []task.Effect{{Fact: 5}}, Cost: 5})
	return t
}

// TestReachedAgain: a deck saved too early is saved again, and the bounds know.
func TestReachedAgain(t *testing.T) {
	for _, c := range []struct {
		name        string
		task        *task.Task
		state       []int32
		hmax, lmcut int64
	}{
		{"nothing done", deck(nil), []int32{0, 0, 0}, 5, 7},
		{"saved too early", deck(nil), []int32{0, 0, 1}, 5, 7},
		{"saved before the last slide", deck(nil), []int32{1, 0, 1}, 5, 6},
		{"filled", deck(nil), []int32{1, 1, 0}, 5, 5},
		{"done", deck(nil), []int32{1, 1, 1}, 0, 0},
		{"not always spoilt", deck([]task.Fact{1}), []int32{0, 0, 1}, 1, 2},
		{"mended by the same operator", deck(nil, task.Effect{When: []task.Fact{1}, Fact: 5}), []int32{0, 0, 1}, 1, 2},
	} {
		if err := c.task.Validate(); err != nil {
			t.Fatal(c.name, err)
		}
		for name, want := range map[string]int64{heuristic.HMax: c.hmax, heuristic.LMCut: c.lmcut} {
			h, err := heuristic.New(name, c.task, func() bool { return false })
			if err != nil {
				t.Fatal(err)
			}
			if got := h.Evaluate(c.state); got != want {
				t.Errorf("%s: %s is %d, want %d", c.name, name, got, want)
			}
		}
		for _, s := range tasktest.States(c.task) {
			h, _ := heuristic.New(heuristic.LMCut, c.task, func() bool { return false })
			if got := h.Evaluate(s.Values); got > s.Distance {
				t.Errorf("%s: %d in state %v, exact %d", c.name, got, s.Values, s.Distance)
			}
		}
	}
}
