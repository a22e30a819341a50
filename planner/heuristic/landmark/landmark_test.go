package landmark_test

import (
	"math"
	"slices"
	"testing"

	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

// TestSound explores tasks exhaustively without the states in which a landmark
// holds: no goal state may be left. And from every state without a fact that
// needs the landmark first, no goal state may be reached either.
func TestSound(t *testing.T) {
	found, goals, ordered, beyond := 0, 0, 0, 0
	for seed := range uint64(3000) {
		r := tasktest.Random(seed)
		landmarks := landmark.Facts(r, math.MaxInt64, never)
		if len(landmarks) == 0 {
			continue
		}
		states := tasktest.States(r)
		for i := range landmarks {
			l := &landmarks[i]
			found++
			if l.Goal {
				goals++
			}
			if l.Goal != slices.Contains(r.Goal, l.Fact) {
				t.Fatalf("seed %d: is %d a goal? %v", seed, l.Fact, l.Goal)
			}
			if holds(r, l.Fact, states[0].Values) || l.PossiblyBefore(l.Fact) {
				t.Fatalf("seed %d: landmark %d holds at the start", seed, l.Fact)
			}
			from := [][]int32{states[0].Values}
			for _, s := range states {
				if before(r, l, s.Values) {
					from = append(from, s.Values)
					beyond++
				}
			}
			seen := without(r, l.Fact, from)
			for _, values := range seen {
				if r.Holds(r.Goal, values) {
					t.Fatalf("seed %d: goal without landmark %d", seed, l.Fact)
				}
			}
			for _, m := range landmarks {
				if l.Orders(m.Fact) {
					ordered++
					for _, values := range without(r, l.Fact, from[:1]) {
						if holds(r, m.Fact, values) {
							t.Fatalf("seed %d: %d before %d", seed, m.Fact, l.Fact)
						}
					}
				}
			}
		}
	}
	t.Log(found, goals, ordered, beyond)
	if found < 3000 || found-goals < 500 || ordered < 500 || beyond < 5000 {
		t.Errorf("too little tried: %d landmarks, %d goals, %d orders, %d states", found, goals, ordered, beyond)
	}
}

func holds(r *task.Task, f task.Fact, values []int32) bool { return r.Holds([]task.Fact{f}, values) }

// before reports whether all facts of a state may hold before the landmark.
func before(r *task.Task, l *landmark.Landmark, values []int32) bool {
	for v, value := range values {
		if !l.PossiblyBefore(r.VarFirst[v] + value) {
			return false
		}
	}
	return true
}

// without lists what can be reached by states in which the fact is false.
func without(r *task.Task, f task.Fact, from [][]int32) [][]int32 {
	axioms := task.NewAxiomEvaluator(r)
	seen := map[string]bool{}
	var list [][]int32
	add := func(values []int32) {
		axioms.Evaluate(values)
		key := make([]byte, len(values))
		for i, v := range values {
			key[i] = byte(v)
		}
		if !seen[string(key)] && !holds(r, f, values) {
			seen[string(key)] = true
			list = append(list, slices.Clone(values))
		}
	}
	next := make([]int32, r.Variables())
	for _, values := range from {
		add(slices.Clone(values))
	}
	for i := 0; i < len(list); i++ {
		for k := range r.Operators {
			if o := &r.Operators[k]; r.Holds(o.Pre, list[i]) {
				r.Apply(o, list[i], next)
				add(next)
			}
		}
	}
	return list
}

// chain is a task in which variable v becomes true after v-1.
func chain(n int) *task.Task {
	t := &task.Task{VarFirst: []int32{0}, Basic: n, Initial: make([]int32, n), Layer: []int32{}, Goal: []task.Fact{int32(2*n - 1)}}
	for v := range int32(n) {
		t.VarFirst = append(t.VarFirst, 2*v+2)
		t.FactVar = append(t.FactVar, v, v)
		o := task.Operator{Effects: []task.Effect{{Fact: 2*v + 1}}, Cost: 1}
		if v > 0 {
			o.Pre = []task.Fact{2*v - 1}
		}
		t.Operators = append(t.Operators, o)
	}
	return t
}

// TestBudget: few landmarks for little work, never wrong ones, the goal first.
func TestBudget(t *testing.T) {
	r := chain(50)
	last := 0
	for budget := int64(0); last < 50; budget += 10 {
		got := landmark.Facts(r, budget, never)
		if len(got) < last {
			t.Fatalf("%d landmarks with a budget of %d, %d with less", len(got), budget, last)
		}
		last = len(got)
		if last > 0 && !got[last-1].Goal {
			t.Fatalf("budget %d: the goal is missing", budget)
		}
		for i := range got {
			if i > 0 && !got[i-1].Orders(got[i].Fact) {
				t.Fatalf("%d is not before %d", got[i-1].Fact, got[i].Fact)
			}
		}
	}
	if got := landmark.Facts(r, math.MaxInt64, func() bool { return true }); len(got) > 0 {
		t.Errorf("%d landmarks though it was stopped", len(got))
	}
}

func BenchmarkFacts(b *testing.B) {
	r := chain(1000)
	for b.Loop() {
		landmark.Facts(r, math.MaxInt64, never)
	}
}
