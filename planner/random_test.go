package planner_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// taskText is a random small task as PDDL text, so that it also goes through
// the reader and a failing one can be pasted into a file.
type taskText struct{ domain, problem string }

// randomTask writes a task that may use every feature of the language: types,
// either, constants, negation, disjunction, quantifiers, equality, conditional
// and universal effects, derived predicates, costs including zero, and goals of
// any form, often out of reach.
func randomTask(seed uint64) taskText {
	w := &taskWriter{r: rand.New(rand.NewPCG(seed, 1))}
	t := w.task()
	if w.chance(70) {
		t = w.walk(t)
	}
	return t
}

// walk replaces the goal by literals that a random walk made true, so that many
// tasks have plans of several steps.
func (w *taskWriter) walk(t taskText) taskText {
	d, p, err := t.read()
	if err != nil {
		return t
	}
	m, err := lifted.NewModel(d, p)
	if err != nil {
		return t
	}
	s := m.Initial()
	for range 3 + w.r.IntN(8) {
		steps := m.Steps(s)
		if len(steps) == 0 {
			break
		}
		if s, _, err = m.Apply(s, steps[w.r.IntN(len(steps))]); err != nil {
			return t
		}
	}
	var goals []string
	for _, a := range s.Atoms() {
		if !m.Initial().Has(a) {
			goals = append(goals, lifted.Text(&a, nil))
		}
	}
	for _, a := range m.Initial().Atoms() {
		if !s.Has(a) {
			goals = append(goals, "(not "+lifted.Text(&a, nil)+")")
		}
	}
	if len(goals) == 0 {
		return t
	}
	w.r.Shuffle(len(goals), func(i, j int) { goals[i], goals[j] = goals[j], goals[i] })
	goal := strings.Join(goals[:1+w.r.IntN(min(4, len(goals)))], " ")
	at := strings.Index(t.problem, "(:goal (and")
	extra := ""
	if w.chance(25) {
		extra = t.problem[at+len("(:goal (and"):]
		extra = extra[:strings.Index(extra, "))\n")]
	}
	t.problem = t.problem[:at] + "(:goal (and " + goal + extra + "))\n" + t.problem[at+strings.Index(t.problem[at:], "\n")+1:]
	return t
}

type taskWriter struct {
	r          *rand.Rand
	predicates []signature
	derived    int // the last so many predicates are derived
	adl        bool
}

type signature struct {
	name   string
	params []string // types
	static bool
}

// variable in scope, or an object.
type symbol struct{ name, kind string }

var (
	typeNames = []string{"a", "b", "c", "object", "(either a b)"}
	objects   = []symbol{{"a1", "a"}, {"b1", "b"}, {"c1", "c"}, {"b2", "b"}} // a1 and b1 are constants; c is below b
)

func (w *taskWriter) chance(percent int) bool { return w.r.IntN(100) < percent }

func (w *taskWriter) task() taskText {
	w.adl = w.chance(75)
	for i := range 2 + w.r.IntN(3) {
		w.predicates = append(w.predicates, w.signature(fmt.Sprintf("p%d", i), 2, i > 0 && w.chance(25)))
	}
	basic := len(w.predicates)
	if w.adl && w.chance(45) {
		w.derived = 1 + w.r.IntN(3)
	}
	for i := range w.derived {
		w.predicates = append(w.predicates, w.signature(fmt.Sprintf("d%d", i), 2, true))
	}
	costs := w.chance(60)
	var d, p strings.Builder
	d.WriteString("(define (domain random)\n (:requirements :adl :derived-predicates :action-costs)\n (:types a b - object c - b)\n (:constants a1 - a b1 - b)\n (:predicates")
	for _, s := range w.predicates {
		fmt.Fprintf(&d, " (%s%s)", s.name, w.params(s.params))
	}
	d.WriteString(")\n (:functions (total-cost) - number (weight ?x - object) - number)\n")
	for i := range w.derived {
		for range 1 + w.r.IntN(2) {
			w.axiom(&d, basic+i, basic)
		}
	}
	for i := range 2 + w.r.IntN(4) {
		w.action(&d, i, costs)
	}
	d.WriteString(")\n")
	w.problem(&p, basic, costs)
	return taskText{d.String(), p.String()}
}

func (w *taskWriter) signature(name string, arity int, static bool) signature {
	s := signature{name: name, static: static}
	for range w.r.IntN(arity + 1) {
		s.params = append(s.params, typeNames[w.r.IntN(4)])
	}
	return s
}

func (w *taskWriter) params(types []string) string {
	s := ""
	for i, t := range types {
		s += fmt.Sprintf(" ?x%d - %s", i, t)
	}
	return s
}

func (w *taskWriter) scope(types []string) []symbol {
	scope := []symbol{{"a1", "a"}, {"b1", "b"}}
	for i, t := range types {
		scope = append(scope, symbol{fmt.Sprintf("?x%d", i), t})
	}
	return scope
}

// axiom derives predicate head; it may use the derived predicates up to its own,
// negated only before its own.
func (w *taskWriter) axiom(b *strings.Builder, head, basic int) {
	s := w.predicates[head]
	scope := w.scope(s.params)
	all := w.predicates
	w.predicates = all[:head]
	body := w.condition(scope, 2)
	if w.chance(60) { // recursion
		w.predicates = all[basic : head+1]
		body = fmt.Sprintf("(or %s %s)", body, w.quantified(scope, "exists", func(inner []symbol) string { return w.atom(inner, false) }))
		w.predicates = all[:head]
		body = fmt.Sprintf("(and %s %s)", w.condition(scope, 1), body)
	}
	w.predicates = all
	fmt.Fprintf(b, " (:derived (%s%s) %s)\n", s.name, w.params(s.params), body)
}

