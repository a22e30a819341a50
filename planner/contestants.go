package planner

import (
	"context"

	"genplanx/planner/heuristic"
	"genplanx/planner/heuristic/abstraction"
	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/search"
	"genplanx/planner/symbolic"
	"genplanx/planner/symmetry"
	"genplanx/planner/task"
)

// What memory each contestant gets, in parts of 20 of the whole.
const (
	cutMemory         = 6
	landmarksMemory   = 4
	abstractionMemory = 6
	symbolicMemory    = 3
	greedyMemory      = 1
)

// What abstractions are begun with, and what they may grow by as the search goes on.
const (
	abstractionBudget = 1 << 20
	abstractionGrowth = 500_000_000
)

// Later contestants begin when the first has done this much work.
const (
	abstractionStart = 1_500_000
	greedyStart      = 5_000_000
	symbolicStart    = 20_000_000 // where there are neither conditional effects nor axioms
	symbolicEarly    = 2_000_000
	// Some may do only a part of the first one's work, after a burst.
	greedyShare    = 4
	landmarksShare = 4
	symbolicShare  = 2
)

// contestants lists the searches that race for the part. In the first round, and
// where one heuristic was asked for, there are few.
func (q *part) contestants(ctx context.Context, o Options, b budget) ([]contestant, error) {
	stop := func() bool { return ctx.Err() != nil }
	switch o.Heuristic {
	case "":
	case Landmarks:
		return []contestant{q.landmarks(o, b.memory, stop)}, nil
	case Abstraction:
		return []contestant{q.abstraction(o, b.memory)}, nil
	case Symbolic:
		return []contestant{q.symbolic(b.memory)}, nil
	default:
		c, err := q.relaxation(o, b.memory, stop)
		return []contestant{c}, err
	}
	of20 := b.memory / 20
	first, err := q.relaxation(o, of20*cutMemory, stop)
	list := []contestant{first}
	if o.uses(Landmarks) {
		list = append(list, q.landmarks(o, of20*landmarksMemory, stop))
	}
	if b.work <= firstWork {
		return list, err
	}
	if o.uses(Greedy) {
		list = append(list, q.greedy(of20*greedyMemory))
	}
	if o.uses(Abstraction) {
		list = append(list, q.abstraction(o, of20*abstractionMemory))
	}
	if o.uses(Symbolic) {
		list = append(list, q.symbolic(of20*symbolicMemory))
	}
	return list, err
}

// relaxation is A* with LM-cut, or with the heuristic that was asked for. Landmarks
// are counted before LM-cut is asked, which takes much longer.
func (q *part) relaxation(o Options, memory int64, stop func() bool) (contestant, error) {
	name, group := o.Heuristic, q.group
	counting := name == "" && o.uses(Landmarks)
	if name == "" {
		name = heuristic.LMCut
	}
	if name == heuristic.LMCut {
		group = nil // it reuses what it knows of the state before, not of a symmetric one
	}
	deferred, err := heuristic.New(name, q.task(), stop)
	return contestant{name: name, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		so := search.Options{Deferred: []search.Heuristic{deferred}, MemoryLimit: memory}
		if counting {
			q.count(&so, landmark.New(q.task(), landmarkBudget, stop))
		}
		return q.astar(o, so, group)(ctx, tick)
	}}, err
}

// landmarks is A* that only counts landmarks, a million states in a second.
func (q *part) landmarks(o Options, memory int64, stop func() bool) contestant {
	return contestant{name: Landmarks, share: landmarksShare, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		h := landmark.New(q.task(), landmarkBudget, stop)
		so := search.Options{MemoryLimit: memory}
		q.count(&so, h)
		return q.astar(o, so, q.group)(ctx, tick)
	}}
}

// fewFacts is up to how many facts of a task landmarks are counted in a
// microsecond or so. Then all new states are estimated, which keeps many out of
// the queue; in larger tasks a state is estimated when its turn comes.
const fewFacts = 1000

func (q *part) count(so *search.Options, landmarks search.Heuristic) {
	if q.task().Facts() <= fewFacts {
		so.Heuristic = landmarks
	} else {
		so.Deferred = append([]search.Heuristic{landmarks}, so.Deferred...)
	}
}

// abstraction is A* with saturated cost partitioning over abstractions. These
// leave out what cannot be reached, so only symmetries that keep the initial state
// will do.
func (q *part) abstraction(o Options, memory int64) contestant {
	return contestant{name: Abstraction, start: abstractionStart, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		h := abstraction.New(q.task(), abstraction.Options{
			Budget: abstractionBudget + 100*int64(len(q.task().Operators)), Growth: abstractionGrowth, MemoryBytes: memory / 3,
		}, func() bool { return ctx.Err() != nil || !tick(0) })
		built := h.Work()
		r := q.astar(o, search.Options{Deferred: []search.Heuristic{h}, MemoryLimit: memory / 3 * 2}, q.stable)(ctx, func(work int64) bool { return tick(built + work) })
		r.Stats.Work += built
		return r
	}}
}

// greedy looks for some plan, so that there is one if a limit ends the proof.
func (q *part) greedy(memory int64) contestant {
	return contestant{name: Greedy, start: greedyStart, share: greedyShare, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		return search.Greedy(ctx, q.task(), heuristic.NewFF(q.task()), search.Options{MemoryLimit: memory, Tick: tick})
	}}
}

// diagramStep is what a step of the diagrams costs in steps of ten nanoseconds:
// it misses the caches of the processor.
const diagramStep = 24

// symbolic searches with decision diagrams from both ends.
func (q *part) symbolic(memory int64) contestant {
	start, share := int64(symbolicStart), int64(symbolicShare)
	if len(q.task().Axioms) > 0 || q.task().ConditionalEffects() {
		start, share = symbolicEarly, 0 // the other searches say little there
	}
	so := symbolic.Options{MemoryLimit: memory}
	if q.tight != nil && q.tight.Pairs != nil {
		so.Mutex = q.tight.Pairs.Has
	}
	return contestant{name: Symbolic, start: start, share: share, run: func(ctx context.Context, tick func(int64) bool) search.Result {
		so.Tick = func(work int64) bool { return tick(work * diagramStep) }
		r := symbolic.Search(ctx, q.task(), so)
		outcome := map[symbolic.Outcome]search.Outcome{
			symbolic.Optimal: search.Optimal, symbolic.NoPlan: search.NoPlan, symbolic.TimeUp: search.TimeUp, symbolic.MemoryUp: search.MemoryUp,
		}[r.Outcome]
		return search.Result{
			Outcome: outcome, Plan: r.Plan, Cost: r.Cost, LowerBound: r.LowerBound,
			Stats: search.Stats{Work: r.Stats.Work * diagramStep, PeakBytes: r.Stats.PeakBytes, Expanded: int64(r.Stats.Forward + r.Stats.Backward)},
		}
	}}
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

// orbit gives a search the symmetries of its task.
type orbit struct {
	t         *task.Task
	group     *symmetry.Group
	canonical *symmetry.Canonical
}

// Canonical implements [search.Symmetry].
func (s *orbit) Canonical(values []int32) bool { return s.canonical.Canonical(values) }

// Work implements [search.Symmetry].
func (s *orbit) Work() int64 { return s.canonical.Work() }

// Unfold implements [search.Symmetry].
func (s *orbit) Unfold(operators []int32) []int32 { return s.group.Unfold(s.t, operators) }
