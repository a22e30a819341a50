package symmetry

import (
	"slices"

	"genplanx/planner/task"
)

// move is a symmetry ready to be applied to states: the basic variables that it
// changes, and where their values come from.
type move struct {
	word   []int32 // generators that make it, the first is applied first
	to     []int32 // variables, ascending
	from   []int32 // variable whose value decides to[i]
	off    []int32 // value x of from[i] becomes values[off[i]+x]
	values []int32
}

// newMove makes a move of a permutation of the facts listed, ascending: facts[i]
// goes to facts[image[i]].
func newMove(t *task.Task, facts, image, word []int32) move {
	m := move{word: word}
	back := make([]int32, len(image))
	for i, k := range image {
		back[k] = int32(i)
	}
	for i := 0; i < len(facts); {
		v := t.FactVar[facts[i]]
		end := i
		moves := false
		for ; end < len(facts) && t.FactVar[facts[end]] == v; end++ {
			moves = moves || image[end] != int32(end)
		}
		if moves {
			m.add(t, v, facts, image, t.FactVar[facts[back[i]]])
		}
		i = end
	}
	return m
}

// add says that the value of v comes from w, which is v itself or a variable all
// of whose facts are listed.
func (m *move) add(t *task.Task, v int32, facts, image []int32, w int32) {
	m.to = append(m.to, v)
	m.from = append(m.from, w)
	m.off = append(m.off, int32(len(m.values)))
	for f := t.VarFirst[w]; f < t.VarFirst[w+1]; f++ {
		to := f
		if i, ok := slices.BinarySearch(facts, f); ok {
			to = facts[image[i]]
		}
		m.values = append(m.values, to-t.VarFirst[v])
	}
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