func (w *taskWriter) action(b *strings.Builder, i int, costs bool) {
	var types []string
	for range w.r.IntN(3) {
		types = append(types, typeNames[w.r.IntN(len(typeNames))])
	}
	scope := w.scope(types)
	fmt.Fprintf(b, " (:action act%d :parameters (%s)\n  :precondition %s\n  :effect (and", i, w.params(types), w.condition(scope, w.r.IntN(3)))
	for range 1 + w.r.IntN(3) {
		b.WriteString(" " + w.effect(scope, 2))
	}
	if costs {
		switch k := w.r.IntN(4); k {
		case 0:
			fmt.Fprintf(b, " (increase (total-cost) (weight %s))", scope[w.r.IntN(len(scope))].name)
		case 1:
		default:
			fmt.Fprintf(b, " (increase (total-cost) %d)", w.r.IntN(4))
		}
	}
	b.WriteString("))\n")
}

func (w *taskWriter) effect(scope []symbol, depth int) string {
	if w.adl && depth > 0 {
		switch k := w.r.IntN(10); k {
		case 0, 1:
			return fmt.Sprintf("(when %s %s)", w.condition(scope, 1), w.effect(scope, depth-1))
		case 2:
			return w.quantified(scope, "forall", func(inner []symbol) string { return w.effect(inner, depth-1) })
		case 3:
			return fmt.Sprintf("(and %s %s)", w.effect(scope, depth-1), w.effect(scope, depth-1))
		}
	}
	atom := w.atom(scope, true)
	if w.chance(40) {
		return "(not " + atom + ")"
	}
	return atom
}

func (w *taskWriter) quantified(scope []symbol, word string, body func([]symbol) string) string {
	v := symbol{fmt.Sprintf("?y%d", w.r.IntN(2)), typeNames[w.r.IntN(len(typeNames))]}
	inner := []symbol{v}
	for _, s := range scope {
		if s.name != v.name {
			inner = append(inner, s)
		}
	}
	return fmt.Sprintf("(%s (%s - %s) %s)", word, v.name, v.kind, body(inner))
}

func (w *taskWriter) condition(scope []symbol, depth int) string {
	if !w.adl || depth == 0 {
		parts := ""
		for range 1 + w.r.IntN(5)/4 {
			parts += " " + w.literal(scope)
		}
		return "(and" + parts + ")"
	}
	sub := func(s []symbol) string { return w.condition(s, depth-1) }
	switch k := w.r.IntN(12); k {
	case 0:
		return fmt.Sprintf("(or %s %s)", sub(scope), sub(scope))
	case 1:
		return fmt.Sprintf("(imply %s %s)", sub(scope), sub(scope))
	case 2:
		return w.quantified(scope, "forall", sub)
	case 3, 4:
		return w.quantified(scope, "exists", sub)
	case 5:
		if w.derived == 0 || len(w.predicates) < 2 {
			return fmt.Sprintf("(not %s)", sub(scope))
		}
		return w.literal(scope)
	case 6:
		return "(and)"
	case 7:
		return fmt.Sprintf("(and %s %s)", sub(scope), sub(scope))
	}
	return sub(scope)
}

func (w *taskWriter) literal(scope []symbol) string {
	l := ""
	if w.chance(12) {
		l = fmt.Sprintf("(= %s %s)", scope[w.r.IntN(len(scope))].name, scope[w.r.IntN(len(scope))].name)
	} else {
		l = w.atom(scope, false)
	}
	if w.chance(25) {
		return "(not " + l + ")"
	}
	return l
}

// atom writes an atom over the scope; types of arguments need not fit, it is
// then simply never true.
func (w *taskWriter) atom(scope []symbol, fluent bool) string {
	s := w.predicates[w.r.IntN(len(w.predicates))]
	if fluent {
		for s.static {
			s = w.predicates[w.r.IntN(len(w.predicates))]
		}
	}
	out := "(" + s.name
	for range s.params {
		out += " " + scope[w.r.IntN(len(scope))].name
	}
	return out + ")"
}

func (w *taskWriter) problem(b *strings.Builder, basic int, costs bool) {
	n := 3 + w.r.IntN(2)
	b.WriteString("(define (problem r) (:domain random)\n (:objects")
	for _, o := range objects[2:n] {
		fmt.Fprintf(b, " %s - %s", o.name, o.kind)
	}
	b.WriteString(")\n (:init (= (total-cost) 0)")
	for i, o := range objects[:n] {
		if i != 1 || w.chance(70) {
			fmt.Fprintf(b, " (= (weight %s) %d)", o.name, w.r.IntN(4))
		}
	}
	all := w.predicates
	w.predicates = all[:basic]
	for range 2 + w.r.IntN(10) {
		b.WriteString(" " + w.atom(objects[:n], false))
	}
	w.predicates = all
	b.WriteString(")\n (:goal (and")
	for range 1 + w.r.IntN(3) {
		b.WriteString(" " + w.condition(objects[:n], w.r.IntN(3)))
	}
	b.WriteString("))\n")
	if costs {
		b.WriteString(" (:metric minimize (total-cost))")
	}
	b.WriteString(")\n")
}

func (t taskText) read() (*pddl.Domain, *pddl.Problem, error) {
	d, faults := pddl.ReadDomain("domain.pddl", []byte(t.domain))
	if len(faults) > 0 {
		return nil, nil, fmt.Errorf("%v", faults)
	}
	p, faults := pddl.ReadProblem("problem.pddl", []byte(t.problem))
	if len(faults) > 0 {
		return nil, nil, fmt.Errorf("%v", faults)
	}
	return d, p, nil
}
