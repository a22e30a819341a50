// Package abstraction estimates costs in abstractions of a task: projections to
// a few variables and Cartesian abstractions, whose goal distances add up because
// saturated cost partitioning gives each only the operator costs it needs.
//
// It owns projections, the choice of patterns, cost partitioning and look-up.
// In: *task.Task. Out: [Heuristic], admissible, with dead ends. It must not
// know search, grounding or PDDL. What an abstraction cannot see (conditions on
// other or derived variables) may hold or not, so conditional effects and axioms
// keep it admissible. Start reading at [New]; projection.go has the transition
// systems, labels.go what operators do to them, partition.go shares out the
// costs, order.go decides in which order, and grow.go when there shall be more.
package abstraction

import (
	"math"

	"genplanx/planner/task"
)

// DeadEnd is the value of states from which there is proved to be no plan.
const DeadEnd = math.MaxInt64

// Options of New. Work is counted in steps of roughly ten nanoseconds.
type Options struct {
	// Budget is the work that New may do.
	Budget int64
	// Growth is the work that evaluations may do over time to improve the
	// abstractions; it is spent only as evaluations are made. 0: none.
	Growth int64
	// MemoryBytes bounds tables and transition systems together.
	MemoryBytes int64
}

// Heuristic is the maximum over several saturated cost partitionings. It has
// scratch space, so each goroutine needs its own. Its values are a function of
// the calls before: growing, it may give a state more than it gave it earlier.
type Heuristic struct {
	t    *task.Task
	o    Options
	stop func() bool

	members []member
	parts   []partition
	lookup  lookup
	bytes   int64

	choice  *choice
	share   *partitioner
	wanted  []int64 // by operator: what all members would have of its cost
	samples samples
	growth  growth
	refined int64 // work of the latest Cartesian abstractions
	fine    bool  // these cannot be refined further
	work    int64 // of evaluations, in quarters of a step
}

// member is an abstraction with its goal distances under the full costs.
type member struct {
	system
	dist    []int32
	stolen  int64 // what it takes from others when it comes before them
	ends    bool  // it sees dead ends
	retired bool  // a finer one has taken its place in new partitions
}

// New makes a heuristic. Stop is asked now and then; once it says true, what is
// there is used.
func New(t *task.Task, o Options, stop func() bool) *Heuristic {
	costs := make([]int64, len(t.Operators))
	for i := range t.Operators {
		costs[i] = t.Operators[i].Cost
	}
	o.MemoryBytes = min(o.MemoryBytes, maxMemory)
	h := &Heuristic{t: t, o: o, stop: stop, share: newPartitioner(costs), wanted: make([]int64, len(costs))}
	h.choice = newChoice(t, costs)
	h.samples.add(t.Initial)
	h.Improve(o.Budget)
	h.growth = growth{next: firstGrowth, pause: 1}
	return h
}

// maxMemory keeps places in tables within an int32.
const maxMemory = 4 << 30

// Work returns the steps done so far, of roughly ten nanoseconds each.
func (h *Heuristic) Work() int64 {
	return h.choice.work() + h.share.work + h.work/4
}

// Evaluate returns a lower bound on the cost from a state, or DeadEnd. Values
// has an entry for every variable; those of derived ones are not looked at.
func (h *Heuristic) Evaluate(values []int32) int64 {
	h.work += h.lookup.work
	v := h.lookup.evaluate(values)
	if v != DeadEnd && h.growth.due(h, values) {
		h.growth.grow(h)
		v = max(v, h.lookup.evaluate(values))
	}
	return v
}

// Stats says how large a heuristic is.
type Stats struct {
	Abstractions, Partitionings, Lookups, Samples int
	Bytes, Work                                   int64
}

// Stats returns the sizes at present; Lookups are those of one evaluation.
func (h *Heuristic) Stats() Stats {
	s := Stats{Abstractions: len(h.members), Partitionings: len(h.parts), Samples: len(h.samples.values), Bytes: h.bytes, Work: h.Work()}
	for i := range h.parts {
		s.Lookups += len(h.parts[i].entries)
	}
	return s
}
