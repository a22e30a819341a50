package bdd

import "math"

// Holds reports whether a vector is in the set: bit returns the bit at a level.
func (m *Manager) Holds(f Ref, bit func(level int32) bool) bool {
	for f>>1 != 0 {
		n := &m.nodes[f>>1]
		if bit(n.level) {
			f = n.high ^ f&1
		} else {
			f = n.low ^ f&1
		}
	}
	return f == True
}

// Pick calls set for the levels that matter with the values of one vector of a
// set that is not empty; zeros are preferred. Bits not set are free.
func (m *Manager) Pick(f Ref, set func(level int32, one bool)) {
	for f>>1 != 0 {
		n := &m.nodes[f>>1]
		next := n.low ^ f&1
		if next == False {
			next = n.high ^ f&1
			set(n.level, true)
		} else {
			set(n.level, false)
		}
		f = next
	}
}

// Count returns the number of vectors of so many bits in a set of states,
// rounded, as there may be very many.
func (m *Manager) Count(f Ref, bits int) float64 {
	share := map[Ref]float64{}
	var of func(f Ref) float64
	of = func(f Ref) float64 {
		switch {
		case f == True:
			return 1
		case f == False:
			return 0
		case f&1 != 0:
			return 1 - of(f^1)
		}
		s, ok := share[f]
		if !ok {
			n := m.nodes[f>>1]
			s = (of(n.low) + of(n.high)) / 2
			share[f] = s
		}
		return s
	}
	return math.Round(of(f) * math.Exp2(float64(bits)))
}

// Size returns the number of nodes of a diagram, or something above limit when
// it has more than that.
func (m *Manager) Size(f Ref, limit int) int {
	for len(m.seen) < (len(m.nodes)+63)/64 {
		m.seen = append(m.seen, 0)
	}
	visited := append(m.visited[:0], int32(f>>1))
	m.seen[f>>7] |= 1 << (f >> 1 & 63)
	for at := 0; at < len(visited) && len(visited) <= limit; at++ {
		n := &m.nodes[visited[at]]
		if n.level == terminalLevel {
			continue
		}
		for _, i := range [2]int32{int32(n.low >> 1), int32(n.high >> 1)} {
			if word, bit := &m.seen[i>>6], uint64(1)<<(i&63); *word&bit == 0 {
				*word |= bit
				visited = append(visited, i)
			}
		}
	}
	for _, i := range visited {
		m.seen[i>>6] = 0
	}
	m.visited = visited
	return len(visited)
}
