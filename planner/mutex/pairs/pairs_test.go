package pairs_test

import (
	"reflect"
	"testing"

	"genplanx/planner/mutex/pairs"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

const plenty = 1 << 40

var modes = []pairs.Preconditions{pairs.Given, pairs.Changed, pairs.All}

// TestRandomTasks compares all states of random tasks with those of the tightened
// ones: all states on plans are there, at the same distance, and no others.
func TestRandomTasks(t *testing.T) {
	t.Run("random", func(t *testing.T) { compareAll(t, tasktest.Random) })
	t.Run("moves", func(t *testing.T) { compareAll(t, tasktest.Moves) })
}

func compareAll(t *testing.T, random func(uint64) *task.Task) {
	var dropped, values, mutexes, implied, unsolvable int
	for seed := range uint64(6000) {
		old := random(seed)
		states := tasktest.States(old)
		first := pairs.Tighten(old, pairs.Options{Budget: plenty})
		for _, mode := range modes {
			r := first
			r.Part = first.With(mode)
			if states[0].Distance == tasktest.Infinite {
				if r.Unsolvable {
					unsolvable++
					continue
				}
			} else if r.Unsolvable {
				t.Fatalf("seed %d: a plan costs %d, yet the task is said to be unsolvable", seed, states[0].Distance)
			}
			if err := r.Task.Validate(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			compare(t, seed, old, states, r)
			dropped += len(old.Operators) - len(r.Operators)
			values += old.Facts() - len(r.Facts)
			mutexes += foreign(r)
			implied += longer(old, r)
		}
		if t.Failed() {
			return
		}
	}
	t.Log(dropped, values, mutexes, implied, unsolvable)
	if dropped < 1000 || values < 1000 || mutexes < 1000 || implied < 1000 || unsolvable < 100 {
		t.Errorf("too little is tested: %d operators and %d facts dropped, %d mutexes, %d preconditions, %d unsolvable tasks", dropped, values, mutexes, implied, unsolvable)
	}
}

func compare(t *testing.T, seed uint64, old *task.Task, states []tasktest.State, r pairs.Result) {
	t.Helper()
	distance := map[string]int64{}
	for _, s := range tasktest.States(r.Task) {
		distance[oldState(old, r, s.Values)] = s.Distance
	}
	for _, s := range states {
		got, there := distance[key(s.Values[:old.Basic])]
		switch {
		case s.Distance == tasktest.Infinite && there && got != tasktest.Infinite:
			t.Errorf("seed %d: state %v is a dead end, and became one of distance %d", seed, s.Values, got)
		case s.Distance != tasktest.Infinite && !there:
			t.Errorf("seed %d: state %v of distance %d is reached no more", seed, s.Values, s.Distance)
		case s.Distance != tasktest.Infinite && got != s.Distance:
			t.Errorf("seed %d: state %v has distance %d, had %d", seed, s.Values, got, s.Distance)
		}
		if s.Distance != tasktest.Infinite {
			checkPairs(t, seed, old, r, s.Values)
		}
	}
}

// checkPairs makes sure that no two facts of a state on a plan are mutex.
func checkPairs(t *testing.T, seed uint64, old *task.Task, r pairs.Result, values []int32) {
	t.Helper()
	var facts []task.Fact
	for f, g := range r.Facts {
		if v := old.FactVar[g]; values[v] == old.Value(g) {
			facts = append(facts, task.Fact(f))
		}
	}
	if r.Pairs.Any(facts) {
		t.Errorf("seed %d: state %v is on a plan and has mutex facts", seed, values)
	}
	for _, f := range facts {
		for _, g := range facts {
			if r.Pairs.Has(f, g) {
				t.Errorf("seed %d: state %v is on a plan and has the mutex facts %d and %d", seed, values, f, g)
			}
		}
	}
}

// oldState translates the basic values of a state of the new task; variables
// that it does not have keep their first value.
func oldState(old *task.Task, r pairs.Result, values []int32) string {
	state := append([]int32(nil), old.Initial...)
	for v := range r.Task.Basic {
		f := r.Facts[r.Task.VarFirst[v]+values[v]]
		state[old.FactVar[f]] = old.Value(f)
	}
	return key(state)
}

func key(values []int32) string {
	out := make([]byte, len(values))
	for i, v := range values {
		out[i] = byte(v)
	}
	return string(out)
}

// TestBudget stops the work at all stages: what is known by then must hold.
func TestBudget(t *testing.T) {
	stages := map[int]int{}
	for seed := range uint64(1500) {
		old := tasktest.Moves(seed)
		if seed%2 == 0 {
			old = tasktest.Random(seed)
		}
		states := tasktest.States(old)
		for budget := int64(1000); budget < 80000; budget = budget*5/4 + int64(seed) {
			r := pairs.Tighten(old, pairs.Options{Budget: budget, Preconditions: modes[seed%3]})
			stages[r.Passes]++
			switch {
			case r.Unsolvable:
				if states[0].Distance != tasktest.Infinite {
					t.Fatalf("seed %d, budget %d: said to be unsolvable, costs %d", seed, budget, states[0].Distance)
				}
			case r.Pairs == nil:
				if r.Task != old || len(r.Operators) != len(old.Operators) || len(r.Facts) != old.Facts() {
					t.Fatalf("seed %d, budget %d: no pairs, but another task", seed, budget)
				}
			default:
				compare(t, seed, old, states, r)
			}
			again := pairs.Tighten(old, pairs.Options{Budget: budget, Preconditions: modes[seed%3]})
			if !reflect.DeepEqual(r, again) {
				t.Fatalf("seed %d, budget %d: another result the second time", seed, budget)
			}
		}
	}
	for passes := range 5 {
		if stages[passes] < 50 {
			t.Errorf("%d results after %d passes: %v", stages[passes], passes, stages)
		}
	}
}

// TestStop gives up at each of the first times that the caller is asked.
func TestStop(t *testing.T) {
	old := tasktest.Moves(8)
	states := tasktest.States(old)
	for times := range 30 {
		asked := 0
		r := pairs.Tighten(old, pairs.Options{Budget: plenty, Stop: func() bool { asked++; return asked > times }})
		if times == 0 && (r.Pairs != nil || r.Task != old) {
			t.Errorf("stopped at once, yet %d passes were completed", r.Passes)
		}
		if r.Pairs != nil {
			compare(t, 8, old, states, r)
		}
	}
}

// foreign counts the mutex pairs of different variables.
func foreign(r pairs.Result) int {
	n := 0
	for f := range task.Fact(r.Task.Facts()) {
		for g := range f {
			if r.Pairs.Has(f, g) && r.Task.FactVar[f] != r.Task.FactVar[g] {
				n++
			}
		}
	}
	return n
}

// longer counts the operators that got a precondition.
func longer(old *task.Task, r pairs.Result) int {
	n := 0
	for i, o := range r.Task.Operators {
		if len(o.Pre) > len(old.Operators[r.Operators[i]].Pre) {
			n++
		}
	}
	return n
}
