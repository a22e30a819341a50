package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// Encoded is a task in the variables that mutex groups allow.
type Encoded struct {
	// Part holds the task and, by operator and by fact of it, the operator and the
	// fact of the binary task; a fact that says that no atom of its variable is
	// true has -1. Operators that can never apply are gone.
	task.Part
	// Atoms are, by variable of the binary task, the facts that say that its atom
	// is true.
	Atoms []task.Fact
	// Contradiction is set when the goal needs two atoms of one group: no state
	// has both, so there is no plan. Part is empty then.
	Contradiction []task.Fact
}

// Encode writes a binary task, as Groups takes it, in fewer variables. Groups
// become variables by greedy set cover, the largest first. A variable has a value
// for each of its atoms and, unless always one of these is true, another for
// none of them; what no group covers keeps two values, and derived variables stay
// as they are. Basic variables come in the order of their first atoms, values in
// the order of theirs, operators and axioms in their old order.
//
// That an atom is false is not a fact of a larger variable. Where it is needed
// and does not follow from what else is needed, the atom has a binary variable
// too, next to its value in the other. Operators without conditional effects
// never get any: an atom that such an operator deletes without knowing whether
// it is true stays by itself. As the grounder does, the task must list deleting
// effects before adding ones.
//
// Encode returns nil if stop, which may be nil, says so meanwhile.
func Encode(t *task.Task, groups []Group, stop func() bool) *Encoded {
	e := newEncoder(t, groups)
	stopped := func() bool { return stop != nil && stop() }
	if c := e.contradiction(t.Goal); c != nil {
		return &Encoded{Contradiction: c}
	}
	if e.chooseVariables(groups); stopped() {
		return nil
	}
	e.number()
	e.known.assume(t.Goal)
	goal, possible := e.condition(t.Goal, nil)
	if !possible {
		return &Encoded{Contradiction: slices.Clone(t.Goal)}
	}
	e.out.Task.Goal = goal
	if !e.addOperators(stopped) {
		return nil
	}
	e.addAxioms()
	return &e.out
}

// encoder holds what Encode knows of the binary task, and the task to be.
type encoder struct {
	t     *task.Task
	known *knowledge
	out   Encoded

	sets  [][]int32 // atoms of each larger variable
	exact []bool    // by set: no value for none of the atoms
	setOf []int32   // by variable: set or -1
	flag  []bool    // by variable: it has a binary variable

	value  []task.Fact // by variable: fact of the larger variable, or -1
	isTrue []task.Fact // by variable: fact of the binary one, or -1; isTrue-1 is false
	none   []task.Fact // by set: the fact that no atom is true, or -1

	setsOf  lists // setOf as lists
	buffer  []task.Fact
	effects []task.Effect
	touched []int32 // by new variable: effects of the operator in hand
	facts   arena[task.Fact]
	changes arena[task.Effect]
}

func newEncoder(t *task.Task, groups []Group) *encoder {
	sets := make([][]int32, len(groups))
	for i, g := range groups {
		sets[i] = g.Atoms
	}
	return &encoder{t: t, known: newKnowledge(t, sets)}
}

// contradiction returns facts of a condition that exclude each other, or nil.
func (e *encoder) contradiction(condition []task.Fact) []task.Fact {
	if e.known.assume(condition) {
		return nil
	}
	for i, f := range condition {
		if a, positive := atomOf(f); !positive || !e.known.excludes(a) {
			continue
		}
		for _, other := range condition[i+1:] {
			if e.known.assume([]task.Fact{f}); !e.known.also([]task.Fact{other}) {
				return []task.Fact{f, other}
			}
		}
		e.known.assume(condition)
	}
	return slices.Clone(condition)
}

// chooseVariables decides which atoms share a variable and which have one of
// their own.
func (e *encoder) chooseVariables(groups []Group) {
	n := e.t.Variables()
	alone := make([]bool, n)
	for round := 1; ; round++ {
		e.sets = cover(groups, n, alone)
		if !e.isolate(alone, round < maxCovers) {
			break
		}
	}
	e.exact = exactlyOne(e.t, e.known, e.sets)
	e.setOf = slices.Repeat([]int32{-1}, n)
	for i, set := range e.sets {
		for _, a := range set {
			e.setOf[a] = int32(i)
		}
	}
	e.flag = make([]bool, n)
	e.flagNegated()
	for i, set := range e.sets {
		flagged := 0
		for _, a := range set {
			if e.flag[a] {
				flagged++
			}
		}
		// Such a set would cost more variables than it saves.
		if len(set)-flagged < 2 && flagged > 0 {
			for _, a := range set {
				e.setOf[a] = -1
			}
			e.sets[i] = nil
		}
	}
	for a := range n {
		e.flag[a] = e.flag[a] || e.setOf[a] < 0
	}
	e.setsOf = inverse(e.sets, n)
}

// maxCovers bounds the covers that are tried until no atom in one has to stay by
// itself.
const maxCovers = 4

// isolate marks the atoms of the sets that some operator without conditional
// effects deletes although they may be true or false, unless the set gets another
// value by the same operator and that is hoped to remain so. It reports whether
// there was any.
func (e *encoder) isolate(alone []bool, hope bool) bool {
	setsOf := inverse(e.sets, e.t.Variables())
	found := false
	for i := range e.t.Operators {
		o := &e.t.Operators[i]
		if conditional(o) || !e.known.assume(o.Pre) {
			continue
		}
		for j := range o.Effects {
			d := &o.Effects[j]
			a, adds := atomOf(d.Fact)
			if adds || e.known.isTrue(a) || e.known.isFalse(a) {
				continue
			}
			for _, set := range setsOf.of(a) {
				if !alone[a] && (!hope || !replaced(o, d, &setsOf, set)) {
					alone[a], found = true, true
				}
			}
		}
	}
	return found
}

func conditional(o *task.Operator) bool {
	return slices.ContainsFunc(o.Effects, func(e task.Effect) bool { return len(e.When) > 0 })
}

// flagNegated finds the atoms whose negation some condition needs as a fact.
func (e *encoder) flagNegated() {
	for i := range e.t.Operators {
		o := &e.t.Operators[i]
		if !e.known.assume(o.Pre) {
			continue
		}
		e.negations(o.Pre)
		for j := range o.Effects {
			if when := o.Effects[j].When; len(when) > 0 && e.known.also(when) {
				e.negations(when)
			}
		}
	}
	for i := range e.t.Axioms {
		if body := e.t.Axioms[i].Body; e.known.assume(body) {
			e.negations(body)
		}
	}
	e.known.assume(e.t.Goal)
	e.negations(e.t.Goal)
}

func (e *encoder) negations(condition []task.Fact) {
	for _, f := range condition {
		a, positive := atomOf(f)
		if positive || e.setOf[a] < 0 || e.known.excludes(a) {
			continue
		}
		if left, _ := e.leftOver(condition, e.setOf[a]); left > 1 {
			e.flag[a] = true
		}
	}
}

// leftOver returns how many values of a set's variable a condition allows by its
// negative facts, no matter how many more than one, and the first of them: an
// atom, or -1 for none of its atoms.
func (e *encoder) leftOver(condition []task.Fact, set int32) (n int, first int32) {
	if len(e.sets[set]) > len(condition)+1 {
		return 2, -1
	}
	first = -1
	for _, a := range e.sets[set] {
		if !implied(2*a, condition) {
			if n == 0 {
				first = a
			}
			n++
		}
	}
	if !e.exact[set] {
		n++
	}
	return n, first
}
