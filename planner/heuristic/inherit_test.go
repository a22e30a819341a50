package heuristic_test

import (
	"fmt"
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// TestIncrementalAdmissible walks through random tasks, each state reached from
// one before it, with landmarks handed on, and compares with exact distances.
func TestIncrementalAdmissible(t *testing.T) {
	inherited := 0
	for seed := range uint64(2000) {
		random := tasktest.Random(seed)
		distance := map[string]int64{}
		for _, s := range tasktest.States(random) {
			distance[fmt.Sprint(s.Values)] = s.Distance
		}
		h, err := heuristic.New(heuristic.LMCut, random, func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		fresh, _ := heuristic.New(heuristic.LMCut, random, func() bool { return false })
		w := walker{t: random, axioms: task.NewAxiomEvaluator(random), h: h.(search.Incremental)}
		w.h.Limit(1 << 20)
		w.walk(func(values []int32, got int64) {
			if exact := distance[fmt.Sprint(values)]; got > exact || got < 0 {
				t.Fatalf("seed %d, state %v: %d, exact %d", seed, values, got, exact)
			}
			if got != fresh.Evaluate(values) {
				inherited++
			}
		})
	}
	t.Logf("%d values differ from those without a parent", inherited)
	if inherited == 0 {
		t.Error("nothing was ever inherited")
	}
}

// walker goes through reachable states breadth first, up to a few.
type walker struct {
	t      *task.Task
	axioms *task.AxiomEvaluator
	h      search.Incremental
}

func (w *walker) walk(do func(values []int32, h int64)) {
	start := make([]int32, w.t.Variables())
	copy(start, w.t.Initial)
	w.axioms.Evaluate(start)
	states := [][]int32{start}
	do(start, w.h.EvaluateAfter(0, -1, -1, start))
	for at := 0; at < len(states) && len(states) < 100; at++ {
		for op := range w.t.Operators {
			o := &w.t.Operators[op]
			if !w.t.Holds(o.Pre, states[at]) {
				continue
			}
			next := make([]int32, w.t.Variables())
			w.t.Apply(o, states[at], next)
			w.axioms.Evaluate(next)
			do(next, w.h.EvaluateAfter(int32(len(states)), int32(at), int32(op), next))
			states = append(states, next)
		}
	}
}
