package ground

// lists are lists of numbers, one for each key, in one piece of memory.
type lists struct {
	first []int32 // key -> its first place in items; one more at the end
	items []int32
}

func newLists(keys int) *lists { return &lists{first: make([]int32, keys+1)} }

// fill runs each twice: to count, then to store.
func (l *lists) fill(each func(add func(key, item int32))) {
	each(func(key, _ int32) { l.first[key+1]++ })
	for k := 1; k < len(l.first); k++ {
		l.first[k] += l.first[k-1]
	}
	l.items = make([]int32, l.first[len(l.first)-1])
	next := append([]int32(nil), l.first...)
	each(func(key, item int32) {
		l.items[next[key]] = item
		next[key]++
	})
}

func (l *lists) of(key int32) []int32 { return l.items[l.first[key]:l.first[key+1]] }

// reacher computes, on ground literals, what can be true when nothing that became
// true, or false, ever stops being so. A derived atom may always be false. Its
// units derive literals from conjunctions: operators, conditional effects (which
// wait for their operator too) and axioms.
type reacher struct {
	g       *grounder
	reached []bool
	queue   []literal
	open    []int32 // literals still missing, by unit
	users   *lists  // units that wait for a literal
	sources []source
}

// source is what a unit stands for: an operator (effect -1), one of its effects,
// or the axiom of number effect (operator -1). The conditional effects of an
// operator follow it.
type source struct{ operator, effect int32 }

func (g *grounder) reach() []bool {
	r := &reacher{g: g, reached: make([]bool, 2*len(g.atoms)), users: newLists(2 * len(g.atoms))}
	for i := range g.operators {
		o := &g.operators[i]
		r.add(source{int32(i), -1}, len(o.pre))
		for k := range o.effects {
			if when := o.effects[k].when; len(when) > 0 {
				r.add(source{int32(i), int32(k)}, len(when)+1)
			}
		}
	}
	for i := range g.axioms {
		r.add(source{-1, int32(i)}, len(g.axioms[i].body))
	}
	r.users.fill(func(add func(key, item int32)) {
		for n, s := range r.sources {
			if !g.in.proceed() {
				return
			}
			for _, l := range r.condition(s) {
				add(l, int32(n))
			}
		}
	})
	r.run()
	return r.reached
}

func (r *reacher) add(s source, missing int) {
	r.sources = append(r.sources, s)
	r.open = append(r.open, int32(missing))
}

func (r *reacher) condition(s source) conjunction {
	switch {
	case s.operator < 0:
		return r.g.axioms[s.effect].body
	case s.effect < 0:
		return r.g.operators[s.operator].pre
	}
	return r.g.operators[s.operator].effects[s.effect].when
}

func (r *reacher) run() {
	if r.g.in.err != nil {
		return
	}
	for n, s := range r.sources {
		if len(r.condition(s)) == 0 { // no conditional effect is without
			r.fire(int32(n))
		}
	}
	for a, holds := range r.g.initial {
		l := literal(2 * a)
		if holds {
			l++
		}
		r.hit(l)
	}
	for at := 0; at < len(r.queue); at++ {
		for _, n := range r.users.of(r.queue[at]) {
			if !r.g.in.proceed() {
				return
			}
			r.advance(n)
		}
	}
}

func (r *reacher) hit(l literal) {
	if !r.reached[l] {
		r.reached[l] = true
		r.queue = append(r.queue, l)
	}
}

func (r *reacher) advance(n int32) {
	if r.open[n]--; r.open[n] == 0 {
		r.fire(n)
	}
}

func (r *reacher) fire(n int32) {
	s := r.sources[n]
	if s.operator < 0 {
		r.hit(r.g.axioms[s.effect].head)
		return
	}
	effects := r.g.operators[s.operator].effects
	if s.effect >= 0 {
		r.hit(effects[s.effect].set)
		return
	}
	for i := range effects {
		if len(effects[i].when) == 0 {
			r.hit(effects[i].set)
		} else {
			n++
			r.advance(n)
		}
	}
}
