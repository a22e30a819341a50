package ground

import "slices"

// finish prunes the ground task and encodes it.
func (g *grounder) finish() (*Grounded, error) {
	out := &Grounded{pr: g.e.pr}
	out.Instances = g.instances
	reached := g.reach()
	g.checkGoal(reached)
	if g.in.err == nil && len(g.unreached) > 0 {
		out.Unreachable = g.explain(reached)
		return out, g.in.err
	}
	g.keepReached(reached)
	goal, consistent := g.goalLiterals()
	if g.in.err == nil && !consistent {
		out.Unreachable = contradiction(g.goalParts)
		return out, nil
	}
	relevant := g.relevant(goal)
	g.keepRelevant(relevant)
	g.tighten(goal)
	g.dropEqualOperators()
	if g.in.err != nil { // some stage broke off
		return nil, g.in.err
	}
	return g.encode(out, goal, relevant)
}

func (g *grounder) checkGoal(reached []bool) {
	kept := g.goalParts[:0]
	for _, p := range g.goalParts {
		if allReached(p.literals, reached) {
			kept = append(kept, p)
		} else {
			g.unreached = append(g.unreached, p.goal)
		}
	}
	g.goalParts = kept
}

func allReached(c conjunction, reached []bool) bool {
	for _, l := range c {
		if !reached[l] {
			return false
		}
	}
	return true
}

// keepReached drops what can never apply, and the literals that always hold.
func (g *grounder) keepReached(reached []bool) {
	constant := func(l literal) bool { return !reached[l^1] }
	operators := g.operators[:0]
	for _, o := range g.operators {
		if !g.in.proceed() {
			return
		}
		if !allReached(o.pre, reached) {
			continue
		}
		if slices.ContainsFunc(o.pre, constant) || slices.ContainsFunc(o.effects, func(e groundEffect) bool {
			return len(e.when) > 0 || constant(e.set)
		}) {
			g.altered = true
			o.pre = slices.DeleteFunc(o.pre, constant)
			effects := o.effects[:0]
			for _, e := range o.effects {
				if allReached(e.when, reached) && !constant(e.set) {
					effects = append(effects, groundEffect{without(e.when, constant), e.set})
				}
			}
			o.effects = append(effects[:0], g.simplify(o.pre, effects)...)
		}
		if len(o.effects) > 0 {
			operators = append(operators, o)
		}
	}
	g.operators = operators
	axioms := g.axioms[:0]
	for _, a := range g.axioms {
		if allReached(a.body, reached) && !slices.Contains(a.body, a.head) {
			axioms = append(axioms, groundAxiom{without(a.body, constant), a.head})
		}
	}
	g.axioms = axioms
	for i := range g.goalParts {
		g.goalParts[i].literals = slices.DeleteFunc(g.goalParts[i].literals, constant)
	}
}

// without returns a condition without some literals; conditions are shared, so it
// is copied where that changes it.
func without(c conjunction, drop func(literal) bool) conjunction {
	if !slices.ContainsFunc(c, drop) {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), drop)
}

func (g *grounder) goalLiterals() (conjunction, bool) {
	var all []literal
	for _, p := range g.goalParts {
		all = append(all, p.literals...)
	}
	return normal(all)
}

// relevant finds the atoms the goal can depend on, backwards through all
// operators and axioms that change them.
func (g *grounder) relevant(goal conjunction) []bool {
	byAtom := newLists(len(g.atoms)) // operators, then axioms
	byAtom.fill(func(add func(atom, item int32)) {
		for i := range g.operators {
			if !g.in.proceed() {
				return
			}
			for _, e := range g.operators[i].effects {
				add(e.set>>1, int32(i))
			}
		}
		for i := range g.axioms {
			add(g.axioms[i].head>>1, int32(len(g.operators)+i))
		}
	})
	relevant := make([]bool, len(g.atoms))
	var queue []literal
	need := func(c conjunction) {
		for _, l := range c {
			if !relevant[l>>1] {
				relevant[l>>1] = true
				queue = append(queue, l>>1)
			}
		}
	}
	need(goal)
	seen := make([]bool, len(g.operators))
	for at := 0; at < len(queue); at++ {
		for _, c := range byAtom.of(queue[at]) {
			if !g.in.proceed() {
				return relevant
			}
			if int(c) >= len(g.operators) {
				need(g.axioms[int(c)-len(g.operators)].body)
				continue
			}
			o := &g.operators[c]
			if !seen[c] {
				seen[c] = true
				need(o.pre)
			}
			for _, e := range o.effects {
				if e.set>>1 == queue[at] {
					need(e.when)
				}
			}
		}
	}
	return relevant
}

func (g *grounder) keepRelevant(relevant []bool) {
	irrelevant := func(e groundEffect) bool { return !relevant[e.set>>1] }
	operators := g.operators[:0]
	for _, o := range g.operators {
		if slices.ContainsFunc(o.effects, irrelevant) {
			g.altered = true
			o.effects = slices.DeleteFunc(o.effects, irrelevant)
		}
		if len(o.effects) > 0 {
			operators = append(operators, o)
		}
	}
	g.operators = operators
	g.axioms = slices.DeleteFunc(g.axioms, func(a groundAxiom) bool { return !relevant[a.head>>1] })
}

// dropEqualOperators keeps, of operators that differ in name and cost only, the
// cheapest, and of those the first. They were so when they were built.
func (g *grounder) dropEqualOperators() {
	if !g.altered {
		return
	}
	all := g.operators
	g.operators, g.table = g.operators[:0], nil
	for i := range all {
		if !g.in.proceed() {
			return
		}
		o := all[i]
		if known := g.known(&o); known == nil {
			g.operators = append(g.operators, o)
		} else if o.cost < known.cost {
			*known = o
		}
	}
}

// known returns the operator that has the same precondition and effects, or nil;
// then the caller must append the new one.
func (g *grounder) known(o *operator) *operator {
	if 4*len(g.operators) >= 3*len(g.table) {
		g.table = grown(g.table)
	}
	tag := o.tag()
	mask := uint32(len(g.table) - 1)
	at := tag & mask
	for ; g.table[at].row != 0; at = (at + 1) & mask {
		if c := g.table[at]; c.tag == tag && g.operators[c.row-1].equal(o) {
			return &g.operators[c.row-1]
		}
	}
	g.table[at] = cell{tag, int32(len(g.operators)) + 1}
	return nil
}

func (o *operator) tag() uint32 {
	h := uint32(hashSeed)
	for _, l := range o.pre {
		h = tagMix(h, l)
	}
	for i := range o.effects {
		h = tagMix(h, ^o.effects[i].set)
		for _, l := range o.effects[i].when {
			h = tagMix(h, l)
		}
	}
	return tagEnd(h)
}

func (o *operator) equal(p *operator) bool {
	if len(o.effects) != len(p.effects) || !slices.Equal(o.pre, p.pre) {
		return false
	}
	for i := range o.effects {
		a, b := &o.effects[i], &p.effects[i]
		if a.set != b.set || !slices.Equal(a.when, b.when) {
			return false
		}
	}
	return true
}
