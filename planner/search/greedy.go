package search

import (
	"context"
	"math"
	"slices"

	"genplanx/planner/task"
)

// Guide estimates what a state still costs; it need not be a lower bound.
type Guide interface {
	// Estimate returns DeadEnd only where there is no plan.
	Estimate(values []int32) int64
	// Preferred lists operators that looked useful in the last estimate.
	Preferred() []int32
	Work() int64
}

// weights of the estimate against what was spent, in the order of the searches;
// 0 stands for the estimate alone.
var weights = [...]int64{0, 5, 3, 2, 1}

// Greedy looks for some plan fast, and then for cheaper ones until a limit ends
// it: one lazy search after the other, each with the estimate weighing less
// (Richter and Westphal 2010, LAMA). A state is estimated when its turn comes,
// and its successors wait with that estimate; those by preferred operators wait
// in a queue of their own, which has more turns while that brings progress.
// Optimal and NoPlan are proved: all states that could matter were looked at.
func Greedy(ctx context.Context, t *task.Task, guide Guide, o Options) Result {
	g := &greedy{
		ctx: ctx, t: t, o: o, guide: guide, succ: newSuccessors(t), axioms: task.NewAxiomEvaluator(t), limit: math.MaxInt64,
		values: make([]int32, t.Variables()), next: make([]int32, t.Variables()), isPreferred: make([]bool, len(t.Operators)),
	}
	exhausted := false
	for i := 0; i < len(weights) && g.end == 0 && !exhausted; i++ {
		g.weight = weights[i]
		exhausted = g.run(i < len(weights)-1)
	}
	g.result.Stats = g.stats
	switch {
	case !exhausted:
		g.result.Outcome = g.end
	case g.result.Plan == nil:
		g.result.Outcome = NoPlan
	default:
		g.result.Outcome, g.result.LowerBound = Optimal, g.result.Cost
	}
	return g.result
}

type greedy struct {
	ctx    context.Context
	t      *task.Task
	o      Options
	guide  Guide
	succ   *successors
	axioms *task.AxiomEvaluator

	weight int64
	limit  int64 // plans must cost less
	result Result
	stats  Stats
	end    Outcome
	asked  int64 // work when the limits were looked at last

	store   *store
	waiting []step // by number in the queues; each is popped once
	all     *queue
	liked   *queue // successors by preferred operators
	turns   [2]int64
	best    int64 // estimate so far

	improved bool // by this search

	values, next []int32
	packed       []uint64
	applicable   []int32
	preferred    []int32
	isPreferred  []bool // by operator
}

// step is a successor that waits: an operator in a state.
type step struct{ parent, op int32 }

// boost is how many turns the preferred queue gains by progress.
const boost = 1000

// run searches once, up to the first plan below the limit if that is enough, and
// reports whether all states were looked at.
func (g *greedy) run(first bool) bool {
	p := newPacking(g.t)
	g.store, g.all, g.liked = newStore(p), newQueue(), newQueue()
	g.packed = make([]uint64, p.words)
	g.waiting, g.turns, g.best = g.waiting[:0], [2]int64{}, math.MaxInt64
	g.improved = false
	copy(g.next, g.t.Initial)
	g.visit(-1, -1, 0)
	for g.end == 0 && !(first && g.improved) {
		s, ok := g.pop()
		if !ok {
			return true
		}
		from := g.store.node(s.parent)
		cost := from.g + g.t.Operators[s.op].Cost
		g.stats.Work += 15
		if g.limits(); g.end != 0 || cost >= g.limit {
			continue
		}
		g.store.unpack(g.store.state(s.parent), g.values)
		g.axioms.Evaluate(g.values)
		g.t.Apply(&g.t.Operators[s.op], g.values, g.next)
		g.visit(s.parent, s.op, cost)
	}
	return false
}

func (g *greedy) pop() (step, bool) {
	first, second := g.liked, g.all
	turn := 0
	if g.turns[0] > g.turns[1] {
		first, second, turn = g.all, g.liked, 1
	}
	id, _, ok := first.pop()
	if !ok {
		turn = 1 - turn
		if id, _, ok = second.pop(); !ok {
			return step{}, false
		}
	}
	g.turns[turn]++
	return g.waiting[id], true
}

// visit looks at the state in next: new, or reached more cheaply than before.
func (g *greedy) visit(parent, op int32, cost int64) {
	g.stats.Generated++
	g.store.pack(g.next, g.packed)
	id, isNew := g.store.insert(g.packed)
	n := g.store.node(id)
	if !isNew && (n.h == deadEnd || cost >= n.g) {
		return
	}
	*n = node{g: cost, parent: parent, op: op}
	g.axioms.Evaluate(g.next)
	if g.t.Holds(g.t.Goal, g.next) {
		g.note(id, cost)
		return
	}
	before := g.guide.Work()
	h := g.guide.Estimate(g.next)
	g.stats.Work += g.guide.Work() - before
	g.stats.Evaluated++
	if h == DeadEnd {
		g.stats.DeadEnds++
		n.h = deadEnd
		return
	}
	if h < g.best {
		g.best = h
		g.turns[0] -= boost
	}
	g.expand(id, cost, h)
}

// expand lets the successors wait.
func (g *greedy) expand(id int32, cost, h int64) {
	g.stats.Expanded++
	g.preferred = append(g.preferred[:0], g.guide.Preferred()...)
	for _, op := range g.preferred {
		g.isPreferred[op] = true
	}
	g.applicable = g.succ.appendApplicable(g.next, g.applicable[:0])
	g.stats.Work += int64(len(g.applicable))
	f := h
	if g.weight > 0 {
		f = cost + g.weight*h
	}
	for _, op := range slices.Backward(g.applicable) {
		number := int32(len(g.waiting))
		g.waiting = append(g.waiting, step{id, op})
		if g.isPreferred[op] {
			g.liked.push(number, f, h)
		} else {
			g.all.push(number, f, h)
		}
	}
	for _, op := range g.preferred {
		g.isPreferred[op] = false
	}
}

// note keeps the plan to a goal state if it is the cheapest so far.
func (g *greedy) note(id int32, cost int64) {
	if cost >= g.limit {
		return
	}
	plan := []int32{}
	for n := g.store.node(id); n.parent >= 0; n = g.store.node(n.parent) {
		plan = append(plan, n.op)
	}
	slices.Reverse(plan)
	// Parents may have become cheaper since the state was reached.
	total := int64(0)
	for _, op := range plan {
		total += g.t.Operators[op].Cost
	}
	g.result.Plan, g.result.Cost, g.limit, g.improved = plan, total, total, true
}

func (g *greedy) limits() {
	if g.stats.Work-g.asked < 1000 && g.asked > 0 {
		return
	}
	g.asked = max(1, g.stats.Work)
	g.stats.PeakBytes = max(g.stats.PeakBytes, g.store.bytes+int64(cap(g.waiting))*8+g.all.bytes()+g.liked.bytes())
	switch {
	case g.ctx.Err() != nil || g.o.Tick != nil && !g.o.Tick(g.stats.Work):
		g.end = TimeUp
	case g.stats.PeakBytes > g.o.MemoryLimit || g.store.n >= maxStates || len(g.waiting) >= maxStates:
		g.end = MemoryUp
	}
}
