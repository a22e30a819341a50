package pddl

import (
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

var problemSections = []string{
	":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length",
}

func isProblemSection(s string) bool {
	return s != ":requirements" && slices.Contains(problemSections, s)
}

// problem reads the sections of a problem.
func (r *reader) problem(p *Problem, parts []node) {
	seen := map[string]*node{}
	for i := range parts {
		n := &parts[i]
		r.context = n.tight()
		if n.isWord() {
			r.strayInForm(n, problemSections)
			continue
		}
		if head := n.head(); head != ":requirements" && slices.Contains(domainSections, head) {
			r.fault(diag.WrongFile, n.tight(), "`%s` belongs into a domain, not a problem", head)
			continue
		}
		key := r.keyword(n, problemSections)
		if key == "" {
			continue
		}
		r.once(seen, key, n)
		if n.kind == sectionNode && key == ":init" {
			r.initSection(n.span, p)
			continue
		}
		if n.kind == sectionNode && key == ":objects" {
			r.objectsSection(n, p)
			continue
		}
		r.problemSection(key, n, p)
	}
	r.contradictions(p)
}

func (r *reader) problemSection(key string, n *node, p *Problem) {
	args := n.kids[1:]
	switch key {
	case ":domain":
		if len(args) == 0 {
			r.fault(diag.MissingName, n.tight(), "no name follows `:domain`")
			return
		}
		p.DomainName, _ = r.name(&args[0], "domain")
		r.surplus(args[1:], "after the name of the domain")
	case ":requirements":
		p.Requirements = append(p.Requirements, r.requirements(args)...)
	case ":objects":
		p.Objects = append(p.Objects, r.named(args, "object")...)
	case ":init":
		for i := range args {
			r.initElement(&args[i], p)
		}
	case ":goal":
		r.goal(n, p)
	case ":metric":
		r.metric(n, p)
	case ":length":
		r.report(diag.Note, diag.Unsupported, n.tight(), "`:length` is a hint of PDDL 1 and is not used")
	}
}

func (r *reader) goal(n *node, p *Problem) {
	if len(n.kids) < 2 {
		r.fault(diag.MissingPart, n.tight(), "no condition follows `:goal`").Hint = "write (:goal (and (...) (...)))"
		return
	}
	p.Goal = r.wholeCondition(n.kids[1:], ":goal")
	if len(n.kids) == 2 && p.Goal == nil && n.kids[1].isList() && len(n.kids[1].kids) == 0 {
		p.Goal = &And{Span: n.kids[1].span}
	}
}

// metric reads (:metric minimize (total-cost)).
func (r *reader) metric(n *node, p *Problem) {
	args := n.kids[1:]
	if len(args) != 2 || !args[0].isWord() {
		r.fault(diag.MissingPart, n.tight(), "`:metric` takes `minimize` and (total-cost)").Hint = metricHint
		return
	}
	switch word := args[0].text; {
	case word == "maximize":
		r.fault(diag.Unsupported, args[0].span, "`maximize` is not supported").Hint = metricHint
	case word != "minimize":
		f := r.fault(diag.UnknownKeyword, args[0].span, "unknown word `%s` in `:metric`", word)
		f.Hint = metricHint
	case args[1].head() == totalCost && len(args[1].kids) == 1, args[1].isWord() && args[1].text == totalCost:
		p.Metric = &Metric{Span: n.span}
	default:
		r.fault(diag.Unsupported, args[1].tight(), "a metric other than (total-cost) is not supported: %s", describe(&args[1])).Hint = metricHint
	}
}

const (
	metricHint = "write (:metric minimize (total-cost))"
	totalCost  = "total-cost"
	objectType = "object"
)

// initElement reads one element of (:init ...) the thorough way.
func (r *reader) initElement(n *node, p *Problem) {
	if !n.isList() || len(n.kids) == 0 {
		run := n.isWord() && r.lastBare > 0 && strings.TrimSpace(r.text[r.lastBare:n.span.Start]) == ""
		if n.isWord() {
			r.lastBare = n.span.End
		}
		if run { // the words of one fact are one fault
			return
		}
		r.fault(diag.BadInit, n.tight(), "%s where a fact like (p a b) was expected", describe(n)).Hint = "facts are lists: (p a b)"
		return
	}
	args := n.kids[1:]
	switch head := n.head(); {
	case head == "=":
		if a, ok := r.assignment(n); ok {
			p.Costs = append(p.Costs, a)
		}
	case head == "not":
		r.negatedFact(n)
	case head == "and":
		r.fault(diag.BadInit, n.tight(), "`and` stands in `:init`").Hint = "list the facts without `and`"
		for i := range args {
			r.initElement(&args[i], p)
		}
	case isConnective(head):
		r.fault(diag.BadInit, n.tight(), "`%s` stands in `:init`", head).Hint = "the initial state is a list of facts"
	case head == "at" && len(args) == 2 && args[0].isWord() && isDecimal(args[0].text) && args[1].isList():
		r.unsupported(n, "timed initial literals")
	case head == "unknown" && hasList(args), head == "oneof" && hasList(args), head == "probabilistic" && hasList(args):
		r.unsupported(n, "uncertain initial states")
	default:
		if a, ok := r.groundAtom(n); ok {
			p.Init = append(p.Init, Fact(a))
		}
	}
}

// negatedFact checks (not (p a)) and notes that it says nothing: what is not
// listed is false anyway.
func (r *reader) negatedFact(n *node) {
	of := r.only(n, "fact")
	if of == nil {
		return
	}
	if a, ok := r.groundAtom(of); ok {
		r.report(diag.Note, diag.NegatedFact, n.span, "a negated fact in `:init` says nothing").Hint = "what is not listed is false; delete it"
		r.denied = append(r.denied, Fact(a))
	}
}

// contradictions reports facts that the initial state both gives and denies.
func (r *reader) contradictions(p *Problem) {
	if len(r.denied) == 0 {
		return
	}
	given := make(map[string]diag.Span, len(p.Init))
	var key []byte
	for _, f := range p.Init {
		key = appendKey(key[:0], f.Predicate, f.Args)
		given[string(key)] = f.Span
	}
	for _, f := range r.denied {
		key = appendKey(key[:0], f.Predicate, f.Args)
		if span, both := given[string(key)]; both {
			r.fault(diag.ContradictoryInit, f.Span, "`:init` says both %s and (not %s)", f, f).Related =
				[]diag.Related{{Span: span, Message: "it is given here"}}
		}
	}
}

// groundAtom reads an atom without variables.
func (r *reader) groundAtom(n *node) (Atom, bool) {
	a, ok := r.atom(n)
	return a, ok && r.ground(a.Args)
}

func (r *reader) ground(args []Name) bool {
	for _, t := range args {
		if t.IsVariable() {
			r.fault(diag.NotGround, t.Span, "the variable `%s` stands where an object is needed", t.Text).Hint =
				"facts name objects; variables belong into actions and quantifiers"
			return false
		}
	}
	return true
}

// assignment reads (= (f a) 3).
func (r *reader) assignment(n *node) (Assignment, bool) {
	if len(n.kids) != 3 {
		r.fault(diag.BadInit, n.tight(), "`=` takes a function and its value").Hint = "write (= (f a) 3)"
		return Assignment{}, false
	}
	a := Assignment{Span: n.span}
	var ok, good bool
	if a.Function, a.Args, ok = r.call(&n.kids[1]); ok {
		ok = r.ground(a.Args)
	}
	a.Value, good = r.number(&n.kids[2])
	return a, ok && good
}
