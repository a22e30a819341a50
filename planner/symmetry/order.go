package symmetry

import (
	"cmp"
	"slices"

	"genplanx/planner/task"
)

// order says which of two states comes first: variables are compared by place,
// their values by rank. It makes the sorted blocks of a family the first of
// their permutations, so that families and other moves do not undo each other's
// work.
type order struct {
	first []int32 // first fact by variable
	place []int32 // by basic variable
	rank  []int32 // by basic fact
}

// newOrder puts the variables of families first, and fits the families to it.
func newOrder(t *task.Task, families []family) *order {
	o := &order{first: t.VarFirst, place: make([]int32, t.Basic), rank: make([]int32, t.VarFirst[t.Basic])}
	for v := range o.place {
		o.place[v] = -1
	}
	n := int32(0)
	put := func(v int32) {
		if o.place[v] < 0 {
			o.place[v] = n
			n++
		}
	}
	for i := range families {
		for _, v := range families[i].own {
			put(v)
		}
	}
	for v := range t.Basic {
		put(int32(v))
	}
	for f := range o.rank {
		o.rank[f] = t.Value(int32(f))
	}
	for i := range families {
		o.rankShared(&families[i])
	}
	for i := range families {
		o.rankOwn(t, &families[i])
		o.sortShared(&families[i])
	}
	return o
}

// rankShared makes the values that belong to blocks rise with the block, in each
// role.
func (o *order) rankShared(f *family) {
	done := make([]bool, len(f.value)/f.blocks)
	for i, v := range f.shared {
		for at := f.first[i]; int(at) < len(f.role) && (i+1 == len(f.first) || at < f.first[i+1]); at++ {
			r := f.role[at]
			if r < 0 || done[r] {
				continue
			}
			done[r] = true
			values := f.value[int(r)*f.blocks : (int(r)+1)*f.blocks]
			var ranks []int32
			for _, x := range values {
				ranks = append(ranks, o.rank[o.first[v]+x])
			}
			slices.Sort(ranks)
			for b, x := range values {
				o.rank[o.first[v]+x] = ranks[b]
			}
		}
	}
}

// rankOwn gives the values of all blocks the ranks that they have in the first,
// and uses these as codes.
func (o *order) rankOwn(t *task.Task, f *family) {
	var ranks []int32
	for k, v := range f.own {
		w := f.own[k%f.width]
		at, model := f.off[k], f.off[k%f.width]
		for x := range t.Size(int(v)) {
			ranks = append(ranks, o.rank[o.first[w]+f.decode[model+f.code[at+x]]])
		}
	}
	equal := true
	for k, v := range f.own {
		for x := range t.Size(int(v)) {
			c := ranks[f.off[k]+x]
			o.rank[o.first[v]+x] = c
			f.decode[f.off[k]+c] = x
			equal = equal && c == x
		}
	}
	f.code = ranks
	if equal {
		f.off, f.code, f.decode = nil, nil, nil
	}
}

// sortShared lists the shared variables by place, and counts those before the
// variables of the blocks.
func (o *order) sortShared(f *family) {
	at := make([]int, len(f.shared))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, k int) int { return cmp.Compare(o.place[f.shared[i]], o.place[f.shared[k]]) })
	shared, first := make([]int32, len(at)), make([]int32, len(at))
	for i, k := range at {
		shared[i], first[i] = f.shared[k], f.first[k]
		if f.width > 0 && o.place[shared[i]] < o.place[f.own[0]] {
			f.before++
		}
	}
	f.shared, f.first = shared, first
}
