package monitor

import (
	"time"

	"genplanx/actions"
	"genplanx/pddl"
)

// Rules are what [Step] knows besides the events. They do not change in a run; a
// journal folded again under the same rules gives the same state.
type Rules struct {
	Domain *pddl.Domain
	// Classes gives the effect class of each action; one that is not listed
	// counts as outside.
	Classes map[string]actions.Class
	// TextGoals lists the predicates that goals derived from text may use; nil
	// allows all of them. Each such goal needs approval besides.
	TextGoals []string
	Limits    Limits
}

// Limits bound a run; a zero field takes the value of [DefaultLimits], a negative
// one means none (at least one call at a time and one plan).
type Limits struct {
	Retries     int           // further attempts after a transient failure
	Backoff     time.Duration // before the first retry; doubled for each next one
	Concurrency int           // calls at the same time
	Additions   int           // times that calls may add goals
	Plans       int           // plans made in a run, probes not counted
	Probes      int           // planner calls spent on finding the fewest goals to drop
}

// DefaultLimits returns the limits used where none are given.
func DefaultLimits() Limits {
	return Limits{Retries: 3, Backoff: 200 * time.Millisecond, Concurrency: 3, Additions: 5, Plans: 25, Probes: 60}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	for _, f := range []struct{ have, def *int }{
		{&l.Retries, &d.Retries}, {&l.Concurrency, &d.Concurrency}, {&l.Additions, &d.Additions},
		{&l.Plans, &d.Plans}, {&l.Probes, &d.Probes},
	} {
		if *f.have == 0 {
			*f.have = *f.def
		}
		*f.have = max(*f.have, 0)
	}
	l.Concurrency, l.Plans = max(l.Concurrency, 1), max(l.Plans, 1)
	if l.Backoff <= 0 {
		l.Backoff = d.Backoff
	}
	return l
}

func (r *Rules) class(action string) actions.Class {
	if c, ok := r.Classes[action]; ok && c != 0 {
		return c
	}
	return actions.Outside
}
