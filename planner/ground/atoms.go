package ground

import "genplanx/planner/task"

// Atoms returns, by variable of the task, the predicate of its atom and the
// objects that are the arguments, as numbers. An abbreviation of a disjunction
// has predicate -1.
func (g *Grounded) Atoms() (predicate []int32, args [][]int32) {
	for _, a := range g.atoms {
		predicate, args = append(predicate, a.rel), append(args, a.args)
	}
	return predicate, args
}

// Recoded returns the same grounded task with another encoding of its variables:
// the part's operators and facts are numbered as in g, and atoms are, by variable
// of g, the facts that say that its atom is true. A goal that wants an atom to be
// false, which may be no fact of the new task, is given by the fact that it is
// true. Variables are named after the atom of their first value.
func (g *Grounded) Recoded(p task.Part, atoms []task.Fact) *Grounded {
	out := &Grounded{Task: p.Task, Instances: g.Instances, pr: g.pr}
	for _, op := range p.Operators {
		out.steps = append(out.steps, g.steps[op])
	}
	for _, first := range p.Task.VarFirst[:p.Task.Variables()] {
		out.atoms = append(out.atoms, g.atoms[g.Task.FactVar[p.Facts[first]]])
	}
	for _, goal := range g.Goals {
		facts := make([]task.Fact, len(goal.Facts))
		for i, f := range goal.Facts {
			facts[i] = atoms[g.Task.FactVar[f]]
		}
		out.Goals = append(out.Goals, Goal{goal.Text, facts})
	}
	return out
}
