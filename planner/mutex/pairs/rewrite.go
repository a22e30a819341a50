package pairs

import (
	"slices"

	"genplanx/planner/task"
)

// rewriter writes the tightened task. It never relies on the allowed pairs where
// a state off all plans would behave differently from the old task: such a state
// may be reached, and must not lead to the goal by an effect that was left out.
type rewriter struct {
	*tightener
	keep   []bool      // by old fact: it may hold in some reachable state
	vary   []int32     // old variables with several values on plans
	number []task.Fact // by old fact: the new one, or gone or always
	mode   Preconditions
	out    task.Part
}

const (
	gone   = -1 // the fact never holds
	always = -2 // the only value of its variable
)

func (s *tightener) rewrite(p Preconditions) task.Part {
	w := &rewriter{tightener: s, mode: p}
	w.vary = s.ambiguous()
	w.keepFacts()
	w.variables()
	for i := range s.ops {
		w.operator(&s.ops[i])
	}
	t := w.out.Task
	for _, a := range s.t.Axioms {
		if body, possible := w.translate(a.Body, nil); possible {
			t.Axioms = append(t.Axioms, task.Axiom{Body: body, Head: w.number[a.Head]})
		}
	}
	goal := s.t.Goal
	if p == All {
		goal = slices.Concat(s.goal, goal[len(s.basic(goal)):])
	}
	t.Goal, _ = w.translate(goal, nil)
	return w.out
}

// keepFacts finds the facts that hold on plans, and those that only a conditional
// effect makes true. The latter hold in dead ends only, but without them the
// operator would not lead there.
func (w *rewriter) keepFacts() {
	w.keep = make([]bool, w.t.Facts())
	for f := range w.keep {
		w.keep[f] = f >= w.n || has(w.allowed.row(task.Fact(f)), task.Fact(f))
	}
	for grew := true; grew; {
		grew = false
		for i := range w.ops {
			for _, e := range w.ops[i].given {
				if !w.keep[e.Fact] && !slices.ContainsFunc(e.When, func(f task.Fact) bool { return !w.keep[f] }) {
					w.keep[e.Fact], grew = true, true
				}
			}
		}
	}
}

// variables numbers the kept facts; a variable with one value goes.
func (w *rewriter) variables() {
	t := &task.Task{VarFirst: []int32{0}}
	w.out.Task = t
	w.number = make([]task.Fact, w.t.Facts())
	for v := range w.t.Variables() {
		first, size := len(t.FactVar), 0
		for f := w.t.VarFirst[v]; f < w.t.VarFirst[v+1]; f++ {
			w.number[f] = gone
			if w.keep[f] {
				w.number[f] = task.Fact(first + size)
				w.out.Facts = append(w.out.Facts, f)
				t.FactVar = append(t.FactVar, int32(t.Variables()))
				size++
			}
		}
		if size == 1 {
			w.number[w.out.Facts[first]] = always
			w.out.Facts, t.FactVar = w.out.Facts[:first], t.FactVar[:first]
			continue
		}
		if v < w.t.Basic {
			t.Basic++
			t.Initial = append(t.Initial, w.number[w.initial[v]]-task.Fact(first))
		} else {
			t.Layer = append(t.Layer, w.t.Layer[v-w.t.Basic])
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	}
}

// translate renumbers facts, without those that always hold or that given (new
// ones, sorted) has. It returns false for a condition that never holds together
// with given.
func (w *rewriter) translate(facts, given []task.Fact) ([]task.Fact, bool) {
	var out []task.Fact
	for _, f := range facts {
		switch n := w.number[f]; n {
		case gone:
			return nil, false
		case always:
		default:
			v := w.out.Task.FactVar[n]
			i, in := slices.BinarySearchFunc(given, v, func(g task.Fact, v int32) int { return int(w.out.Task.FactVar[g] - v) })
			if !in {
				if out == nil {
					out = make([]task.Fact, 0, len(facts))
				}
				out = append(out, n)
			} else if given[i] != n {
				return nil, false
			}
		}
	}
	return out, true
}

// operator writes one, unless nothing is left that it changes or it cannot apply.
func (w *rewriter) operator(o *operator) {
	from := &w.t.Operators[o.number]
	old, possible := w.precondition(o, from.Pre)
	if !possible {
		return
	}
	pre, possible := w.translate(old, nil)
	if !possible {
		return
	}
	effects := make([]task.Effect, 0, len(o.given))
	over := w.fresh()
	for i := len(o.given) - 1; i >= 0; i-- {
		e := &o.given[i]
		n, v := w.number[e.Fact], w.t.FactVar[e.Fact]
		when, possible := w.translate(e.When, pre)
		if n == always || !possible || w.stamp[v] == over {
			continue
		}
		if len(when) == 0 {
			w.stamp[v] = over
		}
		effects = append(effects, task.Effect{When: when, Fact: n})
	}
	slices.Reverse(effects)
	if effects = w.withoutIdle(effects, pre); len(effects) == 0 {
		return
	}
	w.out.Task.Operators = append(w.out.Task.Operators, task.Operator{Pre: pre, Effects: effects, Cost: from.Cost})
	w.out.Operators = append(w.out.Operators, o.number)
}

// withoutIdle drops effects that set a variable to the value it has.
func (w *rewriter) withoutIdle(effects []task.Effect, pre []task.Fact) []task.Effect {
	kept := effects[:0]
	changed := w.fresh()
	for _, e := range effects {
		v := w.t.FactVar[w.out.Facts[e.Fact]]
		if w.stamp[v] != changed {
			if _, in := slices.BinarySearch(pre, e.Fact); in {
				continue
			}
		}
		w.stamp[v] = changed
		kept = append(kept, e)
	}
	return kept
}

// precondition returns the old facts that the new operator asks for, and whether
// they can hold in a state on a plan: the budget may have ended before a last look.
func (w *rewriter) precondition(o *operator, given []task.Fact) ([]task.Fact, bool) {
	derived := given[len(w.basic(given)):]
	switch w.mode {
	case Given:
		return given, true
	case Changed:
		return slices.Concat(o.pre, derived), true
	}
	w.allowed.meet(w.row, o.pre)
	w.allowed.meet(w.after, o.post)
	pre, ok := w.implied(o.pre, o.changes, w.vary, true)
	return slices.Concat(pre, derived), ok
}
