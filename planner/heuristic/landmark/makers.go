package landmark

import (
	"encoding/binary"
	"slices"
)

// mergeMakers replaces operators by makers: one, with the least cost, for all that
// serve the same needs; and none for those that serve some of the needs of
// another that costs no more, as they are never the cheaper ones for any need.
func (h *Heuristic) mergeMakers() {
	serves := make([][]int32, len(h.t.Operators))
	for k := range h.needs {
		for _, op := range h.needs[k].makers {
			serves[op] = append(serves[op], int32(k))
		}
	}
	var makers [][]int32 // needs
	number := map[string]int{}
	for op, needs := range serves {
		if len(needs) == 0 {
			continue
		}
		key := make([]byte, 0, 4*len(needs))
		for _, k := range needs {
			key = binary.LittleEndian.AppendUint32(key, uint32(k))
		}
		cost := h.t.Operators[op].Cost * scale
		if i, ok := number[string(key)]; ok {
			h.costs[i] = min(h.costs[i], cost)
			continue
		}
		number[string(key)] = len(makers)
		makers = append(makers, needs)
		h.costs = append(h.costs, cost)
	}
	for k := range h.needs {
		h.needs[k].makers = nil
	}
	for i, needs := range makers {
		for _, k := range needs {
			h.needs[k].makers = append(h.needs[k].makers, int32(i))
		}
	}
	for k := range h.needs {
		n := &h.needs[k]
		n.makers = slices.DeleteFunc(slices.Clone(n.makers), func(i int32) bool { return h.dominated(i, makers) })
		h.order = append(h.order, int32(k))
	}
	slices.SortStableFunc(h.order, func(x, y int32) int { return len(h.needs[x].makers) - len(h.needs[y].makers) })
}

// mostCompared bounds the search for a maker that dominates another.
const mostCompared = 256

// dominated reports whether another maker serves all the needs of one, and more,
// at no greater cost.
func (h *Heuristic) dominated(i int32, makers [][]int32) bool {
	others := h.needs[makers[i][0]].makers
	for _, j := range others[:min(len(others), mostCompared)] {
		if len(makers[j]) > len(makers[i]) && h.costs[j] <= h.costs[i] && contains(makers[j], makers[i]) {
			return true
		}
	}
	return false
}

// contains reports whether a sorted list has all of another.
func contains(list, all []int32) bool {
	for _, x := range all {
		k, ok := slices.BinarySearch(list, x)
		if !ok {
			return false
		}
		list = list[k+1:]
	}
	return true
}
