package lifted

import "genplanx/pddl"

// GoalPart is one conjunct of the goal and whether it holds.
type GoalPart struct {
	Condition pddl.Condition
	Text      string // in PDDL, on one line
	Holds     bool
}

// Goals returns the conjuncts of the problem's goal, in its order, and which of
// them hold in a state.
func (m *Model) Goals(s State) []GoalPart {
	var parts []GoalPart
	if m.goal == nil {
		return nil
	}
	e := newEvaluation(s, m.goal)
	for i, c := range Conjuncts(m.problem.Goal) {
		parts = append(parts, GoalPart{Condition: c, Text: Text(c, nil), Holds: e.test(m.goal.body.parts[i])})
	}
	return parts
}

// GoalReached reports whether all of the goal holds.
func (m *Model) GoalReached(s State) bool {
	for _, g := range m.Goals(s) {
		if !g.Holds {
			return false
		}
	}
	return true
}

// Problem returns the problem to plan on from a state: this problem's objects,
// costs and metric, the state's atoms as its initial state, and the given goal.
// The caller may change the lists of the result, add objects say.
func (m *Model) Problem(s State, goal pddl.Condition) *pddl.Problem {
	p := *m.problem
	p.Objects = append([]pddl.TypedName(nil), p.Objects...)
	p.Costs = append([]pddl.Assignment(nil), p.Costs...)
	p.Comments = nil
	p.Init = nil
	for _, a := range s.Atoms() {
		p.Init = append(p.Init, pddl.Fact{Predicate: a.Predicate, Args: a.Args})
	}
	p.Goal = goal
	return &p
}

// Objects returns the names of all objects and constants, in the order of their
// declaration.
func (m *Model) Objects() []string {
	out := make([]string, len(m.types.objects))
	for i, o := range m.types.objects {
		out[i] = o.name
	}
	return out
}
