package pddl

import (
	"errors"
	"strconv"
	"strings"

	"genplanx/pddl/diag"
)

// name reads a word as the name of something; what says of what.
func (r *reader) name(n *node, what string) (Name, bool) {
	if !n.isWord() {
		r.fault(diag.MissingName, n.tight(), "%s where the name of %s was expected", describe(n), article(what))
		return Name{}, false
	}
	name := Name{Text: n.text, Span: n.span}
	if validName(n.text) {
		return name, true
	}
	f := r.fault(diag.BadName, n.span, "`%s` cannot be the name of %s", clip(n.text), article(what))
	switch n.text[0] {
	case '?':
		f.Hint = "only variables start with `?`"
	case ':':
		f.Hint = "only keywords start with `:`"
	default:
		f.Hint = "names are made of letters, digits, `-` and `_`, and start with a letter"
	}
	return name, false
}

// article puts "a" or "an" before a noun.
func article(noun string) string {
	if strings.IndexByte("aeiou", noun[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
}

// variable reads a word as a variable.
func (r *reader) variable(n *node) (Name, bool) {
	if !n.isWord() {
		r.fault(diag.MissingName, n.tight(), "%s where a variable was expected", describe(n))
		return Name{}, false
	}
	name := Name{Text: n.text, Span: n.span}
	if n.text[0] != '?' && validName(n.text) {
		r.fault(diag.BadName, n.span, "`%s` stands where a variable was expected", n.text).Hint =
			"variables start with `?`: `?" + n.text + "`"
		name.Text = "?" + n.text
		return name, true
	}
	if n.text[0] != '?' || !validName(n.text[1:]) {
		r.fault(diag.BadName, n.span, "`%s` cannot be a variable", n.text).Hint = "variables look like `?x`"
		return name, false
	}
	return name, true
}

// term reads an argument: a variable or an object.
func (r *reader) term(n *node, of string) (Name, bool) {
	switch {
	case n.isWord() && n.text[0] == '?':
		return r.variable(n)
	case n.isWord():
		return r.name(n, "object")
	case len(n.kids) > 0 && n.kids[0].isList() || isConnective(n.head()):
		r.fault(diag.BadCondition, n.tight(), "%s stands among the arguments of `%s`", describe(n), of).Hint =
			"arguments are variables and objects; close `(" + of + "` before it"
	default:
		r.fault(diag.BadCondition, n.tight(), "an argument of `%s` is a list: %s", of, describe(n)).Hint =
			"arguments are variables and objects; functions of objects are not supported"
	}
	return Name{}, false
}

// terms reads all arguments; faulty ones keep their place with what was read.
func (r *reader) terms(nodes []node, of string) ([]Name, bool) {
	if len(nodes) == 0 {
		return nil, true
	}
	out, ok := make([]Name, 0, len(nodes)), true
	for i := range nodes {
		t, good := r.term(&nodes[i], of)
		out, ok = append(out, t), ok && good
	}
	return out, ok
}

// typedList reads "a b - t c - (either t u) d".
func (r *reader) typedList(nodes []node, read func(*node) (Name, bool)) []TypedName {
	var out []TypedName
	untyped := 0 // names from here on have no type yet
	for i := 0; i < len(nodes); i++ {
		n := &nodes[i]
		if !n.isWord() || n.text[0] != '-' {
			if name, ok := read(n); ok {
				out = append(out, TypedName{Name: name})
			}
			continue
		}
		var types []Name
		switch {
		case n.text != "-":
			r.fault(diag.BadTypeList, n.span, "a space is missing after `-`").Hint = "write `- " + n.text[1:] + "`"
			types = []Name{{Text: n.text[1:], Span: diag.Span{Start: n.span.Start + 1, End: n.span.End}}}
		case i+1 == len(nodes):
			r.fault(diag.BadTypeList, n.span, "no type follows `-`").Hint = "write `- TYPE`, or drop the `-`"
		default:
			i++
			types = r.types(&nodes[i])
		}
		if untyped == len(out) {
			r.fault(diag.BadTypeList, n.span, "no names stand before `-`").Hint = "a typed list reads `NAME ... - TYPE`"
		}
		for ; untyped < len(out); untyped++ {
			out[untyped].Types = types
		}
	}
	return out
}

// types reads what follows a "-": a type or (either a b).
func (r *reader) types(n *node) []Name {
	if n.isWord() {
		t, ok := r.name(n, "type")
		if !ok || t.Text == objectType {
			return nil
		}
		return []Name{t}
	}
	if n.head() != "either" || len(n.kids) < 2 {
		r.fault(diag.BadTypeList, n.tight(), "%s where a type was expected", describe(n)).Hint =
			"a type is a name or (either NAME NAME ...)"
		return nil
	}
	var out []Name
	for i := range n.kids[1:] {
		if t, ok := r.name(&n.kids[i+1], "type"); ok {
			out = append(out, t)
		}
	}
	if len(out) == 1 && out[0].Text == objectType {
		return nil
	}
	return out
}

// Limits of lists that are kept in tables or searched name by name. No domain
// comes near; text made by programs might.
const (
	maxVariables = 1000
	maxTypeNames = 10_000 // of types and supertypes
)

// variables reads "?x ?y - t".
func (r *reader) variables(nodes []node) []TypedName {
	if len(nodes) > 3*maxVariables {
		nodes = nodes[:3*maxVariables] // with "- t" after each
	}
	out := r.typedList(nodes, r.variable)
	if len(out) > maxVariables {
		r.fault(diag.Unsupported, out[maxVariables].Name.Span, "more than %d variables in one list are not supported", maxVariables)
		out = out[:maxVariables]
	}
	return out
}

// typeList reads (:types ...).
func (r *reader) typeList(n *node) []TypedName {
	names := 0
	out := r.named(n.kids[1:], "type")
	for i, t := range out {
		if names += 1 + len(t.Types); names > maxTypeNames {
			r.fault(diag.Unsupported, t.Name.Span, "more than %d types and supertypes are not supported", maxTypeNames)
			return out[:i]
		}
	}
	return out
}

func (r *reader) named(nodes []node, what string) []TypedName {
	return r.typedList(nodes, func(n *node) (Name, bool) { return r.name(n, what) })
}

// number reads a cost: a whole number, also as 3.0.
func (r *reader) number(n *node) (int64, bool) {
	if !n.isWord() {
		r.fault(diag.BadNumber, n.tight(), "%s where a number was expected", describe(n))
		return 0, false
	}
	whole, fraction, _ := strings.Cut(n.text, ".")
	v, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		r.fault(diag.CostTooLarge, n.span, "the number `%s` is too large", clip(n.text)).Hint = costHint
		return 0, false
	case err == nil && strings.Trim(fraction, "0") == "" && n.text[len(n.text)-1] != '.':
		return v, true
	case isDecimal(n.text):
		r.fault(diag.NonIntegerCost, n.span, "`%s` is not a whole number", clip(n.text)).Hint =
			"costs are whole numbers; multiply all costs by 10 or 100"
	default:
		f := r.fault(diag.BadNumber, n.span, "`%s` is not a number", clip(n.text))
		f.Hint = "costs are whole numbers like 3"
	}
	return 0, false
}

func isDecimal(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(s, "+-.0123456789e") == ""
}

// clip shortens a word for a message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}

// nameByte tells the bytes of names. PDDL has letters, digits, "-" and "_";
// the others occur in benchmark files and in names made from data.
var nameByte = func() (t [256]bool) {
	for c := 0x80; c < 0x100; c++ {
		t[c] = true // the lexer has seen to it that these are letters
	}
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@#+/%&!~^|$*" {
		t[c] = true
	}
	return t
}()

func validName(s string) bool {
	if s == "" || strings.IndexByte("-.@#+/%&!~^|$*", s[0]) >= 0 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !nameByte[s[i]] {
			return false
		}
	}
	return true
}
