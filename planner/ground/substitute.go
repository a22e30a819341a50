package ground

import "slices"

// substitute removes the positive equalities from a clause: slots that must be
// equal become one, whose objects are those of all. False means that the clause
// can never derive anything.
func (c *clause) substitute() bool {
	c.sets = slices.Clone(c.sets)
	with := make([]term, len(c.sets))
	for i := range with {
		with[i] = term{slot: int32(i)}
	}
	var rest []test
	for _, t := range c.tests {
		if !t.equal || t.negated {
			rest = append(rest, t)
			continue
		}
		a, b := resolve(with, t.args[0]), resolve(with, t.args[1])
		switch {
		case a == b:
		case a.slot >= 0 && b.slot >= 0:
			c.sets[a.slot] = intersect(c.sets[a.slot], c.sets[b.slot])
			with[b.slot] = a
		case a.slot >= 0:
			if !c.sets[a.slot].has[b.object] {
				return false
			}
			with[a.slot] = b
		case b.slot >= 0:
			if !c.sets[b.slot].has[a.object] {
				return false
			}
			with[b.slot] = a
		default:
			return false
		}
	}
	c.tests = rest
	c.replace(with)
	return true
}

// replace puts what each slot became in its place.
func (c *clause) replace(with []term) {
	replace := func(args []term) []term {
		out := make([]term, len(args))
		for i, t := range args {
			out[i] = resolve(with, t)
		}
		return out
	}
	c.head.args = replace(c.head.args)
	c.body = slices.Clone(c.body)
	for i := range c.body {
		c.body[i].args = replace(c.body[i].args)
	}
	for i := range c.tests {
		t := &c.tests[i]
		t.args = replace(t.args)
		t.atom.args = t.args
	}
	c.must = slotsOf(replace(slotTerms(c.must)))
}

func resolve(with []term, t term) term {
	for t.slot >= 0 && with[t.slot] != t {
		t = with[t.slot]
	}
	return t
}

func intersect(a, b *objectSet) *objectSet {
	if a == b {
		return a
	}
	out := &objectSet{has: make([]bool, len(a.has))}
	for _, o := range a.list {
		if b.has[o] {
			out.has[o] = true
			out.list = append(out.list, o)
		}
	}
	return out
}
