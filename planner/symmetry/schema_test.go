package symmetry

import (
	"slices"

	"genplanx/planner/task"
)

// draw is a small generator of pseudo-random numbers, so that a seed means the
// same task for ever.
type draw uint64

func (d *draw) n(limit int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d) >> 33 % uint64(limit))
}

// schema makes random tasks with interchangeable blocks. It uses all features of
// tasks: variables of blocks and of all, variables whose values are blocks,
// conditional effects, axioms in two layers, costs of nought. The numbers of
// variables, values and operators are shuffled in the end.
type schema struct {
	draw
	t       task.Task
	blocks  int
	own     int   // basic variables of a block: block b has own*b up to own*(b+1)
	common  int   // first basic variable of all blocks
	pointer []int // of those, the ones with a value for each block
	derived int   // derived variables of a block, in layers 0 and 1; and one of all
}

// symmetric returns the task of a seed, with so many blocks.
func symmetric(seed uint64, blocks int) *task.Task {
	s := &schema{draw: draw(seed*0x9e3779b97f4a7c15 + 7), blocks: blocks}
	s.n(2)
	s.variables()
	for range 4 + s.n(4) {
		s.operators()
	}
	s.axioms()
	s.goal()
	return s.shuffle()
}

func (s *schema) addVariable(size int, basic bool) {
	t := &s.t
	v := int32(t.Variables())
	for range size {
		t.FactVar = append(t.FactVar, v)
	}
	t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	if basic {
		t.Basic++
	}
}

func (s *schema) variables() {
	s.t.VarFirst = []int32{0}
	s.own = 1 + s.n(2)
	sizes := []int{2 + s.n(2), 2}
	var start []int32
	for range s.own {
		start = append(start, int32(s.n(2)))
	}
	for range s.blocks {
		for k := range s.own {
			s.addVariable(sizes[k], true)
			s.t.Initial = append(s.t.Initial, start[k])
		}
	}
	s.common = s.t.Basic
	for range s.n(3) {
		s.addVariable(2, true)
		s.t.Initial = append(s.t.Initial, int32(s.n(2)))
	}
	for range s.n(3) {
		s.pointer = append(s.pointer, s.t.Basic)
		s.addVariable(s.blocks+1, true)
		s.t.Initial = append(s.t.Initial, int32(s.n(2)*s.blocks))
	}
	if s.n(2) == 0 {
		return
	}
	s.derived = 2
	for range s.blocks {
		s.addVariable(2, false)
		s.addVariable(2, false)
		s.t.Layer = append(s.t.Layer, 0, 1)
	}
	s.addVariable(2, false)
	s.t.Layer = append(s.t.Layer, 1)
}

// term is a fact with places for blocks.
type term struct {
	variable int // of the first block, if it belongs to blocks
	value    int
	block    int // 0: of all; 1, 2: of the first or second block named
	points   int // 1, 2: the value is that block
}

func (s *schema) term(names int, derived bool) term {
	common := s.t.Basic - s.common
	switch k := s.n(5); {
	case k < 2 || common == 0 && !derived:
		v := s.n(s.own)
		return term{variable: v, value: s.n(int(s.t.Size(v))), block: 1 + s.n(names)}
	case k < 4 && common > 0:
		v := s.common + s.n(common)
		if !slices.Contains(s.pointer, v) {
			return term{variable: v, value: s.n(2)}
		}
		if s.n(4) == 0 {
			return term{variable: v, value: s.blocks}
		}
		return term{variable: v, points: 1 + s.n(names)}
	case derived && s.derived > 0:
		if s.n(4) == 0 {
			return term{variable: s.t.Variables() - 1, value: s.n(2)}
		}
		return term{variable: s.t.Basic + s.n(2), value: s.n(2), block: 1 + s.n(names)}
	}
	return term{variable: 0, value: s.n(int(s.t.Size(0))), block: 1}
}

// fact fills in the blocks that a term names.
func (s *schema) fact(m term, blocks [2]int) task.Fact {
	v := m.variable
	if m.block > 0 {
		width := s.own
		if v >= s.t.Basic {
			width = s.derived
		}
		v += width * blocks[m.block-1]
	}
	if m.points > 0 {
		return s.t.VarFirst[v] + int32(blocks[m.points-1])
	}
	return s.t.VarFirst[v] + int32(m.value)
}

