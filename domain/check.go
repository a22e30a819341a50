package domain

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// Codes of the faults that a pack's author can make.
const (
	MissingHandler diag.Code = "missing-handler"
	SurplusHandler diag.Code = "surplus-handler"
	PartialHandler diag.Code = "partial-handler"
	WrongHandler   diag.Code = "wrong-handler"
	BadPack        diag.Code = "bad-pack"
)

// CheckHandlers compares a domain's actions with the Go side: every action has
// a handler that can run, classify and describe a call with the action's
// parameters, and no handler is surplus. Faults point at the line of the action.
func CheckHandlers(model *pddl.Domain, handlers actions.Set) diag.List {
	var list diag.List
	known := make([]string, 0, len(model.Actions))
	bound := slices.Sorted(maps.Keys(handlers))
	for _, a := range model.Actions {
		name := a.Name.Text
		known = append(known, name)
		h, ok := handlers[name]
		if !ok {
			list.Add(diag.Diagnostic{Severity: diag.Error, Code: MissingHandler, Source: model.Source, Span: a.Name.Span, Context: a.Span,
				Message: fmt.Sprintf("action `%s` has no handler", name), Hint: handlerHint(name, diag.Suggest(name, bound))})
			continue
		}
		if missing := missingParts(h); missing != "" {
			list.Add(diag.Diagnostic{Severity: diag.Error, Code: PartialHandler, Source: model.Source, Span: a.Name.Span, Context: a.Span,
				Message: fmt.Sprintf("the handler of action `%s` has no %s", name, missing)})
		} else if err := describe(h, a); err != nil {
			list.Add(diag.Diagnostic{Severity: diag.Error, Code: WrongHandler, Source: model.Source, Span: a.Name.Span, Context: a.Span,
				Message: fmt.Sprintf("the handler of action `%s` cannot describe a call: %v", name, err),
				Hint:    fmt.Sprintf("the action has %d parameters; a handler finds them in Args in the same order", len(a.Params))})
		}
	}
	for _, name := range bound {
		if slices.Contains(known, name) {
			continue
		}
		hint := "write its (:action " + name + " ...), or take the handler away"
		if s := diag.Suggest(name, known); s != "" {
			hint = "is it the handler of `" + s + "`?"
		}
		list.Add(diag.Diagnostic{Severity: diag.Error, Code: SurplusHandler, Source: model.Source, Span: model.Name.Span,
			Message: fmt.Sprintf("handler %q has no action in domain `%s`", name, model.Name.Text), Hint: hint})
	}
	return list
}

func handlerHint(name, similar string) string {
	if similar != "" {
		return "is `" + similar + "` meant for it?"
	}
	return "bind `" + name + "` in the domain's Handlers"
}

func missingParts(h actions.Action) string {
	var missing []string
	if h.Class == 0 {
		missing = append(missing, "Class")
	}
	if h.Describe == nil {
		missing = append(missing, "Describe")
	}
	if h.Run == nil {
		missing = append(missing, "Run")
	}
	return strings.Join(missing, ", ")
}

// describe calls Describe with as many arguments as the action has parameters,
// to find a handler written for more of them.
func describe(h actions.Action, a *pddl.Action) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	call := actions.Call{
		Lookup: func(string) (actions.Object, bool) { return actions.Object{}, false },
		Facts:  func(string) [][]string { return nil },
	}
	for _, p := range a.Params {
		o := actions.Object{Name: strings.TrimPrefix(p.Name.Text, "?")}
		if len(p.Types) > 0 {
			o.Type = p.Types[0].Text
		}
		call.Args = append(call.Args, o)
	}
	if strings.TrimSpace(h.Describe(&call)) == "" {
		return errors.New("it says nothing")
	}
	return nil
}

// Check looks for names in a pack that its model does not have, and for
// recognisers that cannot be used.
func (p *Pack) Check() diag.List {
	c := packCheck{pack: p, types: p.Model.TypeTree()}
	for _, alias := range slices.Sorted(maps.Keys(p.TypeAliases)) {
		c.typeName("the alias "+alias, p.TypeAliases[alias])
	}
	for _, t := range slices.Sorted(maps.Keys(p.Values)) {
		c.typeName("a value rule", t)
	}
	for _, t := range slices.Sorted(maps.Keys(p.Extensions)) {
		c.typeName("a list of extensions", t)
	}
	for _, t := range slices.Sorted(maps.Keys(p.Needs)) {
		c.typeName("a list of needed keys", t)
	}
	for _, l := range p.Links {
		c.typeName("the link "+l.Key, l.Type)
		c.literals("the link "+l.Key, l.Literal, []string{"?object", "?value"})
	}
	for _, rule := range p.Implied {
		c.typeName("the rule for "+rule.Then, rule.Type)
		c.literals("an implied fact", rule.If+rule.Then+rule.Unless, nil)
	}
	for _, f := range p.Forms {
		c.literals("the form "+f.From, f.To, variables(f.From))
	}
	for _, d := range p.Defaults {
		if p.Model.Function(d.Function) == nil {
			c.fault("a default is given for %q, which is no function", d.Function)
		}
	}
	for _, name := range p.Valued {
		if sig := p.Model.Predicate(name); sig == nil || len(sig.Params) != 1 {
			c.fault("%q, said to need a value, is no predicate of one object", name)
		}
	}
	if p.Decided != "" && p.Model.Predicate(p.Decided) == nil {
		c.fault("%q, said to mark decided conditions, is no predicate", p.Decided)
	}
	c.recognisers()
	return c.list
}

type packCheck struct {
	pack  *Pack
	types *pddl.TypeTree
	list  diag.List
}

func (c *packCheck) fault(format string, args ...any) {
	c.list.Add(diag.Diagnostic{Severity: diag.Error, Code: BadPack, Message: "pack " + c.pack.Name + ": " + fmt.Sprintf(format, args...)})
}

func (c *packCheck) typeName(what, name string) {
	if !c.types.Has(name) {
		c.fault("%s names the type %q, which the model does not have", what, name)
	}
}

var patternLiteral = regexp.MustCompile(`\(([^()\s]+)([^()]*)\)`)

// literals checks patterns against the model; bound, when given, are the only
// variables they may hold.
func (c *packCheck) literals(what, text string, bound []string) {
	for _, m := range patternLiteral.FindAllStringSubmatch(text, -1) {
		sig, args := c.pack.Model.Predicate(m[1]), strings.Fields(m[2])
		if sig == nil || len(sig.Params) != len(args) {
			c.fault("%s uses %s, which fits no predicate", what, m[0])
		}
		for _, a := range args {
			if bound != nil && strings.HasPrefix(a, "?") && !slices.Contains(bound, a) {
				c.fault("%s uses the variable %s, which nothing binds", what, a)
			}
		}
	}
}

func variables(text string) []string {
	list := []string{}
	for _, w := range strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(text)) {
		if strings.HasPrefix(w, "?") {
			list = append(list, w)
		}
	}
	return list
}

func (c *packCheck) recognisers() {
	checks := []string{"", "isin", "cusip", "sedol", "lei", "iban", "luhn"}
	for _, r := range c.pack.Recognisers {
		if r.Pattern == "" && len(r.Words) == 0 {
			c.fault("the recogniser of %q has neither pattern nor words", r.Type)
		}
		if _, err := regexp.Compile(r.Pattern); err != nil {
			c.fault("the recogniser of %q has a bad pattern: %v", r.Type, err)
		}
		if !slices.Contains(checks, r.Check) {
			c.fault("the recogniser of %q has an unknown check %q", r.Type, r.Check)
		}
	}
}
