package pddl

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

var connectives = []string{"and", "or", "not", "imply", "exists", "forall", "when"}

func isConnective(s string) bool { return slices.Contains(connectives, s) }

// comparisons and modal words of PDDL 2.1 and 3 that conditions may hold there.
var unsupportedConditions = map[string]string{
	"<": "numeric conditions", ">": "numeric conditions", "<=": "numeric conditions", ">=": "numeric conditions",
	"preference": "preferences", "over": "durative conditions",
	"always": "trajectory constraints", "sometime": "trajectory constraints", "within": "trajectory constraints",
	"at-most-once": "trajectory constraints", "sometime-after": "trajectory constraints",
	"sometime-before": "trajectory constraints", "always-within": "trajectory constraints",
	"hold-during": "trajectory constraints", "hold-after": "trajectory constraints",
}

// condition reads a condition; nil when it cannot be read.
func (r *reader) condition(n *node) Condition {
	if !n.isList() {
		r.fault(diag.BadCondition, n.tight(), "%s where a condition was expected", describe(n)).Hint =
			"a condition is a list like (" + strings.TrimLeft(n.text, ":?-") + " ...)"
		return nil
	}
	if len(n.kids) == 0 {
		return &And{Span: n.span}
	}
	if !n.kids[0].isWord() {
		r.fault(diag.BadCondition, n.tight(), "conditions in a list without `and`").Hint = "write (and (...) (...))"
		return &And{Parts: r.conditions(n.kids), Span: n.span}
	}
	args := n.kids[1:]
	switch head := n.head(); head {
	case "and":
		return &And{Parts: r.conditions(args), Span: n.span}
	case "or":
		return &Or{Parts: r.conditions(args), Span: n.span}
	case "not":
		if of := r.only(n, "condition"); of != nil {
			if c := r.condition(of); c != nil {
				return &Not{Of: c, Span: n.span}
			}
		}
	case "imply":
		return r.imply(n)
	case "exists", "forall":
		return r.quantified(n)
	case "=":
		return r.equal(n)
	case "when":
		r.fault(diag.BadCondition, n.tight(), "`when` stands in a condition").Hint = "in conditions write (imply IF THEN)"
	default:
		return r.conditionAtom(n)
	}
	return nil
}

// conditionAtom reads what has no word of the language at its head.
func (r *reader) conditionAtom(n *node) Condition {
	head := n.head()
	_, modal := unsupportedConditions[head]
	if modal && !(head == "at" || head == "within" && !hasList(n.kids[1:])) {
		r.unsupported(n, unsupportedConditions[head])
		return nil
	}
	if hasList(n.kids[1:]) {
		if guess := diag.Suggest(head, connectives); guess != "" && guess != "when" {
			r.fault(diag.UnknownKeyword, n.kids[0].span, "`%s` is followed by conditions, but is no connective", head).Hint =
				fmt.Sprintf("did you mean `%s`?", guess)
			n.kids[0].text = guess
			return r.condition(n)
		}
		if w := n.kids[1]; (head == "at" || head == "over") && w.isWord() && (w.text == "start" || w.text == "end" || w.text == "all") {
			r.unsupported(n, "durative conditions")
			return nil
		}
	}
	if a, ok := r.atom(n); ok {
		return &a
	}
	return nil
}

// conditions reads all of a list; unreadable ones are left out.
func (r *reader) conditions(nodes []node) []Condition {
	var out []Condition
	for i := range nodes {
		if c := r.condition(&nodes[i]); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// only returns the single argument of a list like (not X).
func (r *reader) only(n *node, what string) *node {
	head := n.head()
	switch len(n.kids) {
	case 1:
		r.fault(diag.MissingPart, n.tight(), "no %s follows `%s`", what, head).Hint = fmt.Sprintf("write (%s (...))", head)
		return nil
	case 2:
		return &n.kids[1]
	}
	if n.kids[1].isWord() {
		r.fault(diag.BadCondition, n.kids[1].span, "the %s after `%s` needs parentheses of its own", what, head).Hint =
			fmt.Sprintf("write (%s (%s ...))", head, n.kids[1].text)
		inner := node{kind: listNode, kids: n.kids[1:], span: diag.Span{Start: n.kids[1].span.Start, End: n.kids[len(n.kids)-1].span.End}}
		return &inner
	}
	r.surplus(n.kids[2:], fmt.Sprintf("after the %s of `%s`", what, head))
	return &n.kids[1]
}

func (r *reader) imply(n *node) Condition {
	if len(n.kids) != 3 {
		r.fault(diag.MissingPart, n.tight(), "`imply` takes two conditions, not %d", len(n.kids)-1).Hint = "write (imply (IF ...) (THEN ...))"
		return nil
	}
	a, b := r.condition(&n.kids[1]), r.condition(&n.kids[2])
	if a == nil || b == nil {
		return nil
	}
	return &Imply{If: a, Then: b, Span: n.span}
}

// binder reads "(variables) body" of forall and exists.
func (r *reader) binder(n *node, body string) ([]TypedName, *node) {
	head := n.head()
	if len(n.kids) < 3 || !n.kids[1].isList() {
		f := r.fault(diag.MissingPart, n.tight(), "`%s` takes a list of variables and %s", head, body)
		f.Hint = fmt.Sprintf("write (%s (?x - TYPE) (...))", head)
		return nil, nil
	}
	vars := r.variables(n.kids[1].kids)
	r.surplus(n.kids[3:], fmt.Sprintf("after the body of `%s`; join them with `and`", head))
	return vars, &n.kids[2]
}

func (r *reader) quantified(n *node) Condition {
	vars, body := r.binder(n, "a condition")
	if body == nil {
		return nil
	}
	c := r.condition(body)
	if c == nil {
		return nil
	}
	return &Quantified{Forall: n.head() == "forall", Vars: vars, Body: c, Span: n.span}
}

func (r *reader) equal(n *node) Condition {
	if len(n.kids) != 3 {
		r.fault(diag.WrongArity, n.tight(), "`=` compares two terms, not %d", len(n.kids)-1)
		return nil
	}
	for i := range n.kids[1:] {
		if k := &n.kids[i+1]; k.isList() || isDecimal(k.text) && n.kids[2-i].isList() {
			r.unsupported(n, "numeric conditions")
			return nil
		}
	}
	args, ok := r.terms(n.kids[1:], "=")
	if !ok {
		return nil
	}
	return &Equal{Left: args[0], Right: args[1], Span: n.span}
}

// atom reads (p t ...).
func (r *reader) atom(n *node) (Atom, bool) {
	if !n.isList() || len(n.kids) == 0 {
		r.fault(diag.BadCondition, n.tight(), "%s where an atom like (p ...) was expected", describe(n))
		return Atom{}, false
	}
	p, ok := r.name(&n.kids[0], "predicate")
	if !ok {
		return Atom{}, false
	}
	args, ok := r.terms(n.kids[1:], p.Text)
	return Atom{Predicate: p, Args: args, Span: n.span}, ok
}

// unsupported names a part of PDDL outside the supported subset.
func (r *reader) unsupported(n *node, feature string) {
	r.fault(diag.Unsupported, n.tight(), "%s (`%s`) are not supported", feature, n.head()).Hint = supportedHint
}

const supportedHint = "supported are STRIPS, ADL, derived predicates, and action costs as whole numbers"

func hasList(nodes []node) bool {
	return slices.ContainsFunc(nodes, func(n node) bool { return n.isList() })
}
