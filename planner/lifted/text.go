package lifted

import (
	"maps"
	"slices"
	"strings"

	"genplanx/pddl"
)

// Conjuncts splits a condition into the parts that must all hold, looking into
// nested conjunctions; nil has none.
func Conjuncts(c pddl.Condition) []pddl.Condition {
	and, ok := c.(*pddl.And)
	switch {
	case c == nil:
		return nil
	case !ok:
		return []pddl.Condition{c}
	}
	var out []pddl.Condition
	for _, p := range and.Parts {
		out = append(out, Conjuncts(p)...)
	}
	return out
}

// StepText writes a step as plan files do: (action arg ...).
func StepText(s pddl.Step) string {
	return "(" + strings.Join(append([]string{s.Action}, s.Args...), " ") + ")"
}

// Text writes a condition as PDDL on one line, its free variables replaced by
// their bindings.
func Text(c pddl.Condition, b Bindings) string {
	var sb strings.Builder
	writeCondition(&sb, c, b)
	return sb.String()
}

func writeCondition(sb *strings.Builder, c pddl.Condition, b Bindings) {
	switch c := c.(type) {
	case nil:
		sb.WriteString("(and)")
	case *pddl.Atom:
		writeNames(sb, c.Predicate.Text, c.Args, b)
	case *pddl.Equal:
		writeNames(sb, "=", []pddl.Name{c.Left, c.Right}, b)
	case *pddl.Not:
		writeParts(sb, "not", []pddl.Condition{c.Of}, b)
	case *pddl.And:
		writeParts(sb, "and", c.Parts, b)
	case *pddl.Or:
		writeParts(sb, "or", c.Parts, b)
	case *pddl.Imply:
		writeParts(sb, "imply", []pddl.Condition{c.If, c.Then}, b)
	case *pddl.Quantified:
		writeQuantified(sb, c, b)
	}
}

func writeNames(sb *strings.Builder, head string, args []pddl.Name, b Bindings) {
	sb.WriteString("(" + head)
	for _, a := range args {
		name := a.Text
		if bound, ok := b[name]; ok {
			name = bound
		}
		sb.WriteString(" " + name)
	}
	sb.WriteString(")")
}

func writeParts(sb *strings.Builder, head string, parts []pddl.Condition, b Bindings) {
	sb.WriteString("(" + head)
	for _, p := range parts {
		sb.WriteString(" ")
		writeCondition(sb, p, b)
	}
	sb.WriteString(")")
}

func writeQuantified(sb *strings.Builder, q *pddl.Quantified, b Bindings) {
	head := "exists"
	if q.Forall {
		head = "forall"
	}
	inner := maps.Clone(b)
	sb.WriteString("(" + head + " (")
	for i, v := range q.Vars {
		delete(inner, v.Name.Text)
		if i > 0 {
			sb.WriteString(" ")
		}
		sb.WriteString(v.Name.Text)
		if len(v.Types) > 0 {
			sb.WriteString(" - " + typeText(v.Types))
		}
	}
	sb.WriteString(") ")
	writeCondition(sb, q.Body, inner)
	sb.WriteString(")")
}

func typeText(types []pddl.Name) string {
	switch len(types) {
	case 0:
		return objectType
	case 1:
		return types[0].Text
	}
	return "(either " + strings.Join(names(types), " ") + ")"
}

func (m *Model) termText(head string, args []int32) string {
	words := []string{head}
	for _, o := range args {
		words = append(words, m.types.objects[o].name)
	}
	return strings.Join(words, " ")
}

func sortedKeys(b Bindings) []string {
	return slices.Sorted(maps.Keys(b))
}

// Atom makes a ground atom from names.
func Atom(predicate string, args ...string) pddl.Atom {
	a := pddl.Atom{Predicate: pddl.Name{Text: predicate}}
	for _, arg := range args {
		a.Args = append(a.Args, pddl.Name{Text: arg})
	}
	return a
}
