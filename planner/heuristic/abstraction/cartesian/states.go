package cartesian

import "math/bits"

// states are the abstract states: each is a product of sets of values, one per
// variable. A variable that no split was on has all its values everywhere and
// takes no room; small ones share words.
type states struct {
	m       *model
	n       int32
	columns [][]uint64 // one word per state each
	places  []place    // by variable
	active  []int32    // variables that have a place
	shared  int32      // column with room for small variables
	used    int32      // bits of it
	nodes   []node
	leaf    []int32 // node of each state
	masks   []uint64
}

// place of the sets of a variable: from a bit of a column on, or, if it has more
// values than a word has bits, in several columns. Column -1: no place yet.
type place struct{ column, shift int32 }

// node of the refinement tree: a state lies right if the value of the variable
// is in the set at mask, else left. A leaf has variable -1 and its state in left.
type node struct{ variable, mask, left, right int32 }

func newStates(m *model) states {
	s := states{m: m, n: 1, places: make([]place, m.t.Basic), used: 64, nodes: []node{{variable: -1}}, leaf: []int32{0}}
	for v := range s.places {
		s.places[v].column = -1
	}
	return s
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

// isActive reports whether some split may have been on the variable.
func (s *states) isActive(variable int32) bool { return s.places[variable].column >= 0 }

// has reports whether a value belongs to the product of a state.
func (s *states) has(state, variable, value int32) bool {
	p := s.places[variable]
	return p.column < 0 || s.columns[p.column+value>>6][state]>>(p.shift+value&63)&1 != 0
}

// word returns a word of the set of values that a variable has in a state.
func (s *states) word(state, variable, k int32) uint64 {
	all := s.every(variable, k)
	p := s.places[variable]
	if p.column < 0 {
		return all
	}
	return s.columns[p.column+k][state] >> p.shift & all
}

// every returns a word of the set of all values of a variable.
func (s *states) every(variable, k int32) uint64 {
	if left := s.m.t.Size(int(variable)) - 64*k; left < 64 {
		return 1<<left - 1
	}
	return ^uint64(0)
}

// meets reports whether two states have a value in common.
func (s *states) meets(a, b, variable int32) bool {
	if !s.isActive(variable) {
		return true
	}
	for k := range s.m.words[variable] {
		if s.word(a, variable, k)&s.word(b, variable, k) != 0 {
			return true
		}
	}
	return false
}

// count returns how many values a variable has in a state.
func (s *states) count(state, variable int32) (n int32) {
	for k := range s.m.words[variable] {
		n += int32(bits.OnesCount64(s.word(state, variable, k)))
	}
	return n
}

// activate gives a variable a place.
func (s *states) activate(variable int32) {
	s.active = append(s.active, variable)
	size := s.m.t.Size(int(variable))
	p := &s.places[variable]
	if size <= 64 && s.used+size <= 64 {
		*p = place{s.shared, s.used}
		s.used += size
	} else {
		*p = place{int32(len(s.columns)), 0}
		for range s.m.words[variable] {
			s.columns = append(s.columns, make([]uint64, s.n))
		}
		if size <= 64 {
			s.shared, s.used = p.column, size
		}
	}
	for k := range s.m.words[variable] {
		all := s.every(variable, k) << p.shift
		for i := range s.columns[p.column+k] {
			s.columns[p.column+k][i] |= all
		}
	}
}

// split takes the wanted values of an active variable, and them only, into a new state;
// the old one keeps the others. Both must have some. It returns the new state.
func (s *states) split(state, variable int32, wanted []uint64) int32 {
	for i, c := range s.columns {
		s.columns[i] = append(c, c[state])
	}
	next := s.n
	s.n++
	mask := int32(len(s.masks))
	s.masks = append(s.masks, wanted...)
	p := s.places[variable]
	for k, w := range wanted {
		c := s.columns[p.column+int32(k)]
		c[state] &^= w << p.shift
		c[next] &^= (s.every(variable, int32(k)) &^ w) << p.shift
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
	p := s.places[variable]
	for k, w := range allowed {
		s.columns[p.column+int32(k)][0] &^= (s.every(variable, int32(k)) &^ w) << p.shift
	}
	mask := int32(len(s.masks))
	s.masks = append(s.masks, allowed...)
	next := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{variable: -1, left: 0})
	s.nodes[s.leaf[0]] = node{variable: variable, mask: mask, left: s.leaf[outside], right: next}
	s.leaf[0] = next
}

// size is the memory of the states, in the unit of transitions.
func (s *states) size() int64 { return int64(s.n) * int64(8*len(s.columns)+100) / bytesPerTransition }

// bytesPerTransition is about what a transition takes.
const bytesPerTransition = 40
