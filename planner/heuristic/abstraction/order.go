package abstraction

import (
	"cmp"
	"slices"
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
		d := m.dist[state[i]]
		if d == dead {
			d = 0
		}
		score[i] = float64(d) / float64(max(1, m.stolen))
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
	p := h.share
	p.reset()
	var out partition
	slot := slices.Repeat([]int32{-1}, len(h.members))
	for pass := range 2 {
		for _, i := range order {
			m := &h.members[i]
			if h.stop() {
				return out // the systems so far are a partitioning, too
			}
			if pass == 0 && m.dist[state[i]] == 0 || !p.payable(m.system) {
				continue
			}
			p.distances(m.system)
			if pass == 0 {
				p.lower(state[i])
			}
			if worth(p.dist) {
				slot[i] = out.add(i, slot[i], p.dist)
				p.pay(m.system)
			}
			p.work += int64(len(p.dist))
		}
	}
	return out
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
