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
	what := "the goals cannot be reached all together"
	switch {
	case len(goals) == 1:
		what = fmt.Sprintf("the goal %s cannot be reached", goals[0])
	case len(goals) < len(g.Goals):
		what = fmt.Sprintf("the goals %s cannot be reached all together", few(goals))
	}
	// That each goal can be reached alone is not known: only that nothing is
	// missing as long as nothing that became true is lost again.
	reason := what + ": no single thing is missing, but what is used up or undone on the way cannot be had again; " + searched(q.found.Stats.States)
	if len(o.Forbidden) > 0 {
		reason += fmt.Sprintf(" (with %d steps ruled out)", len(o.Forbidden))
	}
	return reason
}

// searched says what the proof rests on.
func searched(states int64) string {
	switch states {
	case 0:
		return "it was proved for all states at once"
	case 1:
		return "the only state to look at was searched"
	}
	return fmt.Sprintf("all %d states that could lead there were searched", states)
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
