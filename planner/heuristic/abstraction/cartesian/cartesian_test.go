package cartesian_test

import (
	"math"
	"testing"

	"genplanx/planner/heuristic/abstraction/cartesian"
	"genplanx/planner/heuristic/abstraction/graph"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

func costs(t *task.Task) []int64 {
	out := make([]int64, len(t.Operators))
	for i := range t.Operators {
		out[i] = t.Operators[i].Cost
	}
	return out
}

// system is an abstraction with its graph and goal distances.
type system struct {
	*cartesian.Abstraction
	g      *graph.Graph
	dist   []int64
	labels []int64
}

func measure(a *cartesian.Abstraction, costs []int64) system {
	s := system{Abstraction: a, g: a.Graph()}
	s.labels = make([]int64, s.g.Labels.Len())
	s.dist = make([]int64, s.g.States)
	s.g.Labels.Costs(costs, s.labels)
	s.g.Distances(s.labels, s.dist, &graph.Queue{})
	return s
}

var whole = cartesian.Options{MaxTransitions: math.MaxInt32, Budget: math.MaxInt64 / 4}

// limits are none, and some that end the refinement early.
var limits = []cartesian.Options{whole, {MaxTransitions: 40, Budget: 1 << 20}, {MaxTransitions: 1 << 20, Budget: 2000}}

// TestAdmissible compares all distances with the exact ones of every reachable
// state, under the costs and under others.
func TestAdmissible(t *testing.T) {
	exact, kinds := 0, [4]int{}
	for seed := range uint64(2400) {
		r := tasktest.Random(seed)
		states := tasktest.States(r)
		for _, a := range cartesian.Build(r, costs(r), limits[seed%3], never) {
			kinds[a.Subtask.Kind]++
			s := measure(a, costs(r))
			if got, want := s.dist[s.g.Initial], a.Distance(); got != want {
				t.Fatalf("seed %d: distance %d in the graph, %d while refining", seed, got, want)
			}
			for i, c := range states {
				h := s.dist[a.State(c.Values)]
				if h > c.Distance {
					t.Fatalf("seed %d, %v, state %d %v: %d, exact %d", seed, a.Subtask, i, c.Values, h, c.Distance)
				}
				if h == c.Distance && h > 0 && h != graph.Infinite {
					exact++
				}
			}
		}
	}
	t.Log(exact, kinds)
	if exact < 5000 || kinds[cartesian.Goal] < 1000 || kinds[cartesian.Landmark] < 300 || kinds[cartesian.Pair] < 100 || kinds[cartesian.All] < 1000 {
		t.Errorf("too little tried: exact in %d states, kinds %v", exact, kinds)
	}
}

// TestExact refines the whole goal to the end: without derived variables that
// gives a cheapest plan, and proves that there is none where there is none.
func TestExact(t *testing.T) {
	solved, unsolvable := 0, 0
	for seed := range uint64(4000) {
		r := tasktest.Random(seed)
		w := cartesian.NewWhole(r, costs(r))
		if w.Refine(whole, never) {
			t.Fatalf("seed %d: not complete", seed)
		}
		want := tasktest.States(r)[0].Distance
		plan, found := w.Plan()
		switch {
		case w.Unsolvable():
			unsolvable++
			if want != tasktest.Infinite {
				t.Fatalf("seed %d: is not unsolvable", seed)
			}
		case found:
			solved++
			if got := execute(t, r, plan); got != want || w.Abstractions()[0].Distance() != want {
				t.Fatalf("seed %d: cost %d, distance %d, exact %d", seed, got, w.Abstractions()[0].Distance(), want)
			}
		case r.Variables() == r.Basic:
			t.Fatalf("seed %d: no plan", seed)
		}
	}
	t.Log(solved, unsolvable)
	if solved < 1000 || unsolvable < 300 {
		t.Errorf("too little tried: %d solved, %d unsolvable", solved, unsolvable)
	}
}

// execute returns the cost of a plan.
func execute(t *testing.T, r *task.Task, plan []int32) (cost int64) {
	t.Helper()
	axioms := task.NewAxiomEvaluator(r)
	values, next := make([]int32, r.Variables()), make([]int32, r.Variables())
	copy(values, r.Initial)
	axioms.Evaluate(values)
	for _, op := range plan {
		o := &r.Operators[op]
		if !r.Holds(o.Pre, values) {
			t.Fatalf("operator %d of %v is not applicable", op, plan)
		}
		r.Apply(o, values, next)
		axioms.Evaluate(next)
		values, next = next, values
		cost += o.Cost
	}
	if !r.Holds(r.Goal, values) {
		t.Fatalf("%v does not reach the goal", plan)
	}
	return cost
}

// TestRefineFrom refines for every state in turn: all distances of the whole goal
// become exact where there are no derived variables, they stay admissible
// otherwise, and maps made before do not change.
func TestRefineFrom(t *testing.T) {
	exact := 0
	for seed := range uint64(600) {
		r := tasktest.Random(seed)
		states := tasktest.States(r)
		for _, f := range []*cartesian.Family{cartesian.NewWhole(r, costs(r)), cartesian.NewFamily(r, costs(r), 1<<20, never)} {
			f.Refine(cartesian.Options{MaxTransitions: 50, Budget: 1 << 20}, never)
			var maps []*cartesian.Map
			var before [][]int32
			for _, a := range f.Abstractions() {
				var at []int32
				for _, c := range states {
					at = append(at, a.State(c.Values))
				}
				maps, before = append(maps, a.Map()), append(before, at)
			}
			for _, c := range states {
				if f.RefineFrom(c.Values, whole, never) {
					t.Fatalf("seed %d: not complete", seed)
				}
			}
			for k, a := range f.Abstractions() {
				s := measure(a, costs(r))
				for i, c := range states {
					h := s.dist[a.State(c.Values)]
					if h > c.Distance || a.Subtask.Kind == cartesian.All && r.Variables() == r.Basic && h != c.Distance {
						t.Fatalf("seed %d, %v, state %d: %d, exact %d", seed, a.Subtask, i, h, c.Distance)
					}
					if h == c.Distance {
						exact++
					}
					if maps[k].State(c.Values) != before[k][i] {
						t.Fatalf("seed %d: a map changed", seed)
					}
				}
			}
		}
	}
	if exact < 5000 {
		t.Errorf("exact in %d states only", exact)
	}
}

// TestTransitions makes sure that every step between reachable states has its
// transition or loop: its saturated cost is never below what it brings nearer.
func TestTransitions(t *testing.T) {
	steps, gone := 0, 0
	for seed := range uint64(2400) {
		r := tasktest.Random(seed)
		axioms := task.NewAxiomEvaluator(r)
		next := make([]int32, r.Variables())
		for _, a := range cartesian.Build(r, costs(r), limits[seed%3], never) {
			s := measure(a, costs(r))
			saturated := make([]int64, len(s.labels))
			s.g.Saturate(s.dist, saturated)
			need := make([]int64, len(r.Operators))
			for l := range saturated {
				for _, op := range s.g.Labels.Of(l) {
					need[op] = saturated[l]
				}
			}
			for _, c := range tasktest.States(r) {
				from := s.dist[a.State(c.Values)]
				if from == graph.Infinite {
					gone++
					continue
				}
				for k := range r.Operators {
					if o := &r.Operators[k]; r.Holds(o.Pre, c.Values) {
						r.Apply(o, c.Values, next)
						axioms.Evaluate(next)
						to := s.dist[a.State(next)]
						if steps++; to != graph.Infinite && from-to > need[k] {
							t.Fatalf("seed %d, %v: operator %d brings the goal %d nearer, its saturated cost is %d", seed, a.Subtask, k, from-to, need[k])
						}
					}
				}
			}
		}
	}
	t.Log(steps, gone)
}
