package planner

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"genplanx/planner/search"
	"genplanx/planner/task"
)

// parts are the independent parts of a task, each with a search of its own. Ten
// reports take ten times the work of one instead of its tenth power.
type parts struct {
	o    Options
	list []*part
}

func newParts(split []task.Part, o Options) *parts {
	p := &parts{o: o}
	for _, s := range split {
		p.list = append(p.list, &part{Part: s})
	}
	return p
}

// budget is what one search of a part may use.
type budget struct{ work, memory int64 }

// All parts are searched with little work and memory first, the simplest way,
// then those left over with more, up to the limits. So the easy ones are done in
// a moment, side by side, a hard part cannot keep another from proving that there
// is no plan, and what is found depends neither on the number of cores nor on who
// is first. What is searched again is an eighth of the work or so.
const (
	firstWork    = 2_000_000
	firstMemory  = 32 << 20
	budgetGrowth = 8
)

func (p *parts) solve(ctx context.Context) error {
	b := budget{firstWork, min(firstMemory, p.o.MemoryLimit)}
	if p.o.thorough {
		b = budget{math.MaxInt64, p.o.MemoryLimit}
	}
	for {
		if err := p.round(ctx, b); err != nil {
			return err
		}
		open := 0
		for _, q := range p.list {
			if !q.ended {
				open++
			}
		}
		if open == 0 || p.unsolvable() >= 0 || b.work == math.MaxInt64 {
			return nil
		}
		if ctx.Err() != nil {
			p.stopped()
			return nil
		}
		b = p.next(b, open)
	}
}

// next grows the budget; the last round has no limit but the task's, and a single
// part gets it at once.
func (p *parts) next(b budget, open int) budget {
	if open == 1 || b.work > math.MaxInt64/budgetGrowth/budgetGrowth {
		return budget{math.MaxInt64, p.o.MemoryLimit}
	}
	return budget{b.work * budgetGrowth, min(b.memory*budgetGrowth, p.o.MemoryLimit)}
}

// round searches all parts that are not ended, as many at once as the memory
// limit and the cores allow.
func (p *parts) round(ctx context.Context, b budget) error {
	workers := min(p.o.MemoryLimit/b.memory, int64(runtime.GOMAXPROCS(0)), int64(len(p.list)))
	errs := make([]error, len(p.list))
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(p.list) {
					return
				}
				q := p.list[i]
				switch {
				case q.ended:
				case ctx.Err() != nil: // even to begin takes time, and there may be thousands
					q.found.Outcome = search.TimeUp
				default:
					errs[i] = q.search(ctx, p.o, b)
				}
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// stopped notes that the time ended before the memory limit was reached.
func (p *parts) stopped() {
	for i := range p.list {
		if q := p.list[i]; !q.ended {
			q.found.Outcome = search.TimeUp
		}
	}
}

// unsolvable returns the first part that is proved to have no plan, or -1.
func (p *parts) unsolvable() int {
	return slices.IndexFunc(p.list, func(q *part) bool { return q.found.Outcome == search.NoPlan })
}

// join puts the results together: no plan where one part has none; else the
// plans one after the other if all have one, and the sums of costs and bounds.
func (p *parts) join() search.Result {
	r := search.Result{Outcome: search.Optimal, Plan: []int32{}}
	for i := range p.list {
		add(&r.Stats, p.list[i].found.Stats)
	}
	if p.unsolvable() >= 0 {
		return search.Result{Outcome: search.NoPlan, Stats: r.Stats}
	}
	for i := range p.list {
		q := p.list[i]
		r.LowerBound += q.found.LowerBound
		r.Outcome = worse(&r, &q.found)
		if q.found.Plan == nil {
			r.Plan, r.Cost = nil, 0
		}
		if r.Plan != nil {
			r.Cost += q.found.Cost
			for _, op := range q.found.Plan {
				r.Plan = append(r.Plan, q.Operators[op])
			}
		}
	}
	return r
}

// worse returns the outcome that says more about why a result is incomplete: of
// one without a plan rather than one with, of memory rather than time, as more
// time would not help then.
func worse(a, b *search.Result) search.Outcome {
	rank := func(r *search.Result) int {
		n := slices.Index([]search.Outcome{search.Optimal, search.TimeUp, search.MemoryUp}, r.Outcome)
		if r.Plan == nil {
			n += 3
		}
		return n
	}
	if rank(b) > rank(a) {
		return b.Outcome
	}
	return a.Outcome
}

// winners names the ways in which the parts were solved, each once.
func (p *parts) winners() string {
	var names []string
	for _, q := range p.list {
		if q.winner != "" && !slices.Contains(names, q.winner) {
			names = append(names, q.winner)
		}
	}
	return strings.Join(names, ", ")
}

// add sums counts of work; the memory of one search is free before the next,
// and states are counted by the search that ended it.
func add(s *search.Stats, o search.Stats) {
	s.Expanded += o.Expanded
	s.Evaluated += o.Evaluated
	s.Generated += o.Generated
	s.Reopened += o.Reopened
	s.DeadEnds += o.DeadEnds
	s.Pruned += o.Pruned
	s.Work += o.Work
	s.PeakBytes = max(s.PeakBytes, o.PeakBytes)
}
