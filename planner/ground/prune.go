package ground

import "slices"

// finish prunes the ground task and encodes it.
func (g *grounder) finish() (*Grounded, error) {
	out := &Grounded{pr: g.e.pr}
	for i := range g.e.pr.actions {
		out.Instances += int(g.e.relations[len(g.e.pr.predicates)+i].n)
	}
	reached := g.reach()
	g.checkGoal(reached)
	if len(g.unreached) > 0 {
		out.Unreachable = g.explain(reached)
		return out, nil
	}
	g.keepReached(reached)
	goal, consistent := g.goalLiterals()
	if !consistent {
		out.Unreachable = contradiction(g.goalParts)
		return out, nil
	}
	relevant := g.relevant(goal)
	g.keepRelevant(relevant)
	g.tighten(goal)
	g.dropEqualOperators()
	return g.encode(out, goal, relevant)
}

// units are the conjunctions that derive literals: operators, conditional
// effects (which wait for their operator too) and axioms.
type units struct {
	open  []int32   // literals still missing, by unit
	users [][]int32 // units that wait for a literal
}

func (u *units) add(c conjunction, extra int32) int32 {
	n := int32(len(u.open))
	u.open = append(u.open, int32(len(c))+extra)
	for _, l := range c {
		u.users[l] = append(u.users[l], n)
	}
	return n
}

// reach computes, on ground literals, what can be true when nothing that became
// true, or false, ever stops being so. A derived atom may always be false.
func (g *grounder) reach() []bool {
	reached := make([]bool, 2*len(g.atoms))
	u := units{users: make([][]int32, 2*len(g.atoms))}
	type source struct{ operator, effect int32 } // effect -1: the operator itself; operator -1: axiom number effect
	var sources []source
	firstEffect := make([]int32, len(g.operators)) // conditional effects follow their operator
	for i, o := range g.operators {
		u.add(o.pre, 0)
		sources = append(sources, source{int32(i), -1})
		firstEffect[i] = int32(len(sources))
		for k, e := range o.effects {
			if len(e.when) > 0 {
				u.add(e.when, 1)
				sources = append(sources, source{int32(i), int32(k)})
			}
		}
	}
	for i, a := range g.axioms {
		u.add(a.body, 0)
		sources = append(sources, source{-1, int32(i)})
	}
	var queue []literal
	hit := func(l literal) {
		if !reached[l] {
			reached[l] = true
			queue = append(queue, l)
		}
	}
	var fire func(n int32)
	advance := func(n int32) {
		if u.open[n]--; u.open[n] == 0 {
			fire(n)
		}
	}
	fire = func(n int32) {
		s := sources[n]
		if s.operator < 0 {
			hit(g.axioms[s.effect].head)
			return
		}
		effects := g.operators[s.operator].effects
		if s.effect >= 0 {
			hit(effects[s.effect].set)
			return
		}
		next := firstEffect[s.operator]
		for _, e := range effects {
			if len(e.when) == 0 {
				hit(e.set)
			} else {
				advance(next)
				next++
			}
		}
	}
	for n, open := range slices.Clone(u.open) {
		if open == 0 {
			fire(int32(n))
		}
	}
	for a, true0 := range g.initial {
		if true0 {
			hit(literal(2*a + 1))
		} else {
			hit(literal(2 * a))
		}
	}
	for at := 0; at < len(queue); at++ {
		for _, n := range u.users[queue[at]] {
			advance(n)
		}
	}
	return reached
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
		if !allReached(o.pre, reached) {
			continue
		}
		o.pre = slices.DeleteFunc(o.pre, constant)
		var effects []groundEffect
		for _, e := range o.effects {
			if allReached(e.when, reached) && reached[e.set^1] {
				effects = append(effects, groundEffect{slices.DeleteFunc(slices.Clone(e.when), constant), e.set})
			}
		}
		if o.effects = simplify(o.pre, effects); len(o.effects) > 0 {
			operators = append(operators, o)
		}
	}
	g.operators = operators
	axioms := g.axioms[:0]
	for _, a := range g.axioms {
		if allReached(a.body, reached) && !slices.Contains(a.body, a.head) {
			axioms = append(axioms, groundAxiom{slices.DeleteFunc(a.body, constant), a.head})
		}
	}
	g.axioms = axioms
	for i := range g.goalParts {
		g.goalParts[i].literals = slices.DeleteFunc(g.goalParts[i].literals, constant)
	}
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
	type cause struct{ operator, effect int32 } // operator -1: axiom number effect
	causes := make([][]cause, len(g.atoms))
	for i, o := range g.operators {
		for k, e := range o.effects {
			causes[e.set>>1] = append(causes[e.set>>1], cause{int32(i), int32(k)})
		}
	}
	for i, a := range g.axioms {
		causes[a.head>>1] = append(causes[a.head>>1], cause{-1, int32(i)})
	}
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
		for _, c := range causes[queue[at]] {
			if c.operator < 0 {
				need(g.axioms[c.effect].body)
				continue
			}
			o := &g.operators[c.operator]
			if !seen[c.operator] {
				seen[c.operator] = true
				need(o.pre)
			}
			need(o.effects[c.effect].when)
		}
	}
	return relevant
}

func (g *grounder) keepRelevant(relevant []bool) {
	operators := g.operators[:0]
	for _, o := range g.operators {
		o.effects = slices.DeleteFunc(o.effects, func(e groundEffect) bool { return !relevant[e.set>>1] })
		if len(o.effects) > 0 {
			operators = append(operators, o)
		}
	}
	g.operators = operators
	g.axioms = slices.DeleteFunc(g.axioms, func(a groundAxiom) bool { return !relevant[a.head>>1] })
}

// dropEqualOperators keeps, of operators that differ in name and cost only, the
// cheapest, and of those the first.
func (g *grounder) dropEqualOperators() {
	groups := map[uint64][]int32{}
	kept := g.operators[:0]
next:
	for _, o := range g.operators {
		h := o.hash()
		for _, k := range groups[h] {
			if kept[k].equal(&o) {
				if o.cost < kept[k].cost {
					kept[k] = o
				}
				continue next
			}
		}
		groups[h] = append(groups[h], int32(len(kept)))
		kept = append(kept, o)
	}
	g.operators = kept
}

func (o *operator) hash() uint64 {
	h := hashRow(o.pre)
	for _, e := range o.effects {
		h = hashMix(h, e.set)
		h = hashMix(h, int32(hashRow(e.when)))
	}
	return h
}

func (o *operator) equal(p *operator) bool {
	return slices.Equal(o.pre, p.pre) && slices.EqualFunc(o.effects, p.effects, func(a, b groundEffect) bool {
		return a.set == b.set && slices.Equal(a.when, b.when)
	})
}
