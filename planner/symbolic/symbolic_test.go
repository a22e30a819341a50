package symbolic_test

import (
	"testing"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/symbolic"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// check executes a plan and compares its cost.
func check(t *testing.T, seed uint64, k *task.Task, r symbolic.Result) {
	t.Helper()
	values, next := make([]int32, k.Variables()), make([]int32, k.Variables())
	copy(values, k.Initial)
	axioms := task.NewAxiomEvaluator(k)
	axioms.Evaluate(values)
	cost := int64(0)
	for _, op := range r.Plan {
		o := &k.Operators[op]
		if !k.Holds(o.Pre, values) {
			t.Fatalf("seed %d: operator %d of plan %v is not applicable", seed, op, r.Plan)
		}
		k.Apply(o, values, next)
		values, next = next, values
		axioms.Evaluate(values)
		cost += o.Cost
	}
	if !k.Holds(k.Goal, values) {
		t.Fatalf("seed %d: plan %v does not reach the goal", seed, r.Plan)
	}
	if cost != r.Cost {
		t.Errorf("seed %d: plan %v costs %d, said to cost %d", seed, r.Plan, cost, r.Cost)
	}
}

func TestSearchRandom(t *testing.T) {
	solved, unsolvable := 0, 0
	for seed := range uint64(2000) {
		k := tasktest.Random(seed)
		want := tasktest.States(k)[0].Distance
		r := symbolic.Search(t.Context(), k, symbolic.Options{MemoryLimit: 64 << 20})
		switch {
		case want == tasktest.Infinite:
			unsolvable++
			if r.Outcome != symbolic.NoPlan {
				t.Errorf("seed %d: outcome %d, cost %d; there is no plan", seed, r.Outcome, r.Cost)
			}
		case r.Outcome != symbolic.Optimal || r.Cost != want || r.LowerBound != want:
			t.Errorf("seed %d: outcome %d, cost %d, at least %d; want %d", seed, r.Outcome, r.Cost, r.LowerBound, want)
		default:
			solved++
			check(t, seed, k, r)
		}
	}
	t.Log(solved, unsolvable)
	if solved < 800 || unsolvable < 800 {
		t.Errorf("too little variety: %d solved, %d without a plan", solved, unsolvable)
	}
}

// TestSearchMutex leaves out the states that mutex pairs rule out, some of which
// are reachable dead ends.
func TestSearchMutex(t *testing.T) {
	ruled := 0
	for seed := range uint64(800) {
		k := tasktest.Random(seed)
		want := tasktest.States(k)[0].Distance
		tight := pairs.Tighten(k, pairs.Options{Budget: 10_000_000})
		if tight.Unsolvable || tight.Pairs == nil {
			continue
		}
		ruled++
		r := symbolic.Search(t.Context(), tight.Task, symbolic.Options{MemoryLimit: 64 << 20, Mutex: tight.Pairs.Has})
		switch {
		case want == tasktest.Infinite:
			if r.Outcome != symbolic.NoPlan {
				t.Errorf("seed %d: outcome %d, cost %d; there is no plan", seed, r.Outcome, r.Cost)
			}
		case r.Outcome != symbolic.Optimal || r.Cost != want || r.LowerBound != want:
			t.Errorf("seed %d: outcome %d, cost %d, at least %d; want %d", seed, r.Outcome, r.Cost, r.LowerBound, want)
		default:
			check(t, seed, tight.Task, r)
		}
	}
	if ruled < 200 {
		t.Errorf("only %d tasks had mutex pairs", ruled)
	}
}
