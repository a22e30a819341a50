package ground

// relation is a growing set of rows of object numbers, with hash indexes on the
// argument positions that joins have asked for.
type relation struct {
	arity   int
	flat    []int32
	n       int32
	visible int32 // rows the joins may use: those whose own turn has come
	whole   *index
	indexes []*index
}

// index finds the rows that agree on the positions in mask. Rows of one hash
// are chained, newest first; those who look must compare.
type index struct {
	mask uint64
	head map[uint64]chain
	next []int32 // row -> older row of the same hash, or -1
}

type chain struct{ first, count int32 }

func newRelation(arity int) *relation {
	r := &relation{arity: arity}
	r.whole = r.index(1<<arity - 1)
	return r
}

func (r *relation) row(i int32) []int32 { return r.flat[int(i)*r.arity : int(i+1)*r.arity] }

// find returns the number of a row, or -1.
func (r *relation) find(row []int32) int32 {
	c, ok := r.whole.head[hashRow(row)]
	for i := c.first; ok && i >= 0; i = r.whole.next[i] {
		if equalRow(r.row(i), row) {
			return i
		}
	}
	return -1
}

// add inserts a row and reports whether it is new.
func (r *relation) add(row []int32) bool {
	if r.find(row) >= 0 {
		return false
	}
	r.flat = append(r.flat, row...)
	r.n++
	for _, x := range r.indexes {
		x.insert(r, r.n-1)
	}
	return true
}

// index returns the index on the positions in mask, built on first use.
func (r *relation) index(mask uint64) *index {
	for _, x := range r.indexes {
		if x.mask == mask {
			return x
		}
	}
	x := &index{mask: mask, head: map[uint64]chain{}}
	r.indexes = append(r.indexes, x)
	for i := range r.n {
		x.insert(r, i)
	}
	return x
}

func (x *index) insert(r *relation, i int32) {
	h := uint64(hashSeed)
	for p, o := range r.row(i) {
		if x.mask&(1<<p) != 0 {
			h = hashMix(h, o)
		}
	}
	c, ok := x.head[h]
	if !ok {
		c.first = -1
	}
	x.next = append(x.next, c.first)
	x.head[h] = chain{i, c.count + 1}
}

const hashSeed = 0x9e3779b97f4a7c15

func hashMix(h uint64, o int32) uint64 {
	h = (h ^ uint64(uint32(o))) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

func hashRow(row []int32) uint64 {
	h := uint64(hashSeed)
	for _, o := range row {
		h = hashMix(h, o)
	}
	return h
}

func equalRow(a, b []int32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
