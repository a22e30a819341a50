package pddl

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

// costJoin finds the bindings of an action under which its cost has no value.
// Only bindings that agree with the action's static preconditions count: a
// road that is not there needs no length. Whether the changing preconditions
// can ever hold is for the planner to find; where they hold in the initial
// state the missing value is an error for certain.
type costJoin struct {
	c        *checker
	facts    map[string][]*Fact
	increase *Increase
	assigned map[string]*Assignment
	params   []TypedName
	static   []*Atom // preconditions no action changes, linked to the cost's variables
	changing []*Atom
	unequal  []*Equal
	bound    map[string]string
	certain  missing
	possible missing
	steps    int
}

// missing is argument lists without a value.
type missing struct {
	args [][]string
	more bool // there are others
}

func (m *missing) add(args []string) {
	switch {
	case slices.ContainsFunc(m.args, func(x []string) bool { return slices.Equal(x, args) }):
	case len(m.args) < maxMissing:
		m.args = append(m.args, args)
	default:
		m.more = true
	}
}

// Bounds of the search; beyond them the planner's grounding finds the rest.
const (
	maxJoinSteps = 200_000
	maxMissing   = 3
)

// run reports missing values; valued tells whether the function has any.
func (j *costJoin) run(a *Action, valued bool) bool {
	j.collect(a.Precondition)
	j.link()
	j.join(0)
	switch {
	case len(j.certain.args) > 0 && (len(j.increase.Args) < 2 || !valued):
		j.report(a, diag.Error, j.certain)
	case len(j.certain.args) > 0:
		j.report(a, diag.Warning, j.certain)
	case len(j.possible.args) > 0:
		j.report(a, diag.Warning, j.possible)
	default:
		return false
	}
	return true
}

// collect gathers the atoms and inequalities of a conjunction.
func (j *costJoin) collect(cond Condition) {
	switch x := cond.(type) {
	case *And:
		for _, p := range x.Parts {
			j.collect(p)
		}
	case *Atom:
		name := x.Predicate.Text
		if j.c.changed[name] || j.c.derived[name] != nil {
			j.changing = append(j.changing, x)
		} else {
			j.static = append(j.static, x)
		}
	case *Not:
		if e, ok := x.Of.(*Equal); ok {
			j.unequal = append(j.unequal, e)
		}
	}
}

// link keeps the static atoms that share variables with the cost, directly or
// by way of others, each after one it is linked to.
func (j *costJoin) link() {
	known := map[string]bool{}
	for _, t := range j.increase.Args {
		known[t.Text] = t.IsVariable()
	}
	var linked []*Atom
	rest := j.static
	for found := true; found; {
		found = false
		var later []*Atom
		for _, a := range rest {
			if !slices.ContainsFunc(a.Args, func(t Name) bool { return known[t.Text] }) {
				later = append(later, a)
				continue
			}
			linked, found = append(linked, a), true
			for _, t := range a.Args {
				known[t.Text] = t.IsVariable()
			}
		}
		rest = later
	}
	j.static = linked
}

// spend counts a step of the search and reports whether it may go on.
func (j *costJoin) spend() bool {
	j.steps++
	return j.steps <= maxJoinSteps
}

// join binds the variables of static atom k and later ones, then looks at the cost.
func (j *costJoin) join(k int) {
	if k == len(j.static) {
		j.free(0)
		return
	}
	a := j.static[k]
	for _, f := range j.facts[a.Predicate.Text] {
		if !j.spend() {
			return
		}
		if fresh, ok := j.match(a, f); ok {
			j.join(k + 1)
			j.unbind(fresh)
		}
	}
}

