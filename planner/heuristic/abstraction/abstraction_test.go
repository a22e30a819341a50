package abstraction_test

import (
	"testing"

	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

func random(seed uint64, factor int64) *task.Task {
	t := tasktest.Random(seed)
	for i := range t.Operators {
		t.Operators[i].Cost *= factor
	}
	return t
}

// TestAdmissible compares with the exact distances of all reachable states,
// before and after the heuristic has grown.
func TestAdmissible(t *testing.T) {
	var exact, below, deadEnds, missed, raised int
	for seed := range uint64(3000) {
		factor := []int64{1, 1, 1, 7000, task.MaxCost / 4}[seed%5]
		r := random(seed, factor)
		h := abstraction.New(r, abstraction.Options{Budget: 1 << (8 + seed%9), Growth: 1 << 16, MemoryBytes: 1 << 20}, never)
		states := tasktest.States(r)
		first := make([]int64, len(states))
		for round := range 3 {
			for i, s := range states {
				got := h.Evaluate(s.Values)
				if got > s.Distance {
					t.Fatalf("seed %d, state %v: %d, but the goal is at distance %d", seed, s.Values, got, s.Distance)
				}
				if round == 0 {
					first[i] = got
				} else if got > first[i] {
					raised++
				}
				switch {
				case round < 2:
				case got == s.Distance && got == tasktest.Infinite:
					deadEnds++
				case s.Distance == tasktest.Infinite:
					missed++
				case got == s.Distance:
					exact++
				default:
					below++
				}
			}
			h.Improve(1 << 14)
		}
	}
	t.Logf("exact %d, below %d, dead ends seen %d, missed %d; raised %d", exact, below, deadEnds, missed, raised)
	if exact < 2*below || deadEnds < missed || raised < 100 {
		t.Errorf("too weak: exact %d, below %d, dead ends seen %d, missed %d, raised %d", exact, below, deadEnds, missed, raised)
	}
}

// TestGrowth: evaluations alone make it better, the same way each time, and no
// more is spent than allowed.
func TestGrowth(t *testing.T) {
	grown := 0
	for seed := range uint64(40) {
		r := random(seed, 1)
		states := tasktest.States(r)
		run := func(growth int64) ([]int64, abstraction.Stats) {
			h := abstraction.New(r, abstraction.Options{Budget: 1 << 8, Growth: growth, MemoryBytes: 1 << 20}, never)
			var values []int64
			for i := range 8000 {
				s := states[i*7%len(states)]
				v := h.Evaluate(s.Values)
				if v > s.Distance {
					t.Fatalf("seed %d, state %v: %d, but the goal is at distance %d", seed, s.Values, v, s.Distance)
				}
				values = append(values, v)
			}
			return values, h.Stats()
		}
		a, s := run(1 << 20)
		b, again := run(1 << 20)
		if s != again {
			t.Fatalf("seed %d: %+v, again %+v", seed, s, again)
		}
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("seed %d: evaluation %d gave %d, again %d", seed, i, a[i], b[i])
			}
		}
		if _, without := run(0); s.Work > without.Work {
			grown++
		}
	}
	if grown < 10 {
		t.Errorf("only %d of 40 heuristics grew", grown)
	}
}

// TestLimits: nothing to do, no time and no room still give a heuristic.
func TestLimits(t *testing.T) {
	for seed := range uint64(200) {
		r := random(seed, 1)
		for _, o := range []abstraction.Options{{}, {Budget: 1 << 20}, {MemoryBytes: 1 << 20}, {Budget: 1, Growth: 1, MemoryBytes: 1}} {
			for _, stop := range []func() bool{never, func() bool { return true }} {
				h := abstraction.New(r, o, stop)
				for _, s := range tasktest.States(r) {
					if got := h.Evaluate(s.Values); got > s.Distance {
						t.Fatalf("seed %d, %+v, state %v: %d, but the goal is at distance %d", seed, o, s.Values, got, s.Distance)
					}
				}
			}
		}
	}
	empty := &task.Task{VarFirst: []int32{0, 2}, FactVar: []int32{0, 0}, Basic: 1, Initial: []int32{0}}
	if got := abstraction.New(empty, abstraction.Options{Budget: 1 << 10, MemoryBytes: 1 << 20}, never).Evaluate([]int32{0}); got != 0 {
		t.Errorf("without a goal: %d", got)
	}
}
