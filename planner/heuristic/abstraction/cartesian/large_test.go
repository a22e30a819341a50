package cartesian_test

import (
	"testing"

	"genplanx/planner/heuristic/abstraction/cartesian"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// rooms is a task of variables with many values: a robot walks through rooms and
// carries things from the first room to others. Of the sizes some fill words
// exactly, share one, or need several.
func rooms(n, things int, seed uint64) *task.Task {
	draw := func(limit int) int32 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int32(seed >> 33 % uint64(limit))
	}
	t := &task.Task{VarFirst: []int32{0}, Basic: 1 + things, Initial: make([]int32, 1+things), Layer: []int32{}}
	for v := range int32(1 + things) {
		size := int32(n)
		if v > 0 {
			size++ // carried
		}
		for range size {
			t.FactVar = append(t.FactVar, v)
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	}
	step := func(from, to int32) {
		t.Operators = append(t.Operators, task.Operator{Pre: []task.Fact{from}, Effects: []task.Effect{{Fact: to}}, Cost: int64(draw(4))})
	}
	for r := range int32(n) {
		step(r, (r+1)%int32(n))
		step(r, draw(n))
		for v := range int32(things) {
			at, carried := t.VarFirst[v+1]+r, t.VarFirst[v+1]+int32(n)
			t.Operators = append(t.Operators,
				task.Operator{Pre: []task.Fact{r, at}, Effects: []task.Effect{{Fact: carried}}, Cost: 1},
				task.Operator{Pre: []task.Fact{r, carried}, Effects: []task.Effect{{Fact: at}}, Cost: 1})
		}
	}
	for v := range int32(things) {
		t.Goal = append(t.Goal, t.VarFirst[v+1]+draw(n))
	}
	return t
}

// TestLargeDomains solves tasks whose variables have more values than a word bits.
func TestLargeDomains(t *testing.T) {
	for _, n := range []int{5, 31, 63, 64, 65, 127, 130} {
		r := rooms(n, 1, uint64(n))
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		states := tasktest.States(r)
		w := cartesian.NewWhole(r, costs(r))
		for w.Refine(cartesian.Options{MaxTransitions: 1 << 30, Budget: 1000}, never) {
		}
		plan, found := w.Plan()
		if !found || execute(t, r, plan) != states[0].Distance {
			t.Errorf("%d rooms: plan %v, known to cost %d", n, plan, states[0].Distance)
		}
		for _, a := range cartesian.Build(r, costs(r), limits[n%3], never) {
			s := measure(a, costs(r))
			for i, c := range states {
				if h := s.dist[a.State(c.Values)]; h > c.Distance {
					t.Fatalf("%d rooms, %v, state %d: %d, exact %d", n, a.Subtask, i, h, c.Distance)
				}
			}
		}
	}
}

// TestLimits: the refinement ends where it should, and what is there is of use.
func TestLimits(t *testing.T) {
	r := rooms(20, 6, 1)
	last := int64(0)
	for _, most := range []int64{0, 1000, 10000, 100000} {
		w := cartesian.NewWhole(r, costs(r))
		begin := w.Abstractions()[0].Transitions()
		if !w.Refine(cartesian.Options{MaxTransitions: most, Budget: 1 << 40}, never) {
			t.Fatal("complete")
		}
		a := w.Abstractions()[0]
		if a.Transitions() > max(begin, most)+1000 {
			t.Errorf("%d transitions, at most %d wanted", a.Transitions(), most)
		}
		if a.Distance() < last {
			t.Errorf("distance %d with %d transitions, %d with less", a.Distance(), most, last)
		}
		last = a.Distance()
	}
	f := cartesian.NewFamily(r, costs(r), 1<<20, never)
	f.Refine(cartesian.Options{MaxTransitions: 1 << 30, Budget: 5000}, never)
	if f.Work() > 100000 {
		t.Errorf("%d steps of work for a budget of 5000", f.Work())
	}
	asked := 0
	w := cartesian.NewWhole(r, costs(r))
	if !w.Refine(whole, func() bool { asked++; return asked > 10 }) {
		t.Error("complete though it was stopped")
	}
}

func BenchmarkRefine(b *testing.B) {
	r := rooms(20, 6, 1)
	var a *cartesian.Abstraction
	for b.Loop() {
		w := cartesian.NewWhole(r, costs(r))
		w.Refine(cartesian.Options{MaxTransitions: 1 << 18, Budget: 1 << 40}, never)
		a = w.Abstractions()[0]
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.Transitions()), "ns/transition")
	b.ReportMetric(float64(a.States()), "states")
}

func BenchmarkState(b *testing.B) {
	r := rooms(20, 6, 1)
	w := cartesian.NewWhole(r, costs(r))
	w.Refine(cartesian.Options{MaxTransitions: 1 << 18, Budget: 1 << 40}, never)
	m := w.Abstractions()[0].Map()
	for i := 0; b.Loop(); i++ {
		r.Initial[0] = int32(i % 20)
		m.State(r.Initial)
	}
}
