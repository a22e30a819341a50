package monitor

import (
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/planner/lifted"
)

// Judge completes the end of a call by what its observations mean: a call is
// refuted when some effect it should have added was seen not to hold; facts that
// were not seen count as brought about. It is pure. The loop asks it right before
// the event is recorded, so that the journal alone tells successes from failures.
func (s State) Judge(e Event) Event {
	switch e := e.(type) {
	case CallDone:
		if i := s.callIndex(e.Call, callRunning); i >= 0 {
			step := s.plan.steps[s.calls[i].index]
			e.Refuted = refutation(step, s.progress(step.step), e.Seen)
		}
		return e
	case Observed:
		if i := s.callIndex(e.Call, callUnsure); i >= 0 {
			step := s.plan.steps[s.calls[i].index]
			e.Verdict = verdict(step, s.progress(step.step), e.Seen)
		}
		return e
	}
	return e
}

// verdict decides a call that never came back. The values it would have returned
// are lost, so only calls that write or reach outside can count as done.
func verdict(step planned, after lifted.State, seen []Seen) Verdict {
	confirmed := slices.ContainsFunc(seen, func(o Seen) bool {
		return o.Truth == truthText(actions.True) && expected(step.feet.adds, after, o)
	})
	switch {
	case refutation(step, after, seen) != "":
		return WasNot
	case confirmed && step.class >= actions.Writes:
		return WasDone
	case step.class == actions.Outside:
		return Unsure
	}
	return Lost
}

// refutation says which expected effect was seen not to hold, or "".
func refutation(step planned, after lifted.State, seen []Seen) string {
	var why []string
	for _, o := range seen {
		if o.Truth != truthText(actions.False) || !expected(step.feet.adds, after, o) {
			continue
		}
		text := o.Note
		if text == "" {
			text = "the check saw that " + o.fact() + " does not hold"
		}
		why = append(why, text)
	}
	return strings.Join(why, "; ")
}

// expected reports whether an observed fact is one that the step should have
// made true.
func expected(adds []pattern, after lifted.State, o Seen) bool {
	if !slices.ContainsFunc(adds, pattern{o.Predicate, o.Args}.overlaps) {
		return false
	}
	return after.Has(lifted.Atom(o.Predicate, o.Args...))
}

func (o Seen) fact() string {
	a := lifted.Atom(o.Predicate, o.Args...)
	return lifted.Text(&a, nil)
}
