package symmetry

// finder looks for automorphisms of a graph by individualisation and refinement
// (Darga, Sakallah and Markov 2008): a line of facts, each taken out of its cell
// in turn until all are told apart; then, from its end, each is mapped to the
// other facts of the cell it was in, with the earlier ones fixed.
type finder struct {
	g         *graph
	p         *partition
	levels    []level
	image     []int32 // by vertex; the identity between attempts
	label     []int8  // scratch of keepsEdges
	parent    []int32 // by fact: trees of facts known to be symmetric
	failed    []int32 // by root: 1 + the level at which no image was found
	conflicts int     // of this attempt
	found     []automorphism
}

// level is a place on the line: the fact taken out of a cell, and the number of
// splits before.
type level struct{ fact, splits int32 }

// automorphism maps moved vertex from[i] to to[i].
type automorphism struct{ from, to []int32 }

const (
	// maxConflicts ends an attempt to map one fact to another; symmetries of
	// planning tasks are found with none or few.
	maxConflicts = 20
	// maxFailures ends the attempts of a level.
	maxFailures = 40
)

func newFinder(g *graph, limit int64, stop func() bool) *finder {
	f := &finder{g: g, p: newPartition(g, limit, stop)}
	f.image = make([]int32, len(g.colour))
	for v := range f.image {
		f.image[v] = int32(v)
	}
	f.label = make([]int8, len(g.colour))
	f.failed = make([]int32, g.facts)
	f.parent = make([]int32, g.facts)
	for v := range f.parent {
		f.parent[v] = int32(v)
	}
	return f
}

// run leaves generators in found; when the work or time ends, only some.
func (f *finder) run() {
	if !f.p.refine() || !f.descend() || len(f.levels) == 0 {
		return
	}
	f.p.pair()
	for i := len(f.levels) - 1; i >= 0 && !f.p.over(); i-- {
		f.p.undo(int(f.levels[i].splits))
		f.mapLevel(int32(i))
	}
}

// descend takes facts of basic variables out of their cells until each has one
// of its own.
func (f *finder) descend() bool {
	p := f.p
	for cell := int32(0); int(cell) < f.g.basic; {
		size := p.length[cell]
		if size == 1 {
			cell++
			continue
		}
		v := p.left.at[cell+size-1]
		f.levels = append(f.levels, level{v, int32(len(p.splits))})
		p.single(v, v)
		if !p.refine() {
			return false
		}
	}
	return true
}

// mapLevel looks for automorphisms that keep the facts before level i and map
// its fact to others, one for each set of facts not yet known to be symmetric.
func (f *finder) mapLevel(i int32) {
	p := f.p
	v := f.levels[i].fact
	cell := p.left.cell[v]
	others := append([]int32(nil), p.left.at[cell:cell+p.length[cell]]...)
	splits := len(p.splits)
	failures := 0
	for k := len(others) - 1; k >= 0 && failures < maxFailures && !f.p.over(); k-- {
		w := others[k]
		p.work++
		if r := f.root(w); r == f.root(v) || f.failed[r] == i+1 {
			continue
		}
		f.conflicts = 0
		p.moved = p.moved[:0]
		p.single(v, w)
		if !p.refine() || !f.complete(progress{}) {
			f.failed[f.root(w)] = i + 1
			failures++
		}
		p.undo(splits)
	}
}

// progress counts moved vertices that are known to lie in equal cells, or alone:
// of those that are facts, and of the others.
type progress struct{ facts, others int }

// complete extends the mapping of cells to an automorphism: facts first, as they
// decide the rest.
func (f *finder) complete(done progress) bool {
	p := f.p
	open := func(v int32) bool {
		c := p.left.cell[v]
		return c != p.right.cell[v] && p.length[c] > 1
	}
	for ; done.facts < len(p.moved); done.facts++ {
		if v := p.moved[done.facts]; int(v) < f.g.facts && open(v) {
			return f.tryImages(v, done)
		}
	}
	for ; done.others < len(p.moved); done.others++ {
		v := p.moved[done.others]
		if int(v) < f.g.facts || !open(v) {
			continue
		}
		return f.tryImages(v, done)
	}
	return f.record()
}

