package planner

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"genplanx/planner/ground"
	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task"
)

// parts are the independent parts of a task, each with a search of its own. Ten
// reports take ten times the work of one instead of its tenth power.
type parts struct {
	o    Options
	list []part
}

type part struct {
	task.Part
	found search.Result // the best known of it
	ended bool
}

func newParts(split []task.Part, o Options) *parts {
	p := &parts{o: o}
	for _, s := range split {
		p.list = append(p.list, part{Part: s})
	}
	return p
}

// Where there are several parts, all are searched within a little memory first,
// then those left over within more, up to the limit. So many fit beside each
// other, a hard part cannot keep another from proving that there is no plan, and
// what is found depends neither on the number of cores nor on who is first. What
// is searched again is an eighth of the work at most.
const (
	firstBudget  = 1 << 20
	budgetGrowth = 8
)

func (p *parts) solve(ctx context.Context) error {
	limit := p.o.MemoryLimit
	budget := limit
	if len(p.list) > 1 {
		budget = min(limit, firstBudget)
	}
	for {
		if err := p.round(ctx, budget); err != nil {
			return err
		}
		open := slices.ContainsFunc(p.list, func(q part) bool { return !q.ended })
		if budget == limit || !open || p.unsolvable() >= 0 {
			return nil
		}
		if ctx.Err() != nil {
			p.stopped()
			return nil
		}
		if budget > limit/budgetGrowth {
			budget = limit
		} else {
			budget *= budgetGrowth
		}
	}
}

// round searches all parts that are not ended, as many at once as the memory
// limit and the cores allow.
func (p *parts) round(ctx context.Context, budget int64) error {
	workers := min(p.o.MemoryLimit/budget, int64(runtime.GOMAXPROCS(0)), int64(len(p.list)))
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
				if q := &p.list[i]; !q.ended {
					errs[i] = q.search(ctx, p.o.Heuristic, budget)
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

// search looks for a cheapest plan of the part, and keeps what an earlier search
// with less memory proved if that is more.
func (q *part) search(ctx context.Context, name string, budget int64) error {
	h, err := heuristic.New(name, q.Task, func() bool { return ctx.Err() != nil })
	if err != nil {
		return err
	}
	before := q.found
	q.found = search.AStar(ctx, q.Task, search.Options{Deferred: h, MemoryLimit: budget, Pruning: true})
	add(&q.found.Stats, before.Stats)
	q.ended = q.found.Outcome == search.Optimal || q.found.Outcome == search.NoPlan
	if q.ended {
		return nil
	}
	q.found.LowerBound = max(q.found.LowerBound, before.LowerBound)
	if before.Plan != nil && (q.found.Plan == nil || before.Cost < q.found.Cost) {
		q.found.Plan, q.found.Cost = before.Plan, before.Cost
	}
	if q.found.Plan != nil && q.found.Cost <= q.found.LowerBound {
		q.found.Outcome, q.ended = search.Optimal, true
	}
	return nil
}

// stopped notes that the time ended before the memory limit was reached.
func (p *parts) stopped() {
	for i := range p.list {
		if q := &p.list[i]; !q.ended {
			q.found.Outcome = search.TimeUp
		}
	}
}

// unsolvable returns the first part that is proved to have no plan, or -1.
func (p *parts) unsolvable() int {
	return slices.IndexFunc(p.list, func(q part) bool { return q.found.Outcome == search.NoPlan })
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
		q := &p.list[i]
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

// add sums counts of work; the memory of one search is free before the next,
// and states are counted by the search that ended it.
func add(s *search.Stats, o search.Stats) {
	s.Expanded += o.Expanded
	s.Evaluated += o.Evaluated
	s.Generated += o.Generated
	s.Reopened += o.Reopened
	s.DeadEnds += o.DeadEnds
	s.Pruned += o.Pruned
	s.PeakBytes = max(s.PeakBytes, o.PeakBytes)
}

// conflict says which goals stand in each other's way.
func (p *parts) conflict(g *ground.Grounded, o Options) string {
	q := &p.list[p.unsolvable()]
	var goals []string
	for _, goal := range g.Goals {
		if slices.ContainsFunc(goal.Facts, func(f task.Fact) bool { _, is := slices.BinarySearch(q.Facts, f); return is }) {
			goals = append(goals, goal.Text)
		}
	}
	states := fmt.Sprintf("all %d states that matter were searched and none has ", q.found.Stats.States)
	reason := ""
	switch {
	case len(goals) == 1:
		reason = fmt.Sprintf("the goal %s cannot be reached: no single thing is missing, but %sit", goals[0], states)
	case len(goals) == len(g.Goals):
		reason = "the goals cannot all hold together: each can be reached by itself, but " + states + "them all"
	default:
		reason = fmt.Sprintf("the goals %s cannot all hold together: each can be reached by itself, but %sthem all", few(goals), states)
	}
	if len(o.Forbidden) > 0 {
		reason += fmt.Sprintf(" (with %d steps ruled out)", len(o.Forbidden))
	}
	return reason
}

// few joins texts for people, who do not read hundreds.
func few(texts []string) string {
	const most = 8
	if n := len(texts); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(texts[:most], ", "), n-most)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}
