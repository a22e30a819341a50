package planner

import (
	"context"
	"runtime"
	"testing"
	"time"

	"genplanx/planner/search"
)

// worker is a contestant that works so many steps, a pause after each thousand,
// and then has an answer, or none.
func worker(name string, start, share, steps int64, pause time.Duration, end search.Outcome) contestant {
	return contestant{name: name, start: start, share: share, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		for done := int64(1000); done <= steps; done += 1000 {
			if ctx.Err() != nil || !tick(done) {
				return search.Result{Outcome: search.TimeUp, LowerBound: done, Stats: search.Stats{Work: done}}
			}
			time.Sleep(pause)
		}
		return search.Result{Outcome: end, Plan: []int32{}, Cost: steps, LowerBound: steps, Stats: search.Stats{Work: steps}}
	}}
}

// TestRace: the least work wins, however long it takes by the clock.
func TestRace(t *testing.T) {
	const slow = 200 * time.Microsecond
	for _, c := range []struct {
		name   string
		limit  int64
		list   []contestant
		winner string
	}{
		{"alone, with a start of its own", 1e9, []contestant{worker("a", 5000, 0, 3000, 0, search.Optimal)}, "a"},
		{"the slow one worked less", 1e9, []contestant{worker("quick", 0, 0, 60000, 0, search.Optimal), worker("slow", 0, 0, 20000, slow, search.Optimal)}, "slow"},
		{"the start counts", 1e9, []contestant{worker("first", 0, 0, 30000, slow, search.Optimal), worker("late", 20000, 0, 11000, 0, search.Optimal)}, "first"},
		{"late and yet less", 1e9, []contestant{worker("first", 0, 0, 90000, slow, search.Optimal), worker("late", 20000, 0, 11000, 0, search.NoPlan)}, "late"},
		{"equal work", 1e9, []contestant{worker("first", 0, 0, 20000, slow, search.Optimal), worker("second", 0, 0, 20000, 0, search.Optimal)}, "first"},
		{"the first gives up", 1e9, []contestant{worker("first", 0, 0, 2000, 0, search.MemoryUp), worker("late", 20000, 0, 11000, 0, search.Optimal)}, "late"},
		{"a share waits and goes on", 1e9, []contestant{worker("first", 0, 0, 2000, 0, search.MemoryUp), worker("helper", 0, 4, 2*burst, 0, search.Optimal)}, "helper"},
		{"over the limit", 10000, []contestant{worker("a", 0, 0, 10000, 0, search.Optimal), worker("b", 0, 0, 20000, 0, search.Optimal)}, ""},
	} {
		for _, cores := range []int{1, 2, 4} {
			before := runtime.GOMAXPROCS(cores)
			r, winner := race(t.Context(), c.list, c.limit)
			runtime.GOMAXPROCS(before)
			if winner != c.winner {
				t.Errorf("%s, %d cores: %q won, want %q", c.name, cores, winner, c.winner)
			}
			if winner == "" && r.Outcome != search.TimeUp {
				t.Errorf("%s, %d cores: outcome %d", c.name, cores, r.Outcome)
			}
		}
	}
}

// TestRaceEnds: whoever waits goes home when the time is up.
func TestRaceEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r, winner := race(ctx, []contestant{
		worker("first", 0, 0, 1<<40, time.Millisecond, search.Optimal),
		worker("late", 1<<30, 0, 1000, 0, search.Optimal),
		worker("helper", 0, 4, 1<<40, 0, search.Optimal),
	}, 1<<50)
	if winner != "" || r.Outcome != search.TimeUp || r.LowerBound == 0 {
		t.Errorf("winner %q, %+v", winner, r)
	}
}
