// Package pddl turns PDDL text into a syntax tree and back.
//
// It owns the lexer, the reader, the checker, the printer, the formatter,
// atoms and IPC plan files. In: bytes. Out: [Domain], [Problem], [Plan] and
// diagnostics with tight ranges. It must not know grounding, JSON problems or
// handlers. Start reading at nodes.go (the tree), then read.go; lexer.go,
// sexpr.go and mend.go are below it, check.go and print.go work on its result.
package pddl

import "genplanx/pddl/diag"

// Name is a symbol in lower case (PDDL ignores case) and its place in the text.
// Variables keep their question mark: "?d".
type Name struct {
	Text string
	Span diag.Span
}

// IsVariable reports whether the name is a variable.
func (n Name) IsVariable() bool { return len(n.Text) > 0 && n.Text[0] == '?' }

// TypedName is a name with its declared types: none means object (the reader
// turns a written "- object" into none), several come from (either a b).
type TypedName struct {
	Name  Name
	Types []Name
}

// Domain is a (define (domain ...)) form.
type Domain struct {
	Source       *diag.Source
	Span         diag.Span
	Name         Name
	Requirements []Name // with the colon: ":strips"
	Types        []TypedName
	Constants    []TypedName
	Predicates   []Signature
	Functions    []Signature
	Derived      []*Derived
	Actions      []*Action
	Comments     []Comment
}

// Problem is a (define (problem ...)) form.
type Problem struct {
	Source       *diag.Source
	Span         diag.Span
	Name         Name
	DomainName   Name
	Requirements []Name
	Objects      []TypedName
	Init         []Fact
	Costs        []Assignment // (= (f a b) 3)
	Goal         Condition    // nil when the problem has none
	Metric       *Metric
	Comments     []Comment
}

// Comment is a line comment, with its semicolon, without its line end.
type Comment struct {
	Text string
	Span diag.Span
}

// Signature declares a predicate or a numeric function.
type Signature struct {
	Name   Name
	Params []TypedName
	Span   diag.Span
}

// Action is an (:action ...).
type Action struct {
	Name         Name
	Params       []TypedName
	Precondition Condition // nil when empty
	Effect       Effect    // nil when empty
	Span         diag.Span
}

// Derived is a (:derived (p ?x) condition), an axiom.
type Derived struct {
	Head Signature
	Body Condition
	Span diag.Span
}

// Fact is a ground atom of the initial state.
type Fact struct {
	Predicate Name
	Args      []Name
	Span      diag.Span
}

// Assignment gives a numeric function its initial value.
type Assignment struct {
	Function Name
	Args     []Name
	Value    int64
	Span     diag.Span
}

// Metric is (:metric minimize (total-cost)); nothing else is supported.
type Metric struct {
	Span diag.Span
}

// Condition is a precondition, goal, axiom body or the test of a conditional
// effect: one of *Atom, *Equal, *Not, *And, *Or, *Imply, *Quantified.
type Condition interface {
	Range() diag.Span
	condition()
}

// Literal is an atom or its negation, as lists of facts and goals hold them.
type Literal struct {
	Negated bool
	Atom    Atom
}

// Atom is (p t1 t2 ...), a condition or, in an effect, an added fact.
type Atom struct {
	Predicate Name
	Args      []Name
	Span      diag.Span
}

// Equal is (= t1 t2) on objects.
type Equal struct {
	Left, Right Name
	Span        diag.Span
}

// Not negates any condition.
type Not struct {
	Of   Condition
	Span diag.Span
}

// And holds when all parts hold; it may be empty (true).
type And struct {
	Parts []Condition
	Span  diag.Span
}

// Or holds when some part holds; it may be empty (false).
type Or struct {
	Parts []Condition
	Span  diag.Span
}

// Imply is (imply If Then).
type Imply struct {
	If, Then Condition
	Span     diag.Span
}

// Quantified is (exists (vars) body) or (forall (vars) body).
type Quantified struct {
	Forall bool
	Vars   []TypedName
	Body   Condition
	Span   diag.Span
}

// Effect is one of *AndEffect, *Add, *Delete, *When, *ForallEffect, *Increase.
type Effect interface {
	Range() diag.Span
	effect()
}

// AndEffect is a conjunction of effects; it may be empty.
type AndEffect struct {
	Parts []Effect
	Span  diag.Span
}

// Add makes an atom true.
type Add struct{ Atom Atom }

// Delete makes an atom false: (not (p ...)).
type Delete struct {
	Atom Atom
	Span diag.Span
}

// When is a conditional effect.
type When struct {
	If   Condition
	Then Effect
	Span diag.Span
}

// ForallEffect applies its body for every binding of Vars.
type ForallEffect struct {
	Vars []TypedName
	Body Effect
	Span diag.Span
}

// Increase is (increase (total-cost) amount). Amount is a number when Function
// is empty, else the value of the named function of Args.
type Increase struct {
	Number   int64
	Function Name
	Args     []Name
	Span     diag.Span
}

func (c *Atom) Range() diag.Span       { return c.Span }
func (c *Equal) Range() diag.Span      { return c.Span }
func (c *Not) Range() diag.Span        { return c.Span }
func (c *And) Range() diag.Span        { return c.Span }
func (c *Or) Range() diag.Span         { return c.Span }
func (c *Imply) Range() diag.Span      { return c.Span }
func (c *Quantified) Range() diag.Span { return c.Span }

func (*Atom) condition()       {}
func (*Equal) condition()      {}
func (*Not) condition()        {}
func (*And) condition()        {}
func (*Or) condition()         {}
func (*Imply) condition()      {}
func (*Quantified) condition() {}

func (e *AndEffect) Range() diag.Span    { return e.Span }
func (e *Add) Range() diag.Span          { return e.Atom.Span }
func (e *Delete) Range() diag.Span       { return e.Span }
func (e *When) Range() diag.Span         { return e.Span }
func (e *ForallEffect) Range() diag.Span { return e.Span }
func (e *Increase) Range() diag.Span     { return e.Span }

func (*AndEffect) effect()    {}
func (*Add) effect()          {}
func (*Delete) effect()       {}
func (*When) effect()         {}
func (*ForallEffect) effect() {}
func (*Increase) effect()     {}
