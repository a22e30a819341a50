package cartesian

import "math/bits"

// states are the abstract states: each is a product of sets of values, one per
// variable. A variable that no split was on has all its values everywhere and
// takes no room.
type states struct {
	m       *model
	n       int32
	columns [][]uint64 // by variable: the sets, one after the other; nil: all values
	active  []int32    // variables that have a column
	nodes   []node
	leaf    []int32 // node of each state
	masks   []uint64
}

// node of the refinement tree: a state lies right if the value of the variable
// is in the set at mask, else left. A leaf has variable -1 and its state in left.
type node struct{ variable, mask, left, right int32 }

func newStates(m *model) states {
	return states{m: m, n: 1, columns: make([][]uint64, m.t.Basic), nodes: []node{{variable: -1}}, leaf: []int32{0}}
}

// find returns the state that values of the basic variables lie in.
func (s *states) find(values []int32) int32 { return find(s.nodes, s.masks, values) }

func find(nodes []node, masks []uint64, values []int32) int32 {
	i := int32(0)
	for {
		n := &nodes[i]
		if n.variable < 0 {
			return n.left
		}
		value := values[n.variable]
		if masks[n.mask+value>>6]>>(value&63)&1 != 0 {
			i = n.right
		} else {
			i = n.left
		}
	}
}

// has reports whether a value belongs to the product of a state.
func (s *states) has(state, variable, value int32) bool {
	c := s.columns[variable]
	return c == nil || c[state*s.m.words[variable]+value>>6]>>(value&63)&1 != 0
}

// set returns the values of a variable in a state; it must have a column.
func (s *states) set(state, variable int32) []uint64 {
	w := s.m.words[variable]
	return s.columns[variable][state*w : (state+1)*w]
}

// all appends the values of a variable in a state, as set does.
func (s *states) all(state, variable int32, out []uint64) []uint64 {
	if s.columns[variable] != nil {
		return append(out, s.set(state, variable)...)
	}
	size := s.m.t.Size(int(variable))
	for range size / 64 {
		out = append(out, ^uint64(0))
	}
	if size&63 != 0 {
		out = append(out, 1<<(size&63)-1)
	}
	return out
}

// meets reports whether two states have a value in common.
func (s *states) meets(a, b, variable int32) bool {
	if s.columns[variable] == nil {
		return true
	}
	x, y := s.set(a, variable), s.set(b, variable)
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// count returns how many values a variable has in a state.
func (s *states) count(state, variable int32) int32 {
	if s.columns[variable] == nil {
		return s.m.t.Size(int(variable))
	}
	n := 0
	for _, w := range s.set(state, variable) {
		n += bits.OnesCount64(w)
	}
	return int32(n)
}

// activate gives a variable a column.
func (s *states) activate(variable int32) {
	s.active = append(s.active, variable)
	row := s.all(0, variable, nil)
	column := make([]uint64, 0, s.n*s.m.words[variable])
	for range s.n {
		column = append(column, row...)
	}
	s.columns[variable] = column
}

// split takes the wanted values of an active variable, and them only, into a new state;
// the old one keeps the others. Both must have some. It returns the new state.
func (s *states) split(state, variable int32, wanted []uint64) int32 {
	for _, v := range s.active {
		s.columns[v] = append(s.columns[v], s.set(state, v)...)
	}
	next := s.n
	s.n++
	a, b := s.set(state, variable), s.set(next, variable)
	mask := int32(len(s.masks))
	s.masks = append(s.masks, wanted...)
	for i, w := range wanted {
		a[i] &^= w
		b[i] &= w
	}
	i, first := s.leaf[state], int32(len(s.nodes))
	s.nodes = append(s.nodes, node{variable: -1, left: state}, node{variable: -1, left: next})
	s.nodes[i] = node{variable: variable, mask: mask, left: first, right: first + 1}
	s.leaf[state] = first
	s.leaf = append(s.leaf, first+1)
	return next
}

// restrict leaves only some values of an active variable to state 0, when it is the one
// state that is a product; all others lead to the state outside, which is not.
func (s *states) restrict(variable int32, allowed []uint64, outside int32) {
	copy(s.set(0, variable), allowed)
	mask := int32(len(s.masks))
	s.masks = append(s.masks, allowed...)
	next := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{variable: -1, left: 0})
	s.nodes[s.leaf[0]] = node{variable: variable, mask: mask, left: s.leaf[outside], right: next}
	s.leaf[0] = next
}

// bytes is about how much memory a further state takes.
func (s *states) bytes() int64 { return 8*int64(len(s.active)) + 64 }
