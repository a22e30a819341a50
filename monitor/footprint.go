package monitor

import (
	"maps"
	"slices"

	"genplanx/pddl"
)

// pattern is an atom in which an empty argument stands for any object.
type pattern struct {
	predicate string
	args      []string
}

func (p pattern) overlaps(q pattern) bool {
	if p.predicate != q.predicate || len(p.args) != len(q.args) {
		return false
	}
	for i, a := range p.args {
		if a != "" && q.args[i] != "" && a != q.args[i] {
			return false
		}
	}
	return true
}

// footprint is what a step may look at and change, a little too wide where the
// action quantifies. Objects are its arguments without the domain's constants:
// handlers keep values by object, and the value of an object must not be
// replaced by two calls at once.
type footprint struct {
	objects []string
	reads   []pattern
	adds    []pattern
	deletes []pattern
}

// conflicts reports whether the order of two steps may matter.
func (f footprint) conflicts(g footprint) bool {
	for _, o := range f.objects {
		if slices.Contains(g.objects, o) {
			return true
		}
	}
	return overlap(f.adds, g.reads) || overlap(f.deletes, g.reads) ||
		overlap(g.adds, f.reads) || overlap(g.deletes, f.reads) ||
		overlap(f.adds, g.deletes) || overlap(f.deletes, g.adds)
}

func overlap(a, b []pattern) bool {
	for _, p := range a {
		if slices.ContainsFunc(b, p.overlaps) {
			return true
		}
	}
	return false
}

// footprinter makes the footprints of a domain's steps.
type footprinter struct {
	actions   map[string]*pddl.Action
	constants map[string]bool
	// derived lists, for a derived predicate, all predicates it follows from.
	derived map[string][]pddl.Signature
}

func newFootprinter(d *pddl.Domain) *footprinter {
	p := &footprinter{actions: map[string]*pddl.Action{}, constants: map[string]bool{}, derived: map[string][]pddl.Signature{}}
	for _, a := range d.Actions {
		p.actions[a.Name.Text] = a
	}
	for _, c := range d.Constants {
		p.constants[c.Name.Text] = true
	}
	for _, rule := range d.Derived {
		// Which facts an axiom needs is not worked out: a step that reads a derived
		// fact counts as reading everything.
		p.derived[rule.Head.Name.Text] = d.Predicates
	}
	return p
}

func (p *footprinter) of(step pddl.Step) footprint {
	var f footprint
	for _, o := range step.Args {
		if !p.constants[o] && !slices.Contains(f.objects, o) {
			f.objects = append(f.objects, o)
		}
	}
	a := p.actions[step.Action]
	if a == nil || len(a.Params) != len(step.Args) {
		return f
	}
	bound := map[string]string{}
	for i, param := range a.Params {
		bound[param.Name.Text] = step.Args[i]
	}
	p.condition(&f, a.Precondition, bound)
	p.effect(&f, a.Effect, bound)
	return f
}

func (p *footprinter) condition(f *footprint, c pddl.Condition, bound map[string]string) {
	switch c := c.(type) {
	case *pddl.Atom:
		f.reads = append(f.reads, patternOf(c, bound))
		for _, sig := range p.derived[c.Predicate.Text] {
			f.reads = append(f.reads, pattern{sig.Name.Text, make([]string, len(sig.Params))})
		}
	case *pddl.Not:
		p.condition(f, c.Of, bound)
	case *pddl.And:
		p.conditions(f, c.Parts, bound)
	case *pddl.Or:
		p.conditions(f, c.Parts, bound)
	case *pddl.Imply:
		p.conditions(f, []pddl.Condition{c.If, c.Then}, bound)
	case *pddl.Quantified:
		p.condition(f, c.Body, without(bound, c.Vars))
	}
}

func (p *footprinter) conditions(f *footprint, parts []pddl.Condition, bound map[string]string) {
	for _, c := range parts {
		p.condition(f, c, bound)
	}
}

func (p *footprinter) effect(f *footprint, e pddl.Effect, bound map[string]string) {
	switch e := e.(type) {
	case *pddl.AndEffect:
		for _, part := range e.Parts {
			p.effect(f, part, bound)
		}
	case *pddl.Add:
		f.adds = append(f.adds, patternOf(&e.Atom, bound))
	case *pddl.Delete:
		f.deletes = append(f.deletes, patternOf(&e.Atom, bound))
	case *pddl.When:
		p.condition(f, e.If, bound)
		p.effect(f, e.Then, bound)
	case *pddl.ForallEffect:
		p.effect(f, e.Body, without(bound, e.Vars))
	}
}

// without hides variables that a quantifier binds anew.
func without(bound map[string]string, vars []pddl.TypedName) map[string]string {
	inner := maps.Clone(bound)
	for _, v := range vars {
		delete(inner, v.Name.Text)
	}
	return inner
}

func patternOf(a *pddl.Atom, bound map[string]string) pattern {
	p := pattern{a.Predicate.Text, make([]string, len(a.Args))}
	for i, arg := range a.Args {
		if arg.IsVariable() {
			p.args[i] = bound[arg.Text]
		} else {
			p.args[i] = arg.Text
		}
	}
	return p
}
