package lifted

import (
	"fmt"

	"genplanx/pddl"
)

// axiom derives its head for every binding under which its body holds.
type axiom struct {
	pred  int32
	head  []int32 // slots
	frame *frame
}

func (m *Model) addAxioms() error {
	byPred := map[int32][]*axiom{}
	for _, d := range m.domain.Derived {
		a, err := m.newAxiom(d)
		if err != nil {
			return fmt.Errorf("reading derived predicate %s: %w", d.Head.Name.Text, err)
		}
		byPred[a.pred] = append(byPred[a.pred], a)
	}
	layers, err := m.layers(byPred)
	if err != nil {
		return err
	}
	for layer := 0; ; layer++ {
		var stratum []*axiom
		for pred := range m.predicates {
			if layers[pred] == layer {
				stratum = append(stratum, byPred[int32(pred)]...)
			}
		}
		if len(stratum) == 0 {
			return nil
		}
		m.strata = append(m.strata, stratum)
	}
}

func (m *Model) newAxiom(d *pddl.Derived) (*axiom, error) {
	pred, ok := m.predicate[d.Head.Name.Text]
	if !ok {
		return nil, fmt.Errorf("it is not declared; add it to :predicates")
	}
	if want := len(m.predicates[pred].params); want != len(d.Head.Params) {
		return nil, fmt.Errorf("it takes %d arguments, not %d", want, len(d.Head.Params))
	}
	f, err := m.newFrame(d.Head.Params, d.Body)
	if err != nil {
		return nil, err
	}
	a := &axiom{pred: pred, frame: f}
	for i := range d.Head.Params {
		a.head = append(a.head, int32(i))
	}
	return a, nil
}

// layers gives every derived predicate the lowest stratum that is not below
// those it needs and above those it needs negated; basic ones get -1. A layer
// beyond the number of predicates means a cycle through a negation.
func (m *Model) layers(byPred map[int32][]*axiom) ([]int, error) {
	layers := make([]int, len(m.predicates))
	for pred, p := range m.predicates {
		if !p.derived {
			layers[pred] = -1
		}
	}
	for changed := true; changed; {
		changed = false
		for pred := range m.predicates {
			for _, a := range byPred[int32(pred)] {
				low := m.lowest(a.frame.body, layers)
				if low <= layers[pred] {
					continue
				}
				if low > len(m.predicates) {
					return nil, fmt.Errorf("derived predicate %s depends on its own negation, so it has no meaning; remove the (not ...) from the cycle", m.predicates[pred].name)
				}
				layers[pred], changed = low, true
			}
		}
	}
	return compact(layers), nil
}

func (m *Model) lowest(f *formula, layers []int) int {
	low := 0
	if f.kind == isAtom && m.predicates[f.pred].derived {
		low = layers[f.pred]
		if f.negated {
			low++
		}
	}
	for _, p := range f.parts {
		need := m.lowest(p, layers)
		if f.kind == isExists && f.negated && m.usesDerived(p) {
			need++
		}
		low = max(low, need)
	}
	return low
}

// usesDerived is asked below a negated quantifier, where every derived atom
// needs a finished stratum whatever its own sign.
func (m *Model) usesDerived(f *formula) bool {
	if f.kind == isAtom {
		return m.predicates[f.pred].derived
	}
	for _, p := range f.parts {
		if m.usesDerived(p) {
			return true
		}
	}
	return false
}

// compact renumbers the layers in use to 0, 1, 2 ... without gaps.
func compact(layers []int) []int {
	top := 0
	for _, l := range layers {
		top = max(top, l)
	}
	used := make([]int, top+1)
	for _, l := range layers {
		if l >= 0 {
			used[l] = 1
		}
	}
	next := 0
	for l, u := range used {
		used[l] = next
		next += u
	}
	out := make([]int, len(layers))
	for i, l := range layers {
		out[i] = -1
		if l >= 0 {
			out[i] = used[l]
		}
	}
	return out
}

// derive computes the least fixpoint of the axioms, stratum by stratum.
func (m *Model) derive(s State) []relation {
	derived := make([]relation, len(m.predicates))
	for pred := range derived {
		derived[pred].arity = len(m.predicates[pred].params)
	}
	lookup := func(pred int32) relation {
		if m.predicates[pred].derived {
			return derived[pred]
		}
		return s.relations[pred]
	}
	for _, stratum := range m.strata {
		for changed := true; changed; {
			changed = false
			for _, a := range stratum {
				grown := derived[a.pred].changed(nil, a.heads(s, lookup))
				changed = changed || grown.n > derived[a.pred].n
				derived[a.pred] = grown
			}
		}
	}
	return derived
}

func (a *axiom) heads(s State, lookup func(int32) relation) [][]int32 {
	e := newEvaluation(s, a.frame)
	e.relation = lookup
	var rows [][]int32
	e.solve([]*formula{a.frame.body}, a.head, func() bool {
		row := make([]int32, len(a.head))
		for i, slot := range a.head {
			row[i] = e.env[slot]
		}
		rows = append(rows, row)
		return true
	})
	return rows
}
