package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"genplanx/actions"
	"genplanx/monitor"
)

// Telling says how a report is put into words.
type Telling struct {
	Words Wording
	// Shown is set when plans, steps and failures were shown as they happened. What
	// came of them is told, and why some of it did not, but not the way there.
	Shown bool
}

// Text is the whole account, for those who know nothing of the run yet.
func (r Report) Text() string { return r.Tell(Telling{}) }

// Tell renders a report for people: the answers first, then what was made, what
// was not done and why, and how it went.
func (r Report) Tell(t Telling) string {
	w := &writer{words: t.Words}
	for _, a := range r.Answers {
		w.line("%s", strings.TrimRight(a, "\n"))
	}
	r.things(w)
	r.values(w)
	r.undone(w)
	if !t.Shown {
		r.steps(w)
		r.troubles(w)
		r.plans(w)
	}
	w.section(r.closing(t.Words))
	return w.b.String()
}

// Worded is the report with words beside its goals, for JSON.
func (r Report) Worded(words Wording) Report {
	r.Reached, r.Undone = slices.Clone(r.Reached), slices.Clone(r.Undone)
	for i := range r.Reached {
		r.Reached[i].Words = words.Goal(r.Reached[i].Goal)
	}
	for i := range r.Undone {
		r.Undone[i].Words = words.Goal(r.Undone[i].Goal)
	}
	return r
}

type writer struct {
	b     strings.Builder
	words Wording
}

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
			w.line("  %s%s", f.words(), dash(f.Text))
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
}

func (f File) words() string {
	switch f.Verb {
	case "create":
		return "created " + f.Path
	case "replace":
		return "replaced " + f.Path
	}
	return f.Path
}

func dash(text string) string {
	if text == "" {
		return ""
	}
	return " - " + text
}

// values shows what was made in memory, short ones first; those that an answer
// tells already are left out.
func (r Report) values(w *writer) {
	var long []Value
	titled := false
	for _, v := range r.Values {
		v.Text = strings.TrimRight(v.Text, "\n")
		switch {
		case slices.ContainsFunc(r.Answers, func(a string) bool { return tells(a, v.Text) }):
		case strings.Contains(v.Text, "\n"):
			long = append(long, v)
		default:
			if !titled {
				w.section("Made:")
				titled = true
			}
			w.line("  %s", strings.TrimPrefix(r.heading(v, w.words)+": "+v.Text, ": "))
		}
	}
	for _, v := range long {
		w.section(cmp.Or(r.heading(v, w.words), "Made") + ":")
		w.line("  %s", strings.ReplaceAll(v.Text, "\n", "\n  "))
	}
}

// heading names a value, and tells what it is by the first goal that was reached
// with it: "dataframe3, predictions of WillPurchase for dataframe2".
func (r Report) heading(v Value, words Wording) string {
	for _, g := range r.Reached {
		text, means := words.fact(g.Goal)
		if words != nil && !means && slices.Contains(strings.FieldsFunc(g.Goal, isNoName), v.Object) && !tells(text, v.Object) {
			return v.Object + ", " + text
		}
	}
	return v.Object
}

func isNoName(r rune) bool { return r == '(' || r == ')' || unicode.IsSpace(r) }

// tells reports whether a text contains another as whole words: an answer of 10
// does not tell the value 1.
func tells(text, part string) bool {
	for from := 0; part != ""; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(part):])
		if !isWord(before) && !isWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		from = i + size
	}
	return true // nothing is in every text
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.')
}

func (r Report) steps(w *writer) {
	if len(r.Done) == 0 {
		return
	}
	w.section("Done:")
	for _, d := range r.Done {
		w.line("  %s", d.told())
	}
}

func (d Done) told() string {
	for _, text := range []string{d.Summary, d.Line} {
		if text != "" {
			return text
		}
	}
	return d.Step
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
			w.line("  %s (from %s)", w.words.Goals(a.Goals), a.Origin)
		}
	}
}

func (r Report) plans(w *writer) {
	if len(r.Plans) < 2 {
		return
	}
	w.section("Planned again:")
	for _, p := range r.Plans[1:] {
		w.line("  %s, because %s", p.words(), w.words.Reason(p.Why))
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
	return fmt.Sprintf("%s, cost %d, %s", steps, p.Cost, p.proof())
}

func (p Plan) proof() string {
	if p.Optimal {
		return "proved cheapest"
	}
	return fmt.Sprintf("at least %d is proved to be needed", p.LowerBound)
}

// changes reports whether a step reaches further than reading.
func (d Done) changes() bool {
	return d.Class == monitor.ClassText(actions.Writes) || d.Class == monitor.ClassText(actions.Outside)
}
