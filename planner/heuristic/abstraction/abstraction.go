// Package abstraction estimates costs in abstractions of a task: projections to
// a few variables, whose goal distances add up because saturated cost
// partitioning gives each only the operator costs it needs.
//
// It owns projections, the choice of patterns, cost partitioning and look-up.
// In: *task.Task. Out: [Heuristic], admissible, with dead ends. It must not
// know search, grounding or PDDL. What an abstraction cannot see (conditions on
// other or derived variables) may hold or not, so conditional effects and axioms
// keep it admissible. Start reading at [New]; projection.go has the transition
// systems, labels.go what operators do to them, partition.go the costs.
package abstraction

import (
	"math"

	"genplanx/planner/task"
)

// DeadEnd is the value of states from which there is proved to be no plan.
const DeadEnd = math.MaxInt64

// Options of New.
type Options struct {
	// Budget is the work that New may do, in elementary steps (a transition looked
	// at, a table entry written); about 200 million to a second. At least the
	// patterns of one variable are made.
	Budget int64
	// MemoryBytes bounds the tables and transition systems together.
	MemoryBytes int64
}

// Heuristic is the maximum over several saturated cost partitionings. It has
// scratch space, so each goroutine needs its own. Its values are a function of
// the calls before.
type Heuristic struct {
	t       *task.Task
	o       Options
	stop    func() bool
	build   *builder
	share   *partitioner
	pattern *candidates

	systems []system
	parts   []partition
	bytes   int64

	state []int32 // by system, of the state evaluated
	used  []int32 // systems that some partition looks up
}

// New makes a heuristic. Stop is asked now and then; once it says true, what is
// there is used.
func New(t *task.Task, o Options, stop func() bool) *Heuristic {
	costs := make([]int64, len(t.Operators))
	for i := range t.Operators {
		costs[i] = t.Operators[i].Cost
	}
	h := &Heuristic{t: t, o: o, stop: stop, build: newBuilder(t), share: newPartitioner(costs), pattern: newCandidates(t, maxPatterns)}
	h.choose(2, o.Budget/2)
	values := make([]int32, t.Variables())
	copy(values, t.Initial)
	h.order(values)
	return h
}

// maxPatterns bounds the patterns that are looked at.
const maxPatterns = 1 << 16

// Work returns the elementary steps done so far.
func (h *Heuristic) Work() int64 { return h.build.work + h.share.work + h.pattern.work }

// Evaluate returns a lower bound on the cost from a state, or DeadEnd. Values
// has an entry for every variable; those of derived ones are not looked at.
func (h *Heuristic) Evaluate(values []int32) int64 {
	for _, i := range h.used {
		h.state[i] = h.systems[i].State(values)
	}
	best := int64(0)
	for i := range h.parts {
		p := &h.parts[i]
		sum := int64(0)
		for k, s := range p.systems {
			d := p.tables[k][h.state[s]]
			if d == dead {
				return DeadEnd
			}
			sum += int64(d)
		}
		best = max(best, sum)
	}
	return best
}

// choose adds projections to patterns of up to so many variables: those that
// are worth something under the costs that the ones before left over (Seipp
// 2019: Sys-SCP).
func (h *Heuristic) choose(size int, budget int64) {
	end := h.Work() + budget
	h.share.reset()
	for h.Work() < end && !h.stop() {
		pattern := h.pattern.pattern(size)
		if pattern == nil {
			return
		}
		p := h.build.project(pattern, maxStates)
		if p == nil {
			continue
		}
		h.share.distances(p)
		if worth(h.share.dist) {
			h.share.pay(p)
			h.systems = append(h.systems, p)
		}
	}
}

// maxStates bounds the states of a projection.
const maxStates = 1 << 20

// worth reports whether some distance tells more than nothing.
func worth(dist []int64) bool {
	for _, d := range dist {
		if d > 0 {
			return true
		}
	}
	return false
}

// order adds the partition for the greedy order of a state: the systems in the
// order of how much they estimate there per cost that they take from others.
func (h *Heuristic) order(values []int32) {
	var p partition
	h.share.reset()
	for i, s := range h.systems {
		h.share.distances(s)
		h.share.take(&p, int32(i), s)
	}
	h.add(p)
	_ = values
}

func (h *Heuristic) add(p partition) {
	h.parts = append(h.parts, p)
	h.state = make([]int32, len(h.systems))
	h.used = h.used[:0]
	in := make([]bool, len(h.systems))
	for _, p := range h.parts {
		for _, s := range p.systems {
			if !in[s] {
				in[s] = true
				h.used = append(h.used, s)
			}
		}
	}
}
