package pddl

import (
	"fmt"

	"genplanx/pddl/diag"
)

// unsupportedEffects are effects of PDDL 2.1 beyond action costs.
var unsupportedEffects = map[string]string{
	"assign": "assignments to numeric functions", "decrease": "decreases of numeric functions",
	"scale-up": "scalings of numeric functions", "scale-down": "scalings of numeric functions",
	"over": "durative effects", "probabilistic": "probabilistic effects", "oneof": "non-deterministic effects",
}

// effect reads an effect; nil when it cannot be read or is empty. top says
// that it is the whole effect of an action.
func (r *reader) effect(n *node) Effect {
	if !n.isList() {
		r.fault(diag.BadEffect, n.tight(), "%s where an effect was expected", describe(n)).Hint = "an effect is a list like (p ...) or (not (p ...))"
		return nil
	}
	if len(n.kids) == 0 {
		return &AndEffect{Span: n.span}
	}
	if !n.kids[0].isWord() {
		r.fault(diag.BadEffect, n.tight(), "effects in a list without `and`").Hint = "write (and (...) (...))"
		return &AndEffect{Parts: r.effects(n.kids), Span: n.span}
	}
	switch head := n.head(); head {
	case "and":
		return &AndEffect{Parts: r.effects(n.kids[1:]), Span: n.span}
	case "not":
		return r.deletion(n)
	case "when":
		return r.when(n)
	case "forall":
		vars, body := r.binder(n, "an effect")
		if body == nil {
			return nil
		}
		if e := r.effect(body); e != nil {
			return &ForallEffect{Vars: vars, Body: e, Span: n.span}
		}
	case "increase":
		return r.increase(n)
	case "or", "imply", "exists", "=":
		f := r.fault(diag.BadEffect, n.tight(), "`%s` stands in an effect", head)
		f.Hint = "an effect makes atoms true or false for certain"
		if head == "imply" {
			f.Hint = "in effects write (when IF EFFECT)"
		}
	default:
		return r.effectAtom(n)
	}
	return nil
}

func (r *reader) effectAtom(n *node) Effect {
	head := n.head()
	if feature := unsupportedEffects[head]; feature != "" && hasList(n.kids[1:]) {
		r.unsupported(n, feature)
		return nil
	}
	if hasList(n.kids[1:]) {
		if guess := diag.Suggest(head, []string{"and", "not", "when", "forall", "increase"}); guess != "" {
			r.fault(diag.UnknownKeyword, n.kids[0].span, "`%s` is followed by effects, but is no connective", head).Hint =
				fmt.Sprintf("did you mean `%s`?", guess)
			n.kids[0].text = guess
			return r.effect(n)
		}
		if w := n.kids[1]; head == "at" && w.isWord() && (w.text == "start" || w.text == "end") {
			r.unsupported(n, "durative effects")
			return nil
		}
	}
	if a, ok := r.atom(n); ok {
		return &Add{Atom: a}
	}
	return nil
}

func (r *reader) effects(nodes []node) []Effect {
	var out []Effect
	for i := range nodes {
		if e := r.effect(&nodes[i]); e != nil {
			out = append(out, e)
		}
	}
	return out
}

func (r *reader) deletion(n *node) Effect {
	of := r.only(n, "atom")
	if of == nil {
		return nil
	}
	if head := of.head(); isConnective(head) || head == "=" {
		r.fault(diag.BadEffect, of.tight(), "`not` in an effect takes one atom, not `(%s ...)`", head).Hint =
			"write a (not (p ...)) for each atom made false"
		return nil
	}
	if a, ok := r.atom(of); ok {
		return &Delete{Atom: a, Span: n.span}
	}
	return nil
}

func (r *reader) when(n *node) Effect {
	if len(n.kids) != 3 {
		r.fault(diag.MissingPart, n.tight(), "`when` takes a condition and an effect, not %s", count(len(n.kids)-1, "part")).Hint =
			"write (when (CONDITION ...) (EFFECT ...))"
		return nil
	}
	c, e := r.condition(&n.kids[1]), r.effect(&n.kids[2])
	if c == nil || e == nil {
		return nil
	}
	return &When{If: c, Then: e, Span: n.span}
}

// increase reads (increase (total-cost) AMOUNT).
func (r *reader) increase(n *node) Effect {
	if len(n.kids) != 3 {
		r.fault(diag.MissingPart, n.tight(), "`increase` takes (total-cost) and an amount").Hint = "write (increase (total-cost) 1)"
		return nil
	}
	if target := n.kids[1]; target.head() != totalCost && !(target.isWord() && target.text == totalCost) {
		r.unsupported(n, "increases of functions other than total-cost")
		return nil
	}
	e := &Increase{Span: n.span}
	amount := &n.kids[2]
	if amount.isWord() && (isDecimal(amount.text) || !validName(amount.text)) {
		var ok bool
		if e.Number, ok = r.number(amount); !ok {
			return nil
		}
		return e
	}
	switch amount.head() {
	case "+", "-", "*", "/":
		r.unsupported(amount, "arithmetic expressions")
		return nil
	}
	var ok bool
	e.Function, e.Args, ok = r.call(amount)
	if !ok {
		return nil
	}
	return e
}

// call reads (f t ...), or f alone.
func (r *reader) call(n *node) (Name, []Name, bool) {
	if n.isWord() {
		f, ok := r.name(n, "function")
		return f, nil, ok
	}
	if len(n.kids) == 0 {
		r.fault(diag.MissingName, n.tight(), "`()` where a function was expected")
		return Name{}, nil, false
	}
	f, ok := r.name(&n.kids[0], "function")
	if !ok {
		return f, nil, false
	}
	args, ok := r.terms(n.kids[1:], f.Text)
	return f, args, ok
}
