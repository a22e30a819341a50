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
	pruning *stubborn   // nil: off
	reusing Incremental // the last deferred heuristic, if it is one

	values, next []int32 // of the expanded state, of a successor
	parent       []uint64
	packed       []uint64
	applicable   []int32

	goal  int32 // cheapest goal state generated, or -1
	bound int64 // proved
	end   Outcome
	asked int64 // work when the limits were looked at last
	stats Stats
}

func newAStar(ctx context.Context, t *task.Task, o Options) *astar {
	p := newPacking(t)
	a := &astar{
		ctx: ctx, t: t, o: o, store: newStore(p), open: newQueue(),
		succ: newSuccessors(t), axioms: task.NewAxiomEvaluator(t),
		values: make([]int32, t.Variables()), next: make([]int32, t.Variables()),
		parent: make([]uint64, p.words), packed: make([]uint64, p.words), goal: -1,
	}
	if o.Pruning && affordable(t) {
		a.pruning = newStubborn(t)
	}
	if last := len(o.Deferred) - 1; last >= 0 {
		if h, ok := o.Deferred[last].(Incremental); ok {
			a.reusing = h
			h.Limit(o.MemoryLimit / 4)
		}
	}
	return a
}

func (a *astar) start() {
	copy(a.next, a.t.Initial)
	if a.o.Symmetry != nil {
		a.o.Symmetry.Canonical(a.next)
	}
	a.store.pack(a.next, a.packed)
	id, _ := a.store.insert(a.packed)
	n := a.store.node(id)
	*n = node{parent: -1, op: -1}
	a.enter(id, n)
}

func (a *astar) run() Result {
	for a.end == 0 && (a.goal < 0 || a.store.node(a.goal).g > a.bound) {
		id, k, ok := a.open.pop()
		if !ok {
			break
		}
		n := a.store.node(id)
		if n.closed || n.h == deadEnd || n.g+int64(n.h) != k.f {
			continue // a cheaper path was found since, or a better estimate
		}
		a.bound = max(a.bound, k.f)
		copy(a.parent, a.store.state(id))
		a.store.unpack(a.parent, a.values)
		a.axioms.Evaluate(a.values)
		if !a.worthExpanding(id, n) {
			continue
		}
		n.closed = true
		a.expand(id, n)
	}
	return a.result()
}

// worthExpanding asks the deferred estimates of a state whose turn has come, and
// puts the state back if it is dearer than was known.
func (a *astar) worthExpanding(id int32, n *node) bool {
	for int(n.evaluated) < len(a.o.Deferred) {
		h := a.deferred(id, n)
		n.evaluated++
		if a.limits(); a.end != 0 {
			return false // the estimate may have been cut short
		}
		if h == DeadEnd {
			a.stats.DeadEnds++
			n.h = deadEnd
			return false
		}
		if h > int64(n.h) {
			n.h = clip(h)
			a.push(id, n)
			return false
		}
	}
	return true
}

// deferred asks the next deferred heuristic, the last where it can by what it knows
// of the state before. It is not asked afresh then: measured on 52 tasks, that
// takes 3 % off the expansions and adds a quarter to the time.
func (a *astar) deferred(id int32, n *node) int64 {
	if a.reusing == nil || int(n.evaluated) < len(a.o.Deferred)-1 {
		return a.estimate(a.o.Deferred[n.evaluated], a.values)
	}
	parent := n.parent
	if n.moved {
		parent = -1 // what the operator leads to is another state of the orbit
	}
	a.stats.Evaluated++
	before := a.reusing.Work()
	h := a.reusing.EvaluateAfter(id, parent, n.op, a.values)
	a.stats.Work += a.reusing.Work() - before
	return h
}

func (a *astar) estimate(h Heuristic, values []int32) int64 {
	a.stats.Evaluated++
	before := h.Work()
	v := h.Evaluate(values)
	a.stats.Work += h.Work() - before
	return v
}

func clip(h int64) int32 { return int32(min(h, math.MaxInt32)) }

func (a *astar) expand(id int32, n *node) {
	a.stats.Expanded++
	if a.t.Holds(a.t.Goal, a.values) {
		a.goal = id // popped, so none is cheaper
		return
	}
	a.applicable = a.succ.appendApplicable(a.values, a.applicable[:0])
	a.stats.Work += int64(len(a.values)/8) + 10
	if a.pruning != nil {
		a.prune()
	}
	// Last in, first out: the first operator's successor is tried first of equals.
	for _, op := range slices.Backward(a.applicable) {
		if a.generate(id, op, n); a.end != 0 {
			return
		}
	}
}

