package symbolic

import (
	"math"

	"genplanx/planner/symbolic/bdd"
)

// bidirectional runs two directions against each other until no plan can be
// cheaper than the best at which they have met.
type bidirectional struct {
	*space
	forward, backward direction
	plan              []int32
	cost              int64 // of plan; unknown without one
	end               Outcome
	cheapest          int64 // cost of the cheapest operator that is not free
}

const unknown = math.MaxInt64

// start makes the first layers; false: the manager stopped.
func (b *bidirectional) start() bool {
	b.cost, b.cheapest = unknown, 1
	if b.free < len(b.relations) {
		b.cheapest = b.relations[b.free].cost
	}
	b.forward = direction{s: b.space, other: &b.backward, blocked: []bdd.Ref{b.illegal[0]}, full: -1}
	b.backward = direction{s: b.space, other: &b.forward, blocked: []bdd.Ref{b.illegal[0]}, full: -1, backward: true}
	return b.forward.begin(b, b.set(b.t.Initial)) && b.backward.begin(b, b.goal[0])
}

// begin adds the first layer, which may be empty.
func (d *direction) begin(b *bidirectional, set bdd.Ref) bool {
	if !d.addLayer(b, 0, set) {
		return false
	}
	d.complete = d.complete || set == bdd.False
	d.guess()
	return true
}

// run makes steps, in the direction where the next is thought cheaper.
func (b *bidirectional) run() {
	for b.running() && b.cost > b.bound() {
		d := b.choose()
		if d == nil {
			b.end = MemoryUp
			return
		}
		before := b.m.Work()
		if !d.other.dead {
			b.m.SetBudget(max(leastBudget, 2*d.other.estimate))
		}
		done := d.step(b)
		d.spent += b.m.Work() - before
		stop := b.m.Stopped()
		b.m.Resume()
		switch {
		case done:
			d.finish()
		case stop == bdd.OverBudget:
			d.estimate = 2 * d.spent
		case stop == bdd.Full:
			b.crowdedOut(d)
		}
	}
}

const leastBudget = 1 << 16

// choose returns the direction to make a step in, or nil if neither can.
func (b *bidirectional) choose() *direction {
	f, w := &b.forward, &b.backward
	switch {
	case f.dead && w.dead:
		return nil
	case w.dead || !f.dead && f.estimate <= w.estimate:
		return f
	}
	return w
}

// crowdedOut makes room, or gives up the direction that found none twice.
func (b *bidirectional) crowdedOut(d *direction) {
	if d.full == d.at {
		d.dead = true
		d.images, d.weights = nil, nil
	}
	d.full = d.at
	b.collectNow()
}

// finish learns from a finished step what the next may cost.
func (d *direction) finish() {
	d.finished++
	d.full = -1
	d.perNode[d.phase] = max(1, d.spent*16/max(1, d.size))
	d.spent = 0
	d.guess()
}

// guess estimates the work of the next step.
func (d *direction) guess() {
	const most = 1 << 24
	d.size = int64(d.s.m.Size(d.source(), most))
	d.s.m.AddWork(d.size / 8)
	d.phase = 0
	if d.complete {
		d.phase = 1
	}
	d.estimate = d.size * max(16, d.perNode[d.phase]) / 16
}

// bound returns what no plan can be cheaper than. States nearer to an end than
// its last layer are all in layers; a plan not met yet leaves those of both ends
// by an operator that is not free, if the last layers are complete.
func (b *bidirectional) bound() int64 {
	f, w := &b.forward, &b.backward
	switch {
	case f.exhausted() || w.exhausted():
		return unknown
	case f.complete && w.complete:
		return f.last().g + w.last().g + b.cheapest
	}
	return f.last().g + w.last().g
}

// collect frees garbage when enough has come together.
func (b *bidirectional) collect() {
	if b.crowded() {
		b.collectNow()
	}
}

func (b *bidirectional) collectNow() {
	b.space.collectNow(append(b.forward.roots(), b.backward.roots()...)...)
}

// meet looks for states of set, which direction d reached at cost g by so many
// free operators, among those the other has reached, and extracts the plan if it
// is the cheapest so far. What is not yet in a layer has been compared with the
// layers of the other; sets that become layers are compared with all.
func (b *bidirectional) meet(d *direction, set bdd.Ref, g int64, sub int, layers bool) bool {
	o := d.other
	common := b.m.And(set, o.blocked[0])
	for i := range o.layers {
		if common == bdd.False || !b.running() || g+o.layers[i].g >= b.cost {
			break
		}
		if both := b.m.And(common, o.layers[i].all[0]); both != bdd.False && b.running() {
			b.extract(d, both, g, sub, o.layers[i].g)
		}
	}
	for i := range o.open {
		if !layers || !b.running() || g+o.open[i].g >= b.cost {
			break
		}
		if both := b.m.And(set, o.open[i].all[0]); both != bdd.False && b.running() {
			b.extract(d, both, g, sub, o.open[i].g)
		}
	}
	return b.running()
}

// result says what is known.
func (b *bidirectional) result() Result {
	r := Result{Outcome: b.end, Plan: b.plan, Cost: b.cost}
	_, peak := b.m.Bytes()
	r.Stats = Stats{Work: b.m.Work(), PeakBytes: peak, Bits: int(b.bits), Relations: len(b.relations),
		Forward: b.forward.finished, Backward: b.backward.finished}
	if b.plan == nil {
		r.Cost = 0
	}
	started := len(b.forward.layers) > 0 && len(b.backward.layers) > 0
	switch {
	case started && b.bound() == unknown && b.plan == nil:
		r.Outcome = NoPlan
		return r
	case started && b.plan != nil && b.cost <= b.bound():
		r.Outcome, r.LowerBound = Optimal, b.cost
		return r
	case started:
		r.LowerBound = b.bound()
	}
	switch {
	case b.end != 0:
	case b.m.Stopped() == bdd.Interrupted:
		r.Outcome = TimeUp
	default:
		r.Outcome = MemoryUp
	}
	return r
}
