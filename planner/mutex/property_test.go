package mutex_test

import (
	"fmt"
	"slices"
	"testing"

	"genplanx/planner/mutex"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// instance is a random binary task with the atoms of its variables.
type instance struct {
	*task.Task
	predicate []int32
	args      [][]int32
	random
}

// random is a small generator of its own, so that a seed means the same for ever.
type random uint64

func (r *random) n(limit int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(*r >> 33 % random(limit))
}

// newInstance makes a task whose operators mostly move things: they take an atom
// away and put another with some of the same objects in its place. Some are
// careless: they delete what they do not require or add without deleting.
// Negative, conditional and derived parts occur in some tasks.
func newInstance(seed uint64) *instance {
	in := &instance{Task: &task.Task{VarFirst: []int32{0}}, random: random(seed*0x9e3779b97f4a7c15 + 1)}
	in.n(2)
	in.variables()
	careless, conditional, negative := in.n(4), in.n(3), in.n(3)
	for range 6 + in.n(14) {
		in.Operators = append(in.Operators, in.operator(careless, conditional == 0, negative == 0))
	}
	for i := range in.Layer {
		for range 1 + in.n(2) {
			in.Axioms = append(in.Axioms, task.Axiom{Body: in.facts(1+in.n(3), true), Head: int32(2*(in.Basic+i) + 1)})
		}
	}
	in.Goal = in.facts(1+in.n(3), in.n(2) == 0)
	return in
}

func (in *instance) variables() {
	add := func(p int32, args ...int32) {
		v := int32(in.Variables())
		in.VarFirst, in.FactVar = append(in.VarFirst, 2*v+2), append(in.FactVar, v, v)
		in.predicate, in.args = append(in.predicate, p), append(in.args, args)
	}
	objects := int32(2 + in.n(2))
	for p := range int32(2 + in.n(3)) {
		switch in.n(3) {
		case 0:
			add(p)
		case 1:
			for o := range objects {
				add(p, o)
			}
		default:
			for o := range objects * 2 {
				add(p, o%2, o/2)
			}
		}
	}
	in.Basic = in.Variables()
	start := in.n(3)
	for range in.Basic {
		value := int32(0)
		if start > 0 && in.n(4) == 0 {
			value = 1
		}
		in.Initial = append(in.Initial, value)
	}
	if start == 0 {
		in.Initial[in.n(in.Basic)] = 1
	}
	for range max(0, in.n(5)-2) {
		add(-1)
		in.Layer = append(in.Layer, 0)
	}
}

// facts draws a condition over basic variables.
func (in *instance) facts(n int, negative bool) []task.Fact {
	var out []task.Fact
	for range n {
		v := int32(in.n(in.Basic))
		if !slices.ContainsFunc(out, func(f task.Fact) bool { return f>>1 == v }) {
			f := 2*v + 1
			if negative && in.n(2) == 0 {
				f--
			}
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// akin draws an atom that shares an object with another, or any.
func (in *instance) akin(v int32) int32 {
	for range 8 {
		w := int32(in.n(in.Basic))
		if w != v && slices.ContainsFunc(in.args[w], func(o int32) bool { return slices.Contains(in.args[v], o) }) {
			return w
		}
	}
	return int32(in.n(in.Basic))
}

func (in *instance) operator(careless int, conditional, negative bool) task.Operator {
	o := task.Operator{Cost: int64(in.n(3))}
	o.Pre = in.facts(in.n(2), negative)
	var deletes, adds []task.Effect
	for range 1 + in.n(2) {
		from := int32(in.n(in.Basic))
		to := in.akin(from)
		var when []task.Fact
		switch {
		case conditional && in.n(2) == 0:
			when = in.facts(in.n(2), negative)
			when = in.require(when, from)
		case in.n(10) >= careless || in.n(2) == 0:
			o.Pre = in.require(o.Pre, from)
		}
		if in.n(8) >= careless/2 {
			deletes = append(deletes, task.Effect{When: when, Fact: 2 * from})
		}
		if in.n(8) > 0 {
			adds = append(adds, task.Effect{When: when, Fact: 2*to + 1})
		}
	}
	o.Effects = append(deletes, adds...)
	if len(in.Layer) > 0 && in.n(4) == 0 {
		o.Pre = append(o.Pre, int32(2*(in.Basic+in.n(len(in.Layer))))+int32(in.n(2)))
	}
	return o
}

// require adds to a condition that an atom is true, unless it wants it false.
func (in *instance) require(condition []task.Fact, v int32) []task.Fact {
	if !slices.ContainsFunc(condition, func(f task.Fact) bool { return f>>1 == v }) {
		condition = append(condition, 2*v+1)
		slices.Sort(condition)
	}
	return condition
}

// atoms writes the true atoms of a state of the encoded task, or false if a
// variable of its own disagrees with an atom's value in a larger one.
func atoms(e *mutex.Encoded, old *task.Task, values []int32) ([]int32, bool) {
	out := make([]int32, old.Variables())
	for v, f := range e.Atoms {
		if values[e.Task.FactVar[f]] == e.Task.Value(f) {
			out[v] = 1
		}
	}
	for v, value := range values {
		f := e.Facts[e.Task.VarFirst[v]+value]
		if f >= 0 && out[f>>1] != f&1 {
			return out, false
		}
	}
	return out, true
}

// check compares the encoded task with the binary one, state by state.
func check(in *instance) (larger int, err error) {
	groups := mutex.Groups(in.Task, in.predicate, in.args, nil)
	states := tasktest.States(in.Task)
	distance := map[string]int64{}
	for _, s := range states {
		distance[fmt.Sprint(s.Values)] = s.Distance
		for _, g := range groups {
			n := 0
			for _, a := range g.Atoms {
				n += int(s.Values[a])
			}
			if n > 1 || g.Exact && n != 1 {
				return 0, fmt.Errorf("group %v has %d in state %v", g, n, s.Values)
			}
		}
	}
	e := mutex.Encode(in.Task, groups, nil)
	if e.Contradiction != nil {
		if states[0].Distance != tasktest.Infinite {
			return 0, fmt.Errorf("the goal is not contradictory: %v", e.Contradiction)
		}
		return 0, nil
	}
	if err := e.Task.Validate(); err != nil {
		return 0, err
	}
	if e.Task.ConditionalEffects() && !in.ConditionalEffects() {
		return 0, fmt.Errorf("has conditional effects now")
	}
	encoded := tasktest.States(e.Task)
	if len(encoded) != len(states) {
		return 0, fmt.Errorf("%d states instead of %d", len(encoded), len(states))
	}
	for _, s := range encoded {
		values, ok := atoms(e, in.Task, s.Values)
		if d, known := distance[fmt.Sprint(values)]; !ok || !known || d != s.Distance {
			return 0, fmt.Errorf("state %v, encoded %v, is at %d, not %d", values, s.Values, s.Distance, d)
		}
	}
	for v := range e.Task.Basic {
		if e.Task.Size(v) > 2 {
			larger++
		}
	}
	return larger, sameOperators(in, e)
}

// sameOperators compares what operators of the encoded task and those they stand
// for do in one state, as states alone might agree by chance.
func sameOperators(in *instance, e *mutex.Encoded) error {
	next, after := make([]int32, e.Task.Variables()), make([]int32, in.Variables())
	axioms, old := task.NewAxiomEvaluator(e.Task), task.NewAxiomEvaluator(in.Task)
	for _, s := range tasktest.States(e.Task) {
		before, _ := atoms(e, in.Task, s.Values)
		applicable := 0
		for i := range e.Task.Operators {
			o, of := &e.Task.Operators[i], &in.Operators[e.Operators[i]]
			if o.Cost != of.Cost || e.Task.Holds(o.Pre, s.Values) != in.Holds(of.Pre, before) {
				return fmt.Errorf("operator %d, was %d, is applicable in other states: %v", i, e.Operators[i], before)
			}
			if !e.Task.Holds(o.Pre, s.Values) {
				continue
			}
			applicable++
			e.Task.Apply(o, s.Values, next)
			axioms.Evaluate(next)
			in.Apply(of, before, after)
			old.Evaluate(after)
			if got, _ := atoms(e, in.Task, next); !slices.Equal(got, after) {
				return fmt.Errorf("operator %d, was %d, leads to %v, not %v", i, e.Operators[i], got, after)
			}
		}
		for i := range in.Operators {
			if _, kept := slices.BinarySearch(e.Operators, int32(i)); !kept && in.Holds(in.Operators[i].Pre, before) {
				in.Apply(&in.Operators[i], before, after)
				old.Evaluate(after)
				if !slices.Equal(before, after) {
					return fmt.Errorf("operator %d is missing in state %v", i, before)
				}
			}
		}
	}
	return nil
}

func TestRandomTasks(t *testing.T) {
	larger, solvable := 0, 0
	for seed := range uint64(8000) {
		in := newInstance(seed)
		if err := in.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		n, err := check(in)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if larger += n; n > 0 {
			solvable++
		}
	}
	t.Log(larger, solvable)
	if solvable < 2000 {
		t.Errorf("only %d tasks have variables of several values", solvable)
	}
}
