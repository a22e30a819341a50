package compiler

import (
	"slices"
	"strings"

	"genplanx/domain"
	"genplanx/pddl"
)

// vocabulary is what may be said in a domain, made ready for look-up.
type vocabulary struct {
	pack       *domain.Pack
	types      *pddl.TypeTree
	predicates map[string]*pddl.Signature
	functions  map[string]*pddl.Signature
	constants  map[string]string   // name to type
	squeezed   map[string]string   // "barchart" to "bar-chart", aliases included
	words      map[string]string   // aliases of types by themselves: "db" to "database"
	forms      map[string][]form   // by predicate
	achieved   map[string]bool     // predicates that some action or axiom makes true
	parents    map[string][]string // direct supertypes
}

func newVocabulary(pack *domain.Pack) *vocabulary {
	m := pack.Model
	v := &vocabulary{
		pack:       pack,
		types:      m.TypeTree(),
		predicates: make(map[string]*pddl.Signature, len(m.Predicates)),
		functions:  make(map[string]*pddl.Signature, len(m.Functions)),
		constants:  make(map[string]string, len(m.Constants)),
		squeezed:   make(map[string]string),
		words:      make(map[string]string, len(pack.TypeAliases)),
		forms:      make(map[string][]form, len(pack.Forms)),
		achieved:   achieved(m),
		parents:    make(map[string][]string, len(m.Types)),
	}
	for i := range m.Predicates {
		if pack.Internal(m.Predicates[i].Name.Text) {
			continue
		}
		v.predicates[m.Predicates[i].Name.Text] = &m.Predicates[i]
	}
	for i := range m.Functions {
		v.functions[m.Functions[i].Name.Text] = &m.Functions[i]
	}
	for _, c := range m.Constants {
		v.constants[c.Name.Text] = typeOf(c)
	}
	for _, t := range v.types.Names() {
		v.squeezed[squeeze(t)] = t
	}
	for alias, t := range pack.TypeAliases {
		v.squeezed[squeeze(alias)] = t
		v.words[alias] = t
	}
	for _, f := range pack.Forms {
		parsed := parseForm(f)
		v.forms[parsed.from.predicate] = append(v.forms[parsed.from.predicate], parsed)
	}
	for _, t := range m.Types {
		for _, s := range t.Types {
			v.parents[t.Name.Text] = append(v.parents[t.Name.Text], s.Text)
		}
	}
	return v
}

func typeOf(t pddl.TypedName) string {
	if len(t.Types) == 0 {
		return "object"
	}
	return t.Types[0].Text
}

// squeeze drops what people write differently in one name: case and separators.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '_' || r == ' ' || r == '.':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}

// typeNamed finds a type by its name, written in any of the usual ways, or by
// an alias.
func (v *vocabulary) typeNamed(s string) (string, bool) {
	t, ok := v.squeezed[squeeze(s)]
	return t, ok
}

// nearest returns what a table says of a type or of its nearest supertype.
func nearest[T any](v *vocabulary, table map[string]T, t string) (T, bool) {
	level := []string{t}
	for range maxDepth {
		var above []string
		for _, name := range level {
			if value, ok := table[name]; ok {
				return value, true
			}
			above = append(above, v.parents[name]...)
		}
		if len(above) == 0 {
			break
		}
		level = above
	}
	value, ok := table["object"]
	return value, ok
}

// fits reports whether an object of type t may stand for a parameter.
func (v *vocabulary) fits(t string, param pddl.TypedName) bool {
	if len(param.Types) == 0 {
		return true
	}
	return slices.ContainsFunc(param.Types, func(want pddl.Name) bool { return v.types.IsA(t, want.Text) })
}

// sameName reduces a name to what it says: aliases of types in it are replaced
// by the types, separators between words and numbers do not count. So "db1" and
// "database1", "bar_chart1" and "barchart-1" are one name.
func (v *vocabulary) sameName(name string) string {
	var parts []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' }) {
		for part != "" {
			cut := strings.IndexAny(part, "0123456789")
			if cut == 0 {
				cut = len(part) - len(strings.TrimLeft(part, "0123456789"))
			}
			if cut < 0 {
				cut = len(part)
			}
			word := part[:cut]
			if t, ok := v.words[word]; ok {
				word = squeeze(t)
			}
			parts = append(parts, word)
			part = part[cut:]
		}
	}
	return strings.Join(parts, "")
}

// names lists the keys of a look-up table in order.
func names[T any](table map[string]T) []string {
	list := make([]string, 0, len(table))
	for name := range table {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// achieved collects the predicates that some effect adds or some axiom derives.
func achieved(m *pddl.Domain) map[string]bool {
	set := map[string]bool{}
	var walk func(e pddl.Effect)
	walk = func(e pddl.Effect) {
		switch e := e.(type) {
		case *pddl.AndEffect:
			for _, part := range e.Parts {
				walk(part)
			}
		case *pddl.Add:
			set[e.Atom.Predicate.Text] = true
		case *pddl.When:
			walk(e.Then)
		case *pddl.ForallEffect:
			walk(e.Body)
		}
	}
	for _, a := range m.Actions {
		walk(a.Effect)
	}
	for _, d := range m.Derived {
		set[d.Head.Name.Text] = true
	}
	return set
}
