package planner

import (
	"context"
	"fmt"
	"slices"

	"genplanx/planner/ground"
	"genplanx/planner/mutex"
	"genplanx/planner/task"
)

// encode puts atoms that exclude each other into one variable. A reason is given
// where goals do, so that there is no plan.
func encode(ctx context.Context, g *ground.Grounded) (*ground.Grounded, string) {
	predicate, args := g.Atoms()
	stop := func() bool { return ctx.Err() != nil }
	e := mutex.Encode(g.Task, mutex.Groups(g.Task, predicate, args, stop), stop)
	switch {
	case e == nil:
		return g, "" // the search will find that the time is up
	case e.Contradiction == nil:
		return g.Recoded(e.Part, e.Atoms), ""
	}
	var goals []string
	for _, goal := range g.Goals {
		if slices.ContainsFunc(goal.Facts, func(f task.Fact) bool { return slices.Contains(e.Contradiction, f) }) {
			goals = append(goals, goal.Text)
		}
	}
	if len(goals) == 1 {
		return nil, fmt.Sprintf("the goal %s cannot be reached: its parts exclude each other", goals[0])
	}
	return nil, fmt.Sprintf("the goals %s cannot hold together: they exclude each other", few(goals))
}
