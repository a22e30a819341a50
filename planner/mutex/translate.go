package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// number gives the new variables and facts their numbers.
func (e *encoder) number() {
	old, t := e.t, &task.Task{VarFirst: []int32{0}}
	e.out.Task = t
	n := old.Variables()
	e.value, e.isTrue = slices.Repeat([]task.Fact{-1}, n), slices.Repeat([]task.Fact{-1}, n)
	e.none = slices.Repeat([]task.Fact{-1}, len(e.sets))
	for v := range int32(n) {
		if v == int32(old.Basic) {
			t.Basic = t.Variables()
		}
		if i := e.setOf[v]; i >= 0 && e.sets[i][0] == v {
			e.numberSet(i)
		}
		if e.flag[v] {
			e.isTrue[v] = e.fact(2*v) + 1
			e.fact(2*v + 1)
			value := int32(0)
			if int(v) < old.Basic {
				value = old.Initial[v]
			}
			e.endVariable(value)
		}
	}
	if n == old.Basic {
		t.Basic = t.Variables()
	}
	t.Initial = t.Initial[:t.Basic]
	t.Layer = slices.Clone(old.Layer)
	e.touched = make([]int32, t.Variables())
	e.out.Atoms = slices.Clone(e.value)
	for v, f := range e.isTrue {
		if e.value[v] < 0 {
			e.out.Atoms[v] = f
		}
	}
}

// fact adds a fact to the variable that is being made.
func (e *encoder) fact(old task.Fact) task.Fact {
	t := e.out.Task
	t.FactVar = append(t.FactVar, int32(t.Variables()))
	e.out.Facts = append(e.out.Facts, old)
	return int32(len(t.FactVar) - 1)
}

func (e *encoder) endVariable(initial int32) {
	t := e.out.Task
	t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	t.Initial = append(t.Initial, initial)
}

func (e *encoder) numberSet(i int32) {
	initial := int32(len(e.sets[i])) // none of them
	for k, a := range e.sets[i] {
		e.value[a] = e.fact(2*a + 1)
		if e.t.Initial[a] == 1 {
			initial = int32(k)
		}
	}
	if !e.exact[i] {
		e.none[i] = e.fact(-1)
	}
	e.endVariable(initial)
}

// condition translates a condition that is known to hold, and leaves out what
// is in another already. It returns false if it cannot hold after all.
func (e *encoder) condition(old, already []task.Fact) ([]task.Fact, bool) {
	out := e.buffer[:0]
	for _, f := range old {
		var n task.Fact
		a, positive := atomOf(f)
		set := e.setOf[a]
		switch {
		case positive && set >= 0:
			n = e.value[a]
		case positive:
			n = e.isTrue[a]
		case e.known.excludes(a):
			continue
		case set < 0:
			n = e.isTrue[a] - 1
		default:
			switch left, first := e.leftOver(old, set); {
			case left == 0:
				return nil, false
			case left > 1:
				n = e.isTrue[a] - 1
			case first >= 0:
				n = e.value[first]
			default:
				n = e.none[set]
			}
		}
		if !implied(n, already) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	e.buffer = out
	return e.facts.copy(slices.Compact(out)), true
}

// addOperators returns false if it was stopped.
func (e *encoder) addOperators(stopped func() bool) bool {
	t := e.out.Task
	t.Operators = make([]task.Operator, 0, len(e.t.Operators))
	e.out.Operators = make([]int32, 0, len(e.t.Operators))
	for i := range e.t.Operators {
		if i%stopEvery == stopEvery-1 && stopped() {
			return false
		}
		o := &e.t.Operators[i]
		if !e.known.assume(o.Pre) {
			continue
		}
		pre, possible := e.condition(o.Pre, nil)
		if !possible {
			continue
		}
		if effects := e.translateEffects(o, pre); len(effects) > 0 {
			t.Operators = append(t.Operators, task.Operator{Pre: pre, Effects: effects, Cost: o.Cost})
			e.out.Operators = append(e.out.Operators, int32(i))
		}
	}
	return true
}

// translateEffects keeps the order: what makes none of a variable's atoms true
// comes before what makes one true.
func (e *encoder) translateEffects(o *task.Operator, pre []task.Fact) []task.Effect {
	e.effects = e.effects[:0]
	for i := range o.Effects {
		old := &o.Effects[i]
		if !e.known.also(old.When) {
			continue
		}
		var when []task.Fact
		if len(old.When) > 0 {
			var possible bool
			if when, possible = e.condition(old.When, pre); !possible {
				continue
			}
		}
		if a, adds := atomOf(old.Fact); adds {
			e.add(a, when)
		} else if !e.known.isFalse(a) {
			e.delete(o, old, when)
		}
	}
	e.dropIdle(pre)
	return e.changes.copy(e.effects)
}

func (e *encoder) add(a int32, when []task.Fact) {
	if f := e.value[a]; f >= 0 {
		e.effects = append(e.effects, task.Effect{When: when, Fact: f})
	}
	if f := e.isTrue[a]; f >= 0 {
		e.effects = append(e.effects, task.Effect{When: when, Fact: f})
	}
}

// delete changes the larger variable only where it has the deleted atom for its
// value, and gets no other by the same operator.
func (e *encoder) delete(o *task.Operator, old *task.Effect, when []task.Fact) {
	a, _ := atomOf(old.Fact)
	if f := e.isTrue[a]; f >= 0 {
		e.effects = append(e.effects, task.Effect{When: when, Fact: f - 1})
	}
	set := e.setOf[a]
	if set < 0 || replaced(o, old, &e.setsOf, set) {
		return
	}
	if at, is := slices.BinarySearch(when, e.value[a]); !is && !e.known.isTrue(a) {
		when = slices.Insert(slices.Clone(when), at, e.value[a])
	}
	e.effects = append(e.effects, task.Effect{When: when, Fact: e.none[set]})
}

// dropIdle drops effects that change nothing: the precondition says what they
// say, and no other effect changes the variable.
func (e *encoder) dropIdle(pre []task.Fact) {
	t := e.out.Task
	for _, c := range e.effects {
		e.touched[t.FactVar[c.Fact]]++
	}
	all := e.effects
	kept := 0
	for _, c := range all {
		v := t.FactVar[c.Fact]
		if e.touched[v] == 1 && implied(c.Fact, pre) {
			e.touched[v] = 0
			continue
		}
		all[kept] = c
		kept++
	}
	for _, c := range all[:kept] {
		e.touched[t.FactVar[c.Fact]] = 0
	}
	e.effects = all[:kept]
}

// addAxioms drops those that can never apply.
func (e *encoder) addAxioms() {
	t := e.out.Task
	for _, a := range e.t.Axioms {
		if !e.known.assume(a.Body) {
			continue
		}
		if body, possible := e.condition(a.Body, nil); possible {
			head, _ := atomOf(a.Head)
			t.Axioms = append(t.Axioms, task.Axiom{Body: body, Head: e.isTrue[head]})
		}
	}
}

// arena keeps many short lists in few allocations.
type arena[T any] struct{ free []T }

const arenaChunk = 1 << 12

func (a *arena[T]) copy(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	if len(list) > len(a.free) {
		a.free = make([]T, max(arenaChunk, len(list)))
	}
	out := a.free[:len(list):len(list)]
	a.free = a.free[len(list):]
	copy(out, list)
	return out
}