// undecided returns a fact near a vertex that may still be mapped to several,
// itself among them, or -1. Near are the facts of an operator or axiom, and the
// facts that one names together with a fact.
func (f *finder) undecided(v int32, hops int) int32 {
	p := f.p
	for _, e := range f.g.edges(v) {
		p.work++
		w := e >> 1
		if int(w) < f.g.facts {
			if c := p.left.cell[w]; p.length[c] > 1 && p.right.cell[w] == c {
				return w
			}
		} else if hops > 0 {
			if x := f.undecided(w, hops-1); x >= 0 {
				return x
			}
		}
	}
	return -1
}

// tryImages maps v to vertices of its right cell. The one that is mapped to v
// comes first, as swaps are the most useful. Otherwise what may stay where it is
// had better do so, before v is mapped at will: to those that cannot stay first.
func (f *finder) tryImages(v int32, done progress) bool {
	p := f.p
	cell := p.left.cell[v]
	if c := p.right.cell[v]; p.length[c] == 1 {
		if w := p.left.at[c]; p.right.cell[w] == cell && f.try(v, w, done) {
			return true
		}
	}
	if int(v) < f.g.facts {
		x := f.g.variable(v)
		if c := p.left.cell[x]; p.length[c] > 1 && p.right.cell[x] == c && f.try(x, x, done) {
			return true
		}
	}
	if x := f.undecided(v, 2); x >= 0 && f.try(x, x, done) {
		return true
	}
	images := append([]int32(nil), p.right.at[cell:cell+p.length[cell]]...)
	p.work += int64(len(images))
	for _, stay := range []bool{false, true} {
		for _, w := range images {
			if (p.left.cell[w] == cell) != stay {
				continue
			}
			if f.conflicts >= maxConflicts || p.over() {
				return false
			}
			if f.try(v, w, done) {
				return true
			}
		}
	}
	return false
}

func (f *finder) try(v, w int32, done progress) bool {
	p := f.p
	splits, moved := len(p.splits), len(p.moved)
	p.single(v, w)
	if p.refine() && f.complete(done) {
		return true
	}
	p.undo(splits)
	p.moved = p.moved[:moved]
	f.conflicts++
	return false
}

// record takes the mapping that the partitions say, the identity where they are
// equal, if it keeps all edges.
func (f *finder) record() bool {
	p := f.p
	var a automorphism
	for _, v := range p.moved {
		if c := p.left.cell[v]; c != p.right.cell[v] && f.image[v] == v {
			f.image[v] = p.right.at[c]
			a.from = append(a.from, v)
			a.to = append(a.to, f.image[v])
		}
	}
	ok := f.keepsEdges(a.from)
	for _, v := range a.from {
		f.image[v] = v
	}
	if !ok {
		return false
	}
	f.found = append(f.found, a)
	for i, v := range a.from {
		if int(v) < f.g.facts {
			f.join(v, a.to[i])
		}
	}
	return true
}

// keepsEdges checks the edges of all vertices that are moved.
func (f *finder) keepsEdges(moved []int32) bool {
	for _, v := range moved {
		edges, images := f.g.edges(v), f.g.edges(f.image[v])
		f.p.work += int64(len(edges) + len(images))
		for _, e := range edges {
			f.label[f.image[e>>1]] |= 1 << (e & 1)
		}
		ok := len(edges) == len(images)
		for _, e := range images {
			ok = ok && f.label[e>>1]&(1<<(e&1)) != 0
		}
		for _, e := range edges {
			f.label[f.image[e>>1]] = 0
		}
		if !ok {
			return false
		}
	}
	return true
}

func (f *finder) root(v int32) int32 {
	for f.parent[v] != v {
		f.parent[v] = f.parent[f.parent[v]]
		v = f.parent[v]
	}
	return v
}

func (f *finder) join(v, w int32) {
	v, w = f.root(v), f.root(w)
	if v == w {
		return
	}
	f.parent[w] = v
	f.failed[v] = max(f.failed[v], f.failed[w])
}
