package abstraction

import (
	"cmp"
	"slices"

	"genplanx/planner/heuristic/abstraction/graph"
)

// steal computes how much of the costs each member takes from the others when it
// comes first: of each operator, what it wants, as far as all together want more
// than there is (Seipp, Keller and Helmert 2020, section 5).
func (h *Heuristic) steal() {
	clear(h.wanted)
	h.share.reset()
	for i := range h.members {
		if h.members[i].retired {
			continue
		}
		h.saturateFull(i)
		for _, op := range h.share.touched {
			h.wanted[op] += max(0, h.share.share[op])
		}
		h.share.forget()
	}
	for i := range h.members {
		if h.members[i].retired {
			continue
		}
		h.saturateFull(i)
		stolen := int64(0)
		for _, op := range h.share.touched {
			stolen += max(0, min(h.share.share[op], h.wanted[op]-h.share.full[op]))
		}
		h.members[i].stolen = stolen
		h.share.forget()
	}
}

// saturateFull computes the shares of a member under the full costs.
func (h *Heuristic) saturateFull(i int) {
	m := &h.members[i]
	h.share.dist = resize(h.share.dist, len(m.dist))
	for s, d := range m.dist {
		h.share.dist[s] = widen(d)
	}
	h.share.shares(m.system)
}

// greedy orders the members for a state: those first that promise much there
// for what they steal. Members that say nothing of the state come last.
func (h *Heuristic) greedy(state []int32) []int32 {
	order := make([]int32, 0, len(h.members))
	score := make([]float64, len(h.members))
	for i := range h.members {
		m := &h.members[i]
		if m.retired {
			continue
		}
		order = append(order, int32(i))
		score[i] = h.score(int32(i), widen(m.dist[state[i]]))
	}
	h.share.work += int64(8 * len(order))
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(score[b], score[a]) })
	return order
}

// partition makes the cost partitioning of an order. First each member gets
// only what its distances up to that of the state need, then what is left over
// is shared out for all states in the same order (Seipp 2021: the saturators
// perim and all, one after the other).
func (h *Heuristic) partition(order, state []int32) partition {
	p := h.begin()
	for _, i := range order {
		if !h.stop() && h.members[i].dist[state[i]] != 0 && h.share.payable(h.members[i].system) {
			h.share.distances(h.members[i].system)
			h.share.lower(state[i])
			h.give(&p, i)
		}
	}
	h.giveRest(&p, order)
	return p.partition
}

// dynamic is like partition for the greedy order of a state, but scores members
// by what they promise under the costs that are left. As others take costs
// away scores fall, so only those that come out best are scored again.
func (h *Heuristic) dynamic(state []int32) partition {
	p := h.begin()
	order := h.greedy(state)
	var open []scored
	for _, i := range order {
		if d := h.members[i].dist[state[i]]; d > 0 && d != dead {
			open = append(open, scored{i, h.score(i, int64(d)), 0})
		}
	}
	for given := int32(0); len(open) > 0 && !h.stop(); {
		best := open[0]
		s := h.members[best.member].system
		if !h.share.payable(s) {
			open = open[1:]
			continue
		}
		h.share.distances(s)
		if best.given != given {
			best.score, best.given = h.score(best.member, h.share.dist[state[best.member]]), given
			if len(open) > 1 && best.score < open[1].score {
				h.share.work += int64(insert(open, best))
				continue
			}
		}
		open = open[1:]
		h.share.lower(state[best.member])
		h.give(&p, best.member)
		given++
	}
	h.giveRest(&p, order)
	return p.partition
}

// scored is a member whose score was computed when so many had been given costs.
type scored struct {
	member int32
	score  float64
	given  int32
}

// insert moves the first of a sorted list to where its new score belongs, and
// returns how far that is.
func insert(list []scored, s scored) int {
	k := 1
	for ; k < len(list) && list[k].score > s.score; k++ {
		list[k-1] = list[k]
	}
	list[k-1] = s
	return k
}

// score is what a member promises for a state per cost that it takes from others.
func (h *Heuristic) score(member int32, dist int64) float64 {
	if dist == graph.Infinite {
		return 0
	}
	return float64(dist) / float64(max(1, h.members[member].stolen))
}

// sharing is a partition in the making: slot is where the table of each member
// starts, or -1.
type sharing struct {
	partition
	slot []int32
}

func (h *Heuristic) begin() sharing {
	h.share.reset()
	return sharing{slot: slices.Repeat([]int32{-1}, len(h.members))}
}

// give adds the distances at hand to the table of a member, if they tell
// something, and pays for them.
func (h *Heuristic) give(p *sharing, member int32) {
	if worth(h.share.dist) {
		p.slot[member] = p.add(member, p.slot[member], h.share.dist)
		h.share.pay(h.members[member].system)
	}
	h.share.work += int64(len(h.share.dist))
}

// giveRest shares out what is left. Once stop says so the members so far are a
// partitioning as well.
func (h *Heuristic) giveRest(p *sharing, order []int32) {
	for _, i := range order {
		if !h.stop() && h.share.payable(h.members[i].system) {
			h.share.distances(h.members[i].system)
			h.give(p, i)
		}
	}
}

// add adds distances of a member to its table, which starts at slot or is new if
// that is -1; it returns the start.
func (p *partition) add(member, slot int32, dist []int64) int32 {
	if slot < 0 {
		slot = int32(len(p.table))
		p.entries = append(p.entries, tableEntry{member, slot})
		for _, d := range dist {
			p.table = append(p.table, clip(d))
		}
		return slot
	}
	table := p.table[slot:]
	for s, d := range dist {
		table[s] = clip(sum(widen(table[s]), d))
	}
	return slot
}
