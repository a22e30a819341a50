package ground

import (
	"fmt"
	"slices"

	"genplanx/pddl"
)

// action is a lifted action in normal form.
type action struct {
	scope
	name    string
	params  []int32 // slots 0, 1, ...
	pre     *formula
	effects []effect
	costs   []cost
	filters []filter
}

// effect changes one atom for each binding of vars under which when holds.
type effect struct {
	vars []int32
	when *formula
	pred int32
	args []term
	add  bool
}

// cost is one increase of the total cost.
type cost struct {
	number   int64
	function string
	args     []term
}

// axiom derives pred of the slots head wherever body holds.
type axiom struct {
	scope
	pred int32
	head []int32
	body *formula
}

// program is a whole lifted task in normal form.
type program struct {
	*symbols
	unitCost bool
	actions  []*action
	axioms   []*axiom
	goals    []goal
	goalVars scope
}

// goal is one conjunct of the problem's goal.
type goal struct {
	source pddl.Condition
	f      *formula
}

func normalise(d *pddl.Domain, p *pddl.Problem) (*program, error) {
	s, err := newSymbols(d, p)
	if err != nil {
		return nil, err
	}
	pr := &program{symbols: s, unitCost: p.Metric == nil}
	for _, src := range d.Actions {
		a, err := pr.newAction(src)
		if err != nil {
			return nil, fmt.Errorf("action %s: %w", src.Name.Text, err)
		}
		pr.actions = append(pr.actions, a)
	}
	for _, src := range d.Derived {
		if err := pr.addAxiom(src); err != nil {
			return nil, fmt.Errorf("derived predicate %s: %w", src.Head.Name.Text, err)
		}
	}
	pr.goalVars = scope{s: s, slot: map[string]int32{}}
	if err := pr.addGoals(p.Goal); err != nil {
		return nil, fmt.Errorf("goal: %w", err)
	}
	pr.prepareAll()
	return pr, nil
}

func (pr *program) addGoals(c pddl.Condition) error {
	if and, ok := c.(*pddl.And); ok {
		for _, part := range and.Parts {
			if err := pr.addGoals(part); err != nil {
				return err
			}
		}
		return nil
	}
	f, err := pr.goalVars.normalise(c, false)
	pr.goals = append(pr.goals, goal{c, f})
	return err
}

func (pr *program) newAction(src *pddl.Action) (*action, error) {
	if len(src.Params) > maxArity {
		return nil, unsupported("it takes %d parameters; at most %d are supported", len(src.Params), maxArity)
	}
	a := &action{name: src.Name.Text, scope: scope{s: pr.symbols, slot: map[string]int32{}}}
	params, err := a.bind(src.Params)
	if err != nil {
		return nil, err
	}
	a.params = params
	if a.pre, err = a.normalise(src.Precondition, false); err != nil {
		return nil, err
	}
	if err := a.addEffect(src.Effect, effect{when: junction(isAnd, false, nil)}); err != nil {
		return nil, err
	}
	for _, e := range a.effects {
		pr.predicates[e.pred].fluent = true
	}
	return a, nil
}

// addEffect flattens an effect; outer holds the variables and conditions around it.
func (a *action) addEffect(e pddl.Effect, outer effect) error {
	switch e := e.(type) {
	case nil:
		return nil
	case *pddl.AndEffect:
		for _, p := range e.Parts {
			if err := a.addEffect(p, outer); err != nil {
				return err
			}
		}
		return nil
	case *pddl.Add:
		return a.addLiteral(&e.Atom, true, outer)
	case *pddl.Delete:
		return a.addLiteral(&e.Atom, false, outer)
	case *pddl.When:
		when, err := a.normalise(e.If, false)
		if err != nil {
			return err
		}
		outer.when = junction(isAnd, false, []*formula{outer.when, when})
		return a.addEffect(e.Then, outer)
	case *pddl.ForallEffect:
		return a.within(e.Vars, func(slots []int32) error {
			outer.vars = append(slices.Clone(outer.vars), slots...)
			return a.addEffect(e.Body, outer)
		})
	case *pddl.Increase:
		return a.addCost(e, outer)
	}
	return unsupported("effects of the form %T are not supported", e)
}

func (a *action) addLiteral(atom *pddl.Atom, add bool, outer effect) error {
	f, err := a.atom(atom, false)
	if err != nil {
		return err
	}
	if a.s.predicates[f.pred].derived {
		return unsupported("%s is derived and cannot be changed by an action", atom.Predicate.Text)
	}
	outer.pred, outer.args, outer.add = f.pred, f.args, add
	a.effects = append(a.effects, outer)
	return nil
}

func (a *action) addCost(inc *pddl.Increase, outer effect) error {
	if len(outer.vars) > 0 || len(outer.when.parts) > 0 {
		return unsupported("an (increase (total-cost) ...) inside when or forall is not supported; move it to the top of the effect")
	}
	c := cost{number: inc.Number, function: inc.Function.Text}
	if c.function != "" {
		if arity, ok := a.s.functions[c.function]; !ok || arity != len(inc.Args) {
			return fmt.Errorf("function %s of %d arguments is not declared; add it to :functions", c.function, len(inc.Args))
		}
		args, err := a.terms(inc.Args)
		if err != nil {
			return err
		}
		c.args = args
	}
	a.costs = append(a.costs, c)
	return nil
}

func (pr *program) addAxiom(src *pddl.Derived) error {
	ax := &axiom{scope: scope{s: pr.symbols, slot: map[string]int32{}}}
	args := make([]pddl.Name, len(src.Head.Params))
	for i, v := range src.Head.Params {
		args[i] = v.Name
	}
	pred, err := pr.findPredicate(src.Head.Name, args)
	if err != nil {
		return err
	}
	ax.pred = pred
	if ax.head, err = ax.bind(src.Head.Params); err != nil {
		return err
	}
	if ax.body, err = ax.normalise(src.Body, false); err != nil {
		return err
	}
	pr.axioms = append(pr.axioms, ax)
	return nil
}

// changes reports whether the truth of a predicate's atoms can differ between states.
func (s *symbols) changes(pred int32) bool {
	return s.predicates[pred].fluent || s.predicates[pred].derived
}

// prepareAll orders every formula for quick instantiation, which needs to know
// the static predicates and so comes last.
func (pr *program) prepareAll() {
	for _, a := range pr.actions {
		pr.prepare(a.pre)
		for _, e := range a.effects {
			pr.prepare(e.when)
		}
	}
	for _, ax := range pr.axioms {
		pr.prepare(ax.body)
	}
	for _, g := range pr.goals {
		pr.prepare(g.f)
	}
}

// prepare moves what the initial state decides to the front of each junction.
func (pr *program) prepare(f *formula) {
	for _, p := range f.parts {
		pr.prepare(p)
	}
	if f.kind == isAnd || f.kind == isOr {
		slices.SortStableFunc(f.parts, func(a, b *formula) int { return pr.rank(a) - pr.rank(b) })
	}
}

func (pr *program) rank(f *formula) int {
	switch {
	case f.kind == isEqual, f.kind == isAtom && !pr.changes(f.pred):
		return 0
	case f.kind == isAtom:
		return 1
	}
	return 2
}
