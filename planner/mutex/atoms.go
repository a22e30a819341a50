package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// atoms says which atom each variable stands for, by predicate.
type atoms struct {
	predicate []int32   // by variable; -1 if it is in no group
	args      [][]int32 // by variable
	place     []int32   // by variable: its place among those of its predicate
	members   [][]int32 // by predicate: variables
	arity     []int     // by predicate
	tuples    tuples
}

func newAtoms(t *task.Task, predicate []int32, args [][]int32) *atoms {
	a := &atoms{predicate: slices.Repeat([]int32{-1}, t.Variables()), args: args, place: make([]int32, t.Variables())}
	for v := range t.Basic {
		p := predicate[v]
		if p < 0 {
			continue
		}
		for int(p) >= len(a.members) {
			a.members, a.arity = append(a.members, nil), append(a.arity, 0)
		}
		a.predicate[v], a.place[v] = p, int32(len(a.members[p]))
		a.members[p], a.arity[p] = append(a.members[p], int32(v)), len(args[v])
	}
	return a
}

// tuples numbers tuples of objects, those of each length by themselves from 0.
// A tuple of one object has the object's number, so most need no look-up.
type tuples struct {
	longer []map[uint64]int32 // from length 2: by number of the front and last object
	count  []int32            // from length 2
}

// empty is the number of the tuple without objects.
const empty = 0

// extend returns the number of a tuple of the given length that has one object
// more.
func (t *tuples) extend(front int32, length int, object int32) int32 {
	if length == 0 {
		return object
	}
	for len(t.longer) < length {
		t.longer, t.count = append(t.longer, map[uint64]int32{}), append(t.count, 0)
	}
	key := uint64(front)<<32 | uint64(object)
	n, known := t.longer[length-1][key]
	if !known {
		n = t.count[length-1]
		t.longer[length-1][key] = n
		t.count[length-1]++
	}
	return n
}

// number returns, by atom of a predicate, the tuple of the arguments at some
// positions.
func (a *atoms) number(p int32, positions []int8) []int32 {
	out := make([]int32, len(a.members[p]))
	for i, v := range a.members[p] {
		n := int32(empty)
		for length, at := range positions {
			n = a.tuples.extend(n, length, a.args[v][at])
		}
		out[i] = n
	}
	return out
}
