package symmetry

import (
	"cmp"
	"slices"

	"genplanx/planner/task"
)

// family is a set of blocks of facts any two of which can be swapped, such as
// the facts of interchangeable balls. A block has a fact for each role. In some
// roles the fact is one of a variable that belongs to the block; in others it is
// a value of a variable that the blocks share. The family contains all
// permutations of its blocks, so sorting them by what is true of each finds the
// least state of all symmetric ones.
type family struct {
	blocks     int
	generators []int32 // that the family contains
	// A tree of blocks: swaps[b] is the generator that swaps b and up[b]; the
	// root is its own parent.
	up, swaps []int32

	width int     // variables that belong to a block
	own   []int32 // variable by block and number: own[block*width+i]
	// Values of own variables in the words of the first block, and back: value x
	// of own[k] is code[off[k]+x]. Empty when they are equal.
	off, code, decode []int32

	shared []int32
	before int32 // shared variables that are compared before own ones
	// Value x of shared[i] belongs to block holder[first[i]+x], or none (-1), in
	// the role role[first[i]+x]; in it, value[role*blocks+b] is that of block b.
	first, holder, role []int32
	value               []int32
}

// familyFinder looks for generators that swap blocks of a common set.
type familyFinder struct {
	t          *task.Task
	generators []generator
	basic      int32     // facts below are of basic variables
	byFact     [][]int32 // generators that swap the fact
	used       []bool    // by generator
	block      []int32   // of a fact in the family at hand, or -1
	role       []int32
	members    [][]int32 // facts by block and role
	up, swaps  []int32
	inside     []int32 // generators of the family at hand
}

func findFamilies(t *task.Task, generators []generator) []family {
	f := &familyFinder{t: t, generators: generators, basic: t.VarFirst[t.Basic]}
	f.byFact = make([][]int32, f.basic)
	f.block = make([]int32, f.basic)
	f.role = make([]int32, f.basic)
	f.used = make([]bool, len(generators))
	for i := range f.block {
		f.block[i] = -1
	}
	for i := range generators {
		if g := &generators[i]; g.inverse == int32(i) {
			for _, fact := range g.basicFacts(f.basic) {
				f.byFact[fact] = append(f.byFact[fact], int32(i))
			}
		}
	}
	var out []family
	for i := range generators {
		if g := &generators[i]; g.inverse == int32(i) && !f.used[i] && f.start(int32(i)) {
			f.extend()
			out = append(out, f.compile())
		}
		f.forget()
	}
	return out
}

func (f *familyFinder) forget() {
	for _, block := range f.members {
		for _, fact := range block {
			f.block[fact] = -1
		}
	}
	f.members, f.up, f.swaps, f.inside = nil, nil, nil, nil
}

// start finds a second generator that swaps one half of what the first swaps
// with a third block.
func (f *familyFinder) start(s int32) bool {
	facts := f.generators[s].basicFacts(f.basic)
	for _, fact := range []int32{facts[0], f.generators[s].image(facts[0])} {
		for _, r := range f.byFact[fact] {
			if r == s || f.used[r] {
				continue
			}
			if f.triple(s, r) {
				return true
			}
			f.forget()
		}
	}
	return false
}

// triple tries to see two generators as swaps of a first block with a second and
// of the second with a third.
func (f *familyFinder) triple(s, r int32) bool {
	first, second := &f.generators[s], &f.generators[r]
	facts := first.basicFacts(f.basic)
	if len(second.basicFacts(f.basic)) != len(facts) {
		return false
	}
	var middle []int32
	for _, x := range facts {
		y := first.image(x)
		moves := second.image(x) != x
		if moves == (second.image(y) != y) {
			return false
		}
		if moves {
			middle = append(middle, x)
		}
	}
	f.append(middle, 0, -1)
	return f.addImage(0, s) && f.addImage(0, r)
}

func (f *familyFinder) append(block []int32, up, generator int32) {
	n := int32(len(f.members))
	for k, fact := range block {
		f.block[fact], f.role[fact] = n, int32(k)
	}
	f.members = append(f.members, block)
	f.up = append(f.up, up)
	f.swaps = append(f.swaps, generator)
	if generator >= 0 {
		f.inside = append(f.inside, generator)
	}
}

