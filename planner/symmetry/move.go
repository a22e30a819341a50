package symmetry

import (
	"cmp"
	"slices"

	"genplanx/planner/task"
)

// move is a symmetry ready to be applied to states: the basic variables that it
// changes, and where their values come from.
type move struct {
	word   []int32 // generators that make it, the first is applied first
	to     []int32 // variables, in the order in which states are compared
	first  []int32 // first fact of to[i]
	from   []int32 // variable whose value decides to[i]
	off    []int32 // value x of from[i] becomes values[off[i]+x], of rank ranks[...]
	values []int32
	ranks  []int32
}

// newMove makes a move of a permutation of the facts listed, ascending: facts[i]
// goes to facts[image[i]].
func newMove(t *task.Task, o *order, facts, image, word []int32) move {
	m := move{word: word}
	back := make([]int32, len(image))
	for i, k := range image {
		back[k] = int32(i)
	}
	type target struct{ to, from int32 }
	var targets []target
	for i := 0; i < len(facts); {
		v := t.FactVar[facts[i]]
		end := i
		moves := false
		for ; end < len(facts) && t.FactVar[facts[end]] == v; end++ {
			moves = moves || image[end] != int32(end)
		}
		if moves {
			targets = append(targets, target{v, t.FactVar[facts[back[i]]]})
		}
		i = end
	}
	slices.SortFunc(targets, func(x, y target) int { return cmp.Compare(o.place[x.to], o.place[y.to]) })
	for _, x := range targets {
		m.add(t, o, facts, image, x.to, x.from)
	}
	return m
}

// add says that the value of v comes from w, which is v itself or a variable all
// of whose facts are listed.
func (m *move) add(t *task.Task, o *order, facts, image []int32, v, w int32) {
	m.to = append(m.to, v)
	m.first = append(m.first, t.VarFirst[v])
	m.from = append(m.from, w)
	m.off = append(m.off, int32(len(m.values)))
	for f := t.VarFirst[w]; f < t.VarFirst[w+1]; f++ {
		to := f
		if i, ok := slices.BinarySearch(facts, f); ok {
			to = facts[image[i]]
		}
		m.values = append(m.values, to-t.VarFirst[v])
		m.ranks = append(m.ranks, o.rank[to])
	}
}

// improves reports whether the symmetric state comes before that of values.
func (m *move) improves(values, rank []int32) bool {
	for i, v := range m.to {
		if d := m.ranks[m.off[i]+values[m.from[i]]] - rank[m.first[i]+values[v]]; d != 0 {
			return d < 0
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
