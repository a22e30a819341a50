package monitor

import (
	"cmp"
	"slices"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// blame asks, for each goal that cannot be reached even alone and each failed
// step, whether the goal could be reached had this step not failed: an unrelated
// failure is no reason to tell the user. With one failure there is nothing to ask.
func (s State) blame(d dropSearch) (State, []Command) {
	if len(s.failures) < 2 || d.blaming >= len(d.lost) || d.probes >= s.rules.Limits.Probes {
		return s.drop(d)
	}
	d.probes++
	s.search = &d
	goals := with(d.kept, d.lost[d.blaming].index)
	slices.Sort(goals)
	suspect := s.failures[d.suspect].step.Ground()
	s, commands := s.query(notAll, goals, true)
	ask, ok := commands[0].(Plan)
	if !ok {
		return s, commands
	}
	ask.Forbidden = slices.DeleteFunc(slices.Clone(s.forbidden), func(f pddl.Step) bool { return sameStep(f, suspect) })
	return s, []Command{ask}
}

// triedBlame takes the planner's answer; the plan itself is never carried out.
func (s State) triedBlame(d dropSearch, solved bool) (State, []Command) {
	if solved {
		d.lost = slices.Clone(d.lost)
		l := &d.lost[d.blaming]
		l.blamed = with(l.blamed, s.failures[d.suspect].text())
	}
	d.suspect++
	if d.suspect == len(s.failures) {
		d.blaming, d.suspect = d.blaming+1, 0
	}
	return s.blame(d)
}

// text tells a failure: "read-data: read data from file a.csv into dataframe1
// failed: ...".
func (f failure) text() string {
	return cmp.Or(f.step.Line, lifted.StepText(f.step.Ground())) + " failed: " + f.why
}

func (s State) failureTexts() []string {
	var texts []string
	for _, f := range s.failures {
		texts = append(texts, f.text())
	}
	return texts
}

func sameStep(a, b pddl.Step) bool { return a.Action == b.Action && slices.Equal(a.Args, b.Args) }
