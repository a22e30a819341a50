package abstraction

import (
	"math"

	"genplanx/planner/heuristic/abstraction/graph"
)

// system is an abstract transition system with the map from states of the task.
type system interface {
	// State returns the number of the abstract state of values by variable.
	State(values []int32) int32
	// Size returns the number of abstract states.
	Size() int32
	// LabelSet returns the operators of each label.
	LabelSet() *graph.Labels
	// Distances and Saturate are those of graph.Graph.
	Distances(costs, out []int64, q *graph.Queue)
	Saturate(dist, out []int64)
	// Transitions returns the work of one pass over the system.
	Transitions() int64
}

// dead is the entry of look-up tables for states without a path to the goal.
const dead = math.MaxInt32

// partition is one saturated cost partitioning: tables of goal distances, each
// under its share of the operators' costs, whose sum is admissible.
type partition struct {
	entries []tableEntry
	table   []int32 // of all members, one after the other
}

// tableEntry says where the table of a member starts.
type tableEntry struct{ member, start int32 }

// value sums up the tables for the states by member, or returns DeadEnd.
func (p *partition) value(state []int32) int64 {
	total := int64(0)
	for _, e := range p.entries {
		d := p.table[e.start+state[e.member]]
		if d == dead {
			return DeadEnd
		}
		total += int64(d)
	}
	return total
}

// partitioner hands out the costs of operators to one system after the other,
// to each no more than keeps its goal distances (Seipp, Keller and Helmert
// 2020, "Saturated cost partitioning for optimal classical planning").
type partitioner struct {
	full      []int64 // cost by operator
	remaining []int64
	queue     graph.Queue
	costs     []int64 // by label
	saturated []int64
	dist      []int64
	share     []int64 // by operator: the dearest of its labels
	touched   []int32
	work      int64
}

func newPartitioner(costs []int64) *partitioner {
	p := &partitioner{full: costs, remaining: make([]int64, len(costs)), share: make([]int64, len(costs))}
	for i := range p.share {
		p.share[i] = unset
	}
	p.reset()
	return p
}

// unset is no share: below all of them.
const unset = math.MinInt64

func (p *partitioner) reset() { copy(p.remaining, p.full) }

// distances computes the goal distances under the remaining costs into dist.
func (p *partitioner) distances(s system) {
	labels := s.LabelSet()
	p.costs = resize(p.costs, labels.Len())
	p.dist = resize(p.dist, int(s.Size()))
	labels.Costs(p.remaining, p.costs)
	s.Distances(p.costs, p.dist, &p.queue)
	p.work += s.Transitions() + int64(len(labels.Operators))
}

// lower lowers distances to that of one state, so that less is spent on states
// that are farther away (Seipp 2021: saturators for regions, "perim").
func (p *partitioner) lower(state int32) {
	most := p.dist[state]
	for s, d := range p.dist {
		if d != graph.Infinite && d > most {
			p.dist[s] = most
		}
	}
}

// shares computes into share what each operator must cost to keep the distances
// in dist; touched lists the operators with a share, and the others need 0.
func (p *partitioner) shares(s system) {
	labels := s.LabelSet()
	p.saturated = resize(p.saturated, labels.Len())
	s.Saturate(p.dist, p.saturated)
	p.work += s.Transitions() + int64(len(labels.Operators))
	p.touched = p.touched[:0]
	for l, c := range p.saturated {
		for _, op := range labels.Of(l) {
			if p.share[op] == unset {
				p.touched = append(p.touched, op)
			}
			p.share[op] = max(p.share[op], c)
		}
	}
}

// forget empties share again.
func (p *partitioner) forget() {
	for _, op := range p.touched {
		p.share[op] = unset
	}
	p.touched = p.touched[:0]
}

// pay subtracts the shares of a system from the remaining costs. A negative one
// is a gift to the systems that follow; an operator that no plan can use costs
// them infinitely much.
func (p *partitioner) pay(s system) {
	p.shares(s)
	for _, op := range p.touched {
		switch share := p.share[op]; {
		case p.remaining[op] == graph.Infinite:
		case share == -graph.Infinite:
			p.remaining[op] = graph.Infinite
		default:
			p.remaining[op] = min(p.remaining[op]-share, graph.MaxCost)
		}
	}
	p.forget()
}

// payable reports whether some label of a system has costs left; otherwise all
// its finite distances are 0.
func (p *partitioner) payable(s system) bool {
	labels := s.LabelSet()
	p.costs = resize(p.costs, labels.Len())
	labels.Costs(p.remaining, p.costs)
	p.work += int64(len(labels.Operators)) / 2
	for _, c := range p.costs {
		if c > 0 {
			return true
		}
	}
	return false
}

// clip makes a distance fit a table; one lower than true is still a lower bound.
func clip(d int64) int32 {
	if d == graph.Infinite {
		return dead
	}
	return int32(min(d, dead-1))
}

func resize(s []int64, n int) []int64 {
	if cap(s) < n {
		return make([]int64, n)
	}
	return s[:n]
}

// widen is the inverse of clip.
func widen(d int32) int64 {
	if d == dead {
		return graph.Infinite
	}
	return int64(d)
}

// sum adds distances.
func sum(a, b int64) int64 {
	if a == graph.Infinite || b == graph.Infinite {
		return graph.Infinite
	}
	return a + b
}
