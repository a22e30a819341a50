package ground

import "slices"

// relation is a growing set of rows of object numbers, with the hash indexes
// that joins have asked for.
type relation struct {
	arity   int
	flat    []int32
	n       int32
	done    int32 // rows that had their turn, and so are in the indexes
	typed   bool  // all rows are within the types of the slots they are used for
	table   []cell
	indexes []*index
	// groups of the rows once there will be no more, see group.
	groups []*groups
	// distinct counts the objects at each position, see distinctAt.
	distinct []int32
}

// cell of an open-addressed hash table: row is a row's number plus 1, or 0 where
// the cell is free. The tag, a hash, also says where the search starts, so that a
// table grows without hashing anew.
type cell struct {
	tag uint32
	row int32
}

func newRelation(arity int) *relation { return &relation{arity: arity} }

func (r *relation) row(i int32) []int32 { return r.flat[int(i)*r.arity : int(i+1)*r.arity] }

// find returns the number of a row, or -1.
func (r *relation) find(row []int32) int32 {
	if r.n == 0 {
		return -1
	}
	mask := uint32(len(r.table) - 1)
	tag := tagRow(row)
	for at := tag & mask; ; at = (at + 1) & mask {
		c := r.table[at]
		if c.row == 0 {
			return -1
		}
		if c.tag == tag && equalRow(r.row(c.row-1), row) {
			return c.row - 1
		}
	}
}

// add inserts a row and reports whether it is new.
func (r *relation) add(row []int32) bool {
	if 4*int(r.n) >= 3*len(r.table) {
		r.table = grown(r.table)
	}
	mask := uint32(len(r.table) - 1)
	tag := tagRow(row)
	at := tag & mask
	for ; r.table[at].row != 0; at = (at + 1) & mask {
		if c := r.table[at]; c.tag == tag && equalRow(r.row(c.row-1), row) {
			return false
		}
	}
	r.flat = append(r.flat, row...)
	r.n++
	r.table[at] = cell{tag, r.n}
	return true
}

func grown(old []cell) []cell {
	table := make([]cell, max(8, 2*len(old)))
	mask := uint32(len(table) - 1)
	for _, c := range old {
		if c.row != 0 {
			at := c.tag & mask
			for table[at].row != 0 {
				at = (at + 1) & mask
			}
			table[at] = c
		}
	}
	return table
}

// index finds the rows that agree on some positions: a chain for each key, the
// newest row first.
type index struct {
	positions []int32
	table     []cell // row: the newest of the chain
	keys      int
	next      []int32 // row -> older row of the same key, or -1
}

// index returns the index on the positions, which must be asked for before any
// row has its turn.
func (r *relation) index(positions []int32) *index {
	for _, x := range r.indexes {
		if slices.Equal(x.positions, positions) {
			return x
		}
	}
	x := &index{positions: positions}
	r.indexes = append(r.indexes, x)
	return x
}

// enter puts the row whose turn it is into an index.
func (x *index) enter(r *relation, i int32) {
	if 4*x.keys >= 3*len(x.table) {
		x.table = grown(x.table)
	}
	row := r.row(i)
	tag := uint32(hashSeed)
	for _, p := range x.positions {
		tag = tagMix(tag, row[p])
	}
	tag = tagEnd(tag)
	mask := uint32(len(x.table) - 1)
	at := tag & mask
	for ; x.table[at].row != 0; at = (at + 1) & mask {
		if c := x.table[at]; c.tag == tag && x.same(r.row(c.row-1), row) {
			x.next = append(x.next, c.row-1)
			x.table[at].row = i + 1
			return
		}
	}
	x.keys++
	x.next = append(x.next, -1)
	x.table[at] = cell{tag, i + 1}
}

func (x *index) same(a, b []int32) bool {
	for _, p := range x.positions {
		if a[p] != b[p] {
			return false
		}
	}
	return true
}

// first returns the newest row with the key, or -1.
func (x *index) first(r *relation, key []int32) int32 {
	if x.keys == 0 {
		return -1
	}
	mask := uint32(len(x.table) - 1)
	tag := tagRow(key)
search:
	for at := tag & mask; ; at = (at + 1) & mask {
		c := x.table[at]
		if c.row == 0 {
			return -1
		}
		if c.tag != tag {
			continue
		}
		row := r.row(c.row - 1)
		for k, p := range x.positions {
			if row[p] != key[k] {
				continue search
			}
		}
		return c.row - 1
	}
}

const hashSeed = 0x9e3779b9

func tagMix(h uint32, o int32) uint32 {
	h = (h ^ uint32(o)) * 0x85ebca6b
	return h ^ h>>15
}

func tagEnd(h uint32) uint32 {
	h *= 0xc2b2ae35
	return h ^ h>>16
}

func tagRow(row []int32) uint32 {
	h := uint32(hashSeed)
	for _, o := range row {
		h = tagMix(h, o)
	}
	return tagEnd(h)
}

func equalRow(a, b []int32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
