package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// randomTask has two values a variable with conditional effects and axioms, or
// several values.
func randomTask(seed uint64) *task.Task {
	if seed%4 == 3 {
		return tasktest.Moves(seed)
	}
	return tasktest.Random(seed)
}

func never() bool { return false }

// TestOptimal compares every heuristic, with and without pruning, with the exact
// distance of the initial state of random tasks, and executes the plans.
func TestOptimal(t *testing.T) {
	var pruned int64
	for seed := range uint64(4000) {
		random := randomTask(seed)
		want := tasktest.States(random)[0].Distance
		for _, name := range heuristic.Names() {
			for variant := range 4 {
				h, err := heuristic.New(name, random, never)
				if err != nil {
					t.Fatal(err)
				}
				o := search.Options{MemoryLimit: 1 << 30, Pruning: variant&1 != 0}
				if variant&2 == 0 {
					o.Heuristic = h
				} else {
					o.Deferred = []search.Heuristic{h}
					if name == heuristic.LMCut && seed%2 == 0 {
						hmax, _ := heuristic.New(heuristic.HMax, random, never)
						o.Deferred = []search.Heuristic{hmax, h}
					}
				}
				r := search.AStar(t.Context(), random, o)
				if err := check(random, r, want); err != nil {
					t.Fatalf("seed %d, %s, variant %d: %v", seed, name, variant, err)
				}
				pruned += r.Stats.Pruned
			}
		}
	}
	if pruned == 0 {
		t.Error("nothing was ever pruned")
	}
}

func check(t *task.Task, r search.Result, want int64) error {
	if want == tasktest.Infinite {
		if r.Outcome != search.NoPlan || r.Plan != nil {
			return fmt.Errorf("outcome %d, plan %v of an unsolvable task", r.Outcome, r.Plan)
		}
		return nil
	}
	if r.Outcome != search.Optimal || r.Cost != want || r.LowerBound != want {
		return fmt.Errorf("outcome %d, cost %d, bound %d, exact %d", r.Outcome, r.Cost, r.LowerBound, want)
	}
	return execute(t, r.Plan, want)
}

// execute runs a plan.
func execute(t *task.Task, plan []int32, want int64) error {
	axioms := task.NewAxiomEvaluator(t)
	values := make([]int32, t.Variables())
	copy(values, t.Initial)
	axioms.Evaluate(values)
	cost := int64(0)
	for i, op := range plan {
		o := &t.Operators[op]
		if !t.Holds(o.Pre, values) {
			return fmt.Errorf("step %d, operator %d is not applicable", i, op)
		}
		next := slices.Clone(values)
		t.Apply(o, values, next)
		axioms.Evaluate(next)
		values = next
		cost += o.Cost
	}
	if cost != want || !t.Holds(t.Goal, values) {
		return fmt.Errorf("the plan costs %d, or misses the goal", cost)
	}
	return nil
}

// counter is a task of n binary variables that count in binary, so that its only
// plan passes all 2^n states.
func counter(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: n, Initial: make([]int32, n)}
	for v := range int32(n) {
		t.FactVar = append(t.FactVar, v, v)
		t.VarFirst = append(t.VarFirst, 2*v+2)
		t.Goal = append(t.Goal, 2*v+1)
	}
	for v := range int32(n) {
		o := task.Operator{Cost: 1}
		for low := range v {
			o.Pre = append(o.Pre, 2*low+1)
			o.Effects = append(o.Effects, task.Effect{Fact: 2 * low})
		}
		o.Pre = append(o.Pre, 2*v)
		o.Effects = append(o.Effects, task.Effect{Fact: 2*v + 1})
		t.Operators = append(t.Operators, o)
	}
	return t
}

func TestLimits(t *testing.T) {
	big := counter(30)
	h, _ := heuristic.New(heuristic.Blind, big, never)
	r := search.AStar(t.Context(), big, search.Options{Heuristic: h, MemoryLimit: 1 << 20})
	if r.Outcome != search.MemoryUp || r.Plan != nil || r.LowerBound < 1000 {
		t.Errorf("1 MiB: outcome %d, plan %v, bound %d", r.Outcome, r.Plan, r.LowerBound)
	}
	if r.Stats.PeakBytes > 2<<20 {
		t.Errorf("1 MiB: used %d bytes", r.Stats.PeakBytes)
	}
	// A dear way to the goal is found at once; that none is cheaper is not proved.
	jump := task.Operator{Cost: 1 << 20}
	for _, f := range big.Goal {
		jump.Effects = append(jump.Effects, task.Effect{Fact: f})
	}
	gap := *big
	gap.Operators = append(slices.Clone(big.Operators), jump)
	h, _ = heuristic.New(heuristic.Blind, &gap, never)
	r = search.AStar(t.Context(), &gap, search.Options{Heuristic: h, MemoryLimit: 1 << 20})
	if r.Outcome != search.MemoryUp || len(r.Plan) == 0 || r.Cost < 1<<20 || r.LowerBound < 1000 || r.LowerBound >= r.Cost {
		t.Errorf("gap: outcome %d, plan of %d steps, cost %d, bound %d", r.Outcome, len(r.Plan), r.Cost, r.LowerBound)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r = search.AStar(ctx, big, search.Options{Heuristic: h, MemoryLimit: 1 << 30})
	if r.Outcome != search.TimeUp || r.Plan != nil {
		t.Errorf("ended context: outcome %d, plan %v", r.Outcome, r.Plan)
	}
	small := counter(10)
	h, _ = heuristic.New(heuristic.Blind, small, never)
	r = search.AStar(t.Context(), small, search.Options{Heuristic: h, MemoryLimit: 1 << 30})
	if err := check(small, r, 1023); err != nil {
		t.Error(err)
	}
}
