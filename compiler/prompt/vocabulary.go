package prompt

import (
	"maps"
	"slices"
	"strings"

	"genplanx/domain"
	"genplanx/pddl"
)

// types lists the types with their supertypes, and what the value of an object
// holds.
func types(pack *domain.Pack) string {
	var b strings.Builder
	b.WriteString("Each type with the one above it:\n")
	var words []string
	for _, t := range pack.Model.Types {
		above := "object"
		if len(t.Types) > 0 {
			above = t.Types[0].Text
		}
		words = append(words, t.Name.Text+" - "+above)
	}
	b.WriteString(strings.Join(words, ", ") + ".\nWhat \"value\" holds, by type and for the types below it:\n")
	for _, rule := range []struct {
		is   domain.ValueRule
		says string
	}{
		{domain.PathValue, "a path relative to the workspace"},
		{domain.TextValue, "a text"},
		{domain.QueryValue, "a query or a selection"},
		{domain.EmptyValue, "\"\": it is filled when the plan is run"},
	} {
		var of []string
		for _, t := range slices.Sorted(maps.Keys(pack.Values)) {
			if pack.Values[t] == rule.is {
				of = append(of, t)
			}
		}
		if len(of) > 0 {
			b.WriteString("- " + strings.Join(of, ", ") + ": " + rule.says + "\n")
		}
	}
	for _, t := range slices.Sorted(maps.Keys(pack.Extensions)) {
		ends := slices.DeleteFunc(slices.Clone(pack.Extensions[t]), func(s string) bool { return s == "" })
		b.WriteString("- the path of a " + t + " ends in " + strings.Join(ends, ", "))
		if len(ends) < len(pack.Extensions[t]) {
			b.WriteString(", or has no ending")
		}
		b.WriteByte('\n')
	}
	for _, t := range slices.Sorted(maps.Keys(pack.Needs)) {
		b.WriteString("- a " + t + " also has the keys: " + strings.Join(pack.Needs[t], ", ") + "\n")
	}
	for _, l := range pack.Links {
		b.WriteString("- the key \"" + l.Key + "\" of a " + l.Type + " names an object\n")
	}
	return b.String()
}

// predicates lists those that some action needs or changes, and the functions.
func predicates(pack *domain.Pack) string {
	u := usage{needed: map[string]bool{}, made: map[string]bool{}}
	for _, a := range pack.Model.Actions {
		u.condition(a.Precondition)
		u.effect(a.Effect)
	}
	for _, d := range pack.Model.Derived {
		u.made[d.Head.Name.Text] = true
		u.condition(d.Body)
	}
	var b strings.Builder
	b.WriteString("Each is written (<predicate> <parameters>), a parameter as <variable> - <type>. Goals can use:\n")
	for _, p := range pack.Model.Predicates {
		if u.made[p.Name.Text] {
			b.WriteString(signature(p) + "\n")
		}
	}
	b.WriteString("Only init_state can use:\n")
	for _, p := range pack.Model.Predicates {
		if u.needed[p.Name.Text] && !u.made[p.Name.Text] && !pack.Internal(p.Name.Text) {
			b.WriteString(signature(p) + "\n")
		}
	}
	for _, f := range pack.Model.Functions {
		if len(f.Params) > 0 {
			b.WriteString("(= " + signature(f) + " <whole number>)\n")
		}
	}
	return b.String()
}

// signature writes a declaration with the type of each parameter, as the paper
// does: models follow that better than PDDL's grouped lists.
func signature(s pddl.Signature) string {
	var b strings.Builder
	b.WriteString("(" + s.Name.Text)
	for _, p := range s.Params {
		words := make([]string, len(p.Types))
		for i, t := range p.Types {
			words[i] = t.Text
		}
		if len(words) == 0 {
			words = []string{"object"}
		}
		b.WriteString(" " + p.Name.Text + " - " + strings.Join(words, " or "))
	}
	return b.String() + ")"
}

// usage gathers the predicates of actions.
type usage struct {
	needed, made map[string]bool
}

func (u usage) condition(c pddl.Condition) {
	switch c := c.(type) {
	case *pddl.Atom:
		u.needed[c.Predicate.Text] = true
	case *pddl.Not:
		u.condition(c.Of)
	case *pddl.And:
		u.conditions(c.Parts)
	case *pddl.Or:
		u.conditions(c.Parts)
	case *pddl.Imply:
		u.condition(c.If)
		u.condition(c.Then)
	case *pddl.Quantified:
		u.condition(c.Body)
	}
}

func (u usage) conditions(parts []pddl.Condition) {
	for _, part := range parts {
		u.condition(part)
	}
}

func (u usage) effect(e pddl.Effect) {
	switch e := e.(type) {
	case *pddl.AndEffect:
		for _, part := range e.Parts {
			u.effect(part)
		}
	case *pddl.Add:
		u.made[e.Atom.Predicate.Text] = true
	case *pddl.When:
		u.condition(e.If)
		u.effect(e.Then)
	case *pddl.ForallEffect:
		u.effect(e.Body)
	}
}
