package heuristic

import (
	"slices"

	"genplanx/planner/task"
)

// again is a goal that cannot be reached for good before others: all operators
// that make one of the others true make this one false. A deck saved before its
// last slide is filled must be saved again. While one of the others is open, the
// goal counts as open too, even where it holds: it will be false after the
// operator that reaches the other, so some operator must make it true after
// that, and a bound that counts one stays a lower bound. The delete relaxation
// alone does not see this, and a search guided by it tries all orders.
type again struct {
	goal   task.Fact
	others []task.Fact // goals
	number int32       // of the relaxed fact that stands for the goal
}

// reachedAgain finds such goals. Only facts of basic variables count.
func reachedAgain(t *task.Task) []again {
	makers := make([][]int32, t.Facts())
	for i := range t.Operators {
		for _, e := range t.Operators[i].Effects {
			if m := makers[e.Fact]; len(m) == 0 || m[len(m)-1] != int32(i) {
				makers[e.Fact] = append(m, int32(i))
			}
		}
	}
	isGoal := make([]bool, t.Facts())
	for _, f := range t.Goal {
		isGoal[f] = true
	}
	spoilt := map[task.Fact][]task.Fact{}
	for _, other := range t.Goal {
		if len(makers[other]) == 0 {
			continue // derived, or true from the start on
		}
		common := spoils(t, makers[other][0], isGoal)
		for _, op := range makers[other][1:] {
			if len(common) == 0 {
				break
			}
			spoils := spoils(t, op, isGoal)
			common = slices.DeleteFunc(common, func(f task.Fact) bool { return !slices.Contains(spoils, f) })
		}
		for _, f := range common {
			spoilt[f] = append(spoilt[f], other)
		}
	}
	var out []again
	for _, f := range t.Goal {
		if others := spoilt[f]; len(others) > 0 {
			out = append(out, again{goal: f, others: others})
		}
	}
	return out
}

// spoils lists the goals that are false after an operator, whatever was before.
func spoils(t *task.Task, op int32, isGoal []bool) []task.Fact {
	var out []task.Fact
	effects := t.Operators[op].Effects
	for _, e := range effects {
		if len(e.When) > 0 {
			continue
		}
		v := t.FactVar[e.Fact]
		for f := t.VarFirst[v]; f < t.VarFirst[v+1]; f++ {
			if isGoal[f] && f != e.Fact && !slices.ContainsFunc(effects, func(o task.Effect) bool { return o.Fact == f }) {
				out = append(out, f)
			}
		}
	}
	return out
}

// settled reports whether the goal holds and none of the others is open.
func (a *again) settled(t *task.Task, values []int32) bool {
	holds := func(f task.Fact) bool { return values[t.FactVar[f]] == t.Value(f) }
	return holds(a.goal) && !slices.ContainsFunc(a.others, func(f task.Fact) bool { return !holds(f) })
}
