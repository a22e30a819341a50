package abstraction

import (
	"slices"
)

// growth decides when evaluations have done enough work for more of it to go
// into better abstractions: as much as the search did, in steps that are large
// enough to be of use.
type growth struct {
	count int64 // evaluations
	spent int64
	next  int64 // work of the search that makes the next step due
	pause int64 // how many times as much the search does: more where it is no help
}

const (
	// searchWork is what a search does for each evaluation, roughly.
	searchWork = 40
	// firstGrowth is the least work of a step.
	firstGrowth = 1 << 17
)

// due reports whether it is time for the next step.
func (g *growth) due(h *Heuristic, values []int32) bool {
	g.count++
	h.samples.offer(values)
	return h.searched() >= g.next && g.spent < h.o.Growth
}

func (g *growth) grow(h *Heuristic) {
	before := h.Work()
	if h.improve(g.step()) {
		g.pause = 1
	} else {
		g.pause = min(2*g.pause, maxPause)
	}
	g.spent += h.Work() - before
	g.next = h.searched() + g.pause*(h.Work()-before)
}

// maxPause is how many times the work of the last step the search does before
// another when several steps were of no use.
const maxPause = 8

// searched returns the work of the search so far, estimated.
func (h *Heuristic) searched() int64 { return h.work/4 + h.growth.count*searchWork }

// step returns the work of the next step.
func (g *growth) step() int64 { return max(firstGrowth, g.spent/4) }

// Improve does about so much work to make the estimates better: more
// abstractions, then cost partitionings for the states seen most recently.
func (h *Heuristic) Improve(budget int64) { h.improve(budget) }

// improve reports whether it was worth it: the samples have at least one in
// worthwhile more than before.
func (h *Heuristic) improve(budget int64) bool {
	end := h.Work() + budget
	refined := h.refine(budget / 4)
	if h.addProjections(budget/4) || refined {
		h.steal()
		h.samples.tried = 0
	}
	h.locateSamples()
	before := h.samples.total()
	for first := true; first || h.Work() < end && !h.stop(); first = false {
		if h.samples.tried == len(h.samples.values) || h.bytes > h.o.MemoryBytes/4*3 {
			break
		}
		h.tryOrder(h.samples.tried)
		h.samples.tried++
	}
	h.prune()
	h.compile()
	return h.samples.total()-before > before/worthwhile
}

const worthwhile = 100

// tryOrder makes the partition for a sample and keeps it if it is better there
// than all before.
func (h *Heuristic) tryOrder(sample int) {
	state := h.samples.at(sample)
	var p partition
	if sample%2 == 0 {
		p = h.partition(h.greedy(state), state)
	} else {
		p = h.dynamic(state)
	}
	if p.value(state) <= h.samples.best[sample] {
		return
	}
	h.parts = append(h.parts, p)
	h.bytes += int64(len(p.table)) * 4
	for i := range h.samples.values {
		h.rate(i, len(h.parts)-1)
	}
}

// prune gives up partitions that are best for no sample, and those that are for
// the fewest if there are too many.
func (h *Heuristic) prune() {
	useful := make([]int, len(h.parts))
	for _, k := range h.samples.by {
		if k >= 0 {
			useful[k]++
		}
	}
	order := make([]int, len(h.parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return useful[b] - useful[a] })
	kept := make([]partition, 0, len(h.parts))
	for _, i := range order {
		if useful[i] > 0 && len(kept) < h.mostParts() {
			kept = append(kept, h.parts[i])
		} else {
			h.bytes -= int64(len(h.parts[i].table)) * 4
		}
	}
	h.parts = kept
	h.share.work += int64(len(h.samples.by))
}

// mostParts returns how many partitions there may be, for time and memory: a
// row has at most 4 bytes for each.
func (h *Heuristic) mostParts() int {
	states := int64(1)
	for i := range h.members {
		states += int64(h.members[i].Size())
	}
	return int(min(64, max(1, h.o.MemoryBytes/16/states)))
}

// compile makes the look-up anew.
func (h *Heuristic) compile() {
	var work int64
	h.lookup, work = compile(h.t, h.members, h.parts)
	h.share.work += work
}
