// Package landmark finds facts that every plan makes true.
//
// It owns the fact landmarks of a task's initial state, the orders between them,
// and a heuristic that counts them. In: *task.Task and a budget. Out: landmarks,
// each with the facts that can hold before it, and lower bounds. It must not know
// search, abstractions or PDDL. A fact is
// a landmark of the delete relaxation exactly if the goal cannot be reached
// without it, and all such facts lie in every relaxed plan: so the facts of
// one relaxed plan are tested, one exploration each. That is complete for the
// relaxation, as label propagation is (Zhu and Givan 2003; Keyder, Richter and
// Helmert 2010), in linear memory. Start reading at [Facts];
// heuristic.go has the [Heuristic].
package landmark

import (
	"slices"

	"genplanx/planner/task"
)

// Landmark is a fact that is false in the initial state and true at some time
// in every plan.
type Landmark struct {
	Fact task.Fact
	// Goal says that the fact is one of the goal.
	Goal bool
	// before has a bit for each fact that can be reached, ignoring deletes,
	// while the landmark never holds.
	before []uint64
}

// PossiblyBefore reports whether a fact may hold before the landmark has been
// true for the first time. From a state whose facts may all hold before, every
// plan must make the landmark true: all that can be reached otherwise are facts
// before it, and the goal is not among them.
func (l *Landmark) PossiblyBefore(f task.Fact) bool { return l.before[f>>6]>>(f&63)&1 != 0 }

// Orders reports whether the landmark is true in every plan before the fact is
// true for the first time.
func (l *Landmark) Orders(f task.Fact) bool { return f != l.Fact && !l.PossiblyBefore(f) }

// Facts returns the fact landmarks of the initial state, in the order in which
// they are first reached. It is none where the goal cannot be reached even if
// nothing is ever deleted. Facts of derived variables may be among them; that
// one is false counts as always reached. The budget is counted in visits of
// facts and operators: when it is spent, or stop says true, landmarks found so
// far are returned, with those of the goal first to be found. The budget bounds
// the memory too: at most a bit for each fact visited.
func Facts(t *task.Task, budget int64, stop func() bool) []Landmark {
	r := newRelaxation(t)
	e := newExploration(r, budget, stop)
	if e.explore(none) != reached {
		return nil
	}
	first := slices.Clone(e.order)
	plan := e.relaxedPlan()
	isGoal := make([]bool, t.Facts())
	for _, f := range t.Goal {
		isGoal[f] = true
	}
	var out []Landmark
	for _, wanted := range []bool{true, false} {
		for _, f := range first {
			if !plan[f] || isGoal[f] != wanted {
				continue
			}
			switch e.explore(f) {
			case unreached:
				out = append(out, Landmark{Fact: f, Goal: wanted, before: e.reachedFacts()})
			case interrupted:
				return sorted(out, first)
			}
		}
	}
	return sorted(out, first)
}

// sorted puts landmarks in the order in which their facts are listed.
func sorted(landmarks []Landmark, order []task.Fact) []Landmark {
	place := map[task.Fact]int{}
	for i, f := range order {
		place[f] = i
	}
	slices.SortFunc(landmarks, func(a, b Landmark) int { return place[a.Fact] - place[b.Fact] })
	return landmarks
}
