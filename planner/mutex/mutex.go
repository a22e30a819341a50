// Package mutex finds sets of atoms that exclude each other and makes one
// variable of each.
//
// It owns mutex groups and the finite-domain encoding of a grounded task. In: a
// task of binary variables and the atom that each stands for. Out: groups
// ([Groups]) and, from those, the task in fewer, larger variables ([Encode])
// with the way back to the old numbers. It must not know PDDL, names, heuristics
// or search. Start reading at [Groups]: candidate.go says what is guessed,
// synthesis.go in which order, balance.go checks it against the operators and
// repairs it, exact.go finds groups of which always one holds. The other half
// begins at encode.go: cover.go chooses variables, translate.go writes the task.
package mutex

import (
	"slices"

	"genplanx/planner/task"
)

// Group is a set of atoms of which at most one is true in any reachable state.
type Group struct {
	// Atoms are the numbers of binary variables, ascending.
	Atoms []int32
	// Exact: one of them is always true.
	Exact bool
}

// Groups finds mutex groups of a task whose variables are all binary, value 1
// meaning that the variable's atom is true. Predicate and args say, by variable,
// which atom that is; a variable with a negative predicate is in no group, nor
// is a derived one. Candidates are guessed, checked and repaired as in Helmert
// (2009), "Concise finite-domain representations for PDDL planning tasks", but
// on the grounded operators, so that a group may hold where others of its kind
// do not. The groups come in the order in which they were found, which is the
// same for the same task; none has fewer than two atoms and none occurs twice.
//
// The work is bounded by a count of operators and atoms looked at, linear in the
// size of the task. When it is used up, or when stop says so, the groups proved
// by then are returned. Stop may be nil.
func Groups(t *task.Task, predicate []int32, args [][]int32, stop func() bool) []Group {
	s := newSynthesis(t, newAtoms(t, predicate, args), stop)
	s.run()
	exact := exactlyOne(t, newKnowledge(t, s.groups), s.groups)
	out := make([]Group, len(s.groups))
	for i, atoms := range s.groups {
		out[i] = Group{Atoms: atoms, Exact: exact[i]}
	}
	return out
}

// atomOf returns the atom of a fact of a binary variable, and whether the fact
// says that it is true.
func atomOf(f task.Fact) (int32, bool) { return f >> 1, f&1 == 1 }

// lists is a list of numbers for each key, flat: key k has data[off[k]:off[k+1]].
type lists struct{ off, data []int32 }

func (l *lists) of(k int32) []int32 { return l.data[l.off[k]:l.off[k+1]] }

// inverse returns, for each value below n, the keys that list it, ascending.
func inverse(sets [][]int32, n int) lists {
	out := lists{off: make([]int32, n+1)}
	total := 0
	for _, set := range sets {
		for _, v := range set {
			out.off[v+1]++
		}
		total += len(set)
	}
	for v := range n {
		out.off[v+1] += out.off[v]
	}
	out.data = make([]int32, total)
	fill := slices.Clone(out.off)
	for k, set := range sets {
		for _, v := range set {
			out.data[fill[v]] = int32(k)
			fill[v]++
		}
	}
	return out
}
