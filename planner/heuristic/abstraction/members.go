package abstraction

import (
	"slices"

	"genplanx/planner/heuristic/abstraction/cartesian"
	"genplanx/planner/heuristic/abstraction/graph"
)

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
