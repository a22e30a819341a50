package pddl

import (
	"fmt"
	"slices"

	"genplanx/pddl/diag"
)

// atom checks a use of a predicate: declared, arity, arguments.
func (c *checker) atom(p Name, args []Name, span diag.Span, in scope) {
	s := c.predicates[p.Text]
	if s == nil {
		c.unknownPredicate(p, len(args))
		c.terms(args, in, nil)
		return
	}
	if len(args) != len(s.Params) {
		c.arity(p, "predicate", s, args)
		c.terms(args, in, nil)
		return
	}
	c.terms(args, in, s)
}

func (c *checker) unknownPredicate(p Name, arity int) {
	f := c.fault(diag.UnknownPredicate, p.Span, "predicate `%s` is not declared", p.Text)
	if c.functions[p.Text] != nil {
		f.Message = fmt.Sprintf("`%s` is a function, but stands where a predicate is needed", p.Text)
		f.Related = here(c.d.Source, c.functions[p.Text].Name.Span, "declared here")
		return
	}
	same := func() []string { // a name of the right arity is the better guess
		all := sortedKeys(c.predicates)()
		return slices.DeleteFunc(all, func(name string) bool { return len(c.predicates[name].Params) != arity })
	}
	if f.Hint = c.meant(p.Text, same); f.Hint == "" {
		f.Hint = c.meant(p.Text, sortedKeys(c.predicates))
	}
	if f.Hint == "" {
		f.Hint = "declare it in (:predicates ...)"
	}
}

func (c *checker) arity(name Name, what string, s *Signature, args []Name) {
	f := c.fault(diag.WrongArity, name.Span, "%s `%s` takes %s, not %d", what, name.Text, count(len(s.Params), "argument"), len(args))
	f.Hint = "write " + s.String()
	f.Related = here(c.d.Source, s.Name.Span, "declared here")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// call checks a use of a numeric function other than total-cost.
func (c *checker) call(f Name, args []Name, in scope) bool {
	s := c.functions[f.Text]
	switch {
	case s == nil:
		d := c.fault(diag.UnknownFunction, f.Span, "function `%s` is not declared", f.Text)
		if d.Hint = c.meant(f.Text, sortedKeys(c.functions)); d.Hint == "" {
			d.Hint = "declare it: (:functions (" + f.Text + " ...) - number)"
		}
		c.terms(args, in, nil)
		return false
	case len(args) != len(s.Params):
		c.arity(f, "function", s, args)
		c.terms(args, in, nil)
		return false
	}
	return c.terms(args, in, s)
}

// terms checks arguments: variables bound, objects declared, and types, when
// the declaration s is known. It reports whether all were found.
func (c *checker) terms(args []Name, in scope, s *Signature) bool {
	ok := true
	for i, t := range args {
		var types []Name
		declared := c.src
		var at diag.Span
		if t.IsVariable() {
			v := in.find(t.Text)
			if v == nil {
				c.unbound(t, in)
				ok = false
				continue
			}
			if c.used != nil {
				c.used[t.Text] = true
			}
			types, at = v.Types, v.Name.Span
		} else {
			o, known := c.objects[t.Text]
			if !known {
				c.unknownObject(t, in)
				ok = false
				continue
			}
			types, declared, at = o.Types, o.src, o.Name.Span
		}
		if s != nil {
			c.argumentType(t, types, s, i, here(declared, at, "declared here"))
		}
	}
	return ok
}

func (c *checker) unbound(t Name, in scope) {
	f := c.fault(diag.UnboundVariable, t.Span, "variable `%s` is not declared", t.Text)
	if f.Hint = c.meant(t.Text, in.names); f.Hint == "" {
		f.Hint = "add it to :parameters, or bind it with forall or exists"
	}
	if len(in) == 1 && f.Hint[0] == 'a' {
		f.Hint = "did you mean `" + in[0].Name.Text + "`? " + f.Hint
	}
}

func (c *checker) unknownObject(t Name, in scope) {
	f := c.fault(diag.UnknownObject, t.Span, "object `%s` is not declared", t.Text)
	if in.find("?"+t.Text) != nil {
		f.Hint = "did you mean `?" + t.Text + "`?"
		return
	}
	if f.Hint = c.meant(t.Text, c.objectNames); f.Hint == "" {
		f.Hint = "declare it in (:objects ...) or (:constants ...)"
	}
}

// fit is how an argument's types go with a parameter's.
type fit uint8

const (
	fitsAlways fit = iota
	fitsSometimes
	fitsNever
)

// fit compares what a term may be with what is wanted: always when each of its
// types is one of the wanted, sometimes when an object can be both.
func (c *checker) fit(have, want []Name) fit {
	if len(want) == 0 {
		return fitsAlways
	}
	if len(have) == 0 {
		have = []Name{{Text: objectType}}
	}
	admitted, known := c.admitted(want)
	within, overlap := 0, 0
	for _, h := range have {
		i, declared := c.types.number[h.Text]
		switch {
		case !known, !declared, admitted.has(i): // undeclared types were reported where they stand
			within++
		case c.types.below[i].meets(admitted):
			overlap++
		}
	}
	switch {
	case within == len(have):
		return fitsAlways
	case within+overlap > 0:
		return fitsSometimes
	}
	return fitsNever
}

// admitted returns the types at or below one of those wanted, and whether all of
// them are declared. A list may be long and asked about for each of many facts.
func (c *checker) admitted(want []Name) (bitset, bool) {
	if set, seen := c.below[&want[0]]; seen {
		return set, set != nil
	}
	set := newBitset(len(c.types.names))
	for _, w := range want {
		i, declared := c.types.number[w.Text]
		if !declared {
			set = nil
			break
		}
		set.union(c.types.below[i])
	}
	c.below[&want[0]] = set
	return set, set != nil
}

// argumentType checks argument i. An object is all of its types, a variable
// one of them.
func (c *checker) argumentType(t Name, have []Name, s *Signature, i int, declared []diag.Related) {
	want := s.Params[i].Types
	if len(want) == 0 || len(have) == 1 && len(want) == 1 && have[0].Text == want[0].Text {
		return
	}
	how := c.fit(have, want)
	if how == fitsAlways || how == fitsSometimes && !t.IsVariable() && len(have) > 1 {
		return
	}
	if how == fitsSometimes && t.IsVariable() {
		c.report(diag.Warning, diag.LooseType, t.Span, "`%s` is %s, but `%s` is for %s only", t.Text, typesText(have), s.Name.Text, typesText(want)).Related = declared
		return
	}
	f := c.fault(diag.WrongType, t.Span, "`%s` is %s, but argument %d of `%s` must be %s", t.Text, typesText(have), i+1, s.Name.Text, typesText(want))
	f.Related = append(declared, diag.Related{Source: c.d.Source, Span: s.Params[i].Name.Span, Message: "the argument is declared here"})
}
