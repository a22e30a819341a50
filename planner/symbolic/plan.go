package symbolic

import (
	"slices"

	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

// extract finds a plan through one of the states both directions have reached: d
// at cost g by so many free operators, the other at cost rest. It is the best
// plan from then on. When the manager stops on the way nothing changes.
func (b *bidirectional) extract(d *direction, both bdd.Ref, g int64, sub int, rest int64) {
	middle := make([]int32, b.t.Variables())
	b.pick(both, middle)
	p := path{space: b.space, axioms: task.NewAxiomEvaluator(b.t), values: slices.Clone(middle), code: make([]bool, b.bits)}
	otherSub := p.sub(d.other, rest)
	var before, after []int32
	var ok bool
	if d.backward {
		before, ok = p.back(d.other, rest, otherSub)
	} else {
		before, ok = p.back(d, g, sub)
	}
	if !ok {
		return
	}
	copy(p.values, middle)
	if d.backward {
		after, ok = p.on(d, g, sub)
	} else {
		after, ok = p.on(d.other, rest, otherSub)
	}
	if ok {
		slices.Reverse(before)
		b.plan = append(before, after...)
		b.cost = g + rest
	}
}

// path walks from state to state through the layers of a direction.
type path struct {
	*space
	axioms *task.AxiomEvaluator
	values []int32 // of the state reached
	code   []bool
}

// sub returns by how many free operators the state was reached in the layer at
// cost g; 0 if it is not in the layer yet.
func (p *path) sub(d *direction, g int64) int {
	p.encodeState(p.values, p.code)
	if l := d.layerAt(g); l != nil {
		for i, set := range l.sub {
			if p.holds(set, p.code) {
				return i
			}
		}
	}
	return 0
}

// layerAt returns the layer at cost g, or nil.
func (d *direction) layerAt(g int64) *layer {
	i, found := slices.BinarySearchFunc(d.layers, g, func(l layer, g int64) int { return int(l.g - g) })
	if !found {
		return nil
	}
	return &d.layers[i]
}

// back returns the operators from the initial state to the one in values, last
// first; false: the manager stopped.
func (p *path) back(d *direction, g int64, sub int) ([]int32, bool) {
	plan := []int32{}
	for g > 0 || sub > 0 {
		to := slices.Clone(p.values[:p.t.Basic])
		r := p.predecessors(d, g, sub)
		if r == nil {
			return nil, false
		}
		p.axioms.Evaluate(p.values)
		op := p.leading(to, r.cost)
		if op < 0 {
			return nil, false
		}
		plan = append(plan, op)
		g -= r.cost
		if r.cost == 0 {
			sub--
		} else {
			sub = p.sub(d, g)
		}
	}
	return plan, true
}

// predecessors moves to a state in an earlier layer or sub-layer from which a
// relation leads to the one in values, and returns the relation.
func (p *path) predecessors(d *direction, g int64, sub int) *relation {
	state := p.set(p.values)
	for i := range p.relations {
		r := &p.relations[i]
		if (r.cost == 0) != (sub > 0) {
			continue
		}
		l := d.layerAt(g - r.cost)
		if l == nil {
			continue
		}
		from := l.all[0]
		if sub > 0 {
			from = l.sub[sub-1]
		}
		if from = p.m.And(p.m.Preimage(state, r.set[0], r.change), from); !p.running() {
			return nil
		}
		if from != bdd.False {
			p.pick(from, p.values)
			return r
		}
	}
	return nil
}

// leading returns the first operator of a cost that leads from the state in
// values to another.
func (p *path) leading(to []int32, cost int64) int32 {
	next := make([]int32, p.t.Variables())
	for i := range p.t.Operators {
		o := &p.t.Operators[i]
		if o.Cost == cost && p.t.Holds(o.Pre, p.values) {
			if p.t.Apply(o, p.values, next); slices.Equal(next[:p.t.Basic], to) {
				return int32(i)
			}
		}
	}
	return -1
}

// on returns the operators from the state in values to the goal.
func (p *path) on(d *direction, g int64, sub int) ([]int32, bool) {
	plan := []int32{}
	next := make([]int32, p.t.Variables())
	for g > 0 || sub > 0 {
		p.axioms.Evaluate(p.values)
		op := p.towards(d, g, sub, next)
		if op < 0 || !p.m.AddWork(int64(len(p.t.Operators))/8+1) {
			return nil, false
		}
		plan = append(plan, op)
		copy(p.values, next)
		if cost := p.t.Operators[op].Cost; cost == 0 {
			sub--
		} else {
			g -= cost
			sub = p.sub(d, g)
		}
	}
	return plan, true
}

// towards returns the first operator that leads to an earlier layer or
// sub-layer, and writes the state after it into next.
func (p *path) towards(d *direction, g int64, sub int, next []int32) int32 {
	for i := range p.t.Operators {
		o := &p.t.Operators[i]
		if (o.Cost == 0) != (sub > 0) || o.Cost > g || !p.t.Holds(o.Pre, p.values) {
			continue
		}
		l := d.layerAt(g - o.Cost)
		if l == nil {
			continue
		}
		to := l.all[0]
		if sub > 0 {
			to = l.sub[sub-1]
		}
		p.t.Apply(o, p.values, next)
		if p.encodeState(next, p.code); p.holds(to, p.code) {
			return int32(i)
		}
	}
	return -1
}
