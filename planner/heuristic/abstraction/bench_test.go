package abstraction_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/mutex"
	"genplanx/planner/task"
)

// ipc is where the competition tasks lie, when they are there at all.
var ipc = filepath.Join("..", "..", "..", "..", "shared", "ipc")

var benchmarks = []string{"blocks/probBLOCKS-12-0.pddl", "logistics98/prob01.pddl", "transport-opt14-strips/p07.pddl", "snake-opt18-strips/p06.pddl", "scanalyzer-opt11-strips/p07.pddl"}

// load grounds a competition task into variables of several values.
func load(b *testing.B, problem string) *task.Task {
	b.Helper()
	problem = filepath.Join(ipc, problem)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(problem), "domain.pddl"))
	if err != nil {
		b.Skip("skipped: no ../shared/ipc")
	}
	d, faults := pddl.ReadDomain("domain.pddl", text)
	if d == nil {
		b.Fatal(faults)
	}
	if text, err = os.ReadFile(problem); err != nil {
		b.Fatal(err)
	}
	p, faults := pddl.ReadProblem(problem, text)
	if p == nil {
		b.Fatal(faults)
	}
	g, err := ground.Ground(context.Background(), d, p, ground.Options{})
	if err != nil {
		b.Fatal(err)
	}
	predicate, args := g.Atoms()
	return mutex.Encode(g.Task, mutex.Groups(g.Task, predicate, args, never), never).Task
}

// walk returns the states along a walk that takes operators in turn, and begins
// again where none is left to take.
func walk(t *task.Task, length int) [][]int32 {
	values, next := make([]int32, t.Variables()), make([]int32, t.Variables())
	copy(values, t.Initial)
	axioms := task.NewAxiomEvaluator(t)
	axioms.Evaluate(values)
	var states [][]int32
	for op, idle := 0, 0; len(states) < length; op, idle = op+1, idle+1 {
		if idle > len(t.Operators) {
			copy(values, t.Initial)
			axioms.Evaluate(values)
			idle = 0
		}
		o := &t.Operators[op*7919%len(t.Operators)]
		if t.Holds(o.Pre, values) {
			t.Apply(o, values, next)
			axioms.Evaluate(next)
			values, next, idle = next, values, 0
			states = append(states, append([]int32(nil), values...))
		}
	}
	return states
}

// BenchmarkNew measures what a planner waits for before its search, and prints
// the estimate of the initial state.
func BenchmarkNew(b *testing.B) {
	for _, name := range benchmarks {
		b.Run(filepath.Dir(name), func(b *testing.B) {
			t := load(b, name)
			initial := make([]int32, t.Variables())
			copy(initial, t.Initial)
			var h *abstraction.Heuristic
			for b.Loop() {
				h = abstraction.New(t, abstraction.Options{Budget: 1 << 20, MemoryBytes: 500 << 20}, never)
			}
			b.ReportMetric(float64(h.Evaluate(initial)), "h")
			b.ReportMetric(float64(h.Work())/1e6, "million-steps")
		})
	}
}

// BenchmarkEvaluate measures evaluations after 20 million steps of preparation.
func BenchmarkEvaluate(b *testing.B) {
	for _, name := range benchmarks {
		b.Run(filepath.Dir(name), func(b *testing.B) {
			t := load(b, name)
			h := abstraction.New(t, abstraction.Options{Budget: 20_000_000, MemoryBytes: 500 << 20}, never)
			states := walk(t, 1000)
			i := 0
			for b.Loop() {
				h.Evaluate(states[i%len(states)])
				i++
			}
			s := h.Stats()
			b.ReportMetric(float64(s.Abstractions), "abstractions")
			b.ReportMetric(float64(s.Partitionings), "partitionings")
		})
	}
}
