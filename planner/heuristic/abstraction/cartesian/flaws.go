package cartesian

// candidate is a possible split: the wanted values of a variable apart from the
// others, among them the concrete value.
type candidate struct {
	variable int32
	wanted   []uint64
}

// walk carries out abstract plans in the concrete task until they fail.
type walk struct {
	values, next []int32
	plan         []int32 // operators so far
	offers       []offer // by variable
	offered      []int32 // variables with offers
	tries        int
}

// offer is the split of one variable that rules out most at once: the wanted
// values of all flaws on it.
type offer struct {
	wanted []uint64
	covers int // operators that it rules out
	last   int // the last try of them
}

func newWalk(m *model) walk {
	return walk{values: make([]int32, m.t.Basic), next: make([]int32, m.t.Basic), offers: make([]offer, m.t.Basic)}
}

// flaw goes from a state along cheapest abstract plans, by any of them
// that works, until none does. It says which abstract state must be split, and
// how, so that as many as possible are ruled out there. It reports false if a
// plan works to the end, or there is none.
func (a *Abstraction) flaw(from []int32) (state int32, c candidate, found bool) {
	w := &a.walk
	copy(w.values, from)
	w.plan = w.plan[:0]
	s := a.s.find(w.values)
	if a.d.to[s] == infinite {
		return 0, candidate{}, false
	}
	for s != a.sink {
		next := a.advance(s)
		if next == end {
			return s, a.choose(s), true
		}
		s = next
	}
	return 0, candidate{}, false
}

// advance tries the transitions that begin a cheapest plan and takes the first
// that works; it returns the next state, or end, and then there are offers.
func (a *Abstraction) advance(s int32) int32 {
	w := &a.walk
	for _, v := range w.offered {
		w.offers[v].covers = 0
	}
	w.offered = w.offered[:0]
	for i := a.d.up[s]; i != end; i = a.following(s, i) {
		op := a.x.all[i].op
		cost := a.m.costs[op]
		for tries := 0; op != end && a.m.costs[op] == cost && tries < mostTries; tries++ {
			if to := a.try(s, i, op); to != end {
				w.plan = append(w.plan, op)
				w.values, w.next = w.next, w.values
				return to
			}
			op = a.c.next[op]
		}
	}
	return end
}

// mostTries bounds how many operators of a class are tried.
const mostTries = 64

// try carries out an operator and returns the abstract state that it leads to, or
// end if that is not on a cheapest plan.
func (a *Abstraction) try(s, i, op int32) int32 {
	w := &a.walk
	w.tries++
	a.work += int64(len(w.values)/8) + 8
	if a.unmetPreconditions(i, op) {
		return end
	}
	a.apply(s, i, op)
	to := a.s.find(w.next)
	if to == a.x.all[i].to || a.d.to[to] != infinite && a.d.to[to]+a.m.costs[op] == a.d.to[s] {
		return to
	}
	a.offerDeviations(s, i)
	return end
}

// following returns the next transition that begins a cheapest plan: that of
// the tree comes first, then the others in their order.
func (a *Abstraction) following(s, i int32) int32 {
	first := a.d.up[s]
	if i == first {
		i = a.x.out[s]
	} else {
		i = a.x.all[i].nextOut
	}
	for ; i != end; i = a.x.all[i].nextOut {
		a.work++
		if i != first && a.supports(i, s) {
			return i
		}
	}
	return end
}

func (a *Abstraction) unmetPreconditions(i, op int32) bool {
	w, unmet := &a.walk, false
	for _, p := range a.m.operators[op].pre {
		if w.values[p.variable] != p.value {
			a.offerValue(i, p)
			unmet = true
		}
	}
	return unmet
}

// apply computes the state after an operator, and offers splits where conditional
// effects do not do what the transition says.
func (a *Abstraction) apply(s, i, op int32) {
	w := &a.walk
	o := &a.m.operators[op]
	copy(w.next, w.values)
	for _, e := range o.eff {
		w.next[e.variable] = e.value
	}
	for k := range o.cases {
		a.applyChoice(s, i, &o.cases[k])
	}
}

// offerDeviations offers splits where the state after an operator is not in the
// abstract state that the transition leads to.
func (a *Abstraction) offerDeviations(s, i int32) {
	w := &a.walk
	to := a.x.all[i].to
	if a.open && to == a.sink {
		return
	}
	a.work += int64(len(a.s.active))
	for _, v := range a.s.active {
		if !a.s.has(to, v, w.next[v]) && w.next[v] == w.values[v] {
			a.offerMeeting(s, i, v)
		}
	}
}

// applyChoice carries out the branches of one variable. Where unknown conditions
// leave several outcomes, it takes one that the plan goes on with. If the plan
// relies on what the state rules out, it offers to split on the conditions.
func (a *Abstraction) applyChoice(s, i int32, c *choice) {
	w := &a.walk
	to := a.x.all[i].to
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
			a.offerCondition(s, i, p)
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

// offerValue offers to split off a value that the state has, beside that of the
// concrete state.
func (a *Abstraction) offerValue(i int32, p assignment) {
	a.offer(i, p.variable, func(k int32) uint64 {
		if k == p.value>>6 {
			return 1 << (p.value & 63)
		}
		return 0
	})
}

// offerCondition offers to tell apart whether a condition holds, if the state
// leaves it open.
func (a *Abstraction) offerCondition(s, i int32, p assignment) {
	switch {
	case !a.s.has(s, p.variable, p.value) || a.s.count(s, p.variable) == 1:
	case a.walk.values[p.variable] != p.value:
		a.offerValue(i, p)
	default:
		a.offer(i, p.variable, func(k int32) uint64 {
			w := a.s.word(s, p.variable, k)
			if k == p.value>>6 {
				w &^= 1 << (p.value & 63)
			}
			return w
		})
	}
}

// offerMeeting offers to split off the values that the next state has too.
func (a *Abstraction) offerMeeting(s, i, variable int32) {
	to := a.x.all[i].to
	if a.s.meets(s, to, variable) {
		a.offer(i, variable, func(k int32) uint64 { return a.s.word(s, variable, k) & a.s.word(to, variable, k) })
	}
}

// offer adds wanted values of a variable, given by words.
func (a *Abstraction) offer(i, variable int32, wanted func(k int32) uint64) {
	w := &a.walk
	o := &w.offers[variable]
	if o.covers == 0 {
		w.offered = append(w.offered, variable)
		o.wanted = append(o.wanted[:0], make([]uint64, a.m.words[variable])...)
		o.last = -1
	}
	for k := range o.wanted {
		o.wanted[k] |= wanted(int32(k))
	}
	if o.last != w.tries {
		o.last = w.tries
		o.covers++
	}
}

// choose takes the offer that rules out most transitions, and of equal ones that
// whose variable is refined most already: few splits then tell the states apart
// where it matters (Seipp and Helmert 2018; Speck and Seipp 2022).
func (a *Abstraction) choose(s int32) candidate {
	w := &a.walk
	best := w.offered[0]
	for _, v := range w.offered[1:] {
		x, y := w.offers[v].covers, w.offers[best].covers
		if x > y || x == y && a.refined(s, v, best) {
			best = v
		}
	}
	return candidate{best, w.offers[best].wanted}
}

// refined reports whether the state has a smaller share of the values of the
// first variable than of the second.
func (a *Abstraction) refined(s, v, than int32) bool {
	x := int64(a.s.count(s, v)) * int64(a.m.t.Size(int(than)))
	y := int64(a.s.count(s, than)) * int64(a.m.t.Size(int(v)))
	return x < y
}
