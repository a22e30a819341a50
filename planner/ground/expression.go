package ground

import (
	"fmt"
	"math"
	"slices"
)

// literal is a ground atom and a truth value: 2*atom, plus 1 when positive.
type literal = int32

// expression is a ground condition: a conjunction of literals and of
// alternatives, simplified by all that cannot change. The zero value is true.
type expression struct {
	never    bool // false in every state
	literals []literal
	choices  [][]expression // each holds if one of its members does
}

// instances builds ground conditions from lifted ones, under the bindings of one
// scope at a time.
type instances struct {
	pr        *program
	relations []*relation
	first     []literal // by predicate that changes: positive literal of its first row
	sets      []*objectSet
	env       []int32
	row       []int32
	joins     map[*formula]*joiner // of quantifiers
	budget    *budget
	fuel      int64 // steps that may still be taken
	parts     int64 // of the condition being built
	err       error // why it is incomplete
}

func newInstances(e *engine) instances {
	return instances{
		pr: e.pr, relations: e.relations, budget: &e.budget, fuel: math.MaxInt64,
		first: make([]literal, len(e.pr.predicates)), joins: map[*formula]*joiner{},
	}
}

// bytesPerPart is about what one instance of a quantified condition takes, with a
// disjunction in it.
const bytesPerPart = 256

// room charges the budget for a part of a condition; false means stop.
func (in *instances) room() bool {
	if in.parts++; in.err == nil && in.parts*bytesPerPart > in.budget.bytes {
		in.err = &TooLargeError{fmt.Sprintf("a quantified condition has more than %d instances", in.parts), in.budget.limit}
	}
	return in.proceed()
}

// take notes the use of memory for what the text names.
func (in *instances) take(bytes int64, what func() string) {
	if err := in.budget.take(bytes, what); in.err == nil {
		in.err = err
	}
}

// outcome of a ground atom that needs no look at the state.
const (
	never  literal = -2
	always literal = -1
)

// literal returns the ground literal of an atom or equality, or never or always.
func (in *instances) literal(f *formula) literal {
	truth := never
	if f.kind == isEqual {
		if in.value(f.args[0]) == in.value(f.args[1]) {
			truth = always
		}
	} else {
		truth = in.atom(f.pred, f.args)
	}
	switch {
	case !f.negated:
		return truth
	case truth == never:
		return always
	case truth == always:
		return never
	}
	return truth ^ 1
}

// atom returns the positive literal of an atom; one that was not derived is never true.
func (in *instances) atom(pred int32, args []term) literal {
	in.row = in.row[:0]
	for _, t := range args {
		in.row = append(in.row, in.value(t))
	}
	i := in.relations[pred].find(in.row)
	switch {
	case i < 0:
		return never
	case !in.pr.changes(pred):
		return always
	}
	return in.first[pred] + 2*i
}

func (in *instances) value(t term) int32 {
	if t.slot < 0 {
		return t.object
	}
	return in.env[t.slot]
}

// conjoin adds a condition to x and reports whether x can still be true.
func (in *instances) conjoin(x *expression, f *formula) bool {
	switch f.kind {
	case isAtom, isEqual:
		switch l := in.literal(f); l {
		case always:
		case never:
			x.never = true
		default:
			x.literals = append(x.literals, l)
		}
	case isAnd:
		for _, p := range f.parts {
			if !in.conjoin(x, p) {
				return false
			}
		}
	case isForall:
		in.each(f, func() bool { return in.conjoin(x, f.parts[0]) })
	case isOr, isExists:
		in.choose(x, f)
	}
	return !x.never
}

// choose adds a disjunction to x.
func (in *instances) choose(x *expression, f *formula) {
	var members []expression
	if in.disjoin(&members, f) {
		return
	}
	switch len(members) {
	case 0:
		x.never = true
	case 1:
		x.literals = append(x.literals, members[0].literals...)
		x.choices = append(x.choices, members[0].choices...)
	default:
		x.choices = append(x.choices, members)
	}
}

// disjoin adds the ways to satisfy f to members; true means f always holds.
func (in *instances) disjoin(members *[]expression, f *formula) bool {
	switch f.kind {
	case isOr:
		for _, p := range f.parts {
			if in.disjoin(members, p) {
				return true
			}
		}
		return false
	case isExists:
		return !in.each(f, func() bool { return !in.disjoin(members, f.parts[0]) })
	default:
		var m expression
		if in.conjoin(&m, f) {
			if len(m.literals)+len(m.choices) == 0 {
				return true
			}
			*members = append(*members, m)
		}
		return false
	}
}

// each runs do for the bindings of a quantifier's variables, leaving out those
// that decide nothing: below forall where the body surely holds, below exists
// where it surely does not. It stops and returns false when do does.
func (in *instances) each(f *formula, do func() bool) bool {
	j := in.joins[f]
	if j == nil {
		var atoms []atom
		var tests []test
		if f.kind == isExists {
			atoms, tests = in.pr.conjunctive(f.parts[0], nil, nil)
		} else {
			atoms, tests = in.pr.exceptions(f.parts[0])
		}
		j = in.newJoiner(f.vars, atoms, tests, nil)
		in.joins[f] = j
	}
	return in.run(j, func() bool { return in.room() && do() })
}

// exceptions collects what a binding must meet for a disjunction not to hold by
// what static facts and reachability say.
func (pr *program) exceptions(f *formula) (atoms []atom, tests []test) {
	parts := []*formula{f}
	if f.kind == isOr {
		parts = f.parts
	}
	for _, p := range parts {
		a := atom{p.pred, p.args}
		switch {
		case p.kind == isEqual:
			tests = append(tests, test{equal: true, negated: !p.negated, args: p.args})
		case p.kind != isAtom:
		case p.negated:
			atoms = append(atoms, a)
		case !pr.changes(p.pred):
			tests = append(tests, test{atom: a, args: a.args})
		}
	}
	return atoms, tests
}

// conjunction is a sorted list of literals without contradiction or repetition.
type conjunction []literal

// normal sorts literals; false means that they contradict each other.
func normal(literals []literal) (conjunction, bool) {
	slices.Sort(literals)
	literals = slices.Compact(literals)
	for i := 1; i < len(literals); i++ {
		if literals[i]^1 == literals[i-1] {
			return nil, false
		}
	}
	return literals, true
}
