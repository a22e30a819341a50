package symbolic_test

import (
	"context"
	"testing"

	"genplanx/planner/symbolic"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

// counter is a task of n bits that counts from 0 to its largest number in steps
// of 1: 2^n states in a row. Bits are interleaved with as many that nobody needs
// and that change at will, when idle is set.
func counter(n int, goal uint64) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: n, Initial: make([]int32, n)}
	for v := range int32(n) {
		t.VarFirst = append(t.VarFirst, 2*v+2)
		t.FactVar = append(t.FactVar, v, v)
		t.Goal = append(t.Goal, 2*v+int32(goal>>v&1))
	}
	for v := range int32(n) {
		o := task.Operator{Cost: 1, Effects: []task.Effect{{Fact: 2*v + 1}}}
		for w := range v {
			o.Pre = append(o.Pre, 2*w+1)
			o.Effects = append(o.Effects, task.Effect{Fact: 2 * w})
		}
		o.Pre = append(o.Pre, 2*v)
		t.Operators = append(t.Operators, o)
	}
	return t
}

// switches is a task of n switches that all must be turned on, in any order,
// every other one for nothing: 2^n states, small diagrams.
func switches(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: n, Initial: make([]int32, n)}
	for v := range int32(n) {
		t.VarFirst = append(t.VarFirst, 2*v+2)
		t.FactVar = append(t.FactVar, v, v)
		t.Goal = append(t.Goal, 2*v+1)
		t.Operators = append(t.Operators, task.Operator{Cost: int64(v % 2), Pre: []int32{2 * v}, Effects: []task.Effect{{Fact: 2*v + 1}}})
	}
	return t
}

// TestSearchLarge solves tasks of more states than could be listed.
func TestSearchLarge(t *testing.T) {
	for _, c := range []struct {
		name string
		task *task.Task
		want int64
	}{
		{"counting to 1000 with 60 bits", counter(60, 1000), 1000},
		{"60 switches", switches(60), 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := symbolic.Search(t.Context(), c.task, symbolic.Options{MemoryLimit: 256 << 20})
			if r.Outcome != symbolic.Optimal || r.Cost != c.want || r.LowerBound != c.want {
				t.Fatalf("outcome %d, cost %d, at least %d; want %d", r.Outcome, r.Cost, r.LowerBound, c.want)
			}
			check(t, 0, c.task, r)
		})
	}
}

// TestTick stops random tasks after every amount of work: what is said by then
// must be true, and the same amount of work says the same.
func TestTick(t *testing.T) {
	bounds := 0
	for seed := range uint64(150) {
		k := tasktest.Random(seed)
		want := tasktest.States(k)[0].Distance
		for left := range 4 {
			run := func() symbolic.Result {
				n := left
				return symbolic.Search(t.Context(), k, symbolic.Options{MemoryLimit: 64 << 20, Tick: func(int64) bool { n--; return n >= 0 }})
			}
			r, again := run(), run()
			if r.Stats != again.Stats || r.LowerBound != again.LowerBound || r.Outcome != again.Outcome {
				t.Errorf("seed %d: %+v and then %+v", seed, r, again)
			}
			if r.Outcome != symbolic.NoPlan && r.LowerBound > want {
				t.Errorf("seed %d: at least %d; the optimum is %d", seed, r.LowerBound, want)
			}
			if r.Outcome == symbolic.TimeUp && r.LowerBound > 0 {
				bounds++
			}
			if r.Plan != nil {
				check(t, seed, k, r)
			}
		}
	}
	long := counter(40, 1<<40-1)
	ticks := 0
	r := symbolic.Search(t.Context(), long, symbolic.Options{MemoryLimit: 64 << 20, Tick: func(int64) bool { ticks++; return ticks < 1000 }})
	if r.Outcome != symbolic.TimeUp || r.LowerBound == 0 || r.LowerBound > 1<<40-1 {
		t.Errorf("outcome %d, at least %d", r.Outcome, r.LowerBound)
	}
	t.Log(bounds, "random tasks ended with a lower bound")
}

// TestContext ends at once when the context has ended.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := symbolic.Search(ctx, counter(20, 1000), symbolic.Options{MemoryLimit: 64 << 20}); r.Outcome != symbolic.TimeUp {
		t.Errorf("outcome %d, want TimeUp", r.Outcome)
	}
}

// pancakes is a task of n different things on n places, any two of which may
// change places: diagrams of permutations are large.
func pancakes(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: n}
	for v := range n {
		t.VarFirst = append(t.VarFirst, int32((v+1)*n))
		for range n {
			t.FactVar = append(t.FactVar, int32(v))
		}
		t.Initial = append(t.Initial, int32(v))
		t.Goal = append(t.Goal, int32(v*n+n-1-v))
	}
	for v := range n - 1 {
		o := task.Operator{Cost: 1}
		for value := range n {
			o.Effects = append(o.Effects,
				task.Effect{When: []int32{int32(v*n + value)}, Fact: int32((v+1)*n + value)},
				task.Effect{When: []int32{int32((v+1)*n + value)}, Fact: int32(v*n + value)})
		}
		t.Operators = append(t.Operators, o)
	}
	return t
}

// TestMemory runs out of memory and still says what is true.
func TestMemory(t *testing.T) {
	k := pancakes(8)
	for _, c := range []struct {
		memory int64
		want   symbolic.Outcome
	}{
		{64 << 20, symbolic.Optimal}, {1 << 20, symbolic.MemoryUp}, {1 << 16, symbolic.MemoryUp},
	} {
		r := symbolic.Search(t.Context(), k, symbolic.Options{MemoryLimit: c.memory})
		if r.Outcome != c.want || r.LowerBound > 28 || c.want == symbolic.Optimal && r.Cost != 28 {
			t.Errorf("%d bytes: outcome %d, cost %d, at least %d", c.memory, r.Outcome, r.Cost, r.LowerBound)
		}
		t.Log(c.memory, r.LowerBound, r.Stats)
	}
}

func BenchmarkSearch(b *testing.B) {
	k := pancakes(7)
	work := int64(0)
	for range b.N {
		work += symbolic.Search(b.Context(), k, symbolic.Options{MemoryLimit: 256 << 20}).Stats.Work
	}
	b.ReportMetric(float64(work)/b.Elapsed().Seconds(), "steps/s")
}
