package abstraction

import (
	"slices"

	"genplanx/planner/task"
)

// maxOutcomes bounds the labels of one operator in one projection; a pattern in
// which an operator has more is not used.
const maxOutcomes = 1 << 10

// maxTogether is up to how many undecided conditions of an operator are taken to
// hold or not each for all its effects; with more, each variable goes its own way.
const maxTogether = 6

// entry says that the variable at a place of the pattern has a value.
type entry struct{ place, value int32 }

// outcome is what an operator may do to an abstract state: where all of cond
// hold, eff come to hold. Both are sorted by place.
type outcome struct{ cond, eff []entry }

// outcomes finds what operators do to a pattern. A condition that the pattern
// does not decide, on a variable outside it or on a derived one, may hold or
// not, so there is an outcome for either: the abstraction has every transition
// that the task has.
type outcomes struct {
	t     *task.Task
	place []int32 // by variable: place in the pattern, or -1
	sizes []int32 // by place

	pre     []entry
	effects []projected
	groups  [][]task.Fact // distinct undecided conditions
	split   []int32       // places that conditions test and pre does not
	values  []int32       // by place: while conditions are decided, or -1
	list    []outcome
	loops   bool // some outcome changes nothing
}

// projected is an effect on the pattern.
type projected struct {
	entry
	when  []entry // conditions on the pattern
	group int32   // undecided rest of the condition, or -1
}

func newOutcomes(t *task.Task) *outcomes {
	o := &outcomes{t: t, place: make([]int32, t.Variables())}
	for v := range o.place {
		o.place[v] = -1
	}
	return o
}

func (o *outcomes) enter(pattern []int32) {
	o.sizes, o.values = o.sizes[:0], o.values[:0]
	for i, v := range pattern {
		o.place[v] = int32(i)
		o.sizes = append(o.sizes, o.t.Size(int(v)))
		o.values = append(o.values, -1)
	}
}

func (o *outcomes) leave(pattern []int32) {
	for _, v := range pattern {
		o.place[v] = -1
	}
}

// of fills list and loops for an operator; false if it has too many outcomes.
func (o *outcomes) of(op *task.Operator) bool {
	o.pre, o.effects, o.list, o.loops = o.pre[:0], o.effects[:0], o.list[:0], false
	o.groups, o.split = o.groups[:0], o.split[:0]
	for _, f := range op.Pre {
		if p := o.place[o.t.FactVar[f]]; p >= 0 {
			o.pre = append(o.pre, entry{p, o.t.Value(f)})
		}
	}
	for i := range op.Effects {
		o.project(op, &op.Effects[i])
	}
	if len(o.effects) == 0 {
		return true
	}
	for _, e := range o.pre {
		o.values[e.place] = e.value
	}
	n := 1
	for _, p := range o.split {
		n *= int(o.sizes[p])
		if n > maxOutcomes {
			break
		}
	}
	fits := n <= maxOutcomes && o.assign(0)
	for i := range o.values {
		o.values[i] = -1
	}
	return fits
}

// project adds an effect that changes the pattern, unless the precondition
// rules out its condition.
func (o *outcomes) project(op *task.Operator, e *task.Effect) {
	p := o.place[o.t.FactVar[e.Fact]]
	if p < 0 {
		return
	}
	out := projected{entry: entry{p, o.t.Value(e.Fact)}, group: -1}
	var open []task.Fact
	for _, f := range e.When {
		v := o.t.FactVar[f]
		i, known := slices.BinarySearchFunc(op.Pre, v, func(g task.Fact, v int32) int { return int(o.t.FactVar[g] - v) })
		switch {
		case known && op.Pre[i] != f:
			return
		case known:
		case o.place[v] >= 0:
			out.when = append(out.when, entry{o.place[v], o.t.Value(f)})
			if !slices.Contains(o.split, o.place[v]) {
				o.split = append(o.split, o.place[v])
			}
		default:
			open = append(open, f)
		}
	}
	if open != nil {
		g := slices.IndexFunc(o.groups, func(x []task.Fact) bool { return slices.Equal(x, open) })
		if g < 0 {
			g = len(o.groups)
			o.groups = append(o.groups, open)
		}
		out.group = int32(g)
	}
	o.effects = append(o.effects, out)
}

// assign gives the places that conditions test all values in turn.
func (o *outcomes) assign(i int) bool {
	if i == len(o.split) {
		return o.decide()
	}
	p := o.split[i]
	for v := range o.sizes[p] {
		o.values[p] = v
		if !o.assign(i + 1) {
			return false
		}
	}
	o.values[p] = -1
	return true
}

// decide adds the outcomes for the values at hand.
func (o *outcomes) decide() bool {
	if len(o.groups) > maxTogether {
		return o.decideEach()
	}
	for holds := range 1 << len(o.groups) {
		var eff []entry
		for i := range o.effects {
			if e := &o.effects[i]; o.possible(e) && (e.group < 0 || holds>>e.group&1 == 1) {
				eff = set(eff, e.entry)
			}
		}
		if !o.add(eff) {
			return false
		}
	}
	return true
}

// decideEach lets each variable take any value that some effect may give it.
func (o *outcomes) decideEach() bool {
	options := map[int32][]int32{} // by place; -1: unchanged
	var places []int32
	for i := range o.effects {
		e := &o.effects[i]
		if !o.possible(e) {
			continue
		}
		have, ok := options[e.place]
		if !ok {
			places = append(places, e.place)
			have = []int32{-1}
		}
		if e.group < 0 {
			have = have[:0]
		}
		if !slices.Contains(have, e.value) {
			have = append(have, e.value)
		}
		options[e.place] = have
	}
	var each func(i int, eff []entry) bool
	each = func(i int, eff []entry) bool {
		if i == len(places) {
			return o.add(slices.Clone(eff))
		}
		for _, v := range options[places[i]] {
			next := eff
			if v >= 0 {
				next = append(eff[:len(eff):len(eff)], entry{places[i], v})
			}
			if !each(i+1, next) {
				return false
			}
		}
		return true
	}
	return each(0, nil)
}

// possible reports whether the values at hand allow the effect.
func (o *outcomes) possible(e *projected) bool {
	for _, w := range e.when {
		if o.values[w.place] != w.value {
			return false
		}
	}
	return true
}

// set gives a place a value; the later effect wins.
func set(eff []entry, e entry) []entry {
	for i := range eff {
		if eff[i].place == e.place {
			eff[i].value = e.value
			return eff
		}
	}
	return append(eff, e)
}

// add notes an outcome, without the effects that change nothing.
func (o *outcomes) add(eff []entry) bool {
	eff = slices.DeleteFunc(eff, func(e entry) bool { return o.values[e.place] == e.value })
	if len(eff) == 0 {
		o.loops = true
		return true
	}
	var cond []entry
	for p, v := range o.values {
		if v >= 0 {
			cond = append(cond, entry{int32(p), v})
		}
	}
	slices.SortFunc(eff, func(a, b entry) int { return int(a.place - b.place) })
	o.list = append(o.list, outcome{cond, eff})
	return len(o.list) <= maxOutcomes
}
