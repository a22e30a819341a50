package tasktest

import "genplanx/planner/task"

// Moves returns another task that belongs to a seed: few variables of up to six
// values, and operators that move one of them from a value to another while the
// others are in place. Unlike those of [Random], most pairs of facts that
// exclude each other do so for reasons that take several operators to see.
func Moves(seed uint64) *task.Task {
	g := &generator{state: seed*0xd1342543de82ef95 + 3}
	g.plain = g.n(4) > 0
	t := &g.t
	t.Basic = 3 + g.n(2)
	t.VarFirst = []int32{0}
	for v := range t.Basic {
		size := 3 + g.n(4)
		t.Initial = append(t.Initial, int32(g.n(size)))
		for range size {
			t.FactVar = append(t.FactVar, int32(v))
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	}
	for range 12 + g.n(12) {
		t.Operators = append(t.Operators, g.move())
	}
	t.Goal = g.facts(1+g.n(3), t.Basic)
	if g.n(4) > 0 {
		g.goalOfWalk()
	}
	return t
}

// goalOfWalk turns the goal into what holds after a random walk.
func (g *generator) goalOfWalk() {
	t := &g.t
	values, next := append([]int32(nil), t.Initial...), make([]int32, t.Basic)
	for range 60 {
		if o := &t.Operators[g.n(len(t.Operators))]; t.Holds(o.Pre, values) {
			t.Apply(o, values, next)
			values, next = next, values
		}
	}
	for i, f := range t.Goal {
		t.Goal[i] = t.VarFirst[t.FactVar[f]] + values[t.FactVar[f]]
	}
}

// move draws an operator that needs and sets one variable; it may need another
// and set a third, under a condition or not.
func (g *generator) move() task.Operator {
	o := task.Operator{Pre: g.facts(1+g.n(2), g.t.Basic), Cost: int64(g.n(4))}
	from := o.Pre[g.n(len(o.Pre))]
	to := g.t.VarFirst[g.t.FactVar[from]] + int32(g.n(int(g.t.Size(int(g.t.FactVar[from])))))
	o.Effects = append(o.Effects, task.Effect{Fact: to})
	if g.n(3) == 0 {
		e := task.Effect{Fact: g.facts(1, g.t.Basic)[0]}
		if !g.plain {
			e.When = g.facts(1+g.n(2), g.t.Basic)
		}
		o.Effects = append(o.Effects, e)
	}
	return o
}
