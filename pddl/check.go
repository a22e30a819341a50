package pddl

import (
	"fmt"
	"maps"
	"slices"

	"genplanx/pddl/diag"
)

// MaxCost is the largest cost of one action or value of a cost function. Sums
// of many of them still fit 64 bits, and each fits the 32 bits that planners use.
const MaxCost = 1<<31 - 1

const costHint = "a cost is at most 2147483647"

// CheckDomain finds faults of meaning in a domain: names, arities, types,
// bindings, costs, requirements. It relies on no order of declarations.
func CheckDomain(d *Domain) diag.List {
	if unread(d.Source, d.Span) {
		return nil
	}
	c := newChecker(d, d.Source)
	c.domain()
	c.faults.Sort()
	return c.faults
}

// CheckProblem finds faults of meaning in a problem of the domain. Faults of
// the domain itself are not reported again.
func CheckProblem(d *Domain, p *Problem) diag.List {
	if unread(p.Source, p.Span) {
		return nil
	}
	c := newChecker(d, p.Source)
	c.problem(p)
	c.faults.Sort()
	return c.faults
}

// unread tells a tree whose text held no (define ...) at all, which the reader
// has reported; trees built by programs have no source.
func unread(src *diag.Source, span diag.Span) bool { return src != nil && span == (diag.Span{}) }

// checker looks names up and gathers faults of one file.
type checker struct {
	d          *Domain
	src        *diag.Source // of what is being checked
	context    diag.Span
	types      *TypeTree
	predicates map[string]*Signature
	functions  map[string]*Signature
	objects    map[string]object // constants, and objects of the problem
	sorted     []string          // names of objects
	derived    map[string]*Derived
	changed    map[string]bool // predicates in some effect
	needs      []need
	used       map[string]bool // variables used in the scope being checked
	guesses    int
	faults     diag.List
	reported   severities
	below      map[*Name]bitset // see admitted; by the first name of a list
}

// object is a declared object or constant.
type object struct {
	TypedName
	src *diag.Source
}

// maxGuesses bounds the costly search for similar names.
const maxGuesses = 30

func newChecker(d *Domain, src *diag.Source) *checker {
	c := &checker{
		d: d, src: src, types: d.TypeTree(),
		predicates: map[string]*Signature{}, functions: map[string]*Signature{},
		objects: map[string]object{}, derived: map[string]*Derived{}, changed: map[string]bool{},
		below: map[*Name]bitset{},
	}
	for i := range d.Predicates {
		first(c.predicates, d.Predicates[i].Name.Text, &d.Predicates[i])
	}
	for i := range d.Functions {
		first(c.functions, d.Functions[i].Name.Text, &d.Functions[i])
	}
	for _, x := range d.Constants {
		first(c.objects, x.Name.Text, object{x, d.Source})
	}
	for _, x := range d.Derived {
		first(c.derived, x.Head.Name.Text, x)
	}
	for _, a := range d.Actions {
		c.markChanged(a.Effect)
	}
	return c
}

// first sets m[key] unless it is set.
func first[V any](m map[string]V, key string, v V) {
	if _, ok := m[key]; !ok {
		m[key] = v
	}
}

func (c *checker) markChanged(e Effect) {
	switch e := e.(type) {
	case *Add:
		c.changed[e.Atom.Predicate.Text] = true
	case *Delete:
		c.changed[e.Atom.Predicate.Text] = true
	case *AndEffect:
		for _, q := range e.Parts {
			c.markChanged(q)
		}
	case *When:
		c.markChanged(e.Then)
	case *ForallEffect:
		c.markChanged(e.Body)
	}
}

func (c *checker) report(s diag.Severity, code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Diagnostic{Severity: s, Code: code, Source: c.src, Span: span, Context: c.context, Message: fmt.Sprintf(format, args...)}
	if !c.reported.admit(&d) {
		return &diag.Diagnostic{}
	}
	c.faults = append(c.faults, d)
	return &c.faults[len(c.faults)-1]
}

func (c *checker) fault(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.report(diag.Error, code, span, format, args...)
}

// meant returns "did you mean ...?" or "". The candidates are asked for only
// when there is a guess to spend on them; there may be many.
func (c *checker) meant(word string, candidates func() []string) string {
	if c.guesses++; c.guesses > maxGuesses {
		return ""
	}
	if guess := diag.Suggest(word, candidates()); guess != "" {
		return "did you mean `" + guess + "`?"
	}
	return ""
}

// sortedKeys returns a function that lists the keys of a map.
func sortedKeys[V any](m map[string]V) func() []string {
	return func() []string { return slices.Sorted(maps.Keys(m)) }
}

func here(src *diag.Source, span diag.Span, message string) []diag.Related {
	return []diag.Related{{Source: src, Span: span, Message: message}}
}

