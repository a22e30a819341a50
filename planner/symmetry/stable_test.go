package symmetry_test

import (
	"testing"

	"genplanx/planner/heuristic"
	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/search"
	"genplanx/planner/symmetry"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

// orbit is what a search asks of symmetries.
type orbit struct {
	c      *symmetry.Canonical
	unfold func([]int32) []int32
}

func (o orbit) Canonical(values []int32) bool { return o.c.Canonical(values) }
func (o orbit) Unfold(ops []int32) []int32    { return o.unfold(ops) }
func (o orbit) Work() int64                   { return o.c.Work() }

// TestAStar has A* search among canonical states, with a heuristic that holds
// for all states under all symmetries, and with one that holds for reachable
// states under those that keep the initial state.
func TestAStar(t *testing.T) {
	groups, fewer := 0, 0
	for seed := range uint64(400) {
		c := symmetry.RandomSymmetric(seed, 2+int(seed%3))
		if seed%2 == 0 {
			for v := range c.Initial {
				c.Initial[v] = int32(seed>>1+uint64(v)*7) % 5 % c.Size(v)
			}
		}
		states := tasktest.States(c)
		if len(states) > 500 {
			continue
		}
		want := states[0].Distance
		stable := symmetry.FindStable(c, 1<<30, never)
		if stable != nil && !stable.Stable(c) {
			t.Fatalf("seed %d: %v does not keep the initial state", seed, stable)
		}
		cut, err := heuristic.New(heuristic.LMCut, c, never)
		if err != nil {
			t.Fatal(err)
		}
		all := symmetry.Find(c, 1<<30, never)
		if all != nil && !all.Stable(c) {
			fewer++
		}
		for i, g := range []*symmetry.Group{all, stable} {
			if g == nil {
				continue
			}
			groups++
			var h search.Heuristic = cut
			if i == 1 {
				h = abstraction.New(c, abstraction.Options{Budget: 100_000, Growth: 10_000, MemoryBytes: 1 << 24}, never)
			}
			o := orbit{g.NewCanonical(), func(ops []int32) []int32 { return g.Unfold(c, ops) }}
			r := search.AStar(t.Context(), c, search.Options{Heuristic: h, MemoryLimit: 1 << 28, Pruning: seed%4 < 2, Symmetry: o})
			if want == tasktest.Infinite {
				if r.Outcome != search.NoPlan {
					t.Errorf("seed %d: outcome %d of an unsolvable task", seed, r.Outcome)
				}
				continue
			}
			if r.Outcome != search.Optimal || r.Cost != want {
				t.Errorf("seed %d: outcome %d, cost %d, exact %d", seed, r.Outcome, r.Cost, want)
			} else if cost, err := symmetry.Execute(c, r.Plan); err != nil || cost != want {
				t.Errorf("seed %d: the plan costs %d, not %d: %v", seed, cost, want, err)
			}
		}
	}
	t.Log(groups, fewer)
	if groups < 300 || fewer < 50 {
		t.Errorf("only %d groups, and %d that do not keep the initial state", groups, fewer)
	}
}
