package search

import (
	"math/rand/v2"
	"testing"

	"genplanx/planner/task"
)

// wide is a task of many variables and operators, of which few apply at a time.
func wide() *task.Task {
	const variables, values = 40, 8
	t := &task.Task{VarFirst: []int32{0}, Basic: variables, Initial: make([]int32, variables)}
	for v := range int32(variables) {
		for range values {
			t.FactVar = append(t.FactVar, v)
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
		t.Goal = append(t.Goal, t.VarFirst[v+1]-1)
	}
	for v := range int32(variables) {
		for value := range int32(values) {
			for step := range int32(4) {
				o := task.Operator{Cost: 1, Pre: []task.Fact{t.VarFirst[v] + value}}
				if other := (v + 1 + step) % variables; other > v {
					o.Pre = append(o.Pre, t.VarFirst[other]+step)
				}
				o.Effects = []task.Effect{{Fact: t.VarFirst[v] + (value+1)%values}}
				t.Operators = append(t.Operators, o)
			}
		}
	}
	return t
}

func BenchmarkSuccessors(b *testing.B) {
	t := wide()
	s := newSuccessors(t)
	values := make([]int32, t.Variables())
	var out []int32
	r := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	found := 0
	for b.Loop() {
		values[r.IntN(len(values))] = int32(r.IntN(8))
		out = s.appendApplicable(values, out[:0])
		found += len(out)
	}
	b.ReportMetric(float64(found)/b.Elapsed().Seconds(), "operators/s")
}

func BenchmarkStore(b *testing.B) {
	t := wide()
	p := newPacking(t)
	s := newStore(p)
	values := make([]int32, t.Variables())
	packed := make([]uint64, p.words)
	r := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		if s.n == 1<<20 {
			s = newStore(p)
		}
		values[r.IntN(len(values))] = int32(r.IntN(8))
		s.pack(values, packed)
		s.insert(packed)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(s.bytes)/float64(s.n), "B/state")
}

func BenchmarkStubborn(b *testing.B) {
	t := wide()
	s, succ := newStubborn(t), newSuccessors(t)
	values := make([]int32, t.Variables())
	var out []int32
	b.ReportAllocs()
	for b.Loop() {
		out = s.prune(values, succ.appendApplicable(values, out[:0]))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}