// match binds the variables of an atom to a fact; it returns those newly bound.
func (j *costJoin) match(a *Atom, f *Fact) ([]string, bool) {
	var fresh []string
	ok := len(a.Args) == len(f.Args)
	for i := 0; ok && i < len(a.Args); i++ {
		t := a.Args[i].Text
		value, bound := j.bound[t]
		switch {
		case !a.Args[i].IsVariable():
			ok = t == f.Args[i].Text
		case bound:
			ok = value == f.Args[i].Text
		default:
			if ok = j.may(t, f.Args[i].Text); ok {
				j.bound[t] = f.Args[i].Text
				fresh = append(fresh, t)
			}
		}
	}
	if !ok {
		j.unbind(fresh)
		return nil, false
	}
	return fresh, true
}

func (j *costJoin) unbind(names []string) {
	for _, n := range names {
		delete(j.bound, n)
	}
}

// may reports whether the parameter's type admits the object.
func (j *costJoin) may(variable, object string) bool {
	v := scope(j.params).find(variable)
	o, known := j.c.objects[object]
	if v == nil || !known {
		return false
	}
	if len(v.Types) == 0 {
		return true
	}
	for _, w := range v.Types {
		if w.Text == objectType || slices.ContainsFunc(o.Types, func(h Name) bool { return j.c.types.IsA(h.Text, w.Text) }) {
			return true
		}
	}
	return false
}

// free binds the cost's arguments from i on that no static atom binds.
func (j *costJoin) free(i int) {
	if i == len(j.increase.Args) {
		j.look()
		return
	}
	t := j.increase.Args[i]
	if _, bound := j.bound[t.Text]; bound || !t.IsVariable() {
		j.free(i + 1)
		return
	}
	for _, o := range j.c.objectNames() {
		if !j.spend() {
			return
		}
		if j.may(t.Text, o) {
			j.bound[t.Text] = o
			j.free(i + 1)
			delete(j.bound, t.Text)
		}
	}
}

func (j *costJoin) value(t Name) string {
	if v, ok := j.bound[t.Text]; ok {
		return v
	}
	return t.Text
}

// look records the bound arguments when they have no value.
func (j *costJoin) look() {
	for _, e := range j.unequal {
		if l, r := j.value(e.Left), j.value(e.Right); l == r && l[0] != '?' {
			return
		}
	}
	args := make([]string, len(j.increase.Args))
	key := j.increase.Function.Text
	for i, t := range j.increase.Args {
		args[i] = j.value(t)
		key += " " + args[i]
	}
	if j.assigned[key] != nil {
		return
	}
	j.possible.add(args)
	if j.initially() {
		j.certain.add(args)
	}
}

// initially reports whether each changing precondition, taken alone, holds in
// the initial state under the binding.
func (j *costJoin) initially() bool {
	for _, a := range j.changing {
		holds := false
		for _, f := range j.facts[a.Predicate.Text] {
			if !j.spend() {
				return false
			}
			fresh, ok := j.match(a, f)
			j.unbind(fresh)
			if holds = ok; holds {
				break
			}
		}
		if !holds {
			return false
		}
	}
	return true
}

// report tells which values are missing, at the first object concerned.
func (j *costJoin) report(a *Action, severity diag.Severity, m missing) {
	f := j.increase.Function.Text
	slices.SortFunc(m.args, slices.Compare)
	calls := make([]string, len(m.args))
	for i, args := range m.args {
		calls[i] = "`" + Key(f, args...) + "`"
	}
	what, has := strings.Join(calls, ", "), "which has no value"
	if len(calls) > 1 {
		has = "which have no values"
	}
	if m.more {
		what += " and others"
	}
	c := j.c
	d := c.report(severity, diag.MissingCostValue, diag.Span{}, "action `%s` costs %s, %s in `:init`", a.Name.Text, what, has)
	d.Hint = fmt.Sprintf("add (= %s 1) to `:init`", Key(f, m.args[0]...))
	d.Related = here(c.d.Source, j.increase.Span, "the cost is read here")
	if len(m.args[0]) > 0 {
		o := c.objects[m.args[0][0]]
		d.Source, d.Span = o.src, o.Name.Span
	}
}