// addImage makes what a generator swaps with a block a new block of the family,
// if it is one. A generator that swaps two old blocks belongs to the family too.
func (f *familyFinder) addImage(b, generator int32) bool {
	g := &f.generators[generator]
	old := f.members[b]
	if len(g.basicFacts(f.basic)) != 2*len(old) {
		return false
	}
	block := make([]int32, len(old))
	for k, fact := range old {
		block[k] = g.image(fact)
		if block[k] == fact || f.block[block[k]] != f.block[block[0]] || f.block[block[0]] == b {
			return false
		}
	}
	if f.block[block[0]] >= 0 {
		for k, fact := range block {
			if f.role[fact] != int32(k) {
				return false
			}
		}
		f.inside = append(f.inside, generator)
		return true
	}
	f.append(block, b, generator)
	if f.fits(int32(len(f.members)) - 1) {
		return true
	}
	for _, fact := range block {
		f.block[fact] = -1
	}
	n := len(f.members) - 1
	f.members, f.up, f.swaps, f.inside = f.members[:n], f.up[:n], f.swaps[:n], f.inside[:len(f.inside)-1]
	return false
}

// fits checks that in each role, the new block has either a variable of its own,
// of which it has all facts, or that of all blocks.
func (f *familyFinder) fits(b int32) bool {
	variable := func(b, role int32) int32 { return f.t.FactVar[f.members[b][role]] }
	for k := range int32(len(f.members[b])) {
		v := variable(b, k)
		shared := v == variable(f.up[b], k)
		for other := range b {
			if (variable(other, k) == v) != shared {
				return false
			}
		}
		if shared {
			continue
		}
		for fact := f.t.VarFirst[v]; fact < f.t.VarFirst[v+1]; fact++ {
			if f.block[fact] != b {
				return false
			}
		}
	}
	return true
}

// extend adds blocks as long as generators swap them with blocks of the family.
func (f *familyFinder) extend() {
	for _, g := range f.inside {
		f.used[g] = true
	}
	for b := int32(0); int(b) < len(f.members); b++ {
		for _, g := range f.byFact[f.members[b][0]] {
			if !f.used[g] && f.addImage(b, g) {
				f.used[g] = true
			}
		}
	}
}

// compile numbers blocks and roles by facts, which makes the sorted state
// similar to the least one in lexicographic order.
func (f *familyFinder) compile() family {
	n := len(f.members)
	order := make([]int32, n)
	for b := range order {
		order[b] = int32(b)
	}
	slices.SortFunc(order, func(x, y int32) int { return cmp.Compare(slices.Min(f.members[x]), slices.Min(f.members[y])) })
	number := make([]int32, n)
	for i, b := range order {
		number[b] = int32(i)
	}
	out := family{blocks: n, generators: slices.Clone(f.inside)}
	for _, b := range order {
		out.up = append(out.up, number[f.up[b]])
		out.swaps = append(out.swaps, f.swaps[b])
	}
	roles := make([]int32, len(f.members[0]))
	for k := range roles {
		roles[k] = int32(k)
	}
	least := f.members[order[0]]
	slices.SortFunc(roles, func(x, y int32) int { return cmp.Compare(least[x], least[y]) })
	members := make([][]int32, n)
	for i, b := range order {
		for _, k := range roles {
			members[i] = append(members[i], f.members[b][k])
		}
	}
	f.fill(&out, members)
	return out
}

// fill lays out own and shared variables from the facts by block and role.
func (f *familyFinder) fill(out *family, members [][]int32) {
	t := f.t
	var ownRoles []int32 // first role of each own variable
	for k, fact := range members[0] {
		v := t.FactVar[fact]
		switch same := t.FactVar[members[1][k]] == v; {
		case !same && (k == 0 || t.FactVar[members[0][k-1]] != v):
			ownRoles = append(ownRoles, int32(k))
		case same && (len(out.shared) == 0 || out.shared[len(out.shared)-1] != v):
			out.shared = append(out.shared, v)
		}
	}
	out.width = len(ownRoles)
	for _, block := range members {
		for _, k := range ownRoles {
			v := t.FactVar[block[k]]
			size := t.Size(int(v))
			out.own = append(out.own, v)
			at := int32(len(out.code))
			out.off = append(out.off, at)
			out.code = append(out.code, make([]int32, size)...)
			out.decode = append(out.decode, make([]int32, size)...)
			for i := range size {
				x := t.Value(block[k+i])
				out.code[at+x], out.decode[at+i] = i, x
			}
		}
	}
	f.fillShared(out, members)
}

func (f *familyFinder) fillShared(out *family, members [][]int32) {
	t := f.t
	start := map[int32]int32{}
	for _, v := range out.shared {
		start[v] = int32(len(out.holder))
		out.first = append(out.first, start[v])
		for range t.Size(int(v)) {
			out.holder = append(out.holder, -1)
			out.role = append(out.role, -1)
		}
	}
	roles := int32(0)
	for k := range members[0] {
		at, is := start[t.FactVar[members[0][k]]]
		if !is {
			continue
		}
		for b, block := range members {
			x := t.Value(block[k])
			out.holder[at+x], out.role[at+x] = int32(b), roles
			out.value = append(out.value, x)
		}
		roles++
	}
}
