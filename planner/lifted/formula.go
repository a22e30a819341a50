package lifted

import (
	"fmt"
	"maps"

	"genplanx/pddl"
)

// term is a slot of the frame (slot >= 0) or a fixed object.
type term struct{ slot, object int32 }

// kind tells the variants of formula apart.
type kind uint8

const (
	isAtom kind = iota
	isEqual
	isAnd
	isOr
	isExists
)

// formula is a condition in negation normal form: only atoms, equalities and
// existential quantifiers carry a negation (forall x c is not exists x not c).
type formula struct {
	kind    kind
	negated bool
	pred    int32
	args    []term     // of an atom or an equality
	parts   []*formula // of and, or; the body of exists
	vars    []int32    // slots bound by exists
	free    []int32    // slots that must be bound before it can be tested
}

// frame is a condition with the slots of its variables. Every variable has a
// slot of its own, also where a quantifier hides a variable of the same name,
// so that formulas can be moved out of quantifiers without renaming.
type frame struct {
	m     *Model
	sets  []*objectSet // by slot
	scope map[string]int32
	body  *formula
}

// newFrame makes slots for the parameters, in order, and compiles the condition
// (nil is true).
func (m *Model) newFrame(params []pddl.TypedName, c pddl.Condition) (*frame, error) {
	f := &frame{m: m, scope: map[string]int32{}}
	if _, err := f.bind(params); err != nil {
		return nil, err
	}
	body, err := f.compile(c, false)
	if err != nil {
		return nil, err
	}
	f.body = body
	return f, nil
}

// bind opens slots for variables and returns them.
func (f *frame) bind(vars []pddl.TypedName) ([]int32, error) {
	slots := make([]int32, len(vars))
	for i, v := range vars {
		set, err := f.m.types.union(v.Types)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.Name.Text, err)
		}
		slots[i] = int32(len(f.sets))
		f.sets = append(f.sets, set)
		f.scope[v.Name.Text] = slots[i]
	}
	return slots, nil
}

// within runs a compilation with extra variables in scope.
func (f *frame) within(vars []pddl.TypedName, do func(slots []int32) error) error {
	outer := maps.Clone(f.scope)
	defer func() { f.scope = outer }()
	slots, err := f.bind(vars)
	if err != nil {
		return err
	}
	return do(slots)
}

func (f *frame) compile(c pddl.Condition, negate bool) (*formula, error) {
	switch c := c.(type) {
	case nil:
		return junction(isAnd, negate, nil), nil
	case *pddl.Atom:
		return f.compileAtom(c, negate)
	case *pddl.Equal:
		args, err := f.terms([]pddl.Name{c.Left, c.Right})
		if err != nil {
			return nil, err
		}
		return &formula{kind: isEqual, negated: negate, args: args, free: slotsOf(args)}, nil
	case *pddl.Not:
		return f.compile(c.Of, !negate)
	case *pddl.And:
		return f.compileParts(isAnd, c.Parts, negate)
	case *pddl.Or:
		return f.compileParts(isOr, c.Parts, negate)
	case *pddl.Imply:
		return f.compileParts(isOr, []pddl.Condition{&pddl.Not{Of: c.If}, c.Then}, negate)
	case *pddl.Quantified:
		return f.compileQuantified(c, negate)
	}
	return nil, fmt.Errorf("conditions of the form %T are not supported", c)
}

func (f *frame) compileAtom(a *pddl.Atom, negate bool) (*formula, error) {
	pred, ok := f.m.predicate[a.Predicate.Text]
	if !ok {
		return nil, fmt.Errorf("predicate %s is not declared; add it to :predicates", a.Predicate.Text)
	}
	if want := len(f.m.predicates[pred].params); want != len(a.Args) {
		return nil, fmt.Errorf("predicate %s takes %d arguments, not %d", a.Predicate.Text, want, len(a.Args))
	}
	args, err := f.terms(a.Args)
	if err != nil {
		return nil, fmt.Errorf("in %s: %w", a.Predicate.Text, err)
	}
	return &formula{kind: isAtom, negated: negate, pred: pred, args: args, free: slotsOf(args)}, nil
}

func (f *frame) compileParts(k kind, parts []pddl.Condition, negate bool) (*formula, error) {
	compiled := make([]*formula, len(parts))
	for i, p := range parts {
		sub, err := f.compile(p, negate)
		if err != nil {
			return nil, err
		}
		compiled[i] = sub
	}
	return junction(k, negate, compiled), nil
}

// junction builds a conjunction or disjunction; negated, it is the other one
// (the parts are negated already).
func junction(k kind, negate bool, parts []*formula) *formula {
	if negate {
		k = isAnd + isOr - k
	}
	out := &formula{kind: k, parts: parts}
	for _, p := range parts {
		out.free = mergeSlots(out.free, p.free)
	}
	return out
}

func (f *frame) compileQuantified(q *pddl.Quantified, negate bool) (*formula, error) {
	out := &formula{kind: isExists, negated: negate != q.Forall}
	err := f.within(q.Vars, func(slots []int32) error {
		body, err := f.compile(q.Body, q.Forall)
		if err != nil {
			return err
		}
		out.vars, out.parts = slots, []*formula{body}
		out.free = withoutSlots(body.free, slots)
		return nil
	})
	return out, err
}

func (f *frame) terms(args []pddl.Name) ([]term, error) {
	out := make([]term, len(args))
	for i, a := range args {
		if slot, ok := f.scope[a.Text]; ok {
			out[i] = term{slot: slot}
			continue
		}
		o, ok := f.m.objects[a.Text]
		switch {
		case ok:
			out[i] = term{slot: -1, object: o}
		case a.IsVariable():
			return nil, fmt.Errorf("variable %s is not bound; add it to :parameters or a quantifier", a.Text)
		default:
			return nil, fmt.Errorf("object %s is not declared; add it to :objects or :constants", a.Text)
		}
	}
	return out, nil
}

func slotsOf(args []term) []int32 {
	var out []int32
	for _, a := range args {
		if a.slot >= 0 {
			out = mergeSlots(out, []int32{a.slot})
		}
	}
	return out
}

func mergeSlots(a, b []int32) []int32 {
	for _, s := range b {
		if !containsSlot(a, s) {
			a = append(a[:len(a):len(a)], s)
		}
	}
	return a
}

func withoutSlots(a, b []int32) []int32 {
	var out []int32
	for _, s := range a {
		if !containsSlot(b, s) {
			out = append(out, s)
		}
	}
	return out
}

func containsSlot(list []int32, s int32) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
