package lifted

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"genplanx/pddl"
)

// State is a set of ground atoms: what is true; everything else is false.
// States are immutable values; With and Apply make new ones. Derived atoms are
// computed when asked for and never part of the set.
type State struct {
	m         *Model
	relations []relation // by predicate; empty for derived ones
	derived   *derivedAtoms
}

// derivedAtoms caches the least fixpoint of the axioms in one state.
type derivedAtoms struct {
	once      sync.Once
	relations []relation // by predicate; empty for basic ones
}

// Initial returns the state the problem starts in.
func (m *Model) Initial() State { return m.initial }

// Has reports whether a ground atom, basic or derived, holds; an atom with an
// unknown name or the wrong number of arguments does not.
func (s State) Has(a pddl.Atom) bool {
	pred, args, err := s.m.groundAtom(a.Predicate, a.Args)
	if err != nil {
		return false
	}
	return s.relation(pred).has(args)
}

// With returns the state in which the atom is true or false and all else is as
// before. It fails for unknown names and for derived atoms.
func (s State) With(a pddl.Atom, truth bool) (State, error) {
	pred, args, err := s.m.groundAtom(a.Predicate, a.Args)
	if err != nil {
		return State{}, err
	}
	if s.m.predicates[pred].derived {
		return State{}, &DerivedError{Atom: s.m.atomText(pred, args)}
	}
	if s.relations[pred].has(args) == truth {
		return s, nil
	}
	c := s.change()
	c.set(pred, args, truth)
	return c.state(), nil
}

// DerivedError says that a derived atom cannot be set, only follow from others.
type DerivedError struct{ Atom string }

func (e *DerivedError) Error() string {
	return "setting " + e.Atom + ": its predicate is derived; set the facts it follows from"
}

// Len returns the number of basic atoms that are true.
func (s State) Len() int {
	n := 0
	for _, r := range s.relations {
		n += r.n
	}
	return n
}

// Atoms returns the basic atoms that are true, sorted by their text.
func (s State) Atoms() []pddl.Atom {
	atoms := make([]pddl.Atom, 0, s.Len())
	for pred, r := range s.relations {
		for i := range r.n {
			atoms = append(atoms, s.m.atom(int32(pred), r.row(i)))
		}
	}
	slices.SortFunc(atoms, compareAtoms)
	return atoms
}

func compareAtoms(a, b pddl.Atom) int {
	if c := strings.Compare(a.Predicate.Text, b.Predicate.Text); c != 0 {
		return c
	}
	return slices.CompareFunc(a.Args, b.Args, func(x, y pddl.Name) int { return strings.Compare(x.Text, y.Text) })
}

// Key returns a string that is equal for equal states of one model.
func (s State) Key() string {
	var b []byte
	for _, r := range s.relations {
		b = binary.LittleEndian.AppendUint32(b, uint32(r.n))
		for _, o := range r.flat {
			b = binary.LittleEndian.AppendUint32(b, uint32(o))
		}
	}
	return string(b)
}

// relation returns the true rows of a predicate, basic or derived.
func (s State) relation(pred int32) relation {
	if !s.m.predicates[pred].derived {
		return s.relations[pred]
	}
	s.derived.once.Do(func() { s.derived.relations = s.m.derive(s) })
	return s.derived.relations[pred]
}

// changes collects what a step adds and deletes.
type changes struct {
	from     State
	add, del map[int32][][]int32
}

func (s State) change() *changes {
	return &changes{from: s, add: map[int32][][]int32{}, del: map[int32][][]int32{}}
}

func (c *changes) set(pred int32, args []int32, truth bool) {
	if truth {
		c.add[pred] = append(c.add[pred], args)
	} else {
		c.del[pred] = append(c.del[pred], args)
	}
}

func (c *changes) state() State {
	next := State{m: c.from.m, relations: slices.Clone(c.from.relations), derived: new(derivedAtoms)}
	for pred := range next.relations {
		add, del := c.add[int32(pred)], c.del[int32(pred)]
		if len(add)+len(del) > 0 {
			next.relations[pred] = next.relations[pred].changed(del, add)
		}
	}
	return next
}

func (m *Model) atom(pred int32, args []int32) pddl.Atom {
	a := pddl.Atom{Predicate: pddl.Name{Text: m.predicates[pred].name}}
	for _, o := range args {
		a.Args = append(a.Args, pddl.Name{Text: m.types.objects[o].name})
	}
	return a
}

func (m *Model) atomText(pred int32, args []int32) string {
	a := m.atom(pred, args)
	return Text(&a, nil)
}
