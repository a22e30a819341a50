package report

import (
	"fmt"
	"strings"

	"genplanx/monitor"
)

// closing says in one line how the run ended, what it cost and how long it took.
func (r Report) closing(words Wording) string {
	because := ""
	if r.Why != "" {
		because = ": " + words.Reason(r.Why)
	}
	return r.ending(because, words) + r.costs() + r.time()
}

func (r Report) ending(because string, words Wording) string {
	switch r.Outcome {
	case monitor.Done:
		if len(r.NotFollowed) > 0 {
			return "All that was asked for is done, but for what was refused."
		}
		return "All that was asked for is done."
	case monitor.Partly:
		if !r.achieved(words) {
			return "Nothing of what was asked for could be done" + because + "; " + r.changed() + "."
		}
		return "Part of what was asked for is done" + because + "."
	case monitor.Unsolvable:
		return "This cannot be done, and nothing was done: " + r.proof(words) + "."
	case monitor.Refused:
		return r.ifNothing("The plan was not approved", because)
	case monitor.Stopped:
		return r.ifNothing("The run was stopped", because)
	case monitor.OutOfTime, monitor.OutOfMemory, monitor.Unsupported:
		return r.ifNothing("No plan was found ("+strings.ReplaceAll(string(r.Outcome), "-", " ")+")", because)
	case monitor.Broken:
		return r.ifNothing("The run could not go on", because)
	}
	return "The run is not finished."
}

func (r Report) ifNothing(text, because string) string {
	if len(r.Done) == 0 && len(r.Maybe) == 0 {
		text += "; nothing was done"
	}
	return text + because + "."
}

// achieved reports whether anything that was asked for is reached. Means count
// only in a request that asks for nothing else.
func (r Report) achieved(words Wording) bool {
	asked, means := 0, 0
	for _, g := range r.Reached {
		if _, mean := words.fact(g.Goal); mean {
			means++
		} else {
			asked++
		}
	}
	for _, u := range r.Undone {
		if _, mean := words.fact(u.Goal); !mean {
			return asked > 0
		}
	}
	return asked+means > 0
}

// changed says what a run that came to nothing left behind.
func (r Report) changed() string {
	var changes []string
	for _, d := range r.Done {
		if d.changes() {
			changes = append(changes, d.told())
		}
	}
	switch {
	case len(changes) > 0:
		return "but this was done on the way: " + strings.Join(changes, "; ")
	case len(r.Maybe) > 0:
		return "whether anything was changed is not known"
	}
	return "nothing was changed"
}

// proof is the planner's reason, a line for each goal; goals that are only means
// are left out when there are others.
func (r Report) proof(words Wording) string {
	var asked, means []string
	for _, line := range strings.Split(r.Why, "\n") {
		facts := monitor.Facts(line)
		if len(facts) > 0 {
			if _, mean := words.fact(facts[0]); mean {
				means = append(means, words.Reason(line))
				continue
			}
		}
		asked = append(asked, words.Reason(line))
	}
	if len(asked) == 0 {
		asked = means
	}
	return strings.Join(asked, ";\n")
}

// costs tells the costs of the plans, when anything of them was done.
func (r Report) costs() string {
	switch {
	case len(r.Done) == 0 || len(r.Plans) == 0:
		return ""
	case len(r.Plans) == 1:
		p := r.Plans[0]
		return fmt.Sprintf(" Cost %d, %s.", p.Cost, p.proof())
	}
	each := make([]string, len(r.Plans))
	proved := ", each proved cheapest"
	for i, p := range r.Plans {
		each[i] = fmt.Sprint(p.Cost)
		if !p.Optimal {
			proved = ", not all proved cheapest"
		}
	}
	last := len(each) - 1
	return fmt.Sprintf(" %d plans, of cost %s and %s%s.", len(each), strings.Join(each[:last], ", "), each[last], proved)
}

func (r Report) time() string {
	switch {
	case r.Seconds <= 0:
		return ""
	case r.Seconds < 0.1:
		return " Time: less than 0.1 s."
	}
	return fmt.Sprintf(" Time: %.1f s.", r.Seconds)
}
