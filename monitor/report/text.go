package report

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/monitor"
)

// Text renders a report for people: the answers first, then what was made, what
// was not done and why, and how it went. Values that an answer tells already are
// left out.
func (r Report) Text() string {
	w := &writer{}
	for _, a := range r.Answers {
		w.line("%s", strings.TrimRight(a, "\n"))
	}
	r.things(w)
	r.undone(w)
	r.steps(w)
	r.troubles(w)
	r.plans(w)
	w.section(r.closing())
	return w.b.String()
}

type writer struct{ b strings.Builder }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

// section begins a part after an empty line, if anything stands above it.
func (w *writer) section(title string) {
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.line("%s", title)
}

func (r Report) things(w *writer) {
	if len(r.Files) > 0 {
		w.section("Files:")
		for _, f := range r.Files {
			w.line("  %s%s", f.Path, dash(f.Text))
		}
	}
	var mails []string
	for _, s := range r.Sent {
		if s.Kind == "mail" {
			mails = append(mails, s.Text)
		}
	}
	if len(mails) > 0 {
		w.section("Sent:")
		for _, m := range mails {
			w.line("  %s", m)
		}
	}
	r.values(w)
}

func (r Report) values(w *writer) {
	titled := false
	for _, v := range r.Values {
		text := strings.TrimRight(v.Text, "\n")
		if slices.ContainsFunc(r.Answers, func(a string) bool { return strings.Contains(a, text) }) {
			continue
		}
		if !titled {
			w.section("Made:")
			titled = true
		}
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		w.line("  %s", strings.ReplaceAll(strings.TrimLeft(v.Object+": "+text, ": "), "\n", "\n    "))
	}
}

func dash(text string) string {
	if text == "" {
		return ""
	}
	return " - " + text
}

func (r Report) undone(w *writer) {
	if len(r.Undone) > 0 {
		w.section("Not done:")
		for _, u := range r.Undone {
			origin := ""
			if u.Origin != "" {
				origin = " (from " + u.Origin + ")"
			}
			w.line("  %s%s", monitor.Words(u.Goal), origin)
			w.line("    %s", u.Why)
			for _, f := range u.Failures {
				w.line("    because %s", f)
			}
		}
	}
	if len(r.Maybe) > 0 {
		w.section("Not known whether it happened; please look:")
		for _, f := range r.Maybe {
			w.line("  %s", f.told())
			w.line("    %s", f.Why)
		}
	}
	if len(r.Refusals) > 0 {
		w.section("Refused:")
		for _, text := range r.Refusals {
			w.line("  %s", text)
		}
	}
}

func (r Report) steps(w *writer) {
	if len(r.Done) == 0 {
		return
	}
	w.section("Done:")
	for _, d := range r.Done {
		text := d.Summary
		if text == "" {
			text = d.Line
		}
		if text == "" {
			text = d.Step
		}
		w.line("  %s", text)
	}
}

func (f Failed) told() string {
	if f.Line != "" {
		return f.Line
	}
	return f.Step
}

func (r Report) troubles(w *writer) {
	if len(r.Failed) > 0 {
		w.section("Went wrong:")
		for _, f := range r.Failed {
			w.line("  %s", f.told())
			w.line("    %s", f.Why)
			if f.Attempts > 1 {
				w.line("    it was tried %d times", f.Attempts)
			}
			if f.Hint != "" {
				w.line("    hint: %s", f.Hint)
			}
		}
	}
	if len(r.Added) > 0 {
		w.section("Goals that came up on the way:")
		for _, a := range r.Added {
			w.line("  %s (from %s)", monitor.Words(strings.Join(a.Goals, " ")), a.Origin)
		}
	}
}

func (r Report) plans(w *writer) {
	if len(r.Plans) < 2 {
		return
	}
	w.section("Planned again:")
	for _, p := range r.Plans[1:] {
		w.line("  %s, because %s", p.words(), p.Why)
		for _, s := range p.Steps {
			w.line("    %s", s)
		}
	}
}

// words tells a plan's size, cost and proof.
func (p Plan) words() string {
	steps := "1 step"
	if len(p.Steps) != 1 {
		steps = fmt.Sprintf("%d steps", len(p.Steps))
	}
	proof := "proved cheapest"
	if !p.Optimal {
		proof = fmt.Sprintf("at least %d is proved to be needed", p.LowerBound)
	}
	return fmt.Sprintf("%s, cost %d, %s", steps, p.Cost, proof)
}

func (r Report) closing() string {
	first := ""
	switch {
	case len(r.Plans) > 1:
		first = " First plan: " + r.Plans[0].words() + "."
	case len(r.Plans) == 1:
		first = " Plan: " + r.Plans[0].words() + "."
	}
	if r.Seconds > 0 {
		first += fmt.Sprintf(" Time: %.1f s.", r.Seconds)
	}
	because := ""
	if r.Why != "" {
		because = ": " + r.Why
	}
	switch r.Outcome {
	case monitor.Done:
		return "All that was asked for is done." + first
	case monitor.Partly:
		return "Part of what was asked for is done." + first
	case monitor.Unsolvable:
		return "This cannot be done, and nothing was done" + because + "."
	case monitor.Refused:
		return r.ifNothing("The plan was not approved", because) + first
	case monitor.Stopped:
		return r.ifNothing("The run was stopped", because) + first
	case monitor.OutOfTime, monitor.OutOfMemory, monitor.Unsupported:
		return r.ifNothing("No plan was found ("+strings.ReplaceAll(string(r.Outcome), "-", " ")+")", because) + first
	case monitor.Broken:
		return r.ifNothing("The run could not go on", because) + first
	}
	return "The run is not finished." + first
}

func (r Report) ifNothing(text, because string) string {
	if len(r.Done) == 0 && len(r.Maybe) == 0 {
		text += "; nothing was done"
	}
	return text + because + "."
}
