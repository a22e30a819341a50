package domain

import "strings"

// askedPrefix begins the predicates that only the compiler writes.
const askedPrefix = "asked-"

// Asked returns the predicate that says of a goal predicate's fact that the
// request asks for it, if the model has one: "asked-in" for "in".
func (p *Pack) Asked(predicate string) (string, bool) {
	name := askedPrefix + predicate
	return name, p.Model.Predicate(name) != nil
}

// After is the predicate by which handlers keep the order of a request: two
// goals (in a w) and (in b w), in this order, give (asked-after b a w).
func (p *Pack) After() (goal, fact string, ok bool) {
	goal, fact = "in", askedPrefix+"after"
	return goal, fact, p.Model.Predicate(fact) != nil && p.Model.Predicate(goal) != nil
}

// Internal reports whether a predicate is the compiler's own: no front end may
// use it, and no prompt shows it.
func (p *Pack) Internal(predicate string) bool { return strings.HasPrefix(predicate, askedPrefix) }
