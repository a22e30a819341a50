package ground

import (
	"slices"
	"strings"

	"genplanx/pddl"
)

// unbound is the object of an open variable.
const unbound = -1

// attempt binds open variables so that as many of the conditions as possible can
// hold, in their order, and returns the first that then cannot.
func (x *explainer) attempt(sc *scope, conditions []*formula, env []int32) want {
	if env == nil {
		env = openEnv(sc)
	}
	best := want{sc: sc, of: len(conditions), done: -1}
	x.nodes = explainNodes
	x.extend(sc, conditions, 0, slices.Clone(env), &best)
	return best
}

// extend reports whether all conditions from number i on can be met.
func (x *explainer) extend(sc *scope, conditions []*formula, i int, env []int32, best *want) bool {
	x.nodes--
	if i == len(conditions) {
		best.f, best.done = nil, i
		return true
	}
	f := conditions[i]
	if i > best.done {
		best.f, best.env, best.done = f, slices.Clone(env), i
	}
	if f.kind != isAtom || f.negated {
		return x.possible(sc, f, env) && x.extend(sc, conditions, i+1, env, best)
	}
	r := x.e.relations[f.pred]
	for row := range r.n {
		if x.nodes--; x.nodes < 0 || !x.in.proceed() {
			return false
		}
		if !x.rowPossible(f.pred, row) {
			continue
		}
		undo, ok := fit(sc, f.args, r.row(row), env)
		if ok && x.extend(sc, conditions, i+1, env, best) {
			return true
		}
		for _, slot := range undo {
			env[slot] = unbound
		}
	}
	return false
}

func (x *explainer) rowPossible(pred, row int32) bool {
	return !x.e.pr.changes(pred) || x.reached[x.in.first[pred]+2*row]
}

// possible decides a condition that binds nothing; while variables are open it
// is taken to be possible.
func (x *explainer) possible(sc *scope, f *formula, env []int32) bool {
	if !closed(f, env, nil) {
		return true
	}
	x.scope(sc.sets)
	copy(x.in.env, env)
	var e expression
	x.in.conjoin(&e, f)
	return x.satisfiable(&e)
}

func (x *explainer) satisfiable(e *expression) bool {
	if e.never || !allReached(e.literals, x.reached) {
		return false
	}
	for _, members := range e.choices {
		if !slices.ContainsFunc(members, func(m expression) bool { return x.satisfiable(&m) }) {
			return false
		}
	}
	return true
}

// closed reports whether all slots of a formula are bound, by env or by a
// quantifier inside it.
func closed(f *formula, env, inner []int32) bool {
	for _, t := range f.args {
		if t.slot >= 0 && env[t.slot] == unbound && !slices.Contains(inner, t.slot) {
			return false
		}
	}
	inner = append(slices.Clone(inner), f.vars...)
	for _, p := range f.parts {
		if !closed(p, env, inner) {
			return false
		}
	}
	return true
}

// fit binds the open slots of args to a row; it returns what it bound, also
// when the row does not fit.
func fit(sc *scope, args []term, row, env []int32) (bound []int32, ok bool) {
	for i, t := range args {
		switch {
		case t.slot < 0:
			if t.object != row[i] {
				return bound, false
			}
		case env[t.slot] == unbound:
			if !sc.sets[t.slot].has[row[i]] {
				return bound, false
			}
			env[t.slot] = row[i]
			bound = append(bound, t.slot)
		case env[t.slot] != row[i]:
			return bound, false
		}
	}
	return bound, true
}

// text writes a formula as PDDL, bound variables replaced by their objects.
func (sc *scope) text(f *formula, env []int32) string {
	var s string
	switch f.kind {
	case isAtom:
		s = sc.list(sc.s.predicates[f.pred].name, f, env)
	case isEqual:
		s = sc.list("=", f, env)
	case isAnd, isOr:
		word := "and"
		if f.kind == isOr {
			word = "or"
		}
		parts := []string{word}
		for _, p := range f.parts {
			parts = append(parts, sc.text(p, env))
		}
		return "(" + strings.Join(parts, " ") + ")"
	case isExists, isForall:
		word := "exists"
		if f.kind == isForall {
			word = "forall"
		}
		var vars []string
		for _, slot := range f.vars {
			vars = append(vars, typedText(sc.vars[slot]))
		}
		return "(" + word + " (" + strings.Join(vars, " ") + ") " + sc.text(f.parts[0], env) + ")"
	}
	if f.negated {
		return "(not " + s + ")"
	}
	return s
}

func (sc *scope) list(head string, f *formula, env []int32) string {
	words := []string{head}
	for _, t := range f.args {
		switch {
		case t.slot < 0:
			words = append(words, sc.s.objects[t.object])
		case env[t.slot] != unbound:
			words = append(words, sc.s.objects[env[t.slot]])
		default:
			words = append(words, sc.vars[t.slot].Name.Text)
		}
	}
	return "(" + strings.Join(words, " ") + ")"
}

func typedText(v pddl.TypedName) string { return v.Name.Text + " - " + typeText(v) }

func typeText(v pddl.TypedName) string {
	switch len(v.Types) {
	case 0:
		return "object"
	case 1:
		return v.Types[0].Text
	}
	words := []string{"(either"}
	for _, t := range v.Types {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ") + ")"
}
