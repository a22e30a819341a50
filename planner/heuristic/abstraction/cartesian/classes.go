package cartesian

// classes are sets of operators that move between abstract states alike: those
// that agree on all variables that a split was on. Only the first operator of a
// class, the cheapest, has transitions. A split on a further variable divides
// classes. In large tasks few operators differ in the variables that a subtask
// looks at.
type classes struct {
	of         []int32 // class, by operator
	first      []int32 // by class
	last       []int32
	next, prev []int32 // by operator: its neighbours by cost, or end
	free       []int32 // classes without operators

	divided  []int32   // classes that lost operators
	leader   []int32   // by class: its first operator before it was divided, or end
	into     []int32   // by class: where operators of the current kind go, or end
	opened   []int32   // classes with such a place
	parts    []part    // new classes
	copies   [][]int32 // operators that need copies of transitions
	copiesOf []int32   // by operator that has transitions: place in copies + 1
}

// part is a class made from another one, whose first operator was leader.
type part struct{ class, leader int32 }

// newClasses puts operators with conditional effects into classes of their own,
// as what they do depends on several variables at once, and the others into one.
func newClasses(m *model) classes {
	n := len(m.operators)
	c := classes{of: make([]int32, n), next: make([]int32, n), prev: make([]int32, n), copiesOf: make([]int32, n)}
	simple := c.newClass()
	for _, op := range m.byCost {
		if m.operators[op].cases == nil {
			c.link(op, simple)
		} else {
			c.link(op, c.newClass())
		}
	}
	return c
}

func (c *classes) newClass() int32 {
	if n := len(c.free); n > 0 {
		k := c.free[n-1]
		c.free = c.free[:n-1]
		return k
	}
	c.first = append(c.first, end)
	c.last = append(c.last, end)
	c.leader = append(c.leader, end)
	c.into = append(c.into, end)
	return int32(len(c.first) - 1)
}

// link puts an operator at the end of a class.
func (c *classes) link(op, class int32) {
	last := c.last[class]
	c.of[op], c.prev[op], c.next[op] = class, last, end
	c.last[class] = op
	if last == end {
		c.first[class] = op
	} else {
		c.next[last] = op
	}
}

func (c *classes) unlink(op int32) {
	class, prev, next := c.of[op], c.prev[op], c.next[op]
	if prev == end {
		c.first[class] = next
	} else {
		c.next[prev] = next
	}
	if next == end {
		c.last[class] = prev
	} else {
		c.prev[next] = prev
	}
}

// stands reports whether an operator is the one of its class that has transitions.
func (c *classes) stands(op int32) bool { return c.prev[op] == end }

// activate prepares for splits on a variable: classes whose operators differ on
// it are divided, and the new ones get copies of the transitions of the old.
func (a *Abstraction) activate(variable int32) {
	if a.s.isActive(variable) {
		return
	}
	a.s.activate(variable)
	list := a.m.mentions[variable]
	a.work += int64(len(list)) + 1
	for i, x := range list {
		if i > 0 && (x.pre != list[i-1].pre || x.eff != list[i-1].eff) {
			a.c.close()
		}
		a.c.move(x.op)
	}
	a.c.close()
	a.c.finish()
	if len(a.c.copies) > 0 {
		a.copyTransitions()
	}
}

// move takes an operator out of its class, to the others from there of the
// current kind.
func (c *classes) move(op int32) {
	class := c.of[op]
	if c.leader[class] == end {
		if c.first[class] == c.last[class] {
			return // alone
		}
		c.leader[class] = c.first[class]
		c.divided = append(c.divided, class)
	}
	to := c.into[class]
	if to == end {
		to = c.newClass()
		c.into[class] = to
		c.opened = append(c.opened, class)
		c.parts = append(c.parts, part{to, c.leader[class]})
	}
	c.unlink(op)
	c.link(op, to)
}

// close ends a kind of operators.
func (c *classes) close() {
	for _, class := range c.opened {
		c.into[class] = end
	}
	c.opened = c.opened[:0]
}

// finish collects the operators that need copies of the transitions of a leader:
// it keeps them itself, wherever it is now.
func (c *classes) finish() {
	for _, class := range c.divided {
		c.parts = append(c.parts, part{class, c.leader[class]})
		c.leader[class] = end
		if c.first[class] == end {
			c.free = append(c.free, class)
		}
	}
	c.divided = c.divided[:0]
	for _, p := range c.parts {
		first := c.first[p.class]
		if first == end || first == p.leader {
			continue
		}
		if c.copiesOf[p.leader] == 0 {
			c.copies = append(c.copies, nil)
			c.copiesOf[p.leader] = int32(len(c.copies))
		}
		k := c.copiesOf[p.leader] - 1
		c.copies[k] = append(c.copies[k], first)
	}
	c.parts = c.parts[:0]
}

func (a *Abstraction) copyTransitions() {
	c := &a.c
	a.work += int64(len(a.x.all))
	for i := range a.x.all {
		t := a.x.all[i]
		if t.op == end || c.copiesOf[t.op] == 0 {
			continue
		}
		for _, op := range c.copies[c.copiesOf[t.op]-1] {
			a.work++
			a.x.add(op, t.from, t.to)
		}
	}
	clear(c.copiesOf)
	c.copies = c.copies[:0]
}