// domain checks all of a domain.
func (c *checker) domain() {
	d := c.d
	c.requirementNames(d.Requirements)
	c.typeSection()
	c.constants()
	c.signatures(d.Predicates, "predicate")
	c.signatures(d.Functions, "function")
	names := map[string]*Action{}
	for _, a := range d.Actions {
		if other := names[a.Name.Text]; other != nil && a.Name.Text != "" {
			c.fault(diag.DuplicateAction, a.Name.Span, "a second action `%s`", a.Name.Text).Related =
				here(nil, other.Name.Span, "first declared here")
		}
		first(names, a.Name.Text, a)
		c.action(a)
	}
	for _, x := range d.Derived {
		c.derivation(x)
	}
	c.stratification()
	c.missingRequirements()
}

// typeSection checks declarations of types: duplicates and cycles.
func (c *checker) typeSection() {
	seen := map[string]Name{}
	for _, t := range c.d.Types {
		c.need(":typing", t.Name.Span)
		name := t.Name.Text
		if other, ok := seen[name]; ok {
			c.report(diag.Warning, diag.DuplicateType, t.Name.Span, "type `%s` is declared twice", name).Related =
				here(nil, other.Span, "first declared here")
		}
		first(seen, name, t.Name)
		if name == objectType && len(t.Types) > 0 {
			c.fault(diag.CyclicType, t.Name.Span, "type `object` is above all types and cannot be a subtype of %s", typesText(t.Types)).Hint =
				"delete it; every type is an `object` anyway"
		}
	}
	for _, t := range c.d.Types {
		for _, s := range t.Types {
			if t.Name.Text != objectType && c.types.IsA(s.Text, t.Name.Text) {
				c.fault(diag.CyclicType, t.Name.Span, "type `%s` is a subtype of itself", t.Name.Text).Related =
					here(nil, s.Span, "by way of `"+s.Text+"`")
				return // one cycle is told once, not at each of its types
			}
		}
	}
}

func (c *checker) constants() {
	seen := map[string]TypedName{}
	for _, x := range c.d.Constants {
		c.typesOf(x)
		c.duplicateObject(x, seen, "constant")
	}
}

// duplicateObject warns of an object declared again with the same types; with
// other types it is an error, for no one can tell which holds.
func (c *checker) duplicateObject(x TypedName, seen map[string]TypedName, what string) {
	name := x.Name.Text
	other, again := seen[name]
	if !again {
		seen[name] = x
		return
	}
	severity, differ := diag.Warning, ""
	if typesText(x.Types) != typesText(other.Types) {
		severity, differ = diag.Error, fmt.Sprintf(" with different types: %s and %s", typesText(other.Types), typesText(x.Types))
	}
	c.report(severity, diag.DuplicateObject, x.Name.Span, "%s `%s` is declared twice%s", what, name, differ).Related =
		here(nil, other.Name.Span, "first declared here")
}

// typesText names declared types for a message.
func typesText(types []Name) string {
	switch len(types) {
	case 0:
		return "`object`"
	case 1:
		return "`" + types[0].Text + "`"
	}
	return "`" + list("either", types) + "`"
}

// typesOf checks that the types of a name exist.
func (c *checker) typesOf(x TypedName) {
	for _, t := range x.Types {
		c.need(":typing", t.Span)
		if !c.types.Has(t.Text) {
			f := c.fault(diag.UnknownType, t.Span, "type `%s` is not declared", t.Text)
			if f.Hint = c.meant(t.Text, c.types.Names); f.Hint == "" {
				f.Hint = "declare it in (:types ...)"
			}
		}
	}
}

// signatures checks declarations of predicates or functions.
func (c *checker) signatures(list []Signature, what string) {
	seen := map[string]*Signature{}
	code := diag.DuplicatePredicate
	if what == "function" {
		code = diag.DuplicateFunction
	}
	for i := range list {
		s := &list[i]
		c.params(s.Params, what, s.Name.Text)
		if what == "function" {
			c.need(":action-costs", s.Name.Span)
		}
		if s.Name.Text == totalCost && what == "function" && len(s.Params) > 0 {
			c.fault(diag.WrongArity, s.Name.Span, "`total-cost` takes no arguments")
		}
		if other := seen[s.Name.Text]; other != nil {
			severity := diag.Error
			if len(other.Params) == len(s.Params) && typedLine(other.Params) == typedLine(s.Params) {
				severity = diag.Warning
			}
			c.report(severity, code, s.Name.Span, "%s `%s` is declared twice", what, s.Name.Text).Related =
				here(nil, other.Name.Span, "first declared here")
		}
		first(seen, s.Name.Text, s)
	}
}

// params checks the variables of a declaration: types and duplicates.
func (c *checker) params(params []TypedName, what, of string) {
	severity := diag.Error
	if what == "predicate" || what == "function" {
		severity = diag.Warning // only their number and types count
	}
	for i, x := range params {
		c.typesOf(x)
		if y := scope(params[:i]).find(x.Name.Text); y != nil {
			c.report(severity, diag.DuplicateVariable, x.Name.Span, "%s `%s` has two variables `%s`", what, of, x.Name.Text).Related =
				here(nil, y.Name.Span, "the first stands here")
		}
	}
}
