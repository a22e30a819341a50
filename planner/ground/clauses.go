package ground

import "slices"

// clause derives head for every binding of its slots under which all atoms of
// the body are in their relations and all tests pass. Its conditions are those
// of an effect or axiom or weaker, so what the clauses derive from the initial
// state is a superset of what can ever be true.
type clause struct {
	head  atom
	body  []atom
	tests []test
	sets  []*objectSet // by slot
	must  []int32      // slots that need an object even where nothing names them
	from  string       // the action or axiom, for messages
}

// atom is an atom of a relation: of a predicate's number, or of one made here.
type atom struct {
	rel  int32
	args []term
}

// test is an equality, or the absence of a static atom, or its presence.
type test struct {
	equal   bool
	negated bool // of equal
	present bool // of the atom; else it must be absent
	atom    atom
	args    []term
}

// conjunctive collects what a condition demands of one binding: the atoms that
// must be in their relations and the tests that must pass. What neither can
// express is left out.
func (pr *program) conjunctive(f *formula, body []atom, tests []test) ([]atom, []test) {
	switch f.kind {
	case isAtom:
		a := atom{f.pred, f.args}
		switch {
		case !f.negated:
			body = append(body, a)
		case !pr.changes(f.pred):
			tests = append(tests, test{atom: a, args: a.args})
		}
	case isEqual:
		tests = append(tests, test{equal: true, negated: f.negated, args: f.args})
	case isAnd:
		for _, p := range f.parts {
			body, tests = pr.conjunctive(p, body, tests)
		}
	case isOr, isExists:
		if f.aux != nil {
			body = append(body, *f.aux)
		}
	case isForall: // tested when an instance is built
	}
	return body, tests
}

// addClauses gives the engine the clauses of all effects and axioms.
func (e *engine) addClauses() error {
	pr := e.pr
	for _, a := range pr.actions {
		if err := e.addAction(a); err != nil {
			return err
		}
	}
	for _, ax := range pr.axioms {
		from := "the derived predicate " + pr.predicates[ax.pred].name
		if err := e.addAuxiliaries(ax.body, ax.sets, from); err != nil {
			return err
		}
		body, tests := pr.conjunctive(ax.body, nil, nil)
		if err := e.addClause(clause{head: atom{ax.pred, slotTerms(ax.head)}, body: body, tests: tests, sets: ax.sets, from: from}); err != nil {
			return err
		}
	}
	return nil
}

// fewBindings of an action's parameters are worked out once for all its effects.
const fewBindings = 1 << 14

func (e *engine) addAction(a *action) error {
	pre := clause{sets: a.sets, must: a.params, from: "action " + a.name}
	if err := e.addAuxiliaries(a.pre, a.sets, pre.from); err != nil {
		return err
	}
	pre.body, pre.tests = e.pr.conjunctive(a.pre, nil, nil)
	bindings := 1.0
	for _, slot := range a.params {
		bindings *= float64(len(a.sets[slot].list))
	}
	add := e.addFilters
	if bindings <= fewBindings {
		add = e.addWhole
	}
	if err := add(a, &pre); err != nil {
		return err
	}
	for i := range a.effects {
		f := &a.effects[i]
		if err := e.addAuxiliaries(f.when, a.sets, pre.from); err != nil {
			return err
		}
		if !f.add {
			continue
		}
		c := pre
		c.head, c.must = atom{f.pred, f.args}, slices.Concat(a.params, f.vars)
		c.body, c.tests = e.pr.conjunctive(f.when, slices.Clone(pre.body), slices.Clone(pre.tests))
		if err := e.addClause(c); err != nil {
			return err
		}
	}
	return nil
}

// addWhole gives the action's parameters a relation, which then stands for its
// precondition.
func (e *engine) addWhole(a *action, pre *clause) error {
	c := *pre
	c.head = atom{e.newRelation(len(a.params)), slotTerms(a.params)}
	whole := filter{atom: c.head}
	for i := range pre.body {
		whole.covers = append(whole.covers, int32(i))
	}
	a.filters = []filter{whole}
	pre.body, pre.tests = []atom{c.head}, nil
	return e.addClause(c)
}

// filter is an atom that is implied by others of an action's precondition, those
// of the numbers in covers. Joined before them, it cuts off bindings that they
// would reject only later.
type filter struct {
	atom
	covers []int32
}

// addFilters has the engine find out whether the action can ever be used. The
// relations in between are the filters of its instances.
func (e *engine) addFilters(a *action, pre *clause) error {
	c := *pre
	if len(c.body) < 3 {
		return nil
	}
	c.head = atom{rel: e.newRelation(0)}
	all := filter{atom: c.head}
	for i := range c.body {
		all.covers = append(all.covers, int32(i))
	}
	a.filters = []filter{all}
	if !c.substitute() {
		return nil
	}
	s := &splitter{e: e, c: c}
	err := e.split(s)
	for _, p := range s.made {
		if len(p.args) > 0 {
			a.filters = append(a.filters, filter{p.atom, p.covers})
		}
	}
	return err
}

// maxOpen bounds the combinations of objects for slots that a disjunct leaves
// open: beyond it, the disjunction is only tested when an instance is built.
const maxOpen = 1 << 12

// addAuxiliaries gives each disjunction and existential condition that restricts
// its free slots a relation of its own, so that joins can use it like an atom.
func (e *engine) addAuxiliaries(f *formula, sets []*objectSet, from string) error {
	if f.kind == isForall {
		return nil
	}
	for _, p := range f.parts {
		if err := e.addAuxiliaries(p, sets, from); err != nil {
			return err
		}
	}
	if f.kind != isOr && f.kind != isExists {
		return nil
	}
	free := f.free(nil, nil)
	if len(free) > maxArity {
		return nil
	}
	clauses := make([]clause, 0, len(f.parts))
	for _, p := range f.parts {
		c := clause{sets: sets, must: f.vars, from: from}
		c.body, c.tests = e.pr.conjunctive(p, nil, nil)
		if len(c.body)+len(c.tests) == 0 || c.combinations(free) > maxOpen {
			return nil
		}
		clauses = append(clauses, c)
	}
	aux := &atom{e.newRelation(len(free)), slotTerms(free)}
	for _, c := range clauses {
		c.head = *aux
		if err := e.addClause(c); err != nil {
			return err
		}
	}
	f.aux = aux
	return nil
}

// combinations counts the bindings of those slots that the body leaves open.
func (c *clause) combinations(slots []int32) float64 {
	open := 1.0
	for _, s := range slots {
		bound := slices.ContainsFunc(c.body, func(a atom) bool { return slices.Contains(a.args, term{slot: s}) }) ||
			slices.ContainsFunc(c.tests, func(t test) bool { return t.equal && !t.negated && slices.Contains(t.args, term{slot: s}) })
		if !bound {
			open *= float64(len(c.sets[s].list))
		}
	}
	return open
}

// free appends to out the slots that a formula leaves to be bound around it.
func (f *formula) free(out, inner []int32) []int32 {
	for _, t := range f.args {
		if t.slot >= 0 && !slices.Contains(inner, t.slot) && !slices.Contains(out, t.slot) {
			out = append(out, t.slot)
		}
	}
	inner = append(inner[:len(inner):len(inner)], f.vars...)
	for _, p := range f.parts {
		out = p.free(out, inner)
	}
	return out
}

func slotTerms(slots []int32) []term {
	out := make([]term, len(slots))
	for i, s := range slots {
		out[i] = term{slot: s}
	}
	return out
}
