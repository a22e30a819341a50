package mutex

import "slices"

// load numbers the parameters of all atoms of the candidate.
func (s *synthesis) load(c *candidate) {
	s.tuples = s.tuples[:0]
	for at, p := range c.parts {
		k := p.key()
		numbers, known := s.parts[k]
		if !known {
			numbers = s.atoms.number(p.predicate, p.positions)
			s.parts[k] = numbers
			s.spend(len(numbers) * c.params)
		}
		s.tuples = append(s.tuples, numbers)
		s.partsOf[p.predicate] = append(s.partsOf[p.predicate], int32(at))
	}
}

func (s *synthesis) unload(c *candidate) {
	for _, p := range c.parts {
		s.partsOf[p.predicate] = s.partsOf[p.predicate][:0]
	}
}

// weigh counts atoms by group, those true at the start too. It returns the
// number of groups of several atoms that start with one true at most, and that of
// all groups that do.
func (s *synthesis) weigh(c *candidate) (alive, hopeful int) {
	s.size, s.weight, s.state = s.size[:0], s.weight[:0], s.state[:0]
	for at, p := range c.parts {
		s.spend(len(s.tuples[at]))
		for i, k := range s.tuples[at] {
			if n := int(k) + 1 - len(s.size); n > 0 {
				s.size = append(s.size, make([]int32, n)...)
				s.weight = append(s.weight, make([]int32, n)...)
				s.state = append(s.state, make([]state, n)...)
			}
			s.size[k]++
			if s.t.Initial[s.atoms.members[p.predicate][i]] == 1 {
				s.weight[k]++
			}
		}
	}
	s.spend(len(s.size))
	for k, n := range s.size {
		if s.weight[k] > 1 {
			s.state[k] = hopeless
			continue
		}
		if n > 0 {
			hopeful++
		}
		if n > 1 {
			alive++
		}
	}
	return alive, hopeful
}

// collect keeps the groups that are balanced and have several atoms.
func (s *synthesis) collect(c *candidate) {
	slot := make([]int32, len(s.size)) // number of the group plus 1
	var found [][]int32
	for at, p := range c.parts {
		for i, k := range s.tuples[at] {
			if s.state[k] != balanced || s.size[k] < 2 {
				continue
			}
			if slot[k] == 0 {
				found = append(found, make([]int32, 0, s.size[k]))
				slot[k] = int32(len(found))
			}
			found[slot[k]-1] = append(found[slot[k]-1], s.atoms.members[p.predicate][i])
		}
	}
	for _, g := range found {
		slices.Sort(g)
		if g = slices.Compact(g); len(g) > 1 { // an atom may be there twice
			s.keep(g)
		}
	}
}

// keep adds a group unless it is there.
func (s *synthesis) keep(g []int32) {
	h := uint64(len(g))
	for _, a := range g {
		h = (h ^ uint64(a)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for _, k := range s.equal[h] {
		if slices.Equal(s.groups[k], g) {
			return
		}
	}
	s.equal[h] = append(s.equal[h], int32(len(s.groups)))
	s.groups = append(s.groups, g)
}
