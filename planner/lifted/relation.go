package lifted

import (
	"slices"
	"sort"
)

// relation is an immutable set of rows of object numbers, sorted
// lexicographically, so that rows with a known prefix lie side by side.
type relation struct {
	arity, n int
	flat     []int32
}

// newRelation sorts the rows and drops repeated ones.
func newRelation(arity int, rows [][]int32) relation {
	slices.SortFunc(rows, func(a, b []int32) int { return slices.Compare(a, b) })
	r := relation{arity: arity}
	for i, row := range rows {
		if i > 0 && slices.Equal(row, rows[i-1]) {
			continue
		}
		r.flat = append(r.flat, row...)
		r.n++
	}
	return r
}

func (r relation) row(i int) []int32 { return r.flat[i*r.arity : (i+1)*r.arity] }

// prefix returns the half-open range of rows that start with p.
func (r relation) prefix(p []int32) (int, int) {
	if len(p) == 0 {
		return 0, r.n
	}
	lo := sort.Search(r.n, func(i int) bool { return slices.Compare(r.row(i)[:len(p)], p) >= 0 })
	hi := lo + sort.Search(r.n-lo, func(i int) bool { return slices.Compare(r.row(lo + i)[:len(p)], p) > 0 })
	return lo, hi
}

func (r relation) has(row []int32) bool {
	if r.arity == 0 {
		return r.n > 0
	}
	lo, hi := r.prefix(row)
	return lo < hi
}

// changed returns the relation without the deleted and with the added rows; a
// row in both is in the result, as PDDL wants it (delete, then add).
func (r relation) changed(del, add [][]int32) relation {
	drop := newRelation(r.arity, del)
	rows := make([][]int32, 0, r.n+len(add))
	for i := range r.n {
		if !drop.has(r.row(i)) {
			rows = append(rows, r.row(i))
		}
	}
	return newRelation(r.arity, append(rows, add...))
}
