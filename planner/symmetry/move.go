package symmetry

import (
	"slices"

	"genplanx/planner/task"
)

// move is a generator ready to be applied to states: the basic variables that it
// changes, and where their values come from.
type move struct {
	generator int32
	to        []int32 // variables, ascending
	from      []int32 // variable whose value decides to[i]
	off       []int32 // value x of from[i] becomes values[off[i]+x]
	values    []int32
}

func newMove(t *task.Task, generators []generator, number int32) move {
	g := &generators[number]
	back := &generators[g.inverse]
	m := move{generator: number}
	for _, f := range g.facts {
		if v := t.FactVar[f]; int(v) < t.Basic && (len(m.to) == 0 || m.to[len(m.to)-1] != v) {
			m.to = append(m.to, v)
		}
	}
	for _, v := range m.to {
		w := t.FactVar[back.image(t.VarFirst[v])]
		m.from = append(m.from, w)
		m.off = append(m.off, int32(len(m.values)))
		for f := t.VarFirst[w]; f < t.VarFirst[w+1]; f++ {
			m.values = append(m.values, g.image(f)-t.VarFirst[v])
		}
	}
	return m
}

// improves reports whether the symmetric state comes before that of values in
// lexicographic order.
func (m *move) improves(values []int32) bool {
	for i, v := range m.to {
		if n := m.values[m.off[i]+values[m.from[i]]]; n != values[v] {
			return n < values[v]
		}
	}
	return false
}

// apply needs scratch space for its variables.
func (m *move) apply(values, scratch []int32) {
	scratch = scratch[:0]
	for i, w := range m.from {
		scratch = append(scratch, m.values[m.off[i]+values[w]])
	}
	for i, v := range m.to {
		values[v] = scratch[i]
	}
}

// mostMoved returns the largest number of variables that a move changes.
func mostMoved(moves []move) int {
	most := 0
	for i := range moves {
		most = max(most, len(moves[i].to))
	}
	return most
}

// basicFacts returns the moved facts of basic variables.
func (s *generator) basicFacts(limit int32) []int32 {
	n, _ := slices.BinarySearch(s.facts, limit)
	return s.facts[:n]
}
