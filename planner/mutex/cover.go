package mutex

import "slices"

// cover chooses disjoint sets of atoms, each part of a group: time and again all
// atoms not yet taken of the group that has most, on a tie of the first such. An
// atom that must stay by itself is in none. Sets have two atoms at least, sorted.
func cover(groups []Group, atoms int, alone []bool) [][]int32 {
	sets := make([][]int32, len(groups))
	for i, g := range groups {
		sets[i] = g.Atoms
	}
	groupsOf := inverse(sets, atoms)
	taken := slices.Clone(alone)
	left := make([]int, len(groups)) // atoms not taken
	var bySize [][]int32             // groups, descending, perhaps smaller by now
	put := func(g int32) {
		for left[g] >= len(bySize) {
			bySize = append(bySize, nil)
		}
		bySize[left[g]] = append(bySize[left[g]], g)
	}
	for g, set := range slices.Backward(sets) {
		for _, a := range set {
			if !taken[a] {
				left[g]++
			}
		}
		put(int32(g))
	}
	var out [][]int32
	for size := len(bySize) - 1; size > 1; size-- {
		// Groups that came down from above have to be put in their order.
		slices.Sort(bySize[size])
		for _, g := range bySize[size] {
			if left[g] < size {
				put(g)
				continue
			}
			var set []int32
			for _, a := range sets[g] {
				if !taken[a] {
					taken[a] = true
					set = append(set, a)
					for _, h := range groupsOf.of(a) {
						left[h]--
					}
				}
			}
			out = append(out, set)
		}
	}
	return out
}
