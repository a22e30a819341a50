package symmetry

import (
	"slices"

	"genplanx/planner/task"
)

// closure multiplies generators, so that the smallest symmetric state can be
// reached where no single generator leads to a smaller one.
type closure struct {
	facts      []int32 // basic facts that the generators move, ascending
	generators []element
	elements   []element
	seen       map[string]bool
	work       int
}

// element is a permutation of closure.facts by place, and the generators that
// make it.
type element struct{ image, word []int32 }

const (
	// maxMoves bounds the time for a state.
	maxMoves = 100
	// maxSmall bounds the groups that are used whole instead of families.
	maxSmall = 30
	// maxClosure bounds the places written, and so memory.
	maxClosure = 1 << 22
)

// useSmall replaces families by moves where what they have to do with makes a
// small group, all of which can be tried: sorting one family after the other, or
// moves after that, may miss the least state.
func (g *Group) useSmall(t *task.Task) {
	family := make([]int32, len(g.generators)) // 1 + the one that the generator is in
	for i := range g.families {
		for _, k := range g.families[i].generators {
			family[k] = int32(i) + 1
		}
	}
	small := make([]bool, len(g.families)+1)
	for _, set := range components(t, g.generators, all(len(g.generators))) {
		one := family[set[0]]
		mixed := slices.ContainsFunc(set, func(k int32) bool { return family[k] != one })
		if !mixed || g.places(t, set) > maxClosure || !newClosure(t, g.generators, set).growGroup(maxSmall) {
			continue
		}
		for _, k := range set {
			small[family[k]] = true
		}
	}
	kept := g.families[:0]
	for i, f := range g.families {
		if !small[i+1] {
			kept = append(kept, f)
		}
	}
	g.families = kept
}

func all(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// addMoves makes moves of the generators that are in no family.
func (g *Group) addMoves(t *task.Task, o *order) {
	inFamily := make([]bool, len(g.generators))
	for i := range g.families {
		for _, k := range g.families[i].generators {
			inFamily[k] = true
		}
	}
	others := slices.DeleteFunc(all(len(g.generators)), func(k int32) bool { return inFamily[k] })
	for _, set := range components(t, g.generators, others) {
		if g.places(t, set) <= maxClosure {
			g.moves = append(g.moves, multiply(t, o, g.generators, set)...)
			continue
		}
		for _, k := range set {
			g.moves = append(g.moves, multiply(t, o, g.generators, []int32{k})...)
		}
	}
}

// places bounds the size of a closure's generators.
func (g *Group) places(t *task.Task, set []int32) int {
	facts := 0
	for _, k := range set {
		facts += len(g.generators[k].basicFacts(t.VarFirst[t.Basic]))
	}
	return facts * len(set)
}

// components splits generators into sets without a moved fact in common.
func components(t *task.Task, generators []generator, which []int32) [][]int32 {
	basic := t.VarFirst[t.Basic]
	owner := make([]int32, basic) // 1 + a generator that moves the fact
	parent := make([]int32, len(generators))
	for i := range parent {
		parent[i] = int32(i)
	}
	root := func(i int32) int32 {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for _, i := range which {
		for _, f := range generators[i].basicFacts(basic) {
			if owner[f] == 0 {
				owner[f] = i + 1
			}
			// The smaller number is the root, so that sets come in order.
			r, s := root(i), root(owner[f]-1)
			parent[max(r, s)] = min(r, s)
		}
	}
	sets := make([][]int32, len(generators))
	for _, i := range which {
		sets[root(i)] = append(sets[root(i)], i)
	}
	return slices.DeleteFunc(sets, func(set []int32) bool { return len(set) == 0 })
}

// multiply returns all elements of the group that generators make, if they are
// few, or else the generators and their conjugates: of swaps of neighbours, these
// are all swaps.
func multiply(t *task.Task, o *order, generators []generator, which []int32) []move {
	c := newClosure(t, generators, which)
	if !c.growGroup(maxMoves) {
		c.reset()
		c.grow(maxMoves, func(x, g element) element { return c.product(c.product(c.inverse(generators, g), x), g) })
	}
	moves := make([]move, len(c.elements))
	for i, e := range c.elements {
		moves[i] = newMove(t, o, c.facts, e.image, e.word)
	}
	return moves
}

func newClosure(t *task.Task, generators []generator, which []int32) *closure {
	c := &closure{}
	basic := t.VarFirst[t.Basic]
	for _, i := range which {
		c.facts = append(c.facts, generators[i].basicFacts(basic)...)
	}
	slices.Sort(c.facts)
	c.facts = slices.Compact(c.facts)
	for _, i := range which {
		e := element{make([]int32, len(c.facts)), []int32{i}}
		for k, f := range c.facts {
			n, _ := slices.BinarySearch(c.facts, generators[i].image(f))
			e.image[k] = int32(n)
		}
		c.generators = append(c.generators, e)
	}
	c.reset()
	return c
}

// reset leaves the generators only.
func (c *closure) reset() {
	c.elements, c.seen, c.work = nil, map[string]bool{}, 0
	for _, g := range c.generators {
		c.add(g)
	}
}

func (c *closure) add(e element) {
	key := make([]byte, 0, 4*len(e.image))
	identity := true
	for i, k := range e.image {
		key = append(key, byte(k), byte(k>>8), byte(k>>16), byte(k>>24))
		identity = identity && int(k) == i
	}
	if !identity && !c.seen[string(key)] {
		c.seen[string(key)] = true
		c.elements = append(c.elements, e)
	}
}

// growGroup adds all products, and reports false when there are too many.
func (c *closure) growGroup(most int) bool {
	return c.grow(most, func(x, g element) element { return c.product(x, g) })
}

// grow adds what an operation makes of each element and each generator. It
// reports false when there would be too many.
func (c *closure) grow(most int, operation func(x, g element) element) bool {
	for i := 0; i < len(c.elements); i++ {
		for _, g := range c.generators {
			if len(c.elements) >= most || c.work > maxClosure {
				return false
			}
			c.add(operation(c.elements[i], g))
		}
	}
	return true
}

// product applies x, then y.
func (c *closure) product(x, y element) element {
	e := element{make([]int32, len(x.image)), slices.Concat(x.word, y.word)}
	for i, k := range x.image {
		e.image[i] = y.image[k]
	}
	c.work += len(e.image) + len(e.word)
	return e
}

// inverse is that of a generator.
func (c *closure) inverse(generators []generator, g element) element {
	e := element{make([]int32, len(g.image)), []int32{generators[g.word[0]].inverse}}
	for i, k := range g.image {
		e.image[k] = int32(i)
	}
	return e
}
