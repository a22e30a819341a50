package alternative

import (
	"maps"

	"genplanx/pddl"
)

// binding gives variables the objects that stand for them.
type binding map[string]pddl.Name

func (b binding) name(n pddl.Name) pddl.Name {
	if o, ok := b[n.Text]; ok {
		return o
	}
	return n
}

func (b binding) names(list []pddl.Name) []pddl.Name {
	out := make([]pddl.Name, len(list))
	for i, n := range list {
		out[i] = b.name(n)
	}
	return out
}

func (b binding) atom(a *pddl.Atom) *pddl.Atom {
	return &pddl.Atom{Predicate: a.Predicate, Args: b.names(a.Args)}
}

// below is the binding inside of a quantifier, which hides its variables.
func (b binding) below(vars []pddl.TypedName) binding {
	inner := maps.Clone(b)
	for _, v := range vars {
		delete(inner, v.Name.Text)
	}
	return inner
}

func (b binding) condition(c pddl.Condition) pddl.Condition {
	switch c := c.(type) {
	case *pddl.Atom:
		return b.atom(c)
	case *pddl.Equal:
		return &pddl.Equal{Left: b.name(c.Left), Right: b.name(c.Right)}
	case *pddl.Not:
		return &pddl.Not{Of: b.condition(c.Of)}
	case *pddl.And:
		return &pddl.And{Parts: b.conditions(c.Parts)}
	case *pddl.Or:
		return &pddl.Or{Parts: b.conditions(c.Parts)}
	case *pddl.Imply:
		return &pddl.Imply{If: b.condition(c.If), Then: b.condition(c.Then)}
	case *pddl.Quantified:
		return &pddl.Quantified{Forall: c.Forall, Vars: c.Vars, Body: b.below(c.Vars).condition(c.Body)}
	}
	return c
}

func (b binding) conditions(list []pddl.Condition) []pddl.Condition {
	out := make([]pddl.Condition, len(list))
	for i, c := range list {
		out[i] = b.condition(c)
	}
	return out
}

func (b binding) effect(e pddl.Effect) pddl.Effect {
	switch e := e.(type) {
	case *pddl.AndEffect:
		out := &pddl.AndEffect{Parts: make([]pddl.Effect, len(e.Parts))}
		for i, p := range e.Parts {
			out.Parts[i] = b.effect(p)
		}
		return out
	case *pddl.Add:
		return &pddl.Add{Atom: *b.atom(&e.Atom)}
	case *pddl.Delete:
		return &pddl.Delete{Atom: *b.atom(&e.Atom)}
	case *pddl.When:
		return &pddl.When{If: b.condition(e.If), Then: b.effect(e.Then)}
	case *pddl.ForallEffect:
		return &pddl.ForallEffect{Vars: e.Vars, Body: b.below(e.Vars).effect(e.Body)}
	case *pddl.Increase:
		return &pddl.Increase{Number: e.Number, Function: e.Function, Args: b.names(e.Args)}
	}
	return e
}
