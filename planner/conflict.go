package planner

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/planner/ground"
	"genplanx/planner/task"
)

// conflict says which goals stand in each other's way.
func (p *parts) conflict(g *ground.Grounded, o Options) string {
	q := p.list[p.unsolvable()]
	var goals []string
	for _, goal := range g.Goals {
		if slices.ContainsFunc(goal.Facts, func(f task.Fact) bool { _, is := slices.BinarySearch(q.Facts, f); return is }) {
			goals = append(goals, goal.Text)
		}
	}
	states := "it was proved for all states at once that none has "
	if n := q.found.Stats.States; n > 0 {
		states = fmt.Sprintf("all %d states that matter were searched and none has ", n)
	}
	reason := ""
	switch {
	case len(goals) == 1:
		reason = fmt.Sprintf("the goal %s cannot be reached: no single thing is missing, but %sit", goals[0], states)
	case len(goals) == len(g.Goals):
		reason = "the goals cannot all hold together: each can be reached by itself, but " + states + "them all"
	default:
		reason = fmt.Sprintf("the goals %s cannot all hold together: each can be reached by itself, but %sthem all", few(goals), states)
	}
	if len(o.Forbidden) > 0 {
		reason += fmt.Sprintf(" (with %d steps ruled out)", len(o.Forbidden))
	}
	return reason
}

// few joins texts for people, who do not read hundreds.
func few(texts []string) string {
	const most = 8
	if n := len(texts); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(texts[:most], ", "), n-most)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}
