package pddl

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

// Step is one line of a plan: an action and the objects it is applied to.
type Step struct {
	Action string
	Args   []string
}

// Plan is a sequence of steps, as an IPC plan file holds it.
type Plan []Step

// String is the step as a plan file has it: "(name a b)".
func (s Step) String() string { return s.Key() }

// Key identifies the step; equal steps have equal keys.
func (s Step) Key() string { return Key(s.Action, s.Args...) }

// Equal reports whether both are the same action on the same objects.
func (s Step) Equal(t Step) bool { return s.Action == t.Action && slices.Equal(s.Args, t.Args) }

// String is the plan as a plan file has it, a step a line, without its cost.
func (p Plan) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(s.Key())
		b.WriteByte('\n')
	}
	return b.String()
}

// Key is the text of a ground atom, step or function call: "(in a b)".
func Key(name string, args ...string) string {
	n := len(name) + 2
	for _, a := range args {
		n += 1 + len(a)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte('(')
	b.WriteString(name)
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a)
	}
	b.WriteByte(')')
	return b.String()
}

// AtomKey is the text of an atom, "(in a b)"; equal atoms have equal keys.
func AtomKey(predicate Name, args []Name) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a.Text
	}
	return Key(predicate.Text, words...)
}

// ReadPlan reads an IPC plan file: a step a list, the name of the action
// first, in upper or lower case. Comments, as "; cost = 5 (general cost)",
// count for nothing. Time stamps ("0.00: (a b) [1]") are refused.
func ReadPlan(name string, text []byte) (Plan, diag.List) {
	r := newReader(name, text)
	var plan Plan
	reported := int32(-1) // line of the last stray word: one fault a line
	for i := range r.forest.items {
		n := &r.forest.items[i]
		if n.kind == sectionNode {
			n = r.expand(n)
		}
		if !n.isList() {
			line := int32(r.src.Position(n.span.Start).Line)
			if line != reported {
				f := r.fault(diag.BadPlan, n.span, "`%s` stands outside of a step", clip(n.text))
				f.Hint = "a step is a line (ACTION OBJECT ...)"
				if strings.HasSuffix(n.text, ":") {
					f.Message, f.Hint = fmt.Sprintf("a step with a time stamp `%s`", clip(n.text)), "plans with times are not supported"
				}
			}
			reported = line
			continue
		}
		if s, ok := r.step(n); ok {
			plan = append(plan, s)
		}
	}
	return plan, r.finish()
}

func (r *reader) step(n *node) (Step, bool) {
	if len(n.kids) == 0 {
		r.fault(diag.BadPlan, n.span, "a step `()` without an action").Hint = "a step is a line (ACTION OBJECT ...)"
		return Step{}, false
	}
	var s Step
	for i := range n.kids {
		k := &n.kids[i]
		if !k.isWord() || !validName(k.text) {
			r.fault(diag.BadPlan, k.tight(), "%s has no place in a step", describe(k)).Hint = "a step is a line (ACTION OBJECT ...)"
			return Step{}, false
		}
		if i == 0 {
			s.Action = k.text
		} else {
			s.Args = append(s.Args, k.text)
		}
	}
	return s, true
}
