// Package pddl turns PDDL text into a syntax tree and back.
//
// It owns the lexer, the reader, the checker, the printer, the formatter,
// atoms and IPC plan files. In: bytes. Out: [Domain], [Problem], [Plan] and
// diagnostics with tight ranges. It must not know grounding, JSON problems or
// handlers. Start reading at nodes.go, then read.go.
package pddl

import "genplanx/pddl/diag"

// SKELETON, agreed signatures; bodies to be written, this file then goes away:
//
//	ReadDomain(name string, text []byte) (*Domain, diag.List)
//	ReadProblem(name string, text []byte) (*Problem, diag.List)
//	CheckDomain(d *Domain) diag.List                // types, arities, names, requirements, unsupported features
//	CheckProblem(d *Domain, p *Problem) diag.List
//	ReadLiterals(name string, text []byte) ([]Literal, []Assignment, diag.List) // "(in a b) (not (c d)) (= (f a) 3)", (and ...) or not
//	Print(w io.Writer, node) / (d *Domain) String() / (p *Problem) String()     // canonical text; read again it is the same tree
//	Format(name string, text []byte) ([]byte, diag.List)                         // the formatter; keeps comments
//	ReadPlan(name string, text []byte) (Plan, diag.List); (p Plan) String()
//	(d *Domain) TypeTree() *TypeTree  with  IsA(sub, super string) bool, Has(name) bool, Supers(name) []string
type Literal struct {
	Negated bool
	Atom    Atom
}

var _ diag.Span
