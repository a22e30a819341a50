package pddl

import (
	"slices"
	"strconv"
	"strings"
)

// The printer writes canonical text in the style of the planning competitions.
// Read again it is the same tree, but for spans and comments.

// printer gathers text; depth is the indentation in steps of two spaces.
type printer struct {
	strings.Builder
	depth int
}

// maxLine is the width up to which a list stays on one line.
const maxLine = 100

func (p *printer) line(words ...string) {
	p.WriteByte('\n')
	for range p.depth {
		p.WriteString("  ")
	}
	for _, w := range words {
		p.WriteString(w)
	}
}

// section writes "(head", its lines one level deeper, and ")"; nothing when
// there are no lines.
func section[T any](p *printer, head string, items []T, item func(T) string) {
	if len(items) == 0 {
		return
	}
	p.line("(", head)
	p.depth++
	for _, it := range items {
		p.line(item(it))
	}
	p.depth--
	p.line(")")
}

// String is the domain as canonical PDDL text.
func (d *Domain) String() string {
	p := &printer{}
	p.WriteString("(define (domain " + d.Name.Text + ")")
	p.depth++
	p.requirements(d.Requirements)
	p.typed(":types", d.Types)
	p.typed(":constants", d.Constants)
	section(p, ":predicates", d.Predicates, Signature.String)
	section(p, ":functions", d.Functions, func(f Signature) string { return f.String() + " - number" })
	for _, x := range d.Derived {
		p.line()
		p.line("(:derived ", x.Head.String())
		p.depth++
		p.condition("", x.Body, ")")
		p.depth--
	}
	for _, a := range d.Actions {
		p.line()
		p.action(a)
	}
	p.WriteString("\n)\n")
	return p.Builder.String()
}

// String is the problem as canonical PDDL text.
func (q *Problem) String() string {
	p := &printer{}
	p.WriteString("(define (problem " + q.Name.Text + ")")
	p.depth++
	if q.DomainName.Text != "" {
		p.line("(:domain ", q.DomainName.Text, ")")
	}
	p.requirements(q.Requirements)
	p.typed(":objects", q.Objects)
	if len(q.Init)+len(q.Costs) > 0 {
		p.line("(:init")
		p.depth++
		for _, f := range q.Init {
			p.line(f.String())
		}
		for _, c := range q.Costs {
			p.line(c.String())
		}
		p.depth--
		p.line(")")
	}
	if q.Goal != nil {
		p.condition("(:goal ", q.Goal, ")")
	}
	if q.Metric != nil {
		p.line("(:metric minimize (", totalCost, "))")
	}
	p.WriteString("\n)\n")
	return p.Builder.String()
}

func (p *printer) requirements(names []Name) {
	if len(names) == 0 {
		return
	}
	p.line("(:requirements")
	for _, n := range names {
		p.WriteString(" " + n.Text)
	}
	p.WriteString(")")
}

// typed writes names of one type on a line, a long line broken.
func (p *printer) typed(head string, list []TypedName) {
	if len(list) == 0 {
		return
	}
	p.line("(", head)
	p.depth++
	for from := 0; from < len(list); {
		to := sameTypes(list, from)
		p.names(list[from:to], to < len(list))
		from = to
	}
	p.depth--
	p.line(")")
}

// names writes names of one type; more tells that names of other types follow,
// which untyped names would otherwise share the type of.
func (p *printer) names(group []TypedName, more bool) {
	p.line()
	width := 0
	for i, n := range group {
		if width+len(n.Name.Text) > maxLine-20 {
			p.line()
			width = 0
		} else if i > 0 {
			p.WriteByte(' ')
		}
		p.WriteString(n.Name.Text)
		width += len(n.Name.Text) + 1
	}
	p.WriteString(typeSuffix(group[0].Types, more))
}

func typeSuffix(types []Name, more bool) string {
	switch {
	case len(types) == 0 && more:
		return " - " + objectType
	case len(types) == 0:
		return ""
	case len(types) == 1:
		return " - " + types[0].Text
	}
	return " - " + list("either", types)
}

// sameTypes returns the end of the run of names with the same types.
func sameTypes(l []TypedName, from int) int {
	to := from + 1
	for to < len(l) && slices.EqualFunc(l[to].Types, l[from].Types, func(a, b Name) bool { return a.Text == b.Text }) {
		to++
	}
	return to
}

// typedLine is a typed list on one line: "?a ?b - t ?c".
func typedLine(l []TypedName) string {
	var b strings.Builder
	for from := 0; from < len(l); {
		to := sameTypes(l, from)
		for i := from; i < to; i++ {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(l[i].Name.Text)
		}
		b.WriteString(typeSuffix(l[from].Types, to < len(l)))
		from = to
	}
	return b.String()
}

// list is "(head a b)".
func list(head string, args []Name) string {
	return AtomKey(Name{Text: head}, args)
}

// String is the declaration: "(at ?x - truck ?y)".
func (s Signature) String() string {
	if len(s.Params) == 0 {
		return "(" + s.Name.Text + ")"
	}
	return "(" + s.Name.Text + " " + typedLine(s.Params) + ")"
}

// String is the atom: "(in a ?b)".
func (c *Atom) String() string { return AtomKey(c.Predicate, c.Args) }

// String is the fact: "(in a b)".
func (f Fact) String() string { return AtomKey(f.Predicate, f.Args) }

// String is the literal: "(not (in a b))".
func (l Literal) String() string {
	if l.Negated {
		return "(not " + l.Atom.String() + ")"
	}
	return l.Atom.String()
}

// String is the assignment: "(= (f a) 3)".
func (a Assignment) String() string {
	return "(= " + AtomKey(a.Function, a.Args) + " " + strconv.FormatInt(a.Value, 10) + ")"
}
