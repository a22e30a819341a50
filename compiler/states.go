package compiler

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// readStates reads init_state, goals and when, and settles what they say
// together.
func (d *decoder) readStates() {
	init := d.state(d.states[initRole], "init_state", true)
	goals := d.state(d.states[goalsRole], "goals", false)
	d.branches()
	init = append(init, d.links()...)
	d.tied(init)
	d.settle(init, goals)
	d.reachable(goals)
}

// state reads a state in any of the shapes models send: a text, a list of
// texts, a list of lists, or a definition that holds one.
func (d *decoder) state(v gjson.Result, path string, initial bool) []stated {
	switch {
	case v.IsObject():
		inner := member(v, "value")
		if !inner.Exists() || inner.IsObject() {
			d.fault(BadState, path, spanOf(v), "%q has no value that is a state", path).Hint = `write {"type": "state", "value": "(...) (...)"}`
			return nil
		}
		return d.state(inner, path, initial)
	case v.IsArray():
		var list []stated
		i := 0
		v.ForEach(func(_, item gjson.Result) bool {
			place := fmt.Sprintf("%s[%d]", path, i)
			i++
			if text, ok := literalIn(item); ok {
				list = append(list, d.literals(text, path, place, initial)...)
			} else {
				d.fault(BadState, place, spanOf(item), "a literal is a text, not %s", clip(item.Raw, 30)).Hint = `write "(predicate object ...)"`
			}
			return true
		})
		return list
	case v.Type == gjson.String:
		return d.literals(v.Str, path, "", initial)
	case v.Type != gjson.Null:
		d.fault(BadState, path, spanOf(v), "%q is not a state but %s", path, clip(v.Raw, 30)).Hint = "a state is a text of literals: \"(in a b) (available c)\""
	}
	return nil
}

// member returns the value of a key of an object, whatever case it is written in.
func member(v gjson.Result, name string) gjson.Result {
	var found gjson.Result
	v.ForEach(func(key, value gjson.Result) bool {
		if strings.EqualFold(strings.TrimSpace(key.Str), name) {
			found = value
		}
		return !found.Exists()
	})
	return found
}

// literalIn gives the text of one element of a list of literals: "(in a b)" or
// ["in", "a", "b"].
func literalIn(item gjson.Result) (string, bool) {
	if item.Type == gjson.String {
		return item.Str, true
	}
	if !item.IsArray() {
		return "", false
	}
	ok := true
	words := []string{}
	item.ForEach(func(_, w gjson.Result) bool {
		ok = ok && w.Type == gjson.String && !strings.ContainsAny(w.Str, "()")
		words = append(words, w.Str)
		return ok
	})
	return "(" + strings.Join(words, " ") + ")", ok && len(words) > 0
}

// literals reads the literals of one text. place is the path of all of them
// when the text is an element of a list, else each gets its own.
func (d *decoder) literals(text, path, place string, initial bool) []stated {
	read := d.names.rewrite(text)
	for _, n := range read.notes {
		d.note(AnswerMended, cmp.Or(place, path), "%s", n)
	}
	for _, c := range read.swallowed {
		d.fault(SwallowedLiteral, cmp.Or(place, path), diag.Span{}, "a comment holds a literal: %s", clip(c, 60)).Hint = "literals are separated by spaces; leave comments out"
	}
	where := func(s diag.Span) string {
		if place != "" {
			return place
		}
		return fmt.Sprintf("%s[%d]", path, read.index(int(s.Start)))
	}
	found, values, faults := pddl.ReadLiterals(path, []byte(read.text))
	for _, f := range faults {
		f.Path = where(f.Span)
		if d.errors++; !d.full() {
			d.list.Add(f)
		}
	}
	src := diag.NewSource(path, []byte(read.text))
	var list []stated
	for _, l := range found {
		for _, atom := range d.atom(l.Atom, where(l.Atom.Span), src) {
			list = append(list, stated{pddl.Literal{Negated: l.Negated, Atom: atom}, where(l.Atom.Span), src})
		}
	}
	for _, a := range values {
		d.cost(a, where(a.Span), src, initial)
	}
	return list
}

// atom checks an atom against the domain; a form that the domain knows under
// another number of arguments is rewritten.
func (d *decoder) atom(a pddl.Atom, path string, src *diag.Source) []pddl.Atom {
	sig := d.voc.predicates[a.Predicate.Text]
	if sig != nil && len(sig.Params) == len(a.Args) {
		d.arguments(a, sig, path, src)
		return []pddl.Atom{a}
	}
	for _, f := range d.voc.forms[a.Predicate.Text] {
		if bound, ok := f.from.match(a); ok {
			return d.rewritten(f, bound, a, path, src)
		}
	}
	for _, arg := range a.Args {
		d.mention(arg, path, src)
	}
	if sig != nil {
		f := d.faultIn(diag.WrongArity, path, src, a.Span, "`%s` takes %s, not %d", a.Predicate.Text, count(len(sig.Params), "argument"), len(a.Args))
		f.Hint = "it is written " + sig.String()
		return nil
	}
	f := d.faultIn(UnknownPredicate, path, src, a.Predicate.Span, "there is no predicate `%s`", a.Predicate.Text)
	if s := diag.Suggest(a.Predicate.Text, names(d.voc.predicates)); s != "" {
		f.Hint = "did you mean " + d.voc.predicates[s].String() + "? "
	}
	f.Hint += "Predicates are: " + strings.Join(names(d.voc.predicates), ", ")
	return nil
}

