package lifted

import (
	"fmt"

	"genplanx/pddl"
)

// Bindings give variables ("?d") the names of objects.
type Bindings map[string]string

// Holds reports whether a condition is true in a state once its free variables
// are bound; nil is true. It fails for names that are not declared or bound.
func (m *Model) Holds(s State, c pddl.Condition, b Bindings) (bool, error) {
	f := &frame{m: m, scope: map[string]int32{}}
	env, err := f.bindAll(b)
	if err != nil {
		return false, err
	}
	body, err := f.compile(c, false)
	if err != nil {
		return false, err
	}
	e := newEvaluation(s, f)
	copy(e.env, env)
	return e.test(body), nil
}

func (f *frame) bindAll(b Bindings) ([]int32, error) {
	var env []int32
	for _, name := range sortedKeys(b) {
		o, ok := f.m.objects[b[name]]
		if !ok {
			return nil, fmt.Errorf("binding %s: object %s is not declared", name, b[name])
		}
		if _, err := f.bind([]pddl.TypedName{{Name: pddl.Name{Text: name}}}); err != nil {
			return nil, err
		}
		env = append(env, o)
	}
	return env, nil
}

const unbound = -1

// evaluation tests the formulas of one frame in one state. relation overrides
// the state's, which the fixpoint of the axioms needs.
type evaluation struct {
	frame    *frame
	relation func(pred int32) relation
	env      []int32 // object by slot, or unbound
}

func newEvaluation(s State, f *frame) *evaluation {
	e := &evaluation{frame: f, relation: s.relation, env: make([]int32, len(f.sets))}
	for i := range e.env {
		e.env[i] = unbound
	}
	return e
}

// test decides a formula whose free slots are bound.
func (e *evaluation) test(f *formula) bool {
	switch f.kind {
	case isAtom:
		row := make([]int32, 0, 8)
		for _, a := range f.args {
			row = append(row, e.value(a))
		}
		return e.relation(f.pred).has(row) != f.negated
	case isEqual:
		return (e.value(f.args[0]) == e.value(f.args[1])) != f.negated
	case isAnd:
		for _, p := range f.parts {
			if !e.test(p) {
				return false
			}
		}
		return true
	case isOr:
		for _, p := range f.parts {
			if e.test(p) {
				return true
			}
		}
		return false
	default:
		found := !e.solve(f.parts, f.vars, func() bool { return false })
		return found != f.negated
	}
}

func (e *evaluation) value(t term) int32 {
	if t.slot < 0 {
		return t.object
	}
	return e.env[t.slot]
}

func (e *evaluation) ready(f *formula) bool {
	for _, s := range f.free {
		if e.env[s] == unbound {
			return false
		}
	}
	return true
}

// solve calls yield for every binding of the wanted slots under which all parts
// hold, possibly several times for one binding. It stops and returns false as
// soon as yield does; otherwise all slots are unbound again at the end.
func (e *evaluation) solve(parts []*formula, wanted []int32, yield func() bool) bool {
	var rest []*formula
	for _, p := range parts {
		switch {
		case !e.ready(p):
			rest = append(rest, p)
		case !e.test(p):
			return true
		}
	}
	if len(rest) > 0 {
		i := e.choose(rest)
		if i >= 0 {
			return e.branch(rest[i], without(rest, i), wanted, yield)
		}
		wanted = mergeSlots(wanted, rest[0].free)
	}
	for _, slot := range wanted {
		if e.env[slot] == unbound {
			return e.eachObject(slot, func() bool { return e.solve(rest, wanted, yield) })
		}
	}
	return yield()
}

// choose picks the part that binds slots with the fewest alternatives, or -1
// when no part can bind any.
func (e *evaluation) choose(rest []*formula) int {
	best, fewest := -1, 0
	for i, p := range rest {
		n := 1
		switch {
		case p.kind == isAnd, p.kind == isExists && !p.negated:
			return i
		case p.kind == isEqual && !p.negated && (e.known(p.args[0]) || e.known(p.args[1])):
			return i
		case p.kind == isAtom && !p.negated:
			lo, hi := e.candidates(p)
			n += hi - lo
		case p.kind == isOr:
			n += 1 << 20
		default:
			continue
		}
		if best < 0 || n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

func (e *evaluation) known(t term) bool { return t.slot < 0 || e.env[t.slot] != unbound }

// candidates returns the range of rows that agree with the bound leading
// arguments of an atom.
func (e *evaluation) candidates(f *formula) (int, int) {
	prefix := make([]int32, 0, 8)
	for _, a := range f.args {
		if !e.known(a) {
			break
		}
		prefix = append(prefix, e.value(a))
	}
	return e.relation(f.pred).prefix(prefix)
}

func (e *evaluation) branch(p *formula, rest []*formula, wanted []int32, yield func() bool) bool {
	switch p.kind {
	case isAnd:
		return e.solve(append(rest, p.parts...), wanted, yield)
	case isExists:
		return e.solve(append(rest, p.parts...), mergeSlots(wanted, p.vars), yield)
	case isOr:
		for _, part := range p.parts {
			if !e.solve(append(rest[:len(rest):len(rest)], part), wanted, yield) {
				return false
			}
		}
		return true
	case isEqual:
		open, other := p.args[0], p.args[1]
		if e.known(open) {
			open, other = other, open
		}
		return e.match([]term{open}, []int32{e.value(other)}, func() bool { return e.solve(rest, wanted, yield) })
	}
	r := e.relation(p.pred)
	lo, hi := e.candidates(p)
	for i := lo; i < hi; i++ {
		if !e.match(p.args, r.row(i), func() bool { return e.solve(rest, wanted, yield) }) {
			return false
		}
	}
	return true
}

// match binds the open slots of args to the row, if the row agrees with the
// bound ones and the types of the slots, runs do, and unbinds them.
func (e *evaluation) match(args []term, row []int32, do func() bool) bool {
	var opened []int32
	defer func() {
		for _, s := range opened {
			e.env[s] = unbound
		}
	}()
	for i, a := range args {
		if e.known(a) {
			if e.value(a) != row[i] {
				return true
			}
			continue
		}
		if !e.frame.sets[a.slot].has[row[i]] {
			return true
		}
		e.env[a.slot] = row[i]
		opened = append(opened, a.slot)
	}
	return do()
}

func (e *evaluation) eachObject(slot int32, do func() bool) bool {
	defer func() { e.env[slot] = unbound }()
	for _, o := range e.frame.sets[slot].members {
		e.env[slot] = o
		if !do() {
			return false
		}
	}
	return true
}

func without(list []*formula, i int) []*formula {
	out := make([]*formula, 0, len(list)+3)
	out = append(out, list[:i]...)
	return append(out, list[i+1:]...)
}
