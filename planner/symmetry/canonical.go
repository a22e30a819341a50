package symmetry

// Canonical replaces states by symmetric ones, equal for as many symmetric
// states as it can: blocks of a family are sorted, and other generators applied
// as long as they lead to a smaller state (the greedy normal form of Pochter et
// al. 2011). It has scratch space, so each goroutine needs its own.
type Canonical struct {
	g       *Group
	scratch []int32
	order   []int32 // block by place
	place   []int32 // place by block
	held    []int32 // by block: the first shared variable that has a value of it
	word    *[]int32
	work    int64
}

// Work counts what was done so far, in steps of roughly ten nanoseconds.
func (c *Canonical) Work() int64 { return c.work }

// maxRounds ends the changes where families disagree on what comes first.
const maxRounds = 8

// NewCanonical returns a canonicaliser.
func (g *Group) NewCanonical() *Canonical {
	blocks, own := 0, mostMoved(g.moves)
	for i := range g.families {
		blocks = max(blocks, g.families[i].blocks)
		own = max(own, len(g.families[i].own))
	}
	return &Canonical{g: g, scratch: make([]int32, own), order: make([]int32, blocks), place: make([]int32, blocks), held: make([]int32, blocks)}
}

// Canonical replaces the basic values by those of a symmetric state, which
// depends on the values only, and reports whether any may have changed. Derived
// values are left as they were.
func (c *Canonical) Canonical(values []int32) bool {
	changed := false
	for range maxRounds {
		again := false
		for i := range c.g.families {
			if c.sort(&c.g.families[i], values) {
				again = true
			}
		}
		single := len(c.g.families) == 1 && len(c.g.moves) == 0
		for i := range c.g.moves {
			if m := &c.g.moves[i]; m.improves(values, c.g.rank) {
				m.apply(values, c.scratch)
				if c.word != nil {
					*c.word = append(*c.word, m.word...)
				}
				again = true
			}
		}
		changed = changed || again
		if !again || single {
			return changed
		}
	}
	return changed
}

// sort brings the blocks of a family in order.
func (c *Canonical) sort(f *family, values []int32) bool {
	c.hold(f, values)
	i := int32(1)
	for int(i) < f.blocks && c.compare(f, values, i-1, i) <= 0 {
		i++
	}
	if int(i) == f.blocks {
		return false
	}
	order := c.order[:f.blocks]
	for b := range order {
		order[b] = int32(b)
	}
	for ; int(i) < f.blocks; i++ {
		b, k := order[i], i
		for ; k > 0 && c.compare(f, values, order[k-1], b) > 0; k-- {
			order[k] = order[k-1]
			if c.word != nil {
				*c.word = f.appendSwap(*c.word, k-1, k)
			}
		}
		order[k] = b
	}
	c.rearrange(f, values)
	return true
}

// hold finds for each block the first shared variable that has a value of it.
func (c *Canonical) hold(f *family, values []int32) {
	if len(f.shared) == 0 {
		return
	}
	none := int32(len(f.shared))
	held := c.held[:f.blocks]
	for b := range held {
		held[b] = none
	}
	for i, v := range f.shared {
		if b := f.holder[f.first[i]+values[v]]; b >= 0 && held[b] == none {
			held[b] = int32(i)
		}
	}
}

// compare orders two blocks by their own variables and the shared ones, in the
// order of all variables.
func (c *Canonical) compare(f *family, values []int32, a, b int32) int32 {
	c.work++
	if f.before > 0 && min(c.held[a], c.held[b]) < f.before {
		return c.held[a] - c.held[b]
	}
	width := int32(f.width)
	x, y := f.own[a*width:(a+1)*width], f.own[b*width:(b+1)*width]
	if f.code == nil {
		for i, v := range x {
			if d := values[v] - values[y[i]]; d != 0 {
				return d
			}
		}
	} else {
		for i, v := range x {
			if d := f.code[f.off[a*width+int32(i)]+values[v]] - f.code[f.off[b*width+int32(i)]+values[y[i]]]; d != 0 {
				return d
			}
		}
	}
	if len(f.shared) == 0 {
		return 0
	}
	return c.held[a] - c.held[b]
}

// rearrange puts block order[i] in the place of block i.
func (c *Canonical) rearrange(f *family, values []int32) {
	c.work += int64(len(f.own)+len(f.shared)) / 2
	for k, v := range f.own {
		c.scratch[k] = values[v]
		if f.code != nil {
			c.scratch[k] = f.code[f.off[k]+values[v]]
		}
	}
	for i, b := range c.order[:f.blocks] {
		c.place[b] = int32(i)
		for k := range f.width {
			to := i*f.width + k
			x := c.scratch[int(b)*f.width+k]
			if f.code != nil {
				x = f.decode[f.off[to]+x]
			}
			values[f.own[to]] = x
		}
	}
	for i, v := range f.shared {
		at := f.first[i] + values[v]
		if b := f.holder[at]; b >= 0 {
			values[v] = f.value[f.role[at]*int32(f.blocks)+c.place[b]]
		}
	}
}

// appendSwap appends generators that, one after the other, swap two blocks.
func (f *family) appendSwap(word []int32, a, b int32) []int32 {
	// Up from both ends to where the ways meet, then back the way from a.
	var fromA, fromB []int32
	depth := func(b int32) int {
		n := 0
		for f.up[b] != b {
			b = f.up[b]
			n++
		}
		return n
	}
	for a != b {
		if depth(a) >= depth(b) {
			fromA = append(fromA, f.swaps[a])
			a = f.up[a]
		} else {
			fromB = append(fromB, f.swaps[b])
			b = f.up[b]
		}
	}
	for i := len(fromB) - 1; i >= 0; i-- {
		fromA = append(fromA, fromB[i])
	}
	word = append(word, fromA...)
	for i := len(fromA) - 2; i >= 0; i-- {
		word = append(word, fromA[i])
	}
	return word
}
