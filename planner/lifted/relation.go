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
// row in both is in the result, as PDDL wants it (delete, then add). What lies
// between the changed rows is copied in one piece, since plans have thousands of
// steps that change little.
func (r relation) changed(del, add [][]int32) relation {
	drop, more := newRelation(r.arity, del), newRelation(r.arity, add)
	out := relation{arity: r.arity, flat: make([]int32, 0, len(r.flat)+len(more.flat))}
	at := 0 // rows before are done
	keep := func(to int) {
		out.flat = append(out.flat, r.flat[at*r.arity:to*r.arity]...)
		out.n += to - at
	}
	for i, k := 0, 0; i < drop.n || k < more.n; {
		if k < more.n && (i == drop.n || slices.Compare(more.row(k), drop.row(i)) <= 0) {
			lo, hi := r.prefix(more.row(k))
			keep(lo)
			out.flat = append(out.flat, more.row(k)...)
			out.n++
			at, k = hi, k+1
			continue
		}
		if lo, hi := r.prefix(drop.row(i)); lo >= at { // else it was added just now
			keep(lo)
			at = hi
		}
		i++
	}
	keep(r.n)
	return out
}
