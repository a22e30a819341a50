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
	tried  int     // those before it had their order with the members at hand
	stride int64   // evaluations between two samples
	wait   int64
}

const maxSamples = 256

func (s *samples) add(values []int32) {
	s.values = append(s.values, slices.Clone(values))
	s.best = append(s.best, -1)
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
			s.values[keep], s.best[keep] = s.values[i], s.best[i]
			keep++
		}
		s.values, s.best = s.values[:keep], s.best[:keep]
		s.tried = min(s.tried, 1+s.tried/2)
		s.stride = 2*s.stride + 1
	}
	s.add(values)
}

// growth decides when evaluations have done enough work for more of it to go
// into better abstractions.
type growth struct {
	begun int64 // work when the heuristic was new
	spent int64
	next  int64 // evaluations' work that makes the next step due
	count int64 // evaluations
}

// searchWork is what a search does beside an evaluation, roughly.
const searchWork = 40

// firstGrowth is the evaluations' work before the first growth.
const firstGrowth = 1 << 17

func (g *growth) start(h *Heuristic) { g.begun, g.next = h.Work(), firstGrowth }

func (g *growth) due(h *Heuristic, values []int32) bool {
	g.count++
	h.samples.offer(values)
	return h.work/4+g.count*searchWork >= g.next && g.spent < h.o.Growth
}

// grow spends about half as much as the search has done since the last time.
func (g *growth) grow(h *Heuristic) {
	done := h.work/4 + g.count*searchWork
	before := h.Work()
	h.Improve(min(g.next/2, h.o.Growth-g.spent))
	g.spent += h.Work() - before
	g.next = done + done/2
}

// Improve does about so much work to make the estimates better: more
// abstractions, then cost partitionings for the states seen most recently.
func (h *Heuristic) Improve(budget int64) {
	end := h.Work() + budget
	refined := h.refine(budget / 4)
	if h.addProjections(budget/4) || refined {
		h.steal()
		h.samples.tried = 0
		h.lookup = compile(h.members, h.parts)
	}
	for first := true; first || h.Work() < end && !h.stop(); first = false {
		if h.samples.tried == len(h.samples.values) || h.bytes > h.o.MemoryBytes {
			break
		}
		h.tryOrder(h.samples.tried)
		h.samples.tried++
	}
	h.prune()
}

// addProjections reports whether there are more members than before.
func (h *Heuristic) addProjections(budget int64) bool {
	end := h.Work() + budget
	before := len(h.members)
	for h.bytes < h.o.MemoryBytes/2 && len(h.members) < maxMembers {
		limit := min(maxStates, (h.o.MemoryBytes/2-h.bytes)/16)
		p := h.choice.projection(end-h.Work(), limit, h.stop)
		if p == nil {
			break
		}
		h.bytes += int64(p.states)*4 + int64(len(p.labels.Operators))*4 + 64*int64(len(p.result))
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
	o := cartesian.Options{MaxTransitions: min(maxTransitions, h.o.MemoryBytes/400), Budget: budget}
	f := cartesian.NewFamily(h.t, h.share.full, budget/4, h.stop)
	h.fine = !f.Refine(o, h.stop)
	h.share.work += budget
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
	refineFactor   = 4
	maxTransitions = 1 << 20
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
		m.ends = m.ends || d == graph.Infinite
	}
	h.bytes += int64(s.Size()) * 4
	h.members = append(h.members, m)
}

const maxMembers = 2000

// tryOrder makes the partition for a sample and keeps it if it is better there
// than all before.
func (h *Heuristic) tryOrder(sample int) {
	state := make([]int32, len(h.members))
	for i := range h.members {
		state[i] = h.members[i].State(h.samples.values[sample])
	}
	p := h.partition(h.greedy(h.samples.values[sample]), state)
	v := p.value(state)
	have := h.lookup.evaluate(h.samples.values[sample])
	if v > have || len(h.parts) == 0 {
		p.sample = sample
		h.parts = append(h.parts, p)
		h.bytes += int64(len(p.table)) * 4
		h.lookup = compile(h.members, h.parts)
	}
}

// prune gives up partitions that are best for no sample.
func (h *Heuristic) prune() {
	useful := make([]bool, len(h.parts))
	for _, values := range h.samples.values {
		h.lookup.locate(values)
		best, which := int64(-1), -1
		for i := range h.parts {
			if v := h.parts[i].value(h.lookup.state); v > best {
				best, which = v, i
			}
		}
		h.work += h.lookup.work
		if which >= 0 {
			useful[which] = true
		}
	}
	kept := h.parts[:0]
	for i, p := range h.parts {
		if useful[i] {
			kept = append(kept, p)
		} else {
			h.bytes -= int64(len(p.table)) * 4
		}
	}
	clear(h.parts[len(kept):])
	h.parts = kept
	h.lookup = compile(h.members, h.parts)
}
