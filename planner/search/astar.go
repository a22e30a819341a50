package search

import (
	"context"
	"math"
	"slices"

	"genplanx/planner/task"
)

type astar struct {
	ctx     context.Context
	t       *task.Task
	o       Options
	store   *store
	open    *queue
	succ    *successors
	axioms  *task.AxiomEvaluator
	pruning *stubborn // nil: off

	values, next []int32 // of the expanded state, of a successor
	packed       []uint64
	applicable   []int32

	goal  int32 // cheapest goal state generated, or -1
	bound int64 // proved
	end   Outcome
	stats Stats
}

func newAStar(ctx context.Context, t *task.Task, o Options) *astar {
	p := newPacking(t)
	a := &astar{
		ctx: ctx, t: t, o: o, store: newStore(p), open: newQueue(),
		succ: newSuccessors(t), axioms: task.NewAxiomEvaluator(t),
		values: make([]int32, t.Variables()), next: make([]int32, t.Variables()),
		packed: make([]uint64, p.words), goal: -1,
	}
	if o.Pruning && affordable(t) {
		a.pruning = newStubborn(t)
	}
	return a
}

func (a *astar) start() {
	copy(a.next, a.t.Initial)
	a.axioms.Evaluate(a.next)
	a.generate(-1, -1, 0)
}

func (a *astar) run() Result {
	for a.end == 0 && (a.goal < 0 || a.store.node(a.goal).g > a.bound) {
		id, k, ok := a.open.pop()
		if !ok {
			break
		}
		n := a.store.node(id)
		if n.closed || n.g+int64(n.h) != k.f {
			continue // a cheaper path was found since
		}
		a.bound = max(a.bound, k.f)
		n.closed = true
		a.expand(id, n.g)
	}
	return a.result()
}

func (a *astar) expand(id int32, g int64) {
	a.stats.Expanded++
	a.store.unpack(a.store.state(id), a.values)
	a.axioms.Evaluate(a.values)
	if a.t.Holds(a.t.Goal, a.values) {
		a.goal = id // popped, so none is cheaper
		return
	}
	a.applicable = a.succ.appendApplicable(a.values, a.applicable[:0])
	if a.pruning != nil {
		a.prune()
	}
	for _, op := range a.applicable {
		o := &a.t.Operators[op]
		a.t.Apply(o, a.values, a.next)
		a.generate(id, op, g+o.Cost)
		if a.end != 0 {
			return
		}
	}
}

func (a *astar) prune() {
	before := len(a.applicable)
	a.applicable = a.pruning.prune(a.values, a.applicable)
	a.stats.Pruned += int64(before - len(a.applicable))
	if a.pruning.useless() {
		a.pruning = nil
	}
}

// generate takes the state in next, reached by op from parent at cost g.
func (a *astar) generate(parent, op int32, g int64) {
	a.stats.Generated++
	a.store.pack(a.next, a.packed)
	id, isNew := a.store.insert(a.packed)
	n := a.store.node(id)
	switch {
	case isNew:
		*n = node{g: g, parent: parent, op: op}
		a.evaluate(id, n)
		if a.end != 0 {
			return
		}
	case g >= n.g:
		return
	default:
		n.g, n.parent, n.op = g, parent, op
		if n.closed {
			n.closed = false
			a.stats.Reopened++
		}
	}
	if n.h == deadEnd {
		return
	}
	if a.goal >= 0 && g+int64(n.h) >= a.store.node(a.goal).g && id != a.goal {
		return // no better than the plan at hand
	}
	a.open.push(id, g+int64(n.h), int64(n.h))
}

// evaluate computes h of a new state, and notes a goal state.
func (a *astar) evaluate(id int32, n *node) {
	if a.ctx.Err() != nil {
		a.end = TimeUp
		n.h = 0
		return
	}
	if peak := a.store.bytes + int64(a.open.size)*8; peak > a.stats.PeakBytes {
		a.stats.PeakBytes = peak
	}
	if a.stats.PeakBytes > a.o.MemoryLimit || a.store.n >= maxStates {
		a.end = MemoryUp
		return
	}
	a.axioms.Evaluate(a.next)
	a.stats.Evaluated++
	h := a.o.Heuristic.Evaluate(a.next)
	if h == DeadEnd {
		a.stats.DeadEnds++
		n.h = deadEnd
		return
	}
	n.h = int32(min(h, math.MaxInt32))
	if a.t.Holds(a.t.Goal, a.next) && (a.goal < 0 || n.g < a.store.node(a.goal).g) {
		a.goal = id
	}
}

func (a *astar) result() Result {
	a.stats.States = int64(a.store.n)
	r := Result{Outcome: a.end, LowerBound: a.bound, Stats: a.stats}
	if a.goal >= 0 {
		r.Plan, r.Cost = a.plan()
		if a.end == 0 || r.Cost <= a.bound {
			r.Outcome, r.LowerBound = Optimal, r.Cost
		}
	} else if a.end == 0 {
		r.Outcome = NoPlan
	}
	return r
}

// plan follows the parents from the goal.
func (a *astar) plan() ([]int32, int64) {
	plan := []int32{}
	cost := int64(0)
	for id := a.goal; ; {
		n := a.store.node(id)
		if n.parent < 0 {
			slices.Reverse(plan)
			return plan, cost
		}
		plan = append(plan, n.op)
		cost += a.t.Operators[n.op].Cost
		id = n.parent
	}
}
