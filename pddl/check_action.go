package pddl

import (
	"strings"

	"genplanx/pddl/diag"
)

// scope is the variables bound at a place, innermost last.
type scope []TypedName

// find returns the innermost binding of a variable, or nil.
func (s scope) find(name string) *TypedName {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Name.Text == name {
			return &s[i]
		}
	}
	return nil
}

// with binds more variables; the receiver is left as it is.
func (s scope) with(vars []TypedName) scope { return append(s[:len(s):len(s)], vars...) }

func (s scope) names() []string {
	out := make([]string, len(s))
	for i, x := range s {
		out[i] = x.Name.Text
	}
	return out
}

func (c *checker) action(a *Action) {
	c.context = a.Span
	c.used = map[string]bool{}
	c.params(a.Params, "action", a.Name.Text)
	in := scope(a.Params)
	if a.Precondition != nil {
		c.condition(a.Precondition, in, true)
	}
	if a.Effect != nil {
		costs := 0
		c.effect(a.Effect, in, effectPlace{action: a.Name.Text, costs: &costs})
	}
	for _, x := range a.Params {
		if !c.used[x.Name.Text] {
			c.report(diag.Note, diag.UnusedParameter, x.Name.Span, "parameter `%s` of action `%s` is not used", x.Name.Text, a.Name.Text).Hint =
				"every object of its type gives another copy of the action; delete it if that is not meant"
		}
	}
}

// condition checks a condition in a scope. positive tells whether it stands
// under an even number of negations.
func (c *checker) condition(cond Condition, in scope, positive bool) {
	switch x := cond.(type) {
	case *Atom:
		c.atom(x.Predicate, x.Args, x.Span, in)
		if !positive {
			c.need(":negative-preconditions", x.Span)
		}
	case *Equal:
		c.need(":equality", x.Span)
		c.terms([]Name{x.Left, x.Right}, in, nil)
	case *Not:
		c.condition(x.Of, in, !positive)
	case *And:
		for _, p := range x.Parts {
			c.condition(p, in, positive)
		}
	case *Or:
		c.need(":disjunctive-preconditions", x.Span)
		for _, p := range x.Parts {
			c.condition(p, in, positive)
		}
	case *Imply:
		c.need(":disjunctive-preconditions", x.Span)
		c.condition(x.If, in, true) // needs no more than :disjunctive-preconditions
		c.condition(x.Then, in, positive)
	case *Quantified:
		requirement := ":existential-preconditions"
		if x.Forall {
			requirement = ":universal-preconditions"
		}
		c.need(requirement, x.Span)
		c.bind(x.Vars, in)
		c.condition(x.Body, in.with(x.Vars), positive)
	}
}

// bind checks the variables of a quantifier.
func (c *checker) bind(vars []TypedName, in scope) {
	c.params(vars, "the quantifier of", listOf(vars))
	for _, v := range vars {
		if outer := in.find(v.Name.Text); outer != nil {
			c.report(diag.Warning, diag.ShadowedVariable, v.Name.Span, "variable `%s` hides the one of the same name outside", v.Name.Text).Related =
				here(nil, outer.Name.Span, "this one is hidden")
		}
	}
}

func listOf(vars []TypedName) string { return strings.Join(scope(vars).names(), " ") }

// effectPlace is where an effect stands.
type effectPlace struct {
	action      string
	conditional bool // inside when or forall
	costs       *int // increases seen in the action
}

func (c *checker) effect(e Effect, in scope, at effectPlace) {
	switch x := e.(type) {
	case *Add:
		c.changedAtom(&x.Atom, in)
	case *Delete:
		c.changedAtom(&x.Atom, in)
	case *AndEffect:
		for _, p := range x.Parts {
			c.effect(p, in, at)
		}
	case *When:
		c.need(":conditional-effects", x.Span)
		c.condition(x.If, in, true)
		at.conditional = true
		c.effect(x.Then, in, at)
	case *ForallEffect:
		c.need(":conditional-effects", x.Span)
		c.bind(x.Vars, in)
		at.conditional = true
		c.effect(x.Body, in.with(x.Vars), at)
	case *Increase:
		c.increase(x, in, at)
	}
}

