package planner

import (
	"testing"

	"genplanx/planner/search"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// twice is a task beside a copy of itself that starts elsewhere, so that swapping
// the two is a symmetry that does not keep the initial state.
func twice(t *task.Task, initial []int32) *task.Task {
	n, facts := int32(t.Basic), int32(t.Facts())
	out := &task.Task{VarFirst: append([]int32{}, t.VarFirst...), FactVar: append([]int32{}, t.FactVar...), Basic: 2 * t.Basic}
	for _, first := range t.VarFirst[1:] {
		out.VarFirst = append(out.VarFirst, first+facts)
	}
	for _, v := range t.FactVar {
		out.FactVar = append(out.FactVar, v+n)
	}
	out.Initial = append(append([]int32{}, t.Initial...), initial...)
	move := func(list []task.Fact, by int32) []task.Fact {
		moved := make([]task.Fact, len(list))
		for i, f := range list {
			moved[i] = f + by
		}
		return moved
	}
	for _, by := range []int32{0, facts} {
		out.Goal = append(out.Goal, move(t.Goal, by)...)
		for _, o := range t.Operators {
			c := task.Operator{Pre: move(o.Pre, by), Cost: o.Cost}
			for _, e := range o.Effects {
				c.Effects = append(c.Effects, task.Effect{When: move(e.When, by), Fact: e.Fact + by})
			}
			out.Operators = append(out.Operators, c)
		}
	}
	return out
}

// TestSymmetriesOfEachSearch: each search gets symmetries that it is sound with.
// Those that do not keep the initial state lead abstractions to states that they
// have left out as unreachable.
func TestSymmetriesOfEachSearch(t *testing.T) {
	moved := 0
	for seed := range uint64(600) {
		one := tasktest.Moves(seed)
		if one.Variables() != one.Basic {
			continue
		}
		other := *one
		other.Initial = make([]int32, one.Basic)
		for v := range other.Initial {
			other.Initial[v] = int32(seed+uint64(v)*5) % one.Size(v)
		}
		want := tasktest.States(one)[0].Distance
		if d := tasktest.States(&other)[0].Distance; want != tasktest.Infinite && d != tasktest.Infinite {
			want += d
		} else {
			want = tasktest.Infinite
		}
		for _, name := range []string{Abstraction, "blind", Landmarks} {
			q := part{Part: task.Part{Task: twice(one, other.Initial)}}
			o := Options{Heuristic: name, Without: []string{Pairs}, MemoryLimit: 1 << 28}
			if err := q.search(t.Context(), o, budget{1 << 60, o.MemoryLimit}); err != nil {
				t.Fatal(err)
			}
			if q.group != nil && !q.group.Stable(q.Task) {
				moved++
			}
			if found := q.found; want == tasktest.Infinite && found.Outcome != search.NoPlan || want != tasktest.Infinite && found.Cost != want {
				t.Fatalf("seed %d, %s: outcome %d, cost %d, exact %d", seed, name, found.Outcome, found.Cost, want)
			}
		}
	}
	if moved == 0 {
		t.Error("no symmetry ever moved an initial state")
	}
}
