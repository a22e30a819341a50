package planner

import (
	"context"
	"math"
	"sync"

	"genplanx/planner/search"
)

// contestant is one way to search a task. Its work is counted in steps of
// roughly ten nanoseconds, equally on every machine.
type contestant struct {
	name string
	// start is how much work the first contestant does before this one begins.
	start int64
	// share, if not 0, keeps this contestant's work within the first one's divided
	// by it, and a burst: it helps, and must not take the others' time.
	share int64
	// run searches, and tells tick what work it has done; when that says false it
	// must end.
	run func(ctx context.Context, tick func(work int64) bool) search.Result
}

// race runs contestants side by side, each on a core where there are enough, and
// returns what that one found which needed the least work, its start included.
// Which one that is does not depend on who is ready first on the clock: whoever
// has an answer waits until the others have done as much work. Limit ends all.
func race(ctx context.Context, list []contestant, limit int64) (search.Result, string) {
	r := &running{limit: limit, best: math.MaxInt64, winner: -1, work: make([]int64, len(list)), results: make([]search.Result, len(list)), ended: make([]bool, len(list))}
	r.changed = sync.NewCond(&r.mu)
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() { r.contest(ctx, i, &list[i]) })
	}
	all.Wait()
	return r.outcome(list)
}

type running struct {
	mu      sync.Mutex
	changed *sync.Cond
	limit   int64
	best    int64   // work of the best answer so far
	winner  int     // who has it, or -1
	work    []int64 // by contestant, start included
	ended   []bool
	results []search.Result
}

func (r *running) contest(ctx context.Context, i int, c *contestant) {
	if r.wait(i, c.start) && ctx.Err() == nil {
		res := c.run(ctx, func(work int64) bool { return r.tick(i, c.start+work, c.share) })
		r.finish(i, c.start+res.Stats.Work, res)
		return
	}
	r.finish(i, c.start, search.Result{Outcome: search.TimeUp})
}

// wait returns whether contestant i is to begin: the first at once, the others once it has done enough
// work, or has ended without an answer.
func (r *running) wait(i int, start int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i > 0 && start > 0 && !r.ended[0] && r.work[0] < start {
		r.changed.Wait()
	}
	return start < r.limit && !r.beaten(i, start)
}

// beaten reports whether contestant i cannot win any more. Of equal work the
// first wins.
func (r *running) beaten(i int, work int64) bool {
	return work > r.best || work == r.best && i > r.winner
}

// burst is the work that a contestant with a share may do at once.
const burst = 100_000_000

func (r *running) tick(i int, work, share int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.work[i] = work
	for i > 0 && share > 0 && work > burst+r.work[0]/share && !r.ended[0] && !r.beaten(i, work) {
		r.changed.Wait()
	}
	if i == 0 {
		r.changed.Broadcast()
	}
	return work < r.limit && !r.beaten(i, work)
}

func (r *running) finish(i int, work int64, res search.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[i], r.ended[i] = res, true
	if decided(&res) && work < r.limit && !r.beaten(i, work) {
		r.best, r.winner = work, i
	}
	r.changed.Broadcast()
}

func decided(r *search.Result) bool {
	return r.Outcome == search.Optimal || r.Outcome == search.NoPlan
}

// outcome returns the winner's result, or what all know together.
func (r *running) outcome(list []contestant) (search.Result, string) {
	if r.winner >= 0 {
		return r.results[r.winner], list[r.winner].name
	}
	out := search.Result{Outcome: search.MemoryUp}
	for i := range r.results {
		res := &r.results[i]
		add(&out.Stats, res.Stats)
		out.LowerBound = max(out.LowerBound, res.LowerBound)
		if res.Plan != nil && (out.Plan == nil || res.Cost < out.Cost) {
			out.Plan, out.Cost = res.Plan, res.Cost
		}
		if res.Outcome == search.TimeUp {
			out.Outcome = search.TimeUp
		}
	}
	if out.Plan != nil && out.Cost <= out.LowerBound {
		out.Outcome = search.Optimal
	}
	return out, ""
}
