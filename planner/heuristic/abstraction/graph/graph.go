// Package graph holds abstract transition systems: states as numbers, and for
// each label the operators that move between them alike.
//
// It owns goal distances in such systems and saturated costs. In: transitions
// that an abstraction found. Out: distances per abstract state and the least
// costs per label that keep them. It must not know tasks, states as values or
// how an abstraction was made; it imports nothing of ours. Start reading at
// [Graph]; queue.go has the priority queue.
package graph

import "math"

// Infinite is the distance of states without a path to a goal, and the cost of
// operators that no plan can use.
const Infinite = math.MaxInt64

// MaxCost is the largest finite cost of a label that Distances takes. With at
// most MaxStates states no path overflows.
const (
	MaxCost   = 1 << 38
	MaxStates = 1 << 24
)

// Edge is a transition of one label between two different states.
type Edge struct{ From, To, Label int32 }

// Graph is an explicit abstract transition system. Transitions from a state to
// itself are not stored: Loops says which labels have one.
type Graph struct {
	States  int32
	Initial int32
	Goals   []int32
	// first and in list transitions by target: those into state s are
	// in[first[s]:first[s+1]].
	first []int32
	in    []arc
	// Labels gives each label its operators. An operator may have several labels,
	// one for each of its outcomes; one with none changes no abstract state.
	Labels Labels
	// Loops tells for each label whether it keeps some state as it is.
	Loops []bool
}

type arc struct{ from, label int32 }

// Labels lists operators by label, flat: those of label l are
// Operators[First[l]:First[l+1]].
type Labels struct{ First, Operators []int32 }

// Len returns the number of labels.
func (l *Labels) Len() int { return max(len(l.First)-1, 0) }

// Of returns the operators of a label.
func (l *Labels) Of(label int) []int32 { return l.Operators[l.First[label]:l.First[label+1]] }

// Costs writes the cost of each label to out: that of its cheapest operator.
// A cost above MaxCost counts as MaxCost unless it is Infinite.
func (l *Labels) Costs(costs, out []int64) {
	for i := range l.Len() {
		least := int64(Infinite)
		for _, op := range l.Of(i) {
			least = min(least, costs[op])
		}
		if least != Infinite {
			least = min(least, MaxCost)
		}
		out[i] = least
	}
}

// New makes a graph of at most MaxStates states. Edges from a state to itself
// are taken as loops of their label; loops, by label, may be nil for none.
func New(states, initial int32, goals []int32, labels Labels, edges []Edge, loops []bool) *Graph {
	g := &Graph{States: states, Initial: initial, Goals: goals, Labels: labels, Loops: loops}
	if g.Loops == nil {
		g.Loops = make([]bool, labels.Len())
	}
	g.first = make([]int32, states+1)
	for _, e := range edges {
		if e.From == e.To {
			g.Loops[e.Label] = true
		} else {
			g.first[e.To+1]++
		}
	}
	for s := range states {
		g.first[s+1] += g.first[s]
	}
	g.in = make([]arc, g.first[states])
	fill := append([]int32(nil), g.first[:states]...)
	for _, e := range edges {
		if e.From != e.To {
			g.in[fill[e.To]] = arc{e.From, e.Label}
			fill[e.To]++
		}
	}
	return g
}

// Size returns the number of states.
func (g *Graph) Size() int32 { return g.States }

// LabelSet returns the labels.
func (g *Graph) LabelSet() *Labels { return &g.Labels }

// Transitions returns how many transitions are stored: the work of one call of
// Distances or Saturate.
func (g *Graph) Transitions() int64 { return int64(len(g.in)) + int64(g.States) }

// Distances writes the cost of a cheapest path to a goal into out, by state;
// Infinite where there is none. Costs are by label, at most MaxCost; labels of
// Infinite cost are not used.
func (g *Graph) Distances(costs, out []int64, q *Queue) {
	for s := range out {
		out[s] = Infinite
	}
	q.Reset()
	for _, s := range g.Goals {
		out[s] = 0
		q.Push(0, s)
	}
	for {
		d, s, ok := q.Pop()
		if !ok {
			return
		}
		if d > out[s] {
			continue
		}
		for _, a := range g.in[g.first[s]:g.first[s+1]] {
			c := costs[a.label]
			if c == Infinite {
				continue
			}
			if n := d + c; n < out[a.from] {
				out[a.from] = n
				q.Push(n, a.from)
			}
		}
	}
}

// Saturate writes into out, by label, the least cost that keeps all finite
// distances (Seipp and Helmert 2014): the most that one transition brings the
// goal closer. It is negative if all transitions lead away from the goal, and
// -Infinite if none joins states of finite distance, so that no plan uses it;
// a label with loops gets at least 0.
func (g *Graph) Saturate(dist, out []int64) {
	for l := range out {
		out[l] = -Infinite
		if g.Loops[l] {
			out[l] = 0
		}
	}
	for to := range g.States {
		d := dist[to]
		if d == Infinite {
			continue
		}
		for _, a := range g.in[g.first[to]:g.first[to+1]] {
			if from := dist[a.from]; from != Infinite {
				out[a.label] = max(out[a.label], from-d)
			}
		}
	}
}
