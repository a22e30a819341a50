package pairs_test

import (
	"testing"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// TestNoneMissing computes the pairs of tasks without conditional effects and
// axioms by the book (h2 from the initial state), and expects that all others are
// known to be mutex.
func TestNoneMissing(t *testing.T) {
	compared := 0
	for seed := range uint64(3000) {
		for _, random := range []func(uint64) *task.Task{tasktest.Random, tasktest.Moves} {
			old := random(seed)
			if old.ConditionalEffects() || old.Variables() > old.Basic {
				continue
			}
			r := pairs.Tighten(old, pairs.Options{Budget: plenty})
			if r.Unsolvable {
				continue
			}
			reached := reachedPairs(old)
			for f := range task.Fact(r.Task.Facts()) {
				for g := range f + 1 {
					if !reached[[2]task.Fact{r.Facts[f], r.Facts[g]}] {
						compared++
						if !r.Pairs.Has(f, g) || !r.Pairs.Has(g, f) {
							t.Fatalf("seed %d: facts %d and %d of the old task are mutex, which is not known", seed, r.Facts[f], r.Facts[g])
						}
					}
				}
			}
		}
	}
	if compared < 10000 {
		t.Errorf("only %d pairs compared", compared)
	}
}

// reachedPairs repeats all operators until no pair is new.
func reachedPairs(t *task.Task) map[[2]task.Fact]bool {
	reached := map[[2]task.Fact]bool{}
	add := func(f, g task.Fact) bool {
		old := reached[[2]task.Fact{f, g}]
		reached[[2]task.Fact{f, g}], reached[[2]task.Fact{g, f}] = true, true
		return !old
	}
	together := func(facts []task.Fact, f task.Fact) bool {
		for _, g := range facts {
			if !reached[[2]task.Fact{f, g}] {
				return false
			}
		}
		return reached[[2]task.Fact{f, f}]
	}
	for v, x := range t.Initial {
		for w, y := range t.Initial {
			add(t.VarFirst[v]+x, t.VarFirst[w]+y)
		}
	}
	after := make([]task.Fact, t.Basic)
	for grew := true; grew; {
		grew = false
		for _, o := range t.Operators {
			possible := true
			for _, p := range o.Pre {
				possible = possible && together(o.Pre, p)
			}
			if !possible {
				continue
			}
			for v := range after {
				after[v] = -1
			}
			for _, e := range o.Effects {
				after[t.FactVar[e.Fact]] = e.Fact
			}
			for _, f := range after {
				if f < 0 {
					continue
				}
				for v, g := range after {
					if g >= 0 {
						grew = add(f, g) || grew
						continue
					}
					for g = t.VarFirst[v]; g < t.VarFirst[v+1]; g++ {
						if together(o.Pre, g) {
							grew = add(f, g) || grew
						}
					}
				}
			}
		}
	}
	return reached
}
