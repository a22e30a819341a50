package pairs_test

import (
	"reflect"
	"testing"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// widened gives each basic variable so many values more, in front of its own,
// that nothing ever makes true.
func widened(t *task.Task, more int32) *task.Task {
	w := &task.Task{VarFirst: []int32{0}, Basic: t.Basic, Layer: t.Layer}
	number := make([]task.Fact, t.Facts())
	for v := range t.Variables() {
		if v < t.Basic {
			w.Initial = append(w.Initial, t.Initial[v]+more)
			for range more {
				w.FactVar = append(w.FactVar, int32(v))
			}
		}
		for f := t.VarFirst[v]; f < t.VarFirst[v+1]; f++ {
			number[f] = task.Fact(len(w.FactVar))
			w.FactVar = append(w.FactVar, int32(v))
		}
		w.VarFirst = append(w.VarFirst, int32(len(w.FactVar)))
	}
	facts := func(old []task.Fact) []task.Fact {
		var out []task.Fact
		for _, f := range old {
			out = append(out, number[f])
		}
		return out
	}
	for _, o := range t.Operators {
		n := task.Operator{Pre: facts(o.Pre), Cost: o.Cost}
		for _, e := range o.Effects {
			n.Effects = append(n.Effects, task.Effect{When: facts(e.When), Fact: number[e.Fact]})
		}
		w.Operators = append(w.Operators, n)
	}
	for _, a := range t.Axioms {
		w.Axioms = append(w.Axioms, task.Axiom{Body: facts(a.Body), Head: number[a.Head]})
	}
	w.Goal = facts(t.Goal)
	return w
}

// TestWide adds values that nothing makes true, so that rows have many words, and
// expects the same result.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		more  int32
		seeds uint64
	}{{7, 300}, {61, 300}, {200, 200}, {1500, 3}} {
		for seed := range c.seeds {
			for _, random := range []func(uint64) *task.Task{tasktest.Random, tasktest.Moves} {
				small := random(seed)
				wide := widened(small, c.more)
				want := pairs.Tighten(small, pairs.Options{Budget: plenty})
				got := pairs.Tighten(wide, pairs.Options{Budget: plenty})
				if want.Unsolvable || got.Unsolvable {
					if want.Unsolvable != got.Unsolvable {
						t.Fatalf("seed %d, %d more values: unsolvable is %v", seed, c.more, got.Unsolvable)
					}
					continue
				}
				if !reflect.DeepEqual(got.Task, want.Task) || !reflect.DeepEqual(got.Operators, want.Operators) {
					t.Fatalf("seed %d, %d more values: %v, want %v", seed, c.more, got.Task, want.Task)
				}
				if foreign(got) != foreign(want) || !reflect.DeepEqual(got.Pairs, want.Pairs) {
					t.Fatalf("seed %d, %d more values: other mutexes", seed, c.more)
				}
			}
		}
	}
}
