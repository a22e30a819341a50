package cartesian

// candidate is a possible split: the wanted values of a variable apart from the
// others. One side holds the concrete value.
type candidate struct {
	variable int32
	wanted   []uint64 // in the room of walk
}

// walk carries out an abstract plan in the concrete task until it fails.
type walk struct {
	initial, values, next []int32
	best                  candidate
	found                 bool
	left, size            int32 // of the best: values in the state, values in all
	wanted                []uint64
}

// flaw follows a cheapest abstract plan from the initial state and says which
// abstract state must be split, and how, so that the plan is ruled out. It
// reports false if the plan works, or there is none.
func (a *Abstraction) flaw() (state int32, c candidate, found bool) {
	w := &a.walk
	copy(w.values, w.initial)
	w.found = false
	s := a.s.find(w.values)
	if a.d.to[s] == infinite {
		return 0, candidate{}, false
	}
	for s != a.sink {
		t := a.x.all[a.d.up[s]]
		a.work += int64(len(a.s.active)+len(w.values)/8) + 4
		a.unmetPreconditions(s, t.op)
		if !w.found {
			a.apply(s, t.op, t.to)
		}
		if w.found {
			return s, w.best, true
		}
		w.values, w.next = w.next, w.values
		s = t.to
	}
	return 0, candidate{}, false
}

func (a *Abstraction) unmetPreconditions(s, op int32) {
	w := &a.walk
	for _, p := range a.m.operators[op].pre {
		if w.values[p.variable] != p.value {
			a.offerValue(s, p)
		}
	}
}

// apply computes the state after an operator, and offers splits if that is not
// in the abstract state the plan goes on with.
func (a *Abstraction) apply(s, op, to int32) {
	w := &a.walk
	o := &a.m.operators[op]
	copy(w.next, w.values)
	for _, e := range o.eff {
		w.next[e.variable] = e.value
	}
	for i := range o.cases {
		a.applyChoice(s, &o.cases[i], to)
	}
	if a.open && to == a.sink {
		w.found = w.found && !a.outside(w.next)
		return
	}
	for _, v := range a.s.active {
		if !a.s.has(to, v, w.next[v]) && w.next[v] == w.values[v] {
			a.offerMeeting(s, to, v)
		}
	}
}

// outside reports whether some variable has a value that is not allowed.
func (a *Abstraction) outside(values []int32) bool {
	for _, v := range a.restricted {
		if !a.allowed(v, values[v]) {
			return true
		}
	}
	return false
}

// applyChoice carries out the branches of one variable. Where unknown conditions
// leave several outcomes, it takes one that the plan goes on with. If the plan
// relies on what the state rules out, it offers to split on the conditions.
func (a *Abstraction) applyChoice(s int32, c *choice, to int32) {
	w := &a.walk
	wanted := func(value int32) bool {
		if a.open && to == a.sink {
			return !a.allowed(c.variable, value)
		}
		return a.s.has(to, c.variable, value)
	}
	for k := len(c.branches) - 1; k >= 0; k-- {
		b := &c.branches[k]
		if !a.holds(b.when) || b.unknown && !wanted(b.value) {
			continue
		}
		w.next[c.variable] = b.value
		break
	}
	if wanted(w.next[c.variable]) {
		return
	}
	for k := range c.branches {
		for _, p := range c.branches[k].when {
			a.offerValue(s, p)
		}
	}
}

func (a *Abstraction) holds(facts []assignment) bool {
	for _, f := range facts {
		if a.walk.values[f.variable] != f.value {
			return false
		}
	}
	return true
}

// offerValue offers to split one value off, if the state has it and others.
func (a *Abstraction) offerValue(s int32, p assignment) {
	if a.s.has(s, p.variable, p.value) && a.s.count(s, p.variable) > 1 {
		wanted := a.room(p.variable)
		wanted[p.value>>6] = 1 << (p.value & 63)
		a.offer(s, candidate{p.variable, wanted})
	}
}

// offerMeeting offers to split off the values that the next state has too.
func (a *Abstraction) offerMeeting(s, to, variable int32) {
	wanted := a.room(variable)
	copy(wanted, a.s.set(to, variable))
	n := 0
	for i, x := range a.s.set(s, variable) {
		if wanted[i] &= x; wanted[i] != 0 {
			n++
		}
	}
	if n > 0 {
		a.offer(s, candidate{variable, wanted})
	}
}

func (a *Abstraction) room(variable int32) []uint64 {
	w := &a.walk
	n := int(a.m.words[variable])
	w.wanted = append(w.wanted[:0], make([]uint64, n)...)
	return w.wanted
}

// offer keeps the candidate whose variable is refined most already: few splits
// then tell the states apart where it matters (Seipp and Helmert 2018).
func (a *Abstraction) offer(s int32, c candidate) {
	w := &a.walk
	left, size := a.s.count(s, c.variable), a.m.t.Size(int(c.variable))
	if w.found && int64(left)*int64(w.size) >= int64(w.left)*int64(size) {
		return
	}
	w.best.variable = c.variable
	w.best.wanted = append(w.best.wanted[:0], c.wanted...)
	w.found, w.left, w.size = true, left, size
}
