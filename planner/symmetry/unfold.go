package symmetry

import "genplanx/planner/task"

// Unfold turns operators found among canonical states into a plan of the task of
// the same cost. The search starts at the canonical initial state, and each
// operator is applied to a canonical state and its successor made canonical.
func (g *Group) Unfold(t *task.Task, ops []int32) []int32 {
	axioms := task.NewAxiomEvaluator(t)
	c := g.NewCanonical()
	var word []int32
	c.word = &word
	values, next := make([]int32, t.Variables()), make([]int32, t.Variables())
	copy(values, t.Initial)
	// actual maps an operator as the canonical state sees it to the one of the task.
	actual := make([]int32, len(t.Operators))
	for i := range actual {
		actual[i] = int32(i)
	}
	var scratch []int32
	plan := make([]int32, 0, len(ops))
	for _, op := range ops {
		scratch = g.follow(c, values, actual, scratch)
		axioms.Evaluate(values)
		plan = append(plan, actual[op])
		t.Apply(&t.Operators[op], values, next)
		values, next = next, values
	}
	return plan
}

// follow makes the values canonical and keeps actual in step.
func (g *Group) follow(c *Canonical, values, actual, scratch []int32) []int32 {
	*c.word = (*c.word)[:0]
	c.Canonical(values)
	for _, number := range *c.word {
		s := &g.generators[number]
		scratch = scratch[:0]
		for _, op := range s.operators {
			scratch = append(scratch, actual[op])
		}
		for i, op := range s.operatorImages {
			actual[op] = scratch[i]
		}
	}
	return scratch
}
