package pddl

import (
	"fmt"

	"genplanx/pddl/diag"
)

var domainSections = []string{
	":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived",
}

// domain reads the sections of a domain.
func (r *reader) domain(d *Domain, parts []node) {
	seen := map[string]*node{}
	for i := range parts {
		n := &parts[i]
		if n.kind == sectionNode {
			n = r.expand(n)
		}
		r.context = n.span
		if !n.isList() {
			r.strayInForm(n, domainSections)
			continue
		}
		if isProblemSection(n.head()) {
			r.fault(diag.WrongFile, n.tight(), "`%s` belongs into a problem, not a domain", n.head())
			continue
		}
		key := r.keyword(n, domainSections)
		if key == "" {
			continue
		}
		if key != ":action" && key != ":derived" {
			r.once(seen, key, n)
		}
		args := n.kids[1:]
		switch key {
		case ":requirements":
			d.Requirements = append(d.Requirements, r.requirements(args)...)
		case ":types":
			d.Types = append(d.Types, r.typeList(n)...)
		case ":constants":
			d.Constants = append(d.Constants, r.named(args, "constant")...)
		case ":predicates":
			d.Predicates = append(d.Predicates, r.signatures(args, "predicate")...)
		case ":functions":
			d.Functions = append(d.Functions, r.functions(args)...)
		case ":action":
			d.Actions = append(d.Actions, r.action(n))
		case ":derived":
			if x := r.derived(n); x != nil {
				d.Derived = append(d.Derived, x)
			}
		}
	}
}

// once warns when a section is given twice; both are read.
func (r *reader) once(seen map[string]*node, key string, n *node) {
	if first := seen[key]; first != nil {
		f := r.report(diag.Warning, diag.DuplicateSection, n.tight(), "a second `(%s ...)`; both are read", key)
		f.Hint = "join the two"
		f.Related = []diag.Related{{Span: first.tight(), Message: "the first stands here"}}
		return
	}
	seen[key] = n
}

// strayInForm reports a word directly in (define ...).
func (r *reader) strayInForm(n *node, sections []string) {
	f := r.fault(diag.StrayToken, n.tight(), "%s has no place between sections", describe(n))
	if guess := diag.Suggest(n.text, sections); guess != "" {
		f.Hint = "write (" + guess + " ...)"
	}
	for _, s := range sections {
		if s == n.text {
			f.Hint = "a section is a list: write (" + s + " ...)"
		}
	}
}

func (r *reader) requirements(nodes []node) []Name {
	var out []Name
	for i := range nodes {
		n := &nodes[i]
		if !n.isWord() || n.text[0] != ':' {
			r.report(diag.Warning, diag.UnknownRequirement, n.tight(), "%s is not a requirement", describe(n)).Hint = "requirements start with `:`, as :strips or :typing"
			continue
		}
		out = append(out, Name{n.text, n.span})
	}
	return out
}

// signatures reads "(p ?x - t) (q)".
func (r *reader) signatures(nodes []node, what string) []Signature {
	var out []Signature
	for i := range nodes {
		if s, ok := r.signature(&nodes[i], what); ok {
			out = append(out, s)
		}
	}
	return out
}

func (r *reader) signature(n *node, what string) (Signature, bool) {
	if !n.isList() || len(n.kids) == 0 {
		r.fault(diag.MissingName, n.tight(), "%s where a %s like (p ?x) was expected", describe(n), what)
		return Signature{}, false
	}
	name, ok := r.name(&n.kids[0], what)
	if !ok {
		return Signature{}, false
	}
	if isConnective(name.Text) {
		r.fault(diag.BadName, name.Span, "`%s` is a word of PDDL and cannot name a %s", name.Text, what)
		return Signature{}, false
	}
	return Signature{Name: name, Params: r.variables(n.kids[1:]), Span: n.span}, true
}

// functions reads "(f ?x - t) (g) - number".
func (r *reader) functions(nodes []node) []Signature {
	var out []Signature
	for i := 0; i < len(nodes); i++ {
		n := &nodes[i]
		if !n.isWord() || n.text[0] != '-' {
			if s, ok := r.signature(n, "function"); ok {
				out = append(out, s)
			}
			continue
		}
		if i++; n.text == "-" && i < len(nodes) {
			n = &nodes[i]
		}
		if n.isWord() && n.text == "number" {
			continue
		}
		r.fault(diag.Unsupported, n.tight(), "functions with values other than numbers (%s) are not supported", describe(n)).Hint =
			"write `- number`, or use a predicate"
	}
	return out
}

var actionClauses = []string{":parameters", ":precondition", ":effect"}

