package symmetry

import (
	"fmt"
	"testing"

	"genplanx/planner/task"
)

// gripper is the task of carrying n balls with two hands from one room to
// another. With conditions, one operator moves whatever the hands hold.
func gripper(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}}
	add := func(size int, initial int32) int32 {
		for range size {
			t.FactVar = append(t.FactVar, int32(t.Basic))
		}
		first := t.VarFirst[t.Basic]
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
		t.Initial = append(t.Initial, initial)
		t.Basic++
		return first
	}
	robot := add(2, 0)
	free := []int32{add(2, 1), add(2, 1)}
	var balls []int32 // values: first room, second room, left hand, right hand
	for range n {
		balls = append(balls, add(4, 0))
	}
	for r := range int32(2) {
		t.Operators = append(t.Operators, task.Operator{Pre: []task.Fact{robot + r}, Effects: []task.Effect{{Fact: robot + 1 - r}}, Cost: 1})
		for h, f := range free {
			for _, b := range balls {
				t.Operators = append(t.Operators,
					task.Operator{Pre: []task.Fact{robot + r, f + 1, b + r}, Effects: []task.Effect{{Fact: f}, {Fact: b + 2 + int32(h)}}, Cost: 1},
					task.Operator{Pre: []task.Fact{robot + r, b + 2 + int32(h)}, Effects: []task.Effect{{Fact: f + 1}, {Fact: b + r}}, Cost: 1})
			}
		}
	}
	for _, b := range balls {
		t.Goal = append(t.Goal, b+1)
	}
	return t
}

// lamps is a task with conditional effects and axioms: n lamps are lit one by
// one, a gust blows out all but those that are covered, and a derived variable
// for each says whether it is safe, one for all whether any is not.
func lamps(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: 2 * n}
	for v := range int32(3*n + 1) {
		t.FactVar = append(t.FactVar, v, v)
		t.VarFirst = append(t.VarFirst, 2*v+2)
	}
	gust := task.Operator{Cost: 2}
	unsafe := int32(2*(3*n) + 1)
	for i := range n {
		lit, covered, safe := int32(4*i+1), int32(4*i+3), int32(2*(2*n+i)+1)
		t.Initial = append(t.Initial, 0, 0)
		t.Operators = append(t.Operators,
			task.Operator{Pre: []task.Fact{lit - 1}, Effects: []task.Effect{{Fact: lit}}, Cost: 1},
			task.Operator{Pre: []task.Fact{lit}, Effects: []task.Effect{{Fact: covered}, {When: []task.Fact{unsafe}, Fact: lit - 1}}})
		gust.Effects = append(gust.Effects, task.Effect{When: []task.Fact{covered - 1}, Fact: lit - 1}, task.Effect{When: []task.Fact{lit, covered}, Fact: covered - 1})
		t.Layer = append(t.Layer, 0)
		t.Axioms = append(t.Axioms, task.Axiom{Body: []task.Fact{lit, covered}, Head: safe}, task.Axiom{Body: []task.Fact{safe - 1}, Head: unsafe})
	}
	t.Layer = append(t.Layer, 1)
	t.Operators = append(t.Operators, gust)
	t.Goal = []task.Fact{unsafe - 1}
	return t
}

// TestFewStates counts canonical states of tasks that have exponentially many.
func TestFewStates(t *testing.T) {
	for _, c := range []struct {
		name       string
		task       *task.Task
		generators int
		states     int // canonical ones that can be reached
		cost       int64
	}{
		// The robot in 2 rooms; 0, 1 or 2 balls held, the others in 2 rooms.
		{"3 balls", gripper(3), 3, 2 * (4 + 3 + 2), 9},
		{"8 balls", gripper(8), 8, 2 * (9 + 8 + 7), 23},
		{"20 balls", gripper(20), 20, 2 * (21 + 20 + 19), 59},
		// How many lamps are in each of four states.
		{"3 lamps", lamps(3), 2, 20, 6},
		{"10 lamps", lamps(10), 9, 286, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.task.Validate(); err != nil {
				t.Fatal(err)
			}
			g := Find(c.task, enough, never)
			if g == nil || g.Symmetries() != c.generators {
				t.Fatalf("symmetries: %v, want %d generators", g, c.generators)
			}
			ops, cost, states := search(c.task, g)
			if cost != c.cost || states != c.states {
				t.Errorf("cost %d, %d states; want %d and %d", cost, states, c.cost, c.states)
			}
			if actual, err := execute(c.task, g.Unfold(c.task, ops)); err != nil || actual != cost {
				t.Errorf("the plan costs %d, not %d: %v", actual, cost, err)
			}
		})
	}
}

// TestBudget cuts the work short: what is found is right whatever the budget.
func TestBudget(t *testing.T) {
	d := draw(3)
	found := map[int]bool{}
	for _, c := range []*task.Task{gripper(12), lamps(6), symmetric(5, 4), symmetric(8, 6)} {
		for budget := int64(1); budget < 1<<20; budget = budget*5/4 + 1 {
			g := Find(c, budget, never)
			if g == nil {
				found[0] = true
				continue
			}
			found[g.Symmetries()] = true
			for k := range g.generators {
				if err := check(c, &g.generators[k], &d); err != nil {
					t.Fatalf("budget %d: %v", budget, err)
				}
			}
		}
	}
	if len(found) < 8 {
		t.Errorf("the budget hardly matters: numbers of generators are %v", found)
	}
	if g := Find(gripper(3), enough, func() bool { return true }); g != nil && g.Symmetries() > 3 {
		t.Errorf("stopped at once: %v", g)
	}
}

// TestWidth has many effects on one variable, whose order matters in pairs.
func TestWidth(t *testing.T) {
	const n = 20000
	c := &task.Task{VarFirst: []int32{0}, Basic: 101, Goal: []task.Fact{1}}
	for v := range int32(101) {
		c.FactVar = append(c.FactVar, v, v)
		c.VarFirst = append(c.VarFirst, 2*v+2)
		c.Initial = append(c.Initial, 0)
	}
	var o task.Operator
	for i := range int32(n) {
		o.Effects = append(o.Effects, task.Effect{When: []task.Fact{2 + 2*(i%100)}, Fact: i % 2})
	}
	c.Operators = append(c.Operators, o)
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if g := Find(c, 1<<20, never); g != nil {
		t.Errorf("%v within a budget that does not allow to compare the effects", g)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		c := gripper(n)
		b.Run(fmt.Sprintf("%d operators", len(c.Operators)), func(b *testing.B) {
			for b.Loop() {
				if g := Find(c, 20_000_000, never); g == nil {
					b.Fatal("nothing found")
				}
			}
		})
	}
}

func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{4, 20, 100} {
		c := gripper(n)
		canonical := Find(c, enough, never).NewCanonical()
		d := draw(1)
		states := make([][]int32, 64)
		for i := range states {
			states[i] = make([]int32, c.Variables())
			copy(states[i], c.Initial)
			for k := range n {
				states[i][3+k] = int32(d.n(2))
			}
			canonical.Canonical(states[i])
		}
		values := make([]int32, c.Variables())
		b.Run(fmt.Sprintf("%d balls", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				// As in a search, one ball has moved since the state was canonical.
				copy(values, states[i%len(states)])
				values[3+i%n] = 2
				canonical.Canonical(values)
			}
		})
	}
}
