package ground

import "slices"

// tighten adds preconditions that every plan meets anyway, and drops operators
// that no plan can contain. Some literals, once false, stay false, as no
// operator makes them true: a deck that is saved is never unsaved. If all ways
// to make a goal true need such a literal, then an operator that falsifies the
// literal ends the chance: the goal must be true before it, so it becomes a
// precondition. No plan is lost and none is added. What is won: no search in the
// dead ends behind, and operators that wait for their turn instead of competing
// with all others, which keeps the stubborn sets of office tasks small.
func (g *grounder) tighten(goal conjunction) {
	for range maxTightenings {
		if !g.tightenOnce(goal) {
			return
		}
	}
}

// maxTightenings bounds the rounds; each may give the next more to go on.
const maxTightenings = 10

func (g *grounder) tightenOnce(goal conjunction) bool {
	made := make([]bool, 2*len(g.atoms)) // by some operator
	for i := range g.operators {
		if !g.in.proceed() {
			return false
		}
		for _, e := range g.operators[i].effects {
			made[e.set] = true
		}
	}
	needed := g.neededForGoals(goal, made)
	before := len(g.operators)
	g.operators = slices.DeleteFunc(g.operators, func(o operator) bool { return g.ruins(&o, goal, made, needed) })
	changed := len(g.operators) < before
	if len(needed) == 0 {
		return changed
	}
	for i := range g.operators {
		changed = g.in.proceed() && g.tightenOperator(&g.operators[i], needed) || changed
	}
	return changed
}

// neededForGoals returns, by literal that cannot come back, the goals that need
// it whenever they are made true. Derived goals are left out.
func (g *grounder) neededForGoals(goal conjunction, made []bool) map[literal][]literal {
	common := map[literal]conjunction{} // by goal
	seen := map[literal]bool{}
	for i := range g.operators {
		if !g.in.proceed() {
			return nil
		}
		o := &g.operators[i]
		for _, e := range o.effects {
			if _, is := slices.BinarySearch(goal, e.set); !is {
				continue
			}
			if !seen[e.set] {
				seen[e.set] = true
				common[e.set] = slices.Concat(o.pre, e.when)
				continue
			}
			common[e.set] = slices.DeleteFunc(common[e.set], func(l literal) bool {
				return !slices.Contains(o.pre, l) && !slices.Contains(e.when, l)
			})
		}
	}
	needed := map[literal][]literal{}
	for _, l := range goal {
		for _, f := range common[l] {
			if !made[f] && !g.atoms[f>>1].derived {
				needed[f] = append(needed[f], l)
			}
		}
	}
	return needed
}

// ruins reports whether an operator makes some goal false for good.
func (g *grounder) ruins(o *operator, goal conjunction, made []bool, needed map[literal][]literal) bool {
	for _, e := range o.effects {
		if len(e.when) > 0 {
			continue
		}
		lost := e.set ^ 1
		if _, is := slices.BinarySearch(goal, lost); is && !made[lost] && !o.sets(lost) {
			return true
		}
		for _, l := range needed[lost] {
			if !o.sets(l) && (slices.Contains(o.pre, l^1) || o.surelySets(l^1)) {
				return true
			}
		}
	}
	return false
}

// tightenOperator adds the goals that must hold before the operator.
func (g *grounder) tightenOperator(o *operator, needed map[literal][]literal) bool {
	var more conjunction
	for _, e := range o.effects {
		if len(e.when) > 0 {
			continue
		}
		for _, l := range needed[e.set^1] {
			if _, is := slices.BinarySearch(o.pre, l); !is && !o.sets(l) {
				more = append(more, l)
			}
		}
	}
	if len(more) == 0 {
		return false
	}
	o.pre = slices.Concat(o.pre, more)
	slices.Sort(o.pre)
	o.pre = slices.Compact(o.pre)
	o.effects = append(o.effects[:0], g.simplify(o.pre, o.effects)...)
	g.altered = true
	return true
}

// sets reports whether the operator may make a literal true.
func (o *operator) sets(l literal) bool {
	return slices.ContainsFunc(o.effects, func(e groundEffect) bool { return e.set == l })
}

// surelySets reports whether the literal is true after the operator, whatever
// was before.
func (o *operator) surelySets(l literal) bool {
	return slices.ContainsFunc(o.effects, func(e groundEffect) bool { return e.set == l && len(e.when) == 0 }) && !o.sets(l^1)
}
