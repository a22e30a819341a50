package landmark

import (
	"math"

	"genplanx/planner/task"
)

// DeadEnd is the value of states from which there is proved to be no plan.
const DeadEnd = math.MaxInt64

// Heuristic counts the landmarks that a state still needs, each with a share of
// the cost of the operators that can make it true (Karpas and Domshlak 2009). What
// all these operators need is a landmark too, if the state does not have it. It
// looks at the state alone, not at the path to it. It has scratch space, so each
// goroutine needs its own.
type Heuristic struct {
	t       *task.Task
	needs   []need
	words   int
	allows  []uint64 // by fact: the needs that a state with it may have
	wanted  []uint64
	costs   []int64 // by maker
	left    []int64
	sharers []int32 // by maker: open needs that it serves
	work    int64   // in eighths of a step
	order   []int32 // needs, those with few makers first
	open    []int32
}

// need is a landmark with its makers, which stand for the operators that can make
// it true: see makers.go. It is a fact, or one of several of a variable. A fact of
// the goal has two: one for states before it was first true, in which fewer
// operators can serve, and one for all others in which it is false.
type need struct {
	facts   []task.Fact
	before  *Landmark // facts that cannot hold before this one rule the need out
	parent  int32     // that has this one as precondition, or -1
	instead int32     // need that makes this one superfluous, or -1
	makers  []int32
}

// New finds landmarks within the budget, see [Facts], and prepares the heuristic,
// for which it may spend as much again.
func New(t *task.Task, budget int64, stop func() bool) *Heuristic {
	h := &Heuristic{t: t}
	b := newBuilder(t, h, budget)
	landmarks := Facts(t, budget, stop)
	for i := range landmarks {
		if l := &landmarks[i]; !t.IsDerived(l.Fact) {
			b.add(need{facts: []task.Fact{l.Fact}, before: l, parent: -1, instead: -1})
		}
	}
	for _, g := range t.Goal {
		if !t.IsDerived(g) {
			b.add(need{facts: []task.Fact{g}, parent: -1, instead: b.find(-1, []task.Fact{g})})
		}
	}
	b.addPreconditions(stop)
	b.compact()
	h.mergeMakers()
	h.left, h.sharers = make([]int64, len(h.costs)), make([]int32, len(h.costs))
	return h
}

// scale makes shares of a cost whole numbers where few landmarks share it.
const scale = 2520

// Evaluate returns a lower bound on the cost from a state, or DeadEnd. Values has
// an entry for every variable.
func (h *Heuristic) Evaluate(values []int32) int64 {
	for k := range h.wanted {
		h.wanted[k] = ^uint64(0)
	}
	for v, value := range values {
		row := h.allows[int(h.t.VarFirst[v]+value)*h.words:]
		for k := range h.wanted {
			h.wanted[k] &= row[k]
		}
	}
	h.work += int64(len(values)*h.words + len(h.needs))
	h.open = h.open[:0]
	for _, k := range h.order {
		n := &h.needs[k]
		if !h.has(k) || n.instead >= 0 && h.has(n.instead) {
			continue
		}
		if len(n.makers) == 0 {
			return DeadEnd
		}
		h.open = append(h.open, k)
		h.work += 4 * int64(len(n.makers))
	}
	return (max(h.equalShares(), h.firstCome()) + scale - 1) / scale
}

// Work returns what all evaluations have done so far, in steps of roughly ten
// nanoseconds.
func (h *Heuristic) Work() int64 { return h.work / 8 }

func (h *Heuristic) has(k int32) bool { return h.wanted[k>>6]>>(k&63)&1 != 0 }

// equalShares gives the landmarks that an operator serves the same part of its
// cost, and then, in turn, what none of them had use for.
func (h *Heuristic) equalShares() (sum int64) {
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.sharers[op]++
			h.left[op] = h.costs[op]
		}
	}
	for _, k := range h.open {
		least := int64(math.MaxInt64)
		for _, op := range h.needs[k].makers {
			least = min(least, h.costs[op]/int64(h.sharers[op]))
		}
		for _, op := range h.needs[k].makers {
			h.left[op] -= least
		}
		sum += least
	}
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.sharers[op] = 0
		}
	}
	return sum + h.takeLeft()
}

// firstCome gives each landmark in turn all it has use for.
func (h *Heuristic) firstCome() int64 {
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.left[op] = h.costs[op]
		}
	}
	return h.takeLeft()
}

// takeLeft gives each landmark in turn the cost of its cheapest operator, as far
// as it is left, and takes as much from all its operators.
func (h *Heuristic) takeLeft() (sum int64) {
	for _, k := range h.open {
		least := int64(math.MaxInt64)
		for _, op := range h.needs[k].makers {
			least = min(least, h.left[op])
		}
		if least == 0 {
			continue
		}
		sum += least
		for _, op := range h.needs[k].makers {
			h.left[op] -= least
		}
	}
	return sum
}