func (a *astar) prune() {
	before, work := len(a.applicable), a.pruning.work
	a.applicable = a.pruning.prune(a.values, a.applicable)
	a.stats.Pruned += int64(before - len(a.applicable))
	a.stats.Work += a.pruning.work - work
	if a.pruning.useless(a.stats.Work) {
		a.pruning = nil
	}
}

// generate takes the state that an operator leads to from the expanded one.
func (a *astar) generate(parent, op int32, from *node) {
	a.stats.Generated++
	a.stats.Work += 15
	o := &a.t.Operators[op]
	moved := false
	if a.o.Symmetry == nil {
		copy(a.packed, a.parent)
		a.patch(o)
	} else {
		a.t.Apply(o, a.values, a.next)
		before := a.o.Symmetry.Work()
		moved = a.o.Symmetry.Canonical(a.next)
		a.store.pack(a.next, a.packed)
		a.stats.Work += a.o.Symmetry.Work() - before + 15 + int64(len(a.next)/4)
	}
	g := from.g + o.Cost
	inherited := max(0, int64(from.h)-o.Cost)
	id, isNew := a.store.insert(a.packed)
	n := a.store.node(id)
	if isNew {
		*n = node{g: g, h: clip(inherited), parent: parent, op: op, moved: moved}
		if a.o.Symmetry == nil {
			a.t.Apply(o, a.values, a.next)
		}
		a.enter(id, n)
		return
	}
	if g >= n.g {
		return
	}
	n.g, n.parent, n.op, n.moved = g, parent, op, moved
	if n.h == deadEnd {
		return
	}
	n.h = max(n.h, clip(inherited))
	if n.closed {
		n.closed = false
		a.stats.Reopened++
	}
	a.push(id, n)
}

// patch carries out the effects of an operator in the packed successor.
func (a *astar) patch(o *task.Operator) {
	for i := range o.Effects {
		e := &o.Effects[i]
		if len(e.When) == 0 || a.t.Holds(e.When, a.values) {
			v := a.t.FactVar[e.Fact]
			a.store.set(a.packed, v, e.Fact-a.t.VarFirst[v])
		}
	}
}

// enter estimates a new state, whose basic values are in next, notes it if it is
// a goal state, and puts it into the queue.
func (a *astar) enter(id int32, n *node) {
	if a.limits(); a.end != 0 {
		n.h = 0
		return
	}
	a.axioms.Evaluate(a.next)
	if a.o.Heuristic != nil {
		h := a.estimate(a.o.Heuristic, a.next)
		if h == DeadEnd {
			a.stats.DeadEnds++
			n.h = deadEnd
			return
		}
		n.h = max(n.h, clip(h))
	}
	if (a.goal < 0 || n.g < a.store.node(a.goal).g) && a.t.Holds(a.t.Goal, a.next) {
		a.goal = id
	}
	a.push(id, n)
}

// push puts a state into the queue, unless it is no better than the plan at hand.
func (a *astar) push(id int32, n *node) {
	f := n.g + int64(n.h)
	if a.goal >= 0 && f >= a.store.node(a.goal).g && id != a.goal {
		return
	}
	a.open.push(id, f, int64(n.h))
}

// limits ends the search when time or memory is up. Both are looked at after
// every ten microseconds of work or so.
func (a *astar) limits() {
	if a.stats.Work-a.asked < 1000 && a.asked > 0 {
		return
	}
	a.asked = max(1, a.stats.Work)
	used := a.store.bytes + a.open.bytes()
	if a.reusing != nil {
		used += a.reusing.Bytes()
	}
	a.stats.PeakBytes = max(a.stats.PeakBytes, used)
	switch {
	case a.ctx.Err() != nil || a.o.Tick != nil && !a.o.Tick(a.stats.Work):
		a.end = TimeUp
	case a.stats.PeakBytes > a.o.MemoryLimit || a.store.n >= maxStates:
		a.end = MemoryUp
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
			break
		}
		plan = append(plan, n.op)
		cost += a.t.Operators[n.op].Cost
		id = n.parent
	}
	slices.Reverse(plan)
	if a.o.Symmetry != nil {
		plan = a.o.Symmetry.Unfold(plan)
	}
	return plan, cost
}
