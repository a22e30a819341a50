package task_test

import (
	"reflect"
	"slices"
	"testing"

	"genplanx/planner/task"
)

// binary makes a task of so many variables of two values, all false at the start:
// fact 2v says that variable v is false, 2v+1 that it is true.
func binary(basic, derived int, goal ...task.Fact) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: basic, Initial: make([]int32, basic), Layer: make([]int32, derived), Goal: goal}
	for v := range int32(basic + derived) {
		t.VarFirst = append(t.VarFirst, 2*v+2)
		t.FactVar = append(t.FactVar, v, v)
	}
	return t
}

func operator(cost int64, pre []task.Fact, effects ...task.Effect) task.Operator {
	return task.Operator{Pre: pre, Effects: effects, Cost: cost}
}

func sets(f task.Fact) task.Effect { return task.Effect{Fact: f} }

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name    string
		basic   int
		derived int
		ops     []task.Operator
		axioms  []task.Axiom
		goal    []task.Fact
		order   []task.Fact
		want    [][]task.Fact // facts by part
		steps   [][]int32     // operators by part
	}{
		{name: "no goal, no part", basic: 1, ops: []task.Operator{operator(1, nil, sets(1))}},
		{name: "nothing ties them", basic: 2, ops: []task.Operator{operator(1, nil, sets(1)), operator(1, nil, sets(3))},
			goal: []task.Fact{1, 3}, want: [][]task.Fact{{0, 1}, {2, 3}}, steps: [][]int32{{0}, {1}}},
		{name: "the order of the user", basic: 2, ops: []task.Operator{operator(1, nil, sets(1)), operator(1, nil, sets(3))},
			goal: []task.Fact{1, 3}, order: []task.Fact{3, 1}, want: [][]task.Fact{{2, 3}, {0, 1}}, steps: [][]int32{{1}, {0}}},
		{name: "a precondition ties", basic: 3, ops: []task.Operator{operator(1, []task.Fact{4}, sets(1)), operator(0, nil, sets(3))},
			goal: []task.Fact{1, 3}, want: [][]task.Fact{{0, 1, 4, 5}, {2, 3}}, steps: [][]int32{{0}, {1}}},
		{name: "a common effect ties", basic: 2, ops: []task.Operator{operator(1, nil, sets(1), sets(3))},
			goal: []task.Fact{1, 3}, want: [][]task.Fact{{0, 1, 2, 3}}, steps: [][]int32{{0}}},
		{name: "a condition ties", basic: 3, ops: []task.Operator{operator(1, nil, task.Effect{When: []task.Fact{3}, Fact: 1}), operator(1, nil, sets(5))},
			goal: []task.Fact{1, 3, 5}, want: [][]task.Fact{{0, 1, 2, 3}, {4, 5}}, steps: [][]int32{{0}, {1}}},
		{name: "an axiom ties", basic: 2, derived: 1, axioms: []task.Axiom{{Body: []task.Fact{1}, Head: 5}, {Body: []task.Fact{3}, Head: 5}},
			ops: []task.Operator{operator(1, nil, sets(1)), operator(1, nil, sets(3))}, goal: []task.Fact{5},
			want: [][]task.Fact{{0, 1, 2, 3, 4, 5}}, steps: [][]int32{{0, 1}}},
		{name: "a derived fact without a rule", basic: 1, derived: 1, ops: []task.Operator{operator(1, nil, sets(1))},
			goal: []task.Fact{1, 3}, want: [][]task.Fact{{0, 1}, {2, 3}}, steps: [][]int32{{0}, nil}},
		{name: "what no goal needs goes", basic: 3, ops: []task.Operator{operator(1, nil, sets(5)), operator(1, nil, sets(3))},
			goal: []task.Fact{3}, want: [][]task.Fact{{2, 3}}, steps: [][]int32{{1}}},
		{name: "chains", basic: 6, ops: []task.Operator{operator(1, []task.Fact{1}, sets(5)), operator(1, []task.Fact{3}, sets(7)), operator(1, []task.Fact{5}, sets(9)), operator(1, []task.Fact{7}, sets(11))},
			goal: []task.Fact{9, 11}, want: [][]task.Fact{{0, 1, 4, 5, 8, 9}, {2, 3, 6, 7, 10, 11}}, steps: [][]int32{{0, 2}, {1, 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole := binary(c.basic, c.derived, c.goal...)
			whole.Operators, whole.Axioms = c.ops, c.axioms
			if err := whole.Validate(); err != nil {
				t.Fatal(err)
			}
			parts := task.Split(whole, c.order)
			if len(parts) != len(c.want) {
				t.Fatalf("%d parts, want %d", len(parts), len(c.want))
			}
			for i, p := range parts {
				if err := p.Task.Validate(); err != nil {
					t.Error(err)
				}
				if !slices.Equal(p.Facts, c.want[i]) || !slices.Equal(p.Operators, c.steps[i]) {
					t.Errorf("part %d has the facts %v and operators %v, want %v and %v", i, p.Facts, p.Operators, c.want[i], c.steps[i])
				}
				sameOperators(t, whole, p)
			}
		})
	}
}

// sameOperators translates the operators of a part back.
func sameOperators(t *testing.T, whole *task.Task, p task.Part) {
	t.Helper()
	back := func(facts []task.Fact) []task.Fact {
		var out []task.Fact
		for _, f := range facts {
			out = append(out, p.Facts[f])
		}
		return out
	}
	for i, o := range p.Task.Operators {
		got := task.Operator{Pre: back(o.Pre), Cost: o.Cost}
		for _, e := range o.Effects {
			got.Effects = append(got.Effects, task.Effect{When: back(e.When), Fact: p.Facts[e.Fact]})
		}
		if want := whole.Operators[p.Operators[i]]; !reflect.DeepEqual(got, want) {
			t.Errorf("operator %d of the part is %v, want %v", i, got, want)
		}
	}
}