// facts fills in a list, one fact of a variable.
func (s *schema) facts(terms []term, blocks [2]int) []task.Fact {
	var out []task.Fact
	for _, m := range terms {
		f := s.fact(m, blocks)
		if !slices.ContainsFunc(out, func(g task.Fact) bool { return s.t.FactVar[f] == s.t.FactVar[g] }) {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

func (s *schema) terms(n, names int, derived bool) []term {
	var out []term
	for range n {
		out = append(out, s.term(names, derived))
	}
	return out
}

// operators adds one for each choice of one or two blocks.
func (s *schema) operators() {
	names := 1 + s.n(2)
	pre := s.terms(1+s.n(2), names, true)
	cost := int64(s.n(3))
	var effects []term
	var when [][]term
	for range 1 + s.n(3) {
		effects = append(effects, s.term(names, false))
		when = append(when, s.terms(max(0, s.n(4)-1), names, true))
	}
	for a := range s.blocks {
		for b := range s.blocks {
			if (names == 2) == (a == b) {
				continue
			}
			at := [2]int{a, b}
			o := task.Operator{Pre: s.facts(pre, at), Cost: cost}
			for k, e := range effects {
				o.Effects = append(o.Effects, task.Effect{When: s.facts(when[k], at), Fact: s.fact(e, at)})
			}
			s.t.Operators = append(s.t.Operators, o)
		}
	}
}

func (s *schema) axioms() {
	if s.derived == 0 {
		return
	}
	for layer := range 2 {
		for range 1 + s.n(2) {
			body := s.terms(1+s.n(2), 2, false)
			if s.n(2) == 0 {
				body = append(body, term{variable: s.t.Basic, value: 1 - layer*s.n(2), block: 2})
			}
			head := term{variable: s.t.Basic + layer, value: 1, block: 1}
			if layer == 1 && s.n(2) == 0 {
				head = term{variable: s.t.Variables() - 1, value: 1}
			}
			for a := range s.blocks {
				for b := range s.blocks {
					at := [2]int{a, b}
					s.t.Axioms = append(s.t.Axioms, task.Axiom{Body: s.facts(body, at), Head: s.fact(head, at)})
				}
			}
		}
	}
}

func (s *schema) goal() {
	all := s.terms(1+s.n(2), 1, true)
	var terms []task.Fact
	for b := range s.blocks {
		for _, m := range all {
			if m.points == 0 {
				terms = append(terms, s.fact(m, [2]int{b, b}))
			}
		}
	}
	for _, f := range terms {
		if !slices.ContainsFunc(s.t.Goal, func(g task.Fact) bool { return s.t.FactVar[f] == s.t.FactVar[g] }) {
			s.t.Goal = append(s.t.Goal, f)
		}
	}
	slices.Sort(s.t.Goal)
}

func (d *draw) permutation(first, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = first + i
	}
	for i := n - 1; i > 0; i-- {
		k := d.n(i + 1)
		out[i], out[k] = out[k], out[i]
	}
	return out
}

// shuffle renumbers variables, the values of basic ones, operators and axioms.
func (s *schema) shuffle() *task.Task {
	t := &s.t
	place := append(s.permutation(0, t.Basic), s.permutation(t.Basic, t.Variables()-t.Basic)...) // new number by old
	old := make([]int, len(place))
	for v, p := range place {
		old[p] = v
	}
	out := &task.Task{VarFirst: []int32{0}, Basic: t.Basic, Initial: make([]int32, t.Basic), Layer: make([]int32, len(t.Layer))}
	fact := make([]task.Fact, t.Facts())
	for p, v := range old {
		values := s.permutation(0, int(t.Size(v)))
		if v >= t.Basic {
			values = []int{0, 1}
			out.Layer[p-t.Basic] = t.Layer[v-t.Basic]
		} else {
			out.Initial[p] = int32(values[t.Initial[v]])
		}
		for x, y := range values {
			fact[t.VarFirst[v]+int32(x)] = out.VarFirst[p] + int32(y)
			out.FactVar = append(out.FactVar, int32(p))
		}
		out.VarFirst = append(out.VarFirst, int32(len(out.FactVar)))
	}
	facts := func(list []task.Fact) []task.Fact {
		var image []task.Fact
		for _, f := range list {
			image = append(image, fact[f])
		}
		slices.Sort(image)
		return image
	}
	for _, i := range s.permutation(0, len(t.Operators)) {
		o := t.Operators[i]
		n := task.Operator{Pre: facts(o.Pre), Cost: o.Cost}
		for _, e := range o.Effects {
			n.Effects = append(n.Effects, task.Effect{When: facts(e.When), Fact: fact[e.Fact]})
		}
		out.Operators = append(out.Operators, n)
	}
	for _, i := range s.permutation(0, len(t.Axioms)) {
		out.Axioms = append(out.Axioms, task.Axiom{Body: facts(t.Axioms[i].Body), Head: fact[t.Axioms[i].Head]})
	}
	out.Goal = facts(t.Goal)
	return out
}
