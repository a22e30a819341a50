package pddl

import (
	"strings"

	"genplanx/pddl/diag"
)

// ReadLiterals reads a list of ground literals and values of functions, as
// "(in a b) (not (c d)) (= (f a) 3)", with (and ...) around it or not. It is
// the notation of initial states and goals in JSON problems.
func ReadLiterals(name string, text []byte) ([]Literal, []Assignment, diag.List) {
	r := newReader(name, text)
	l := literals{r: r}
	for i := range r.forest.items {
		l.read(&r.forest.items[i])
	}
	return l.literals, l.values, r.finish()
}

type literals struct {
	r        *reader
	literals []Literal
	values   []Assignment
	bare     bool // words without parentheses were reported
}

func (l *literals) read(n *node) {
	if n.kind == sectionNode {
		n = l.r.expand(n)
	}
	if !n.isList() {
		if !l.bare {
			l.r.fault(diag.BadLiteral, n.span, "`%s` stands outside of parentheses", n.text).Hint = "a fact is a list: (p a b)"
		}
		l.bare = true
		return
	}
	switch head := n.head(); {
	case len(n.kids) == 0:
	case head == "and", head == ":init", head == ":goal":
		for i := range n.kids[1:] {
			l.read(&n.kids[i+1])
		}
	case !n.kids[0].isWord(): // ((p a) (q b))
		for i := range n.kids {
			l.read(&n.kids[i])
		}
	case head == "not":
		l.negated(n)
	case head == "=" && len(n.kids) == 3 && (n.kids[1].isList() || isDecimal(n.kids[2].text)):
		if a, ok := l.r.assignment(n); ok {
			l.values = append(l.values, a)
		}
	case isConnective(head) || head == "=":
		l.r.fault(diag.BadLiteral, n.tight(), "`%s` stands in a list of facts", head).Hint =
			"write facts (p a b) and negated facts (not (p a b)) only"
	case strings.HasPrefix(head, ":"):
		l.r.fault(diag.BadLiteral, n.tight(), "the keyword `%s` stands in a list of facts", head).Hint =
			"write facts (p a b) and negated facts (not (p a b)) only"
	default:
		l.add(n, false)
	}
}

func (l *literals) negated(n *node) {
	of := l.r.only(n, "fact")
	switch {
	case of == nil:
	case of.isList() && (isConnective(of.head()) || of.head() == "="):
		l.r.fault(diag.BadLiteral, of.tight(), "`not` takes one fact, not %s", describe(of)).Hint = "write (not (p a b)) for each fact"
	default:
		l.add(of, true)
	}
}

func (l *literals) add(n *node, negated bool) {
	if a, ok := l.r.groundAtom(n); ok {
		l.literals = append(l.literals, Literal{Negated: negated, Atom: a})
	}
}
