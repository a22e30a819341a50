package planner

import (
	"context"

	"genplanx/planner/heuristic"
	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/mutex/pairs"
	"genplanx/planner/search"
	"genplanx/planner/symbolic"
	"genplanx/planner/symmetry"
	"genplanx/planner/task"
)

// part is an independent part of a task and what is known of it.
type part struct {
	task.Part
	found  search.Result // the best known of it
	winner string        // the contestant that ended it
	ended  bool

	tight  *pairs.Result   // nil until prepared
	group  *symmetry.Group // nil: no symmetry
	stable *symmetry.Group // of those, what keeps the initial state
}

// search looks for a cheapest plan of the part, and keeps what an earlier search
// with less work proved if that is more.
func (q *part) search(ctx context.Context, o Options, b budget) error {
	if b.work > firstWork {
		q.prepare(ctx, o)
	}
	before := q.found
	if q.tight != nil && q.tight.Unsolvable {
		q.found, q.ended = search.Result{Outcome: search.NoPlan, Stats: before.Stats}, true
		return nil
	}
	list, err := q.contestants(ctx, o, b)
	if err != nil {
		return err
	}
	q.found, q.winner = race(ctx, list, b.work)
	q.translate()
	add(&q.found.Stats, before.Stats)
	q.ended = decided(&q.found)
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

// What preparing a part may take, in steps of its packages.
const (
	pairsBudget    = pairs.DefaultBudget
	symmetryBudget = 20_000_000
	landmarkBudget = 100_000_000
)

// prepare tightens the part's task and finds its symmetries, once. It is not
// done before a first quick search has failed.
func (q *part) prepare(ctx context.Context, o Options) {
	if q.tight != nil {
		return
	}
	stop := func() bool { return ctx.Err() != nil }
	q.tight = &pairs.Result{Part: task.Part{Task: q.Task}}
	if o.uses(Pairs) {
		r := pairs.Tighten(q.Task, pairs.Options{Budget: pairsBudget, Stop: stop, Preconditions: pairs.Given})
		q.tight = &r
	}
	if o.uses(Symmetry) && !q.tight.Unsolvable {
		q.group = symmetry.Find(q.tight.Task, symmetryBudget, stop)
		if q.stable = q.group; q.group != nil && !q.group.Stable(q.tight.Task) {
			q.stable = symmetry.FindStable(q.tight.Task, symmetryBudget, stop)
		}
	}
}

// task returns the task to search.
func (q *part) task() *task.Task {
	if q.tight != nil {
		return q.tight.Task
	}
	return q.Task
}

// translate gives a plan the part's own operators.
func (q *part) translate() {
	if q.tight == nil || q.tight.Operators == nil || q.found.Plan == nil {
		return
	}
	plan := make([]int32, len(q.found.Plan))
	for i, op := range q.found.Plan {
		plan[i] = q.tight.Operators[op]
	}
	q.found.Plan = plan
}

// What memory each contestant gets, in parts of 20 of the whole.
const (
	cutMemory         = 6
	abstractionMemory = 9
	symbolicMemory    = 3
	greedyMemory      = 2
)

// Later contestants begin when the first has done this much work.
const (
	abstractionStart = 3_000_000
	symbolicStart    = 10_000_000
	greedyStart      = 5_000_000
	greedyShare      = 4 // it may do a quarter of the first one's work
)

// contestants lists the searches that race for the part.
func (q *part) contestants(ctx context.Context, o Options, b budget) ([]contestant, error) {
	stop := func() bool { return ctx.Err() != nil }
	switch {
	case o.Heuristic == Abstraction:
		return []contestant{{name: Abstraction, run: q.abstraction(o, b.memory)}}, nil
	case o.Heuristic == Symbolic:
		return []contestant{{name: Symbolic, run: q.symbolic(b.memory)}}, nil
	case o.Heuristic != "" || b.work <= firstWork:
		c, err := q.relaxation(o, b.memory, stop)
		return []contestant{c}, err
	}
	c, err := q.relaxation(o, b.memory/20*cutMemory, stop)
	list := []contestant{c}
	if o.uses(Greedy) {
		list = append(list, contestant{name: Greedy, start: greedyStart, share: greedyShare, run: q.greedy(b.memory / 20 * greedyMemory)})
	}
	if o.uses(Abstraction) {
		list = append(list, contestant{name: Abstraction, start: abstractionStart, run: q.abstraction(o, b.memory/20*abstractionMemory)})
	}
	if o.uses(Symbolic) {
		list = append(list, contestant{name: Symbolic, start: symbolicStart, run: q.symbolic(b.memory / 20 * symbolicMemory)})
	}
	return list, err
}

// diagramStep is what a step of the diagrams costs in steps of ten nanoseconds:
// it misses the caches of the processor.
const diagramStep = 24

// symbolic searches with decision diagrams from both ends.
func (q *part) symbolic(memory int64) func(context.Context, func(int64) bool) search.Result {
	return func(ctx context.Context, tick func(int64) bool) search.Result {
		r := symbolic.Search(ctx, q.task(), symbolic.Options{MemoryLimit: memory, Tick: func(work int64) bool { return tick(work * diagramStep) }})
		outcome := map[symbolic.Outcome]search.Outcome{
			symbolic.Optimal: search.Optimal, symbolic.NoPlan: search.NoPlan, symbolic.TimeUp: search.TimeUp, symbolic.MemoryUp: search.MemoryUp,
		}[r.Outcome]
		return search.Result{
			Outcome: outcome, Plan: r.Plan, Cost: r.Cost, LowerBound: r.LowerBound,
			Stats: search.Stats{Work: r.Stats.Work * diagramStep, PeakBytes: r.Stats.PeakBytes, Expanded: int64(r.Stats.Forward + r.Stats.Backward)},
		}
	}
}

// greedy looks for some plan, so that there is one if a limit ends the proof.
func (q *part) greedy(memory int64) func(context.Context, func(int64) bool) search.Result {
	return func(ctx context.Context, tick func(int64) bool) search.Result {
		return search.Greedy(ctx, q.task(), heuristic.NewFF(q.task()), search.Options{MemoryLimit: memory, Tick: tick})
	}
}

// relaxation is A* with a heuristic from the delete relaxation, LM-cut unless
// another one was asked for.
func (q *part) relaxation(o Options, memory int64, stop func() bool) (contestant, error) {
	name := o.Heuristic
	if name == "" {
		name = heuristic.LMCut
	}
	group := q.group
	if name == heuristic.LMCut {
		group = nil // it reuses what it knows of the state before, not of a symmetric one
	}
	if name == Landmarks {
		h := landmark.New(q.task(), landmarkBudget, stop)
		return contestant{name: name, run: q.astar(o, search.Options{Deferred: h, MemoryLimit: memory}, group)}, nil
	}
	h, err := heuristic.New(name, q.task(), stop)
	return contestant{name: name, run: q.astar(o, search.Options{Deferred: h, MemoryLimit: memory}, group)}, err
}

// astar runs A* with what applies to all heuristics.
func (q *part) astar(o Options, so search.Options, group *symmetry.Group) func(context.Context, func(int64) bool) search.Result {
	so.Pruning = o.uses(Pruning)
	if group != nil {
		so.Symmetry = &orbit{q.task(), group, group.NewCanonical()}
	}
	return func(ctx context.Context, tick func(int64) bool) search.Result {
		so.Tick = tick
		return search.AStar(ctx, q.task(), so)
	}
}

// abstraction runs A* with saturated cost partitioning over abstractions. These
// leave out what cannot be reached, so only symmetries that keep the initial state
// will do.
func (q *part) abstraction(o Options, memory int64) func(context.Context, func(int64) bool) search.Result {
	return func(ctx context.Context, tick func(int64) bool) search.Result {
		h := abstraction.New(q.task(), abstraction.Options{
			Budget: 20_000_000, Growth: 300_000_000, MemoryBytes: memory / 3,
		}, func() bool { return ctx.Err() != nil || !tick(0) })
		built := h.Work()
		r := q.astar(o, search.Options{Heuristic: h, MemoryLimit: memory / 3 * 2}, q.stable)(ctx, func(work int64) bool { return tick(built + work) })
		r.Stats.Work += built
		return r
	}
}

// orbit gives a search the symmetries of its task.
type orbit struct {
	t         *task.Task
	group     *symmetry.Group
	canonical *symmetry.Canonical
}

// Canonical implements [search.Symmetry].
func (s *orbit) Canonical(values []int32) bool { return s.canonical.Canonical(values) }

// Unfold implements [search.Symmetry].
func (s *orbit) Unfold(operators []int32) []int32 { return s.group.Unfold(s.t, operators) }