func (c *checker) changedAtom(a *Atom, in scope) {
	c.atom(a.Predicate, a.Args, a.Span, in)
	if x := c.derived[a.Predicate.Text]; x != nil {
		c.fault(diag.DerivedChanged, a.Predicate.Span, "an action changes the derived predicate `%s`", a.Predicate.Text).Related =
			here(c.d.Source, x.Head.Name.Span, "it is derived here")
	}
}

// increase checks (increase (total-cost) ...).
func (c *checker) increase(x *Increase, in scope, at effectPlace) {
	c.need(":action-costs", x.Span)
	if *at.costs++; *at.costs > 1 {
		c.fault(diag.Unsupported, x.Span, "action `%s` increases total-cost twice", at.action).Hint = "one increase an action is supported; add the amounts"
	}
	if at.conditional {
		c.fault(diag.Unsupported, x.Span, "a cost inside `when` or `forall` is not supported").Hint = "split the action, one for each cost"
	}
	if c.functions[totalCost] == nil {
		c.fault(diag.UnknownFunction, x.Span, "the function `total-cost` is not declared").Hint = "add (:functions (total-cost) - number)"
	}
	if x.Function.Text == "" {
		c.costValue(x.Number, x.Span)
		return
	}
	if x.Function.Text == totalCost {
		c.fault(diag.Unsupported, x.Function.Span, "a cost that depends on total-cost is not supported").Hint = "write a number, or a function of the action's parameters"
		return
	}
	c.call(x.Function, x.Args, in)
}

// costValue checks the range of a cost.
func (c *checker) costValue(v int64, span diag.Span) {
	switch {
	case v < 0:
		c.fault(diag.NegativeCost, span, "the cost %d is negative", v).Hint = "costs are 0 or more"
	case v > MaxCost:
		c.fault(diag.CostTooLarge, span, "the cost %d is too large", v).Hint = costHint
	}
}

// derivation checks (:derived (p ?x) body).
func (c *checker) derivation(x *Derived) {
	c.context = x.Span
	c.used = map[string]bool{}
	c.need(":derived-predicates", x.Span)
	c.params(x.Head.Params, "derived predicate", x.Head.Name.Text)
	args := make([]Name, len(x.Head.Params))
	for i, v := range x.Head.Params {
		args[i] = v.Name
	}
	c.atom(x.Head.Name, args, x.Head.Span, scope(x.Head.Params))
	c.condition(x.Body, scope(x.Head.Params), true)
}

// stratification finds derived predicates that depend on their own negation,
// for which there is no least fixed point (PDDL 2.2).
func (c *checker) stratification() {
	uses := newGraph()
	type negation struct{ from, to Name }
	var negative []negation
	for _, x := range c.d.Derived {
		visitAtoms(x.Body, true, func(a *Atom, positive bool) {
			if c.derived[a.Predicate.Text] == nil {
				return
			}
			uses.add(x.Head.Name.Text, a.Predicate.Text)
			if !positive {
				negative = append(negative, negation{x.Head.Name, a.Predicate})
			}
		})
	}
	component := uses.components()
	for _, n := range negative {
		if component[uses.number[n.from.Text]] == component[uses.number[n.to.Text]] {
			c.context = diag.Span{}
			c.fault(diag.Unstratified, n.to.Span, "derived predicate `%s` depends on its own negation", n.from.Text).Related =
				here(nil, n.from.Span, "it is derived here")
		}
	}
}

// visitAtoms calls f for the atoms of a condition; positive tells whether the
// atom stands under an even number of negations.
func visitAtoms(cond Condition, positive bool, f func(a *Atom, positive bool)) {
	switch x := cond.(type) {
	case *Atom:
		f(x, positive)
	case *Not:
		visitAtoms(x.Of, !positive, f)
	case *And:
		for _, p := range x.Parts {
			visitAtoms(p, positive, f)
		}
	case *Or:
		for _, p := range x.Parts {
			visitAtoms(p, positive, f)
		}
	case *Imply:
		visitAtoms(x.If, !positive, f)
		visitAtoms(x.Then, positive, f)
	case *Quantified:
		visitAtoms(x.Body, positive, f)
	}
}
