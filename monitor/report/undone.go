package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"genplanx/monitor"
)

// group is a number of goals that were not reached for the same reasons.
type group struct {
	asked, means []string // goals in words
	why, hints   []string
}

func (r Report) undone(w *writer) {
	if groups := r.groups(w.words); len(groups) > 0 {
		w.section("Not done:")
		for _, g := range groups {
			g.tell(w)
		}
	}
	if len(r.Maybe) > 0 {
		w.section("Not known whether it happened; please look:")
		for _, f := range r.Maybe {
			w.line("  %s", f.told())
			w.line("    %s", f.Why)
		}
	}
	if refusals := r.refusals(w.words); len(refusals) > 0 {
		w.section("Refused:")
		for _, text := range refusals {
			w.line("  %s", text)
		}
	}
}

func (g group) tell(w *writer) {
	goals := g.asked
	if len(goals) == 0 {
		goals = g.means
	}
	for _, text := range goals {
		w.line("  %s", text)
	}
	for _, why := range g.why {
		w.line("    because %s", strings.ReplaceAll(why, "\n", "\n    "))
	}
	for _, hint := range g.hints {
		w.line("    hint: %s", hint)
	}
}

// groups gathers the goals that were not reached. Means are told only where there
// is nothing else to tell, and what the closing line says is not said here.
func (r Report) groups(words Wording) []group {
	var groups []group
	for _, u := range r.Undone {
		why, hints := r.reasons(u, words)
		i := slices.IndexFunc(groups, func(g group) bool { return slices.Equal(g.why, why) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{why: why, hints: hints})
		}
		text, means := words.fact(u.Goal)
		if u.Origin != "" {
			text += " (from " + u.Origin + ")"
		}
		if means {
			groups[i].means = append(groups[i].means, text)
		} else {
			groups[i].asked = append(groups[i].asked, text)
		}
	}
	var told []string // reasons that stand beside something asked for
	for _, g := range groups {
		if len(g.asked) > 0 {
			told = append(told, g.why...)
		}
	}
	return slices.DeleteFunc(groups, func(g group) bool {
		if len(g.why) == 0 && len(r.Done) == 0 && len(r.Maybe) == 0 {
			return true
		}
		missing := func(why string) bool { return !slices.Contains(told, why) }
		return len(g.asked) == 0 && len(told) > 0 && !slices.ContainsFunc(g.why, missing)
	})
}

// reasons tells why a goal was not reached: by the steps that failed, or else in
// the words of the one who gave it up. There is none beyond the report's own.
func (r Report) reasons(u Undone, words Wording) (why, hints []string) {
	if len(u.Instead) > 0 {
		why = []string{"it cannot be reached together with: " + words.Goals(u.Instead)}
	}
	for _, text := range u.Failures {
		if f := r.failure(text); f != nil {
			text = f.because()
			if f.Hint != "" && !slices.Contains(hints, f.Hint) {
				hints = append(hints, f.Hint)
			}
		}
		why = append(why, text)
	}
	if len(why) == 0 && u.Why != r.Why {
		proof := strings.TrimPrefix(u.Why, "the goal "+u.Goal+" cannot be reached: ")
		why = []string{words.Reason(proof)}
	}
	return why, hints
}

// failure finds the failed call that a text of the monitor tells of: "read-data:
// read a.csv failed: no such file".
func (r Report) failure(text string) *Failed {
	for i, f := range r.Failed {
		if strings.HasPrefix(text, cmp.Or(f.Line, f.Step)) && strings.Contains(text, " failed: "+f.Why) {
			return &r.Failed[i]
		}
	}
	return nil
}

func (f Failed) because() string {
	action, _, _ := strings.Cut(strings.Trim(f.Step, "()"), " ")
	text := action + " failed: " + f.Why
	if f.Attempts > 1 {
		text += fmt.Sprintf(" (tried %d times)", f.Attempts)
	}
	return text
}

// refusals are those that the closing line does not tell.
func (r Report) refusals(words Wording) []string {
	var list []string
	for _, text := range r.Refusals {
		if text == "the plan was not approved: "+r.Why {
			continue
		}
		for _, n := range r.NotFollowed {
			if text == n.text(monitor.Words(n.Goals)) {
				text = n.text(words.Goals(monitor.Facts(n.Goals)))
			}
		}
		list = append(list, text)
	}
	return list
}
