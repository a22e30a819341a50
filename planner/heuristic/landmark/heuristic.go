package landmark

import (
	"math"

	"genplanx/planner/task"
)

// DeadEnd is the value of states from which there is proved to be no plan.
const DeadEnd = math.MaxInt64

// Heuristic counts the landmarks that a state still needs, each with a share of
// the cost of the operators that can make it true (Karpas and Domshlak 2009). It
// looks at the state alone, not at the path to it. It has scratch space, so each
// goroutine needs its own.
type Heuristic struct {
	t       *task.Task
	needs   []need
	words   int
	allows  []uint64 // by fact: the needs that a state with the fact may have
	wanted  []uint64
	costs   []int64 // by maker
	left    []int64
	sharers []int32 // by maker: open needs that it serves
	open    []int32
}

// need is a landmark with its makers, which stand for the operators that can make
// it true: see makers.go. A fact of the goal
// has two: one for states before it was first true, in which fewer operators can
// serve, and one for all others in which it is false.
type need struct {
	fact    task.Fact
	instead int32 // the first of two, or -1
	makers  []int32
}

// New finds landmarks within the budget, see [Facts], and prepares the heuristic.
func New(t *task.Task, budget int64, stop func() bool) *Heuristic {
	h := &Heuristic{t: t}
	makers := makersOf(t)
	first := map[task.Fact]int32{}
	var before []*Landmark
	landmarks := Facts(t, budget, stop)
	for i := range landmarks {
		l := &landmarks[i]
		if t.IsDerived(l.Fact) {
			continue
		}
		first[l.Fact] = int32(len(h.needs))
		before = append(before, l)
		h.needs = append(h.needs, need{l.Fact, -1, firstMakers(t, l, makers[l.Fact])})
	}
	for _, g := range t.Goal {
		if !t.IsDerived(g) {
			instead := int32(-1)
			if k, ok := first[g]; ok {
				instead = k
			}
			before = append(before, nil)
			h.needs = append(h.needs, need{g, instead, makers[g]})
		}
	}
	// Fewer landmarks are admissible too.
	most := 64 * (1 + mostWords/max(1, t.Facts()))
	h.needs = h.needs[:min(len(h.needs), most)]
	h.index(before[:len(h.needs)])
	h.mergeMakers()
	h.left, h.sharers = make([]int64, len(h.costs)), make([]int32, len(h.costs))
	return h
}

// mostWords bounds the table of landmarks by fact.
const mostWords = 1 << 23

// scale makes shares of a cost whole numbers where few landmarks share it.
const scale = 2520

// index notes for each fact which needs a state may have that it holds in: only
// landmarks before which it can hold, and goals that it does not rule out.
func (h *Heuristic) index(before []*Landmark) {
	h.words = (len(h.needs) + 63) / 64
	h.wanted = make([]uint64, h.words)
	h.allows = make([]uint64, h.t.Facts()*h.words)
	for f := range int32(h.t.Facts()) {
		row := h.allows[int(f)*h.words:]
		for k, l := range before {
			if l != nil && l.PossiblyBefore(f) || l == nil && h.needs[k].fact != f {
				row[k>>6] |= 1 << (k & 63)
			}
		}
	}
}

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
	h.open = h.open[:0]
	for k := range h.needs {
		n := &h.needs[k]
		if !h.has(int32(k)) || n.instead >= 0 && h.has(n.instead) {
			continue
		}
		if len(n.makers) == 0 {
			return DeadEnd
		}
		h.open = append(h.open, int32(k))
	}
	return (max(h.equalShares(), h.firstCome()) + scale - 1) / scale
}

func (h *Heuristic) has(k int32) bool { return h.wanted[k>>6]>>(k&63)&1 != 0 }

// equalShares gives the landmarks that an operator serves the same part of its cost.
func (h *Heuristic) equalShares() (sum int64) {
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.sharers[op]++
		}
	}
	for _, k := range h.open {
		least := int64(math.MaxInt64)
		for _, op := range h.needs[k].makers {
			least = min(least, h.costs[op]/int64(h.sharers[op]))
		}
		sum += least
	}
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.sharers[op] = 0
		}
	}
	return sum
}

// firstCome gives each landmark in turn the cost of its cheapest operator, as far
// as those before left it, and takes as much from all its operators.
func (h *Heuristic) firstCome() (sum int64) {
	for _, k := range h.open {
		for _, op := range h.needs[k].makers {
			h.left[op] = h.costs[op]
		}
	}
	for _, k := range h.open {
		least := int64(math.MaxInt64)
		for _, op := range h.needs[k].makers {
			least = min(least, h.left[op])
		}
		sum += least
		for _, op := range h.needs[k].makers {
			h.left[op] -= least
		}
	}
	return sum
}