func (d *decoder) rewritten(f form, bound map[string]string, a pddl.Atom, path string, src *diag.Source) []pddl.Atom {
	var list []pddl.Atom
	for _, to := range f.to {
		atom := to.fill(bound, a)
		if sig := d.voc.predicates[atom.Predicate.Text]; sig != nil && len(sig.Params) == len(atom.Args) {
			d.arguments(atom, sig, path, src)
			list = append(list, atom)
		}
	}
	d.note(AnswerMended, path, "`%s` was read as `%s`", a.String(), joinAtoms(list))
	return list
}

func joinAtoms(list []pddl.Atom) string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = list[i].String()
	}
	return strings.Join(parts, " ")
}

func (d *decoder) arguments(a pddl.Atom, sig *pddl.Signature, path string, src *diag.Source) {
	for i, arg := range a.Args {
		t, ok := d.mention(arg, path, src)
		if d.full() {
			return
		}
		if !ok || t == "" || d.voc.fits(t, sig.Params[i]) {
			continue
		}
		f := d.faultIn(WrongArgument, path, src, arg.Span, "`%s` is of type %s, and argument %d of `%s` is of type %s",
			arg.Text, t, i+1, a.Predicate.Text, typeText(sig.Params[i]))
		f.Hint = "it is written " + sig.String()
		if fitting := d.fitting(sig.Params[i]); len(fitting) > 0 {
			f.Hint += "; of that type are: " + listing(fitting)
		}
	}
}

func typeText(t pddl.TypedName) string {
	list := make([]string, len(t.Types))
	for i, n := range t.Types {
		list[i] = n.Text
	}
	if len(list) == 0 {
		return "object"
	}
	return strings.Join(list, " or ")
}

// fitting lists the declared objects that may stand for a parameter.
func (d *decoder) fitting(param pddl.TypedName) []string {
	var list []string
	for _, o := range d.problem.Objects {
		if d.voc.fits(o.Type, param) {
			list = append(list, o.Name)
		}
	}
	return list
}

// mention looks an argument up; its type is "" when its definition is at fault.
func (d *decoder) mention(arg pddl.Name, path string, src *diag.Source) (string, bool) {
	d.mentioned[arg.Text] = true
	if t, ok := d.types[arg.Text]; ok {
		return t, true
	}
	if t, ok := d.voc.constants[arg.Text]; ok {
		return t, true
	}
	f := d.faultIn(UnknownObject, path, src, arg.Span, "`%s` is not in the dictionary", arg.Text)
	if d.full() {
		return "", false
	}
	if arg.IsVariable() {
		f.Hint = "literals name objects, not variables"
		return "", false
	}
	f.Hint = d.names.suggestName(arg.Text)
	return "", false
}

// cost checks the value of a numeric function. (= (total-cost) 0) is what the
// compiler writes itself.
func (d *decoder) cost(a pddl.Assignment, path string, src *diag.Source, initial bool) {
	sig := d.voc.functions[a.Function.Text]
	switch {
	case sig == nil:
		f := d.faultIn(UnknownFunction, path, src, a.Function.Span, "there is no function `%s`", a.Function.Text)
		f.Hint = "functions are: " + strings.Join(names(d.voc.functions), ", ")
	case len(sig.Params) != len(a.Args):
		d.faultIn(diag.WrongArity, path, src, a.Span, "`%s` takes %s, not %d", a.Function.Text, count(len(sig.Params), "argument"), len(a.Args))
	case !initial:
		d.faultIn(MisplacedCost, path, src, a.Span, "a cost is no goal").Hint = "write it in init_state"
	case len(sig.Params) == 0:
		if a.Value != 0 {
			d.faultIn(CostConflict, path, src, a.Span, "`%s` starts at 0, not at %d", a.Function.Text, a.Value).Hint = "leave it out"
		}
	default:
		d.arguments(pddl.Atom{Predicate: a.Function, Args: a.Args, Span: a.Span}, sig, path, src)
		key := pddl.AtomKey(a.Function, a.Args)
		if old, given := d.given[key]; given {
			if old != a.Value {
				d.faultIn(CostConflict, path, src, a.Span, "%s is given two values, %d and %d", key, old, a.Value)
			}
			return
		}
		d.given[key] = a.Value
		d.problem.Costs = append(d.problem.Costs, a)
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// faultIn records an error whose text is a state rather than the whole JSON.
func (d *decoder) faultIn(code diag.Code, path string, src *diag.Source, span diag.Span, format string, args ...any) *diag.Diagnostic {
	f := d.fault(code, path, diag.Span{}, format, args...)
	f.Source, f.Span = src, span
	return f
}
