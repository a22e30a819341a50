package pddl

import (
	"strconv"
	"strings"
)

// action writes an action; empty preconditions and effects are left out.
func (p *printer) action(a *Action) {
	p.line("(:action ", a.Name.Text)
	p.depth++
	p.line(":parameters (", typedLine(a.Params), ")")
	if a.Precondition != nil {
		p.condition(":precondition ", a.Precondition, "")
	}
	if a.Effect != nil {
		p.effect(":effect ", a.Effect, "")
	}
	p.depth--
	p.line(")")
}

// String is the action as PDDL text.
func (a *Action) String() string {
	p := &printer{}
	p.action(a)
	return strings.TrimPrefix(p.Builder.String(), "\n")
}

// phrase is a list to be laid out: a head and parts, or text alone.
type phrase struct {
	text  string // all of it, when there are no parts
	head  string
	parts []phrase
	width int // on one line, parentheses and all
}

func word(s string) phrase { return phrase{text: s, width: len(s)} }

func compound(head string, parts ...phrase) phrase {
	x := phrase{head: head, parts: parts, width: len(head) + 2}
	for _, q := range parts {
		x.width += q.width + 1
	}
	return x
}

func (x *phrase) flat(b *strings.Builder) {
	if x.parts == nil {
		b.WriteString(x.text)
		return
	}
	b.WriteString("(" + x.head)
	for i := range x.parts {
		b.WriteByte(' ')
		x.parts[i].flat(b)
	}
	b.WriteByte(')')
}

// lay writes prefix, the phrase and suffix, on one line where it fits; of a
// long conjunction each part gets a line.
func (p *printer) lay(prefix string, x phrase, suffix string) {
	p.line(prefix)
	fits := 2*p.depth+len(prefix)+x.width+len(suffix) <= maxLine
	if x.parts == nil || fits && (x.head != "and" || len(x.parts) == 1) {
		x.flat(&p.Builder)
		p.WriteString(suffix)
		return
	}
	p.WriteString("(" + x.head)
	p.depth++
	for _, q := range x.parts {
		p.lay("", q, "")
	}
	p.depth--
	p.WriteString(")" + suffix)
}

func (p *printer) condition(prefix string, c Condition, suffix string) {
	p.lay(prefix, conditionPhrase(c), suffix)
}

func (p *printer) effect(prefix string, e Effect, suffix string) {
	p.lay(prefix, effectPhrase(e), suffix)
}

// ConditionString is the condition on one line.
func ConditionString(c Condition) string {
	var b strings.Builder
	x := conditionPhrase(c)
	x.flat(&b)
	return b.String()
}

// EffectString is the effect on one line.
func EffectString(e Effect) string {
	var b strings.Builder
	x := effectPhrase(e)
	x.flat(&b)
	return b.String()
}

func conditionPhrase(c Condition) phrase {
	switch c := c.(type) {
	case *Atom:
		return word(c.String())
	case *Equal:
		return word(list("=", []Name{c.Left, c.Right}))
	case *Not:
		return compound("not", conditionPhrase(c.Of))
	case *And:
		return conjunction("and", c.Parts)
	case *Or:
		return conjunction("or", c.Parts)
	case *Imply:
		return compound("imply", conditionPhrase(c.If), conditionPhrase(c.Then))
	case *Quantified:
		head := "exists"
		if c.Forall {
			head = "forall"
		}
		return compound(head+" ("+typedLine(c.Vars)+")", conditionPhrase(c.Body))
	}
	return word("()") // nil, the empty condition
}

func conjunction(head string, conditions []Condition) phrase {
	if len(conditions) == 0 {
		return word("(" + head + ")")
	}
	parts := make([]phrase, len(conditions))
	for i, c := range conditions {
		parts[i] = conditionPhrase(c)
	}
	return compound(head, parts...)
}

func effectPhrase(e Effect) phrase {
	switch e := e.(type) {
	case *Add:
		return word(e.Atom.String())
	case *Delete:
		return word("(not " + e.Atom.String() + ")")
	case *AndEffect:
		if len(e.Parts) == 0 {
			return word("(and)")
		}
		parts := make([]phrase, len(e.Parts))
		for i, q := range e.Parts {
			parts[i] = effectPhrase(q)
		}
		return compound("and", parts...)
	case *When:
		return compound("when", conditionPhrase(e.If), effectPhrase(e.Then))
	case *ForallEffect:
		return compound("forall ("+typedLine(e.Vars)+")", effectPhrase(e.Body))
	case *Increase:
		amount := strconv.FormatInt(e.Number, 10)
		if e.Function.Text != "" {
			amount = AtomKey(e.Function, e.Args)
		}
		return word("(increase (" + totalCost + ") " + amount + ")")
	}
	return word("()") // nil, the empty effect
}
