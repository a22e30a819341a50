package monitor

import (
	"fmt"
	"slices"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// addObjects makes objects that appeared part of the planning problem. Those
// that are known already, or that PDDL cannot name, are left out.
func (s State) addObjects(objects []Object) State {
	if next, err := s.extended(objects, nil, nil); err == nil {
		return next
	}
	for _, o := range objects { // one bad object must not cost the others
		if next, err := s.extended([]Object{o}, nil, nil); err == nil {
			s = next
		}
	}
	return s
}

// extended is the state with more objects, facts and costs.
func (s State) extended(objects []Object, init []pddl.Literal, costs []pddl.Assignment) (State, error) {
	if len(objects)+len(init)+len(costs) == 0 {
		return s, nil
	}
	known := s.model.Objects()
	problem := s.model.Problem(s.world, nil)
	for _, o := range objects {
		if slices.Contains(known, o.Name) {
			continue
		}
		if !isName(o.Name) {
			return s, fmt.Errorf("%q cannot be the name of an object", o.Name)
		}
		known = append(known, o.Name)
		problem.Objects = append(problem.Objects, pddl.TypedName{
			Name: pddl.Name{Text: o.Name}, Types: []pddl.Name{{Text: o.Type}},
		})
	}
	problem.Costs = append(problem.Costs, costs...)
	model, err := lifted.NewModel(s.rules.Domain, problem)
	if err != nil {
		return s, err
	}
	world := model.Initial()
	for _, l := range init {
		if world, err = world.With(l.Atom, !l.Negated); err != nil {
			return s, err
		}
	}
	s.model, s.world = model, world
	return s, nil
}

// isName reports whether PDDL can write a name: a letter, then letters, digits,
// hyphens and underscores, in lower case.
func isName(text string) bool {
	for i, r := range text {
		letter := r >= 'a' && r <= 'z'
		other := r >= '0' && r <= '9' || r == '-' || r == '_'
		if !letter && (i == 0 || !other) {
			return false
		}
	}
	return text != ""
}
