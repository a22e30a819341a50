package cartesian

import (
	"genplanx/planner/heuristic/abstraction/graph"
	"genplanx/planner/task"
)

// pairs tries abstractions of two goal facts together, once those of single
// facts are complete. A pair is of use where it is farther away than the two
// are that share the costs.
type pairs struct {
	i, j    int // the next pair
	singles []*Abstraction
	graphs  []*graph.Graph // by single, made when first needed
	queue   graph.Queue
	costs   []int64 // left, by operator
	kept    int
}

// A pair gets a part of the limits while it is on trial; few are kept, as every
// evaluation looks all abstractions up.
const (
	pairTransitions = 1 << 13
	pairWork        = 1 << 20
	mostPairs       = 64
)

// addPair tries pairs until one is of use or the work reaches the limit; it
// reports whether it added one.
func (f *Family) addPair(o Options, limit int64, stop func() bool) bool {
	p := &f.pairs
	for p.kept < mostPairs && p.next() && f.Work() < limit && f.size() < o.MaxTransitions && !stop() {
		x, y := p.singles[p.i], p.singles[p.j]
		subtask := Subtask{Pair, x.Subtask.Fact, y.Subtask.Fact}
		a := newProduct(x.m, subtask, []task.Fact{subtask.Fact, subtask.Other})
		most := min(pairTransitions, o.MaxTransitions-f.size())
		a.refineInitial(most, min(pairWork, limit-f.Work()), stop)
		if a.Distance() > max(f.shared(p.i, p.j), f.shared(p.j, p.i)) {
			p.kept++
			f.list = append(f.list, a)
			return true
		}
		f.spent += a.work
	}
	return false
}

func newPairs(singles []*Abstraction, operators int) pairs {
	return pairs{singles: singles[:len(singles):len(singles)], graphs: make([]*graph.Graph, len(singles)), costs: make([]int64, operators)}
}

// more reports whether there are pairs to try.
func (p *pairs) more() bool { return p.kept < mostPairs && p.i+1 < len(p.singles) }

// next goes on to the next pair.
func (p *pairs) next() bool {
	if p.j++; p.j >= len(p.singles) {
		p.i++
		p.j = p.i + 1
	}
	return p.j < len(p.singles)
}

// shared returns how far the initial state is from two goal facts when the second
// gets the costs that the first leaves it.
func (f *Family) shared(first, second int) int64 {
	p := &f.pairs
	m := p.singles[first].m
	for op := range p.costs {
		p.costs[op] = m.costs[op] / int64(m.maxStates)
	}
	var sum int64
	for _, i := range []int{first, second} {
		if p.graphs[i] == nil {
			p.graphs[i] = p.singles[i].Graph()
		}
		g := p.graphs[i]
		f.spent += 4*g.Transitions() + int64(len(p.costs))/4
		labels, dist := make([]int64, g.Labels.Len()), make([]int64, g.States)
		g.Labels.Costs(p.costs, labels)
		g.Distances(labels, dist, &p.queue)
		if dist[g.Initial] == infinite {
			return infinite
		}
		sum += dist[g.Initial]
		g.Saturate(dist, labels)
		for l, c := range labels {
			for _, op := range g.Labels.Of(l) {
				p.costs[op] -= max(c, 0)
			}
		}
	}
	return sum
}
