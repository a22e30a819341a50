package compiler

import (
	"strings"

	"genplanx/domain"
	"genplanx/pddl"
)

// pattern is a literal with variables, as packs write them: "(in ?x ?f)".
type pattern struct {
	predicate string
	args      []string
}

// parsePatterns reads a sequence of patterns. Packs are checked when they are
// made, so a text that is none gives what could be read.
func parsePatterns(text string) []pattern {
	var list []pattern
	for _, piece := range strings.Split(text, ")") {
		words := strings.Fields(strings.ReplaceAll(piece, "(", " "))
		if len(words) > 0 {
			list = append(list, pattern{predicate: words[0], args: words[1:]})
		}
	}
	return list
}

func parsePattern(text string) pattern {
	if list := parsePatterns(text); len(list) > 0 {
		return list[0]
	}
	return pattern{}
}

// match binds the pattern's variables to the arguments of an atom.
func (p pattern) match(a pddl.Atom) (map[string]string, bool) {
	if p.predicate == "" || a.Predicate.Text != p.predicate || len(a.Args) != len(p.args) {
		return nil, false
	}
	bindings := make(map[string]string, len(p.args))
	for i, arg := range p.args {
		value := a.Args[i].Text
		if !strings.HasPrefix(arg, "?") {
			if arg != value {
				return nil, false
			}
			continue
		}
		if old, ok := bindings[arg]; ok && old != value {
			return nil, false
		}
		bindings[arg] = value
	}
	return bindings, true
}

// fill gives the atom that the pattern stands for; it takes the place of at.
func (p pattern) fill(bindings map[string]string, at pddl.Atom) pddl.Atom {
	a := pddl.Atom{Predicate: pddl.Name{Text: p.predicate, Span: at.Predicate.Span}, Span: at.Span}
	for _, arg := range p.args {
		if value, ok := bindings[arg]; ok {
			arg = value
		}
		a.Args = append(a.Args, pddl.Name{Text: arg, Span: at.Span})
	}
	return a
}

// form is a [domain.Form] made ready.
type form struct {
	from pattern
	to   []pattern
}

func parseForm(f domain.Form) form {
	return form{from: parsePattern(f.From), to: parsePatterns(f.To)}
}
