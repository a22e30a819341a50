package graph_test

import (
	"slices"
	"testing"

	"genplanx/planner/heuristic/abstraction/graph"
)

type random uint64

func (r *random) n(limit int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r) >> 33 % uint64(limit))
}

// sample makes a graph, its edges, and costs that are small, large or Infinite.
func sample(seed int) (*graph.Graph, []graph.Edge, []int64) {
	r := random(seed*7919 + 1)
	states, labels := int32(1+r.n(12)), 1+r.n(8)
	l := graph.Labels{First: []int32{0}}
	costs := make([]int64, labels)
	for i := range labels {
		l.Operators = append(l.Operators, int32(i))
		l.First = append(l.First, int32(i+1))
		costs[i] = int64(r.n(4)) << (10 * r.n(4))
		if r.n(10) == 0 {
			costs[i] = graph.Infinite
		}
	}
	var edges []graph.Edge
	for range r.n(40) {
		edges = append(edges, graph.Edge{From: int32(r.n(int(states))), To: int32(r.n(int(states))), Label: int32(r.n(labels))})
	}
	var goals []int32
	for range r.n(3) {
		goals = append(goals, int32(r.n(int(states))))
	}
	return graph.New(states, 0, goals, l, edges, nil), edges, costs
}

// relaxed computes distances by Bellman and Ford's algorithm.
func relaxed(g *graph.Graph, edges []graph.Edge, costs []int64) []int64 {
	dist := slices.Repeat([]int64{graph.Infinite}, int(g.States))
	for _, s := range g.Goals {
		dist[s] = 0
	}
	for range g.States {
		for _, e := range edges {
			if c, d := costs[e.Label], dist[e.To]; c != graph.Infinite && d != graph.Infinite {
				dist[e.From] = min(dist[e.From], c+d)
			}
		}
	}
	return dist
}

func TestDistances(t *testing.T) {
	var q graph.Queue
	for seed := range 5000 {
		g, edges, costs := sample(seed)
		got := make([]int64, g.States)
		g.Distances(costs, got, &q)
		if want := relaxed(g, edges, costs); !slices.Equal(got, want) {
			t.Fatalf("seed %d: distances %v, want %v", seed, got, want)
		}
	}
}

// TestSaturate: saturated costs are no higher than the costs where these are
// finite, keep the distances, and are least: one less, and a distance falls or
// a loop costs less than nothing.
func TestSaturate(t *testing.T) {
	var q graph.Queue
	lowered := 0
	for seed := range 5000 {
		g, edges, costs := sample(seed)
		dist := make([]int64, g.States)
		g.Distances(costs, dist, &q)
		sat := make([]int64, len(costs))
		g.Saturate(dist, sat)
		for l, c := range sat {
			if costs[l] != graph.Infinite && c > costs[l] {
				t.Fatalf("seed %d: label %d costs %d, saturated %d", seed, l, costs[l], c)
			}
			if slices.ContainsFunc(edges, func(e graph.Edge) bool { return int(e.Label) == l && e.From == e.To }) && c < 0 {
				t.Fatalf("seed %d: label %d has loops and saturated cost %d", seed, l, c)
			}
		}
		for _, e := range edges {
			if a, b := dist[e.From], dist[e.To]; a != graph.Infinite && b != graph.Infinite && a > sat[e.Label]+b {
				t.Fatalf("seed %d: edge %v saturated to %d joins distances %d and %d", seed, e, sat[e.Label], a, b)
			}
		}
		for l, c := range sat {
			if c != 0 && c != -graph.Infinite {
				lowered++
				tight := slices.ContainsFunc(edges, func(e graph.Edge) bool {
					return int(e.Label) == l && dist[e.To] != graph.Infinite && dist[e.From] != graph.Infinite && dist[e.From]-dist[e.To] == c
				})
				if !tight {
					t.Fatalf("seed %d: saturated cost %d of label %d could be less", seed, c, l)
				}
			}
		}
	}
	if lowered < 1000 {
		t.Errorf("only %d saturated costs other than 0", lowered)
	}
}

func TestLabelCosts(t *testing.T) {
	l := graph.Labels{First: []int32{0, 2, 2, 3}, Operators: []int32{0, 1, 2}}
	out := make([]int64, 3)
	l.Costs([]int64{7, 3, graph.MaxCost + 1}, out)
	if want := []int64{3, graph.Infinite, graph.MaxCost}; !slices.Equal(out, want) {
		t.Errorf("costs %v, want %v", out, want)
	}
}
