package pairs_test

import (
	"reflect"
	"testing"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/task"
)

// of makes a task of variables with so many values, all at their first one.
func of(sizes []int, goal []task.Fact, operators ...task.Operator) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: len(sizes), Initial: make([]int32, len(sizes)), Goal: goal, Operators: operators}
	for v, size := range sizes {
		for range size {
			t.FactVar = append(t.FactVar, int32(v))
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	}
	return t
}

func operator(pre []task.Fact, effects ...task.Effect) task.Operator {
	return task.Operator{Pre: pre, Effects: effects, Cost: 1}
}

func sets(f task.Fact, when ...task.Fact) task.Effect { return task.Effect{When: when, Fact: f} }

type facts = []task.Fact

func TestTighten(t *testing.T) {
	for _, c := range []struct {
		name       string
		task       *task.Task
		unsolvable bool
		operators  []int32
		facts      facts
		pairs      []facts         // of the old facts, those of one variable aside
		written    []task.Operator // with what is implied on changed variables, if given
	}{
		{name: "a way that leads nowhere", task: of([]int{4}, facts{2}, operator(facts{0}, sets(1)), operator(facts{1}, sets(2)), operator(facts{0}, sets(3))),
			operators: []int32{0, 1}, facts: facts{0, 1, 2}},
		{name: "what holds already", task: of([]int{2}, facts{0}, operator(facts{0}, sets(1))), operators: []int32{}, facts: facts{}},
		{name: "one token cannot be in two places", task: of([]int{3, 2, 2}, facts{4, 6}, operator(facts{0}, sets(1), sets(4)), operator(facts{0}, sets(2), sets(6))),
			unsolvable: true},
		{name: "implied by the other variable", task: of([]int{2, 2, 2}, facts{0, 5}, operator(facts{0}, sets(1), sets(3)), operator(facts{3}, sets(0), sets(2), sets(5))),
			operators: []int32{0, 1}, facts: facts{0, 1, 2, 3, 4, 5}, pairs: []facts{{0, 3}, {1, 2}},
			written: []task.Operator{operator(facts{0, 2}, sets(1), sets(3)), operator(facts{1, 3}, sets(0), sets(2), sets(5))}},
		{name: "two effects of one condition", task: of([]int{2, 2, 2}, facts{5}, operator(facts{0}, sets(1)), operator(nil, sets(3, 1), sets(5, 1))),
			operators: []int32{0, 1}, facts: facts{0, 1, 2, 3, 4, 5}, pairs: []facts{{0, 3}, {0, 5}, {2, 5}, {3, 4}}},
		{name: "what is taken along", task: of([]int{2, 2, 2}, facts{0, 5}, operator(facts{0}, sets(1), sets(3, 2)), operator(facts{1}, sets(0), sets(2, 3), sets(5))),
			operators: []int32{0, 1}, facts: facts{0, 1, 2, 3, 4, 5}, pairs: []facts{{0, 3}, {1, 2}}},
		{name: "a condition that always holds", task: of([]int{2, 2}, facts{3}, operator(nil, sets(3, 0))),
			operators: []int32{0}, facts: facts{2, 3}, written: []task.Operator{operator(nil, sets(1))}},
		{name: "a condition that never holds", task: of([]int{2, 2}, facts{3}, operator(nil, sets(3), sets(2, 1))),
			operators: []int32{0}, facts: facts{2, 3}},
		{name: "an effect that leads to a dead end", task: of([]int{2, 3}, facts{1, 3}, operator(facts{0}, sets(1), sets(4, 2)), operator(facts{2}, sets(3)), operator(facts{3}, sets(2))),
			operators: []int32{0, 1, 2}, facts: facts{0, 1, 2, 3, 4}, pairs: []facts{{0, 4}, {1, 4}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.task.Validate(); err != nil {
				t.Fatal(err)
			}
			r := pairs.Tighten(c.task, pairs.Options{Budget: plenty})
			if c.unsolvable || r.Unsolvable {
				if !c.unsolvable || !r.Unsolvable {
					t.Errorf("unsolvable is %v", r.Unsolvable)
				}
				return
			}
			if !reflect.DeepEqual(append([]int32{}, r.Operators...), c.operators) || !reflect.DeepEqual(append(facts{}, r.Facts...), c.facts) {
				t.Errorf("the operators %v and facts %v are left, want %v and %v", r.Operators, r.Facts, c.operators, c.facts)
			}
			if got := oldPairs(r); !reflect.DeepEqual(got, c.pairs) {
				t.Errorf("the pairs %v are mutex, want %v", got, c.pairs)
			}
			if got := r.With(pairs.Changed).Task.Operators; c.written != nil && !reflect.DeepEqual(got, c.written) {
				t.Errorf("the operators are %v, want %v", got, c.written)
			}
		})
	}
}

// oldPairs lists the mutex pairs between variables, in facts of the old task.
func oldPairs(r pairs.Result) []facts {
	var out []facts
	for f := range task.Fact(r.Task.Facts()) {
		for g := f + 1; g < task.Fact(r.Task.Facts()); g++ {
			if r.Pairs.Has(f, g) && r.Task.FactVar[f] != r.Task.FactVar[g] {
				out = append(out, facts{r.Facts[f], r.Facts[g]})
			}
		}
	}
	return out
}
