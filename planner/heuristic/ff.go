package heuristic

import "genplanx/planner/task"

// FF estimates by the cost of a relaxed plan, a plan for the task in which
// nothing true ever becomes false (Hoffmann and Nebel 2001), built from the
// cheapest achievers when the costs of preconditions add up. Each step counts one
// more than it costs, so that steps without cost are not taken for nothing. It is
// not a lower bound: it guides, and proves nothing but dead ends.
type FF struct {
	r         *relaxed
	queue     queue
	open      []int32 // missing preconditions, by part; template
	left      []int32
	sum       []int64 // of the costs of preconditions reached, by part
	cost      []int64 // by fact
	achiever  []int32 // by fact: the part that reaches it most cheaply, or -1
	holding   []int32
	stamp     int32
	inPlan    []int32 // by parent
	explained []int32 // by fact
	todo      []int32
	preferred []int32
	work      int64
}

// NewFF returns the estimate for a task.
func NewFF(t *task.Task) *FF {
	r := newRelaxed(t)
	h := &FF{
		r: r, open: make([]int32, r.parts), left: make([]int32, r.parts), sum: make([]int64, r.parts),
		cost: make([]int64, r.facts), achiever: make([]int32, r.facts),
		inPlan: make([]int32, len(r.parentCost)+1), explained: make([]int32, r.facts),
	}
	for p := range r.parts {
		h.open[p] = int32(len(r.pre.of(p)))
	}
	return h
}

// Work counts what all estimates so far took, in steps of roughly ten nanoseconds.
func (h *FF) Work() int64 { return h.work }

// Preferred returns the operators of the last relaxed plan. It is valid until
// the next estimate.
func (h *FF) Preferred() []int32 { return h.preferred }

// Estimate returns what a relaxed plan costs from a state given by the values of
// all variables, or DeadEnd where there is none.
func (h *FF) Estimate(values []int32) int64 {
	h.explore(values)
	if h.cost[h.r.goal] == unreached {
		return DeadEnd
	}
	return h.extract()
}

func (h *FF) explore(values []int32) {
	r := h.r
	for f := range h.cost {
		h.cost[f] = unreached
	}
	copy(h.left, h.open)
	clear(h.sum)
	h.work += int64(len(h.cost)+len(h.left)) / 8
	h.holding = r.appendHolding(values, h.holding[:0])
	for _, f := range h.holding {
		h.reach(f, 0, -1)
	}
	for {
		f, cost, ok := h.queue.pop()
		if !ok {
			return
		}
		if h.cost[f] < cost {
			continue
		}
		needs := r.needs.of(f)
		h.work += int64(len(needs)) + 1
		for _, p := range needs {
			h.sum[p] += cost
			if h.left[p]--; h.left[p] > 0 {
				continue
			}
			total := h.sum[p] + r.partCost(p)
			for _, e := range r.eff.of(p) {
				h.reach(e, total, p)
			}
		}
	}
}

// partCost is what a part costs in the estimate: axioms and the goal are free.
func (r *relaxed) partCost(p int32) int64 {
	if int(r.parent[p]) == len(r.parentCost)-1 {
		return 0
	}
	return r.parentCost[r.parent[p]] + 1
}

func (h *FF) reach(f int32, cost int64, by int32) {
	if cost < h.cost[f] {
		h.cost[f], h.achiever[f] = cost, by
		h.queue.push(f, cost)
	}
}

// extract collects the achievers of the goal, of their preconditions, and so on.
func (h *FF) extract() int64 {
	h.stamp++
	h.preferred = h.preferred[:0]
	total := int64(0)
	h.explained[h.r.goal] = h.stamp
	h.todo = append(h.todo[:0], h.r.goal)
	for len(h.todo) > 0 {
		f := h.todo[len(h.todo)-1]
		h.todo = h.todo[:len(h.todo)-1]
		p := h.achiever[f]
		if p < 0 {
			continue
		}
		if parent := h.r.parent[p]; h.r.partCost(p) > 0 && h.inPlan[parent] != h.stamp {
			h.inPlan[parent] = h.stamp
			total += h.r.partCost(p)
			h.preferred = append(h.preferred, parent)
		}
		for _, q := range h.r.pre.of(p) {
			if h.explained[q] != h.stamp {
				h.explained[q] = h.stamp
				h.todo = append(h.todo, q)
			}
		}
	}
	return total
}
