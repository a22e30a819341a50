package ground

import "slices"

// groups are the rows of a finished relation, those with the same objects at
// some positions side by side, in the order of their numbers.
type groups struct {
	positions []int32
	table     []cell  // row: number of the group plus 1
	first     []int32 // group -> its first place in rows; one more at the end
	rows      []int32
}

// group returns the rows grouped by the positions. The relation must not grow
// any more.
func (r *relation) group(positions []int32) *groups {
	for _, g := range r.groups {
		if slices.Equal(g.positions, positions) {
			return g
		}
	}
	g := &groups{positions: positions}
	of := make([]int32, r.n) // group by row
	var sizes []int32
	key := make([]int32, len(positions))
	var samples []int32 // a row of each group
	for i := range r.n {
		row := r.row(i)
		for k, p := range positions {
			key[k] = row[p]
		}
		if 4*len(sizes) >= 3*len(g.table) {
			g.table = grown(g.table)
		}
		at, found := g.place(r, samples, key)
		if !found {
			sizes, samples = append(sizes, 0), append(samples, i)
			g.table[at] = cell{tagRow(key), int32(len(sizes))}
		}
		of[i] = g.table[at].row - 1
		sizes[of[i]]++
	}
	g.first = make([]int32, len(sizes)+1)
	for k, n := range sizes {
		g.first[k+1] = g.first[k] + n
	}
	g.rows = make([]int32, r.n)
	next := slices.Clone(g.first)
	for i, k := range of {
		g.rows[next[k]] = int32(i)
		next[k]++
	}
	r.groups = append(r.groups, g)
	return g
}

// place returns the cell of a key, or the free one where it belongs.
func (g *groups) place(r *relation, samples, key []int32) (uint32, bool) {
	mask := uint32(len(g.table) - 1)
	tag := tagRow(key)
search:
	for at := tag & mask; ; at = (at + 1) & mask {
		c := g.table[at]
		if c.row == 0 {
			return at, false
		}
		if c.tag != tag {
			continue
		}
		row := r.row(samples[c.row-1])
		for k, p := range g.positions {
			if row[p] != key[k] {
				continue search
			}
		}
		return at, true
	}
}

// matching returns the rows with the key.
func (g *groups) matching(r *relation, key []int32) []int32 {
	if len(g.positions) == 0 {
		return g.rows
	}
	if len(g.table) == 0 {
		return nil
	}
	mask := uint32(len(g.table) - 1)
	tag := tagRow(key)
search:
	for at := tag & mask; ; at = (at + 1) & mask {
		c := g.table[at]
		if c.row == 0 {
			return nil
		}
		if c.tag != tag {
			continue
		}
		rows := g.rows[g.first[c.row-1]:g.first[c.row]]
		row := r.row(rows[0])
		for k, p := range g.positions {
			if row[p] != key[k] {
				continue search
			}
		}
		return rows
	}
}

// distinctAt counts the objects that rows have at a position; the relation must
// not grow any more.
func (r *relation) distinctAt(position int) int32 {
	if r.distinct == nil {
		r.distinct = make([]int32, r.arity)
		top := int32(0)
		for _, o := range r.flat {
			top = max(top, o)
		}
		seen := make([]int32, top+1) // position+1 where it was seen last
		for p := range r.distinct {
			for i := p; i < len(r.flat); i += r.arity {
				if o := r.flat[i]; seen[o] != int32(p+1) {
					seen[o] = int32(p + 1)
					r.distinct[p]++
				}
			}
		}
	}
	return r.distinct[position]
}
