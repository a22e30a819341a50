package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// exactlyOne reports, for each of some sets of atoms that exclude each other,
// whether always one of its atoms is true: one is at the start, and an operator
// that makes it false makes another true.
func exactlyOne(t *task.Task, k *knowledge, sets [][]int32) []bool {
	out := make([]bool, len(sets))
	for i, set := range sets {
		out[i] = slices.ContainsFunc(set, func(a int32) bool { return t.Initial[a] == 1 })
	}
	setsOf := inverse(sets, t.Variables())
	for i := range t.Operators {
		o := &t.Operators[i]
		if !k.assume(o.Pre) {
			continue
		}
		for j := range o.Effects {
			e := &o.Effects[j]
			atom, adds := atomOf(e.Fact)
			if adds || !k.also(e.When) || k.isFalse(atom) {
				continue
			}
			for _, set := range setsOf.of(atom) {
				out[set] = out[set] && replaced(o, e, &setsOf, set)
			}
		}
	}
	return out
}

// replaced reports whether an operator makes an atom of a set true whenever the
// effect happens.
func replaced(o *task.Operator, e *task.Effect, setsOf *lists, set int32) bool {
	for i := range o.Effects {
		a := &o.Effects[i]
		atom, adds := atomOf(a.Fact)
		if !adds || !covered(a.When, e.When, o.Pre) {
			continue
		}
		if _, is := slices.BinarySearch(setsOf.of(atom), set); is {
			return true
		}
	}
	return false
}

// knowledge is what follows from a condition by the mutex groups: which atoms
// are true and which false where it holds. It has two layers, the precondition
// of an operator and the condition of one of its effects.
type knowledge struct {
	groupsOf lists // by atom, ascending
	layers   [2]layer
}

// layer is valid where the stamp is the current one.
type layer struct {
	stamp  int32
	groups []stamped // by group: the atom that is true
	facts  []int32   // by fact: stamp
}

type stamped struct{ stamp, atom int32 }

func newKnowledge(t *task.Task, groups [][]int32) *knowledge {
	k := &knowledge{groupsOf: inverse(groups, t.Variables())}
	for i := range k.layers {
		k.layers[i] = layer{groups: make([]stamped, len(groups)), facts: make([]int32, t.Facts())}
	}
	return k
}

// assume forgets what was known and takes a condition as given. It returns false
// if the condition cannot hold.
func (k *knowledge) assume(condition []task.Fact) bool {
	k.layers[1].stamp++
	return k.add(0, condition)
}

// also takes another condition as given beside the one assumed, in place of the
// last such. It returns false if the two cannot hold together.
func (k *knowledge) also(condition []task.Fact) bool { return k.add(1, condition) }

func (k *knowledge) add(number int, condition []task.Fact) bool {
	l := &k.layers[number]
	l.stamp++
	possible := true
	for _, f := range condition {
		atom, positive := atomOf(f)
		if !positive {
			possible = possible && !k.isTrue(atom)
			l.facts[f] = l.stamp
			continue
		}
		possible = possible && !k.isFalse(atom)
		l.facts[f] = l.stamp
		for _, g := range k.groupsOf.of(atom) {
			l.groups[g] = stamped{l.stamp, atom}
		}
	}
	return possible
}

// isTrue reports whether an atom is among the conditions.
func (k *knowledge) isTrue(atom int32) bool { return k.given(2*atom + 1) }

func (k *knowledge) given(f task.Fact) bool {
	for i := range k.layers {
		if l := &k.layers[i]; l.facts[f] == l.stamp {
			return true
		}
	}
	return false
}

// isFalse reports whether an atom is false where the conditions hold.
func (k *knowledge) isFalse(atom int32) bool { return k.given(2*atom) || k.excludes(atom) }

// excludes reports whether an atom is false because another is true.
func (k *knowledge) excludes(atom int32) bool {
	for _, g := range k.groupsOf.of(atom) {
		for i := range k.layers {
			if l := &k.layers[i]; l.groups[g].stamp == l.stamp && l.groups[g].atom != atom {
				return true
			}
		}
	}
	return false
}