// action reads (:action name :parameters (...) :precondition ... :effect ...).
func (r *reader) action(n *node) *Action {
	a := &Action{Span: n.span}
	args := n.kids[1:]
	if len(args) == 0 || args[0].isWord() && args[0].text[0] == ':' || args[0].isList() {
		r.fault(diag.MissingName, n.tight(), "the action has no name").Hint = "write (:action NAME :parameters (...) ...)"
	} else {
		a.Name, _ = r.name(&args[0], "action")
		args = args[1:]
	}
	seen := map[string]*node{}
	for len(args) > 0 {
		key := &args[0]
		args = args[1:]
		if inner, ok := r.bracketed(key); ok {
			key, args = &inner[0], append(inner[1:len(inner):len(inner)], args...)
		}
		if !key.isWord() || key.text[0] != ':' && diag.Suggest(":"+key.text, actionClauses) == "" && !isActionKeyword(":"+key.text) {
			r.surplus([]node{*key}, fmt.Sprintf("in action `%s`; several conditions are joined with (and ...)", a.Name.Text))
			continue
		}
		value := args[:clauseLength(args)]
		args = args[len(value):]
		if clause := r.keyword(key, actionClauses); clause != "" {
			r.clause(a, clause, key, value, seen)
		}
	}
	return a
}

// bracketed reports (:precondition (...)), a clause written as a list, and
// returns its parts.
func (r *reader) bracketed(n *node) ([]node, bool) {
	if !n.isList() || !isActionKeyword(n.head()) {
		return nil, false
	}
	r.fault(diag.StrayToken, n.tight(), "`%s` is written as a list", n.head()).Hint =
		fmt.Sprintf("write %s (...) without parentheses round both", n.head())
	return n.kids, true
}

// clauseLength counts the nodes up to the next keyword.
func clauseLength(nodes []node) int {
	for i := range nodes {
		if nodes[i].isWord() && nodes[i].text[0] == ':' || isActionKeyword(nodes[i].head()) {
			return i
		}
	}
	return len(nodes)
}

// clause reads the value of one keyword of an action.
func (r *reader) clause(a *Action, clause string, key *node, value []node, seen map[string]*node) {
	if first := seen[clause]; first != nil {
		f := r.fault(diag.DuplicateSection, key.span, "action `%s` has a second `%s`", a.Name.Text, clause)
		f.Related = []diag.Related{{Span: first.span, Message: "the first stands here"}}
		return
	}
	seen[clause] = key
	if len(value) == 0 {
		r.fault(diag.MissingPart, key.span, "nothing follows `%s`", clause).Hint = "write " + clause + " ()"
		return
	}
	switch clause {
	case ":parameters":
		if !value[0].isList() {
			r.fault(diag.MissingPart, value[0].tight(), "the parameters of `%s` are not in parentheses", a.Name.Text).Hint =
				"write :parameters (?x - TYPE ...)"
			a.Params = r.variables(value)
			return
		}
		a.Params = r.variables(value[0].kids)
		r.surplus(value[1:], "after `:parameters (...)`")
	case ":precondition":
		a.Precondition = r.wholeCondition(value, clause)
	case ":effect":
		a.Effect = r.wholeEffect(value)
	}
}

// wholeCondition reads what follows a keyword: one condition, or by mistake
// several. Nil for ().
func (r *reader) wholeCondition(value []node, keyword string) Condition {
	n := &value[0]
	if len(value) == 1 && n.isList() && len(n.kids) == 0 {
		return nil
	}
	if len(value) == 1 {
		return r.condition(n)
	}
	if !value[1].isList() {
		r.surplus(value[1:], fmt.Sprintf("after the condition of `%s`", keyword))
		return r.condition(n)
	}
	r.fault(diag.BadCondition, value[1].tight(), "a second condition follows `%s`", keyword).Hint = "join them: (and (...) (...))"
	return &And{Parts: r.conditions(value), Span: diag.Span{Start: n.span.Start, End: value[len(value)-1].span.End}}
}

func (r *reader) wholeEffect(value []node) Effect {
	n := &value[0]
	if len(value) == 1 && n.isList() && len(n.kids) == 0 {
		return nil
	}
	if len(value) == 1 {
		return r.effect(n)
	}
	if !value[1].isList() {
		r.surplus(value[1:], "after the effect")
		return r.effect(n)
	}
	r.fault(diag.BadEffect, value[1].tight(), "a second effect follows `:effect`").Hint = "join them: (and (...) (...))"
	return &AndEffect{Parts: r.effects(value), Span: diag.Span{Start: n.span.Start, End: value[len(value)-1].span.End}}
}

// derived reads (:derived (p ?x) condition).
func (r *reader) derived(n *node) *Derived {
	if len(n.kids) != 3 {
		r.fault(diag.MissingPart, n.tight(), "`:derived` takes a predicate and a condition, not %s", count(len(n.kids)-1, "part")).Hint =
			"write (:derived (p ?x) (CONDITION ...))"
		return nil
	}
	head, ok := r.signature(&n.kids[1], "derived predicate")
	body := r.condition(&n.kids[2])
	if !ok || body == nil {
		return nil
	}
	return &Derived{Head: head, Body: body, Span: n.span}
}
