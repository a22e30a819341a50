package cartesian

import "slices"

// split divides an abstract state and gives the transitions of the old state to
// the two new ones. Loops are not stored: those that now lead from one part to
// the other are found among the operators that change the variable.
func (a *Abstraction) split(state, variable int32, wanted []uint64) {
	a.activate(variable)
	a.work += int64(len(a.s.active)) + 1
	next := a.s.split(state, variable, wanted)
	a.x.addState()
	a.d.addState(state)
	a.d.orphans = append(a.d.orphans[:0], state, next)
	a.splitIncoming(state, next, variable)
	a.splitOutgoing(state, next, variable)
	a.splitLoops(state, next, variable)
}

func (a *Abstraction) splitIncoming(old, next, variable int32) {
	for i := a.x.in[old]; i != end; {
		a.work++
		t := a.x.all[i]
		if a.d.up[t.from] == i {
			a.d.orphans = append(a.d.orphans, t.from)
		}
		a.divert(i, a.moves(t.from, t.op, old, variable), a.moves(t.from, t.op, next, variable), t.from, next)
		i = t.nextIn
	}
}

func (a *Abstraction) splitOutgoing(old, next, variable int32) {
	for i := a.x.out[old]; i != end; {
		a.work++
		t := a.x.all[i]
		stays, goes := a.moves(old, t.op, t.to, variable), a.moves(next, t.op, t.to, variable)
		a.divert(i, stays, goes, next, t.to)
		i = t.nextOut
	}
}

// divert keeps a transition where it is, or gives it the new ends, or both.
func (a *Abstraction) divert(i int32, stays, goes bool, from, to int32) {
	t := &a.x.all[i]
	switch {
	case stays && goes:
		a.x.add(t.op, from, to)
	case goes && t.from != from:
		a.x.moveFrom(i, from)
	case goes:
		a.x.moveTo(i, to)
	case !stays:
		if a.d.up[t.from] == i {
			a.d.up[t.from] = end
		}
		a.x.remove(i)
	}
}

// splitLoops adds the transitions between the two parts of a state.
func (a *Abstraction) splitLoops(old, next, variable int32) {
	first := a.m.t.VarFirst[variable]
	for value := range a.m.t.Size(int(variable)) {
		from, to := old, next
		if !a.s.has(next, variable, value) {
			if !a.s.has(old, variable, value) {
				continue
			}
			from, to = next, old
		}
		for _, op := range a.m.achievers.of(first + value) {
			a.work++
			if a.c.stands(op) && a.firstTo(op, to, variable, value) && a.joins(from, op, to) {
				a.x.add(op, from, to)
			}
		}
	}
}

// firstTo reports whether the value is the least of those by which the operator
// may lead into the state, so that it is taken once.
func (a *Abstraction) firstTo(op, to, variable, value int32) bool {
	c := choiceOf(a.m.operators[op].cases, variable)
	if c == nil {
		return true
	}
	for _, b := range c.branches {
		if b.value < value && a.s.has(to, variable, b.value) {
			return false
		}
	}
	return true
}

// joins reports whether an operator leads between two states that differ only in
// a variable that it sets, or from a state to itself.
func (a *Abstraction) joins(from, op, to int32) bool {
	o := &a.m.operators[op]
	if !a.applicable(from, o) {
		return false
	}
	for _, e := range o.eff {
		if !a.s.has(to, e.variable, e.value) {
			return false
		}
	}
	a.work += int64(len(o.cases))
	for i := range o.cases {
		if !a.mayChoose(o, &o.cases[i], from, to) {
			return false
		}
	}
	return true
}

func (a *Abstraction) applicable(state int32, o *operator) bool {
	for _, p := range o.pre {
		if !a.s.has(state, p.variable, p.value) {
			return false
		}
	}
	return true
}

// moves reports whether a transition that was there before a split on the
// variable is still there: whether the variable lets it, and the effects that
// depend on the variable do.
func (a *Abstraction) moves(from, op, to, variable int32) bool {
	o := &a.m.operators[op]
	p, hasPre := valueOf(o.pre, variable)
	if hasPre && !a.s.has(from, variable, p) {
		return false
	}
	if a.open && to == a.sink {
		return o.cases == nil || a.leaves(o, from)
	}
	a.work += int64(len(o.cases))
	for i := range o.cases {
		if c := &o.cases[i]; c.variable == variable || c.dependsOn(variable) {
			if !a.mayChoose(o, c, from, to) {
				return false
			}
		}
	}
	if e, ok := valueOf(o.eff, variable); ok {
		return a.s.has(to, variable, e)
	}
	if choiceOf(o.cases, variable) != nil {
		return true
	}
	if hasPre {
		return a.s.has(to, variable, p)
	}
	return a.s.meets(from, to, variable)
}

func (c *choice) dependsOn(variable int32) bool {
	for i := range c.branches {
		if _, ok := valueOf(c.branches[i].when, variable); ok {
			return true
		}
	}
	return false
}

// choiceOf looks a variable up; nil if the list has no choice for it.
func choiceOf(list []choice, variable int32) *choice {
	i, ok := slices.BinarySearchFunc(list, variable, func(c choice, v int32) int { return int(c.variable - v) })
	if !ok {
		return nil
	}
	return &list[i]
}

// mayChoose reports whether the variable of a choice may have a value of the state
// to after the operator, which is applicable in the state from.
func (a *Abstraction) mayChoose(o *operator, c *choice, from, to int32) bool {
	for k := len(c.branches) - 1; k >= 0; k-- {
		possible, certain := a.fires(&c.branches[k], from)
		if possible && a.s.has(to, c.variable, c.branches[k].value) {
			return true
		}
		if certain {
			return false
		}
	}
	if p, ok := valueOf(o.pre, c.variable); ok {
		return a.s.has(to, c.variable, p)
	}
	return a.s.meets(from, to, c.variable)
}

// fires reports whether a branch may fire somewhere in a state, and whether it
// does so everywhere.
func (a *Abstraction) fires(b *branch, state int32) (possible, certain bool) {
	certain = !b.unknown
	for _, w := range b.when {
		if !a.s.has(state, w.variable, w.value) {
			return false, false
		}
		certain = certain && a.s.count(state, w.variable) == 1
	}
	return true, certain
}

// leaves reports whether the operator may lead out of all products, from a state
// in which it is applicable: whether it may give some variable a value that is
// not allowed.
func (a *Abstraction) leaves(o *operator, from int32) bool {
	a.work += int64(len(o.cases))
	for _, e := range o.eff {
		if !a.allowed(e.variable, e.value) {
			return true
		}
	}
	for _, c := range o.cases {
		for k := len(c.branches) - 1; k >= 0; k-- {
			possible, certain := a.fires(&c.branches[k], from)
			if possible && !a.allowed(c.variable, c.branches[k].value) {
				return true
			}
			if certain {
				break
			}
		}
	}
	return false
}

func (a *Abstraction) allowed(variable, value int32) bool {
	r := a.region[variable]
	return r == nil || r[value>>6]>>(value&63)&1 != 0
}
