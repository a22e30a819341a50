package cartesian

import (
	"cmp"
	"slices"
)

// classes are sets of operators that move between abstract states alike: those
// that agree on all variables that a split was on. Only the first operator of a
// class, the cheapest, has transitions. A split on a further variable divides
// classes. In large tasks few operators differ in the variables that a subtask
// looks at.
type classes struct {
	of         []int32 // class, by operator
	first      []int32 // by class
	next, prev []int32 // by operator: its neighbours by cost, or end
	mentions   []mention
	copies     [][]int32 // operators that need copies of transitions
	copiesOf   []int32   // by operator that has transitions: place in copies + 1
}

// mention is an operator and what it says about a variable; -1: nothing.
type mention struct {
	class, pre, eff, op int32
	cost                int64
}

// newClasses puts operators with conditional effects into classes of their own,
// as what they do depends on several variables at once, and the others into one.
func newClasses(m *model) classes {
	n := len(m.operators)
	c := classes{of: make([]int32, n), next: make([]int32, n), prev: make([]int32, n), copiesOf: make([]int32, n)}
	for _, op := range m.byCost {
		if m.operators[op].cases != nil {
			c.link(op, c.addClass(), end)
		}
	}
	simple, last := c.addClass(), int32(end)
	for _, op := range m.byCost {
		if m.operators[op].cases == nil {
			c.link(op, simple, last)
			last = op
		}
	}
	return c
}

func (c *classes) addClass() int32 {
	c.first = append(c.first, end)
	return int32(len(c.first) - 1)
}

// link puts an operator at the end of a class.
func (c *classes) link(op, class, last int32) {
	c.of[op], c.prev[op], c.next[op] = class, last, end
	if last == end {
		c.first[class] = op
	} else {
		c.next[last] = op
	}
}

func (c *classes) unlink(op int32) {
	prev, next := c.prev[op], c.next[op]
	if prev == end {
		c.first[c.of[op]] = next
	} else {
		c.next[prev] = next
	}
	if next != end {
		c.prev[next] = prev
	}
}

// stands reports whether an operator is the one of its class that has transitions.
func (c *classes) stands(op int32) bool { return c.prev[op] == end }

// activate prepares for splits on a variable: classes whose operators differ on
// it are divided, and the new ones get copies of the transitions of the old.
func (a *Abstraction) activate(variable int32) {
	if a.s.columns[variable] != nil {
		return
	}
	a.s.activate(variable)
	c := &a.c
	c.mentions = c.mentions[:0]
	for _, op := range a.m.mentions.of(variable) {
		a.work++
		if !c.stands(op) || c.next[op] != end {
			o := &a.m.operators[op]
			c.mentions = append(c.mentions, mention{c.of[op], orNone(o.pre, variable), orNone(o.eff, variable), op, a.m.costs[op]})
		}
	}
	slices.SortFunc(c.mentions, func(x, y mention) int {
		return cmp.Or(int(x.class-y.class), int(x.pre-y.pre), int(x.eff-y.eff), cmp.Compare(x.cost, y.cost), int(x.op-y.op))
	})
	a.work += 4 * int64(len(c.mentions))
	for list := c.mentions; len(list) > 0; {
		n := length(list, func(x, y mention) bool { return x.class == y.class })
		c.divide(list[:n])
		list = list[n:]
	}
	a.copyTransitions()
}

func orNone(list []assignment, variable int32) int32 {
	if value, ok := valueOf(list, variable); ok {
		return value
	}
	return -1
}

// length returns how many of a list, from the first on, are the same.
func length(list []mention, same func(x, y mention) bool) int {
	n := slices.IndexFunc(list, func(x mention) bool { return !same(x, list[0]) })
	if n < 0 {
		return len(list)
	}
	return n
}

// divide gives the operators of a class that mention a variable classes of their
// own, by what they say. The operator that has the transitions keeps them; the
// first ones of the other classes need copies.
func (c *classes) divide(list []mention) {
	class := list[0].class
	old := c.first[class]
	for _, x := range list {
		c.unlink(x.op)
	}
	var copies []int32
	if rest := c.first[class]; rest != end && rest != old {
		copies = append(copies, rest)
	}
	for len(list) > 0 {
		n := length(list, func(x, y mention) bool { return x.pre == y.pre && x.eff == y.eff })
		to, last := class, int32(end)
		if c.first[class] != end {
			to = c.addClass()
		}
		for _, x := range list[:n] {
			c.link(x.op, to, last)
			last = x.op
		}
		if list[0].op != old {
			copies = append(copies, list[0].op)
		}
		list = list[n:]
	}
	if len(copies) > 0 {
		c.copies = append(c.copies, copies)
		c.copiesOf[old] = int32(len(c.copies))
	}
}

func (a *Abstraction) copyTransitions() {
	c := &a.c
	if len(c.copies) == 0 {
		return
	}
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
