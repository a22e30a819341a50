package symbolic

import (
	"slices"

	"genplanx/planner/symbolic/bdd"
)

// direction is a search from one end: uniform-cost, a layer of states per cost,
// and within it a sub-layer per operator without cost. A step applies the
// relations to one layer or sub-layer; what it has done is kept when the manager
// stops, so that it can be tried again.
type direction struct {
	s        *space
	other    *direction
	backward bool
	blocked  []bdd.Ref // one set: the states in layers, and what is no state
	layers   []layer   // by rising cost; the last is the one being worked on
	open     []layer   // by rising cost: reached, not yet in a layer; no sub-layers
	complete bool      // the last layer lacks nothing

	at      int       // next relation to apply to the source
	images  []bdd.Ref // of relations of one cost
	weights []int     // relations in each of them

	dead     bool // a step does not fit in memory
	full     int  // relation at which memory ran out last
	finished int  // steps
	estimate int64
	spent    int64    // work on this step so far
	size     int64    // nodes of its source
	phase    int      // 1: by operators that are not free
	perNode  [2]int64 // work of the last step per 16 nodes of its source, by phase
}

// layer is the states at one distance from the direction's end.
type layer struct {
	g   int64
	sub []bdd.Ref // disjoint: reached by so many operators without cost
	all [1]bdd.Ref
}

func (d *direction) last() *layer { return &d.layers[len(d.layers)-1] }

// exhausted reports whether nothing more can be reached.
func (d *direction) exhausted() bool { return d.complete && d.last().all[0] == bdd.False }

// roots lists the diagrams the direction needs.
func (d *direction) roots() [][]bdd.Ref {
	roots := [][]bdd.Ref{d.blocked, d.images}
	for i := range d.layers {
		roots = append(roots, d.layers[i].sub, d.layers[i].all[:])
	}
	for i := range d.open {
		roots = append(roots, d.open[i].all[:])
	}
	return roots
}

// source returns what the relations of the step are applied to.
func (d *direction) source() bdd.Ref {
	l := d.last()
	if d.complete {
		return l.all[0]
	}
	return l.sub[len(l.sub)-1]
}

// step applies the relations of one step; false: the manager stopped.
func (d *direction) step(b *bidirectional) bool {
	s := d.s
	end := s.free
	if d.complete {
		end = len(s.relations)
		d.at = max(d.at, s.free)
	}
	for {
		group := d.at > 0 && (d.at == end || s.relations[d.at-1].cost != s.relations[d.at].cost)
		if !d.balance(group) || group && !d.flush(b) {
			return false
		}
		if d.at == end {
			return d.advance(b)
		}
		r := &s.relations[d.at]
		var f bdd.Ref
		if d.backward {
			f = s.m.Preimage(d.source(), r.set[0], r.change)
		} else {
			f = s.m.Image(d.source(), r.set[0], r.change)
		}
		if !s.running() {
			return false
		}
		d.images, d.weights = append(d.images, f), append(d.weights, 1)
		d.at++
		b.collect()
	}
}

// balance joins images of as many relations each; in the end all of them.
func (d *direction) balance(all bool) bool {
	for n := len(d.images); n > 1 && (all || d.weights[n-2] <= d.weights[n-1]); n-- {
		f := d.s.m.Or(d.images[n-2], d.images[n-1])
		if !d.s.running() {
			return false
		}
		d.images[n-2] = f
		d.weights[n-2] += d.weights[n-1]
		d.images, d.weights = d.images[:n-1], d.weights[:n-1]
	}
	return true
}

// flush moves the image of all relations of one cost to where it belongs.
func (d *direction) flush(b *bidirectional) bool {
	if len(d.images) == 0 {
		return true
	}
	s, cost := d.s, d.s.relations[d.at-1].cost
	fresh := s.m.And(d.images[0], d.blocked[0].Not())
	if cost == 0 {
		if !d.addSub(b, fresh) {
			return false
		}
	} else if !d.addOpen(b, d.last().g+cost, fresh) {
		return false
	}
	d.images, d.weights = d.images[:0], d.weights[:0]
	return true
}

// addSub adds a sub-layer to the last layer.
func (d *direction) addSub(b *bidirectional, fresh bdd.Ref) bool {
	l := d.last()
	blocked := d.s.m.Or(d.blocked[0], fresh)
	all := d.s.m.Or(l.all[0], fresh)
	if !b.meet(d, fresh, l.g, len(l.sub), true) || !d.s.running() {
		return false
	}
	d.blocked[0], l.all[0] = blocked, all
	l.sub = append(l.sub, fresh)
	return true
}

// addOpen adds states reached at a cost, unless they cannot be on a plan that is
// cheaper than the best known.
func (d *direction) addOpen(b *bidirectional, g int64, fresh bdd.Ref) bool {
	if !b.meet(d, fresh, g, 0, false) {
		return false
	}
	if fresh == bdd.False || g >= b.cost-d.other.last().g {
		return true
	}
	i, found := slices.BinarySearchFunc(d.open, g, func(l layer, g int64) int { return int(l.g - g) })
	if !found {
		d.open = slices.Insert(d.open, i, layer{g: g, all: [1]bdd.Ref{bdd.False}})
	}
	all := d.s.m.Or(d.open[i].all[0], fresh)
	if !d.s.running() {
		return false
	}
	d.open[i].all[0] = all
	return true
}

// advance ends a step: the last layer is complete when operators without cost
// led to nothing new; after the others comes the next layer.
func (d *direction) advance(b *bidirectional) bool {
	if !d.complete {
		l := d.last()
		n := len(l.sub)
		if l.sub[n-1] == bdd.False {
			l.sub, d.complete = l.sub[:n-1], true
		}
		d.at = 0
		return true
	}
	for len(d.open) > 0 {
		fresh := d.s.m.And(d.open[0].all[0], d.blocked[0].Not())
		if !d.s.running() || fresh != bdd.False && !d.addLayer(b, d.open[0].g, fresh) {
			return false
		}
		d.open = d.open[1:]
		if fresh != bdd.False {
			return true
		}
	}
	d.layers = append(d.layers, layer{g: d.last().g + 1})
	d.last().all[0] = bdd.False
	return true
}

// addLayer adds the layer of the states at distance g that no operator without
// cost leads to from others of it.
func (d *direction) addLayer(b *bidirectional, g int64, set bdd.Ref) bool {
	blocked := d.s.m.Or(d.blocked[0], set)
	if !b.meet(d, set, g, 0, true) || !d.s.running() {
		return false
	}
	d.blocked[0] = blocked
	d.layers = append(d.layers, layer{g: g, sub: []bdd.Ref{set}, all: [1]bdd.Ref{set}})
	d.complete, d.at = d.s.free == 0, 0
	return true
}
