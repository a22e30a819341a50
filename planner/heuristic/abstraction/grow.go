package abstraction

import (
	"slices"

	"genplanx/planner/heuristic/abstraction/cartesian"
	"genplanx/planner/heuristic/abstraction/graph"
)

// samples are states for which orders are tried: the initial one, then states
// that were evaluated, ever farther apart.
type samples struct {
	values [][]int32
	best   []int64 // value so far
	by     []int32 // partition that says so, or -1
	state  []int32 // of all members, sample after sample
	tried  int     // those before it had their order with the members at hand
	stride int64   // evaluations between two samples
	wait   int64
}

const maxSamples = 256

func (s *samples) add(values []int32) {
	s.values = append(s.values, slices.Clone(values))
	s.best, s.by = append(s.best, -1), append(s.by, -1)
}

// offer takes every stride-th state. When there are too many, every other one
// but the first is given up.
func (s *samples) offer(values []int32) {
	if s.wait--; s.wait >= 0 {
		return
	}
	s.wait = s.stride
	if len(s.values) == maxSamples {
		keep := 1
		for i := 2; i < maxSamples; i += 2 {
			s.values[keep] = s.values[i]
			keep++
		}
		s.values, s.best, s.by = s.values[:keep], s.best[:keep], s.by[:keep]
		s.tried = min(s.tried, 1+s.tried/2)
		s.stride = 2*s.stride + 1
	}
	s.add(values)
}

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

// total sums up what is known of the samples.
func (s *samples) total() (sum int64) {
	for _, v := range s.best {
		if v > 0 && v != DeadEnd {
			sum += v
		}
	}
	return sum
}

// addProjections reports whether there are more members than before.
func (h *Heuristic) addProjections(budget int64) bool {
	end := h.Work() + budget
	before := len(h.members)
	for h.bytes < h.o.MemoryBytes/2 && len(h.members) < maxMembers {
		p := h.choice.projection(end-h.Work(), (h.o.MemoryBytes/2-h.bytes)/16, h.samples.values, h.stop)
		if p == nil {
			break
		}
		h.bytes += int64(len(p.labels.Operators))*4 + 64*int64(len(p.result))
		if p.work <= (h.o.MemoryBytes/2-h.bytes)/64 {
			p.expand()
			h.bytes += 8 * p.work
			h.share.work += 2 * p.work
		}
		h.join(p)
	}
	return len(h.members) > before
}

// refine makes Cartesian abstractions that are finer than those at hand, which
// retire: partitions that have them stay, new ones have the finer. They start
// from the beginning, so this waits until there is several times more to spend.
func (h *Heuristic) refine(budget int64) bool {
	if h.fine || budget < refineFactor*h.refined {
		return false
	}
	h.refined = budget
	o := cartesian.Options{MaxTransitions: min(mostRefined, h.o.MemoryBytes/400), Budget: budget}
	f := cartesian.NewFamily(h.t, h.share.full, budget/4, h.stop)
	h.fine = !f.Refine(o, h.stop)
	h.share.work += f.Work()
	for i := range h.members {
		m := &h.members[i]
		if _, ok := m.system.(*refinement); ok {
			m.retired = true
		}
	}
	for _, a := range f.Abstractions() {
		g := a.Graph()
		h.bytes += 8*g.Transitions() + int64(len(g.Labels.Operators))*4
		h.join(&refinement{g, a})
	}
	return true
}

const (
	refineFactor = 4
	mostRefined  = 1 << 20 // transitions
)

// refinement is a Cartesian abstraction with its transitions.
type refinement struct {
	*graph.Graph
	states *cartesian.Abstraction
}

func (r *refinement) State(values []int32) int32 { return r.states.State(values) }

// join makes a system a member.
func (h *Heuristic) join(s system) {
	h.share.reset()
	h.share.distances(s)
	m := member{system: s, dist: make([]int32, s.Size())}
	for i, d := range h.share.dist {
		m.dist[i] = clip(d)
	}
	m.ends = h.findsDeadEnds(&m)
	h.bytes += int64(s.Size()) * 4
	h.members = append(h.members, m)
}

// findsDeadEnds reports whether a new member sees a dead end that no projection
// to fewer of its variables does.
func (h *Heuristic) findsDeadEnds(m *member) bool {
	p, ok := m.system.(*projection)
	if !ok {
		return slices.Contains(m.dist, dead)
	}
	var smaller []*member
	found := false
	values := make([]int32, h.t.Variables())
	for s, d := range m.dist {
		if d != dead {
			continue
		}
		if !found {
			found = true
			smaller = h.within(p.pattern)
		}
		for i, v := range p.pattern {
			values[v] = int32(s) / p.factor[i] % p.sizes[i]
		}
		known := slices.ContainsFunc(smaller, func(o *member) bool { return o.dist[o.State(values)] == dead })
		h.share.work += int64(4 + len(smaller))
		if !known {
			return true
		}
	}
	return false
}

// within returns the members that project to variables of a pattern.
func (h *Heuristic) within(pattern []int32) (out []*member) {
	for i := range h.members {
		if p, ok := h.members[i].system.(*projection); ok && h.members[i].ends && subset(p.pattern, pattern) {
			out = append(out, &h.members[i])
		}
	}
	h.share.work += int64(2 * len(h.members))
	return out
}

// subset reports whether b has all of a; both are sorted.
func subset(a, b []int32) bool {
	if len(a) > len(b) {
		return false
	}
	for _, v := range a {
		if _, has := slices.BinarySearch(b, v); !has {
			return false
		}
	}
	return true
}

const maxMembers = 2000

// locateSamples finds the states of all members for each sample, and what the
// partitions at hand say there.
func (h *Heuristic) locateSamples() {
	s := &h.samples
	s.state = s.state[:0]
	for _, values := range s.values {
		for m := range h.members {
			s.state = append(s.state, h.members[m].State(values))
		}
	}
	for i := range s.values {
		s.best[i], s.by[i] = -1, -1
		for k := range h.parts {
			h.rate(i, k)
		}
	}
	h.share.work += int64(4 * len(s.state))
}

// at returns the states of all members for a sample.
func (s *samples) at(i int) []int32 {
	n := len(s.state) / len(s.values)
	return s.state[i*n : (i+1)*n]
}

// rate notes a partition as the best for a sample if it is.
func (h *Heuristic) rate(sample, part int) {
	p := &h.parts[part]
	h.share.work += int64(len(p.entries))
	if v := p.value(h.samples.at(sample)); v > h.samples.best[sample] {
		h.samples.best[sample], h.samples.by[sample] = v, int32(part)
	}
}

// tryOrder makes the partition for a sample and keeps it if it is better there
// than all before.
func (h *Heuristic) tryOrder(sample int) {
	state := h.samples.at(sample)
	p := h.partition(h.greedy(state), state)
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
