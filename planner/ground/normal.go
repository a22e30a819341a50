package ground

import (
	"fmt"
	"maps"

	"genplanx/pddl"
)

// term is a slot of the scope (slot >= 0) or a fixed object.
type term struct{ slot, object int32 }

type kind uint8

const (
	isAtom kind = iota
	isEqual
	isAnd
	isOr
	isExists
	isForall
)

// formula is a lifted condition in negation normal form: only atoms and
// equalities are negated.
type formula struct {
	kind    kind
	negated bool
	pred    int32
	args    []term
	parts   []*formula // of and, or; the one body of a quantifier
	vars    []int32    // slots a quantifier binds
	aux     *atom      // of or, exists: a relation of its own, see addAuxiliaries
}

// scope numbers the variables of one action, axiom or goal. Each has its own
// slot, also where it hides another of the same name.
type scope struct {
	s    *symbols
	sets []*objectSet     // by slot
	vars []pddl.TypedName // by slot
	slot map[string]int32
}

func (sc *scope) bind(vars []pddl.TypedName) ([]int32, error) {
	slots := make([]int32, len(vars))
	for i, v := range vars {
		set, err := sc.s.domainOf(v)
		if err != nil {
			return nil, err
		}
		slots[i] = int32(len(sc.sets))
		sc.sets = append(sc.sets, set)
		sc.vars = append(sc.vars, v)
		sc.slot[v.Name.Text] = slots[i]
	}
	return slots, nil
}

// within binds variables for the duration of do.
func (sc *scope) within(vars []pddl.TypedName, do func(slots []int32) error) error {
	outer := maps.Clone(sc.slot)
	slots, err := sc.bind(vars)
	if err == nil {
		err = do(slots)
	}
	sc.slot = outer
	return err
}

func (sc *scope) normalise(c pddl.Condition, negate bool) (*formula, error) {
	switch c := c.(type) {
	case nil:
		return junction(isAnd, negate, nil), nil
	case *pddl.Atom:
		return sc.atom(c, negate)
	case *pddl.Equal:
		args, err := sc.terms([]pddl.Name{c.Left, c.Right})
		return &formula{kind: isEqual, negated: negate, args: args}, err
	case *pddl.Not:
		return sc.normalise(c.Of, !negate)
	case *pddl.And:
		return sc.junction(isAnd, c.Parts, negate)
	case *pddl.Or:
		return sc.junction(isOr, c.Parts, negate)
	case *pddl.Imply:
		return sc.junction(isOr, []pddl.Condition{&pddl.Not{Of: c.If}, c.Then}, negate)
	case *pddl.Quantified:
		return sc.quantified(c, negate)
	}
	return nil, unsupported("conditions of the form %T are not supported", c)
}

func (sc *scope) atom(a *pddl.Atom, negate bool) (*formula, error) {
	pred, err := sc.s.findPredicate(a.Predicate, a.Args)
	if err != nil {
		return nil, err
	}
	args, err := sc.terms(a.Args)
	if err != nil {
		return nil, fmt.Errorf("in %s: %w", a.Predicate.Text, err)
	}
	return &formula{kind: isAtom, negated: negate, pred: pred, args: args}, nil
}

func (sc *scope) junction(k kind, list []pddl.Condition, negate bool) (*formula, error) {
	parts := make([]*formula, 0, len(list))
	for _, c := range list {
		f, err := sc.normalise(c, negate)
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	return junction(k, negate, parts), nil
}

// junction joins parts that are negated already if negate is set; nested
// junctions of one kind are flattened.
func junction(k kind, negate bool, parts []*formula) *formula {
	if negate {
		k = isAnd + isOr - k
	}
	out := &formula{kind: k}
	for _, p := range parts {
		if p.kind == k {
			out.parts = append(out.parts, p.parts...)
		} else {
			out.parts = append(out.parts, p)
		}
	}
	return out
}

func (sc *scope) quantified(q *pddl.Quantified, negate bool) (*formula, error) {
	out := &formula{kind: isExists}
	if q.Forall != negate {
		out.kind = isForall
	}
	err := sc.within(q.Vars, func(slots []int32) error {
		body, err := sc.normalise(q.Body, negate)
		out.vars, out.parts = slots, []*formula{body}
		return err
	})
	return out, err
}

func (sc *scope) terms(args []pddl.Name) ([]term, error) {
	out := make([]term, len(args))
	for i, a := range args {
		if slot, ok := sc.slot[a.Text]; ok {
			out[i] = term{slot: slot}
			continue
		}
		o, ok := sc.s.object[a.Text]
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
