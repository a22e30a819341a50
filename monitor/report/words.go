package report

import (
	"strings"

	"genplanx/monitor"
)

// Wording tells a fact or goal, in PDDL, in the words of the domain, and whether
// it is only a means to others, of which nobody needs to hear as long as there is
// something else to tell. Without words for a fact it returns none. A nil Wording
// knows no words; then [monitor.Words] makes some of the names.
type Wording func(fact string) (words string, means bool)

// Goal tells a goal, or several in one text, separated by semicolons.
func (w Wording) Goal(goals string) string {
	var parts []string
	for _, fact := range monitor.Facts(goals) {
		text, _ := w.fact(fact)
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// Goals tells several goals, without the means among them unless there is
// nothing else.
func (w Wording) Goals(goals []string) string {
	var asked, means []string
	for _, g := range goals {
		if text, mean := w.fact(g); mean {
			means = append(means, text)
		} else {
			asked = append(asked, text)
		}
	}
	if len(asked) == 0 {
		asked = means
	}
	return strings.Join(asked, "; ")
}

func (w Wording) fact(fact string) (text string, means bool) {
	if w != nil {
		text, means = w(fact)
	}
	if text == "" {
		text = monitor.Words(fact)
	}
	return text, means
}

// Reason puts the facts in a text into words, as far as there are any; formulas
// are left as they stand.
func (w Wording) Reason(text string) string {
	if w == nil {
		return text
	}
	for _, fact := range monitor.Facts(text) {
		if words, _ := w(fact); words != "" {
			text = strings.ReplaceAll(text, fact, quoted(words))
		}
	}
	return text
}

func quoted(words string) string {
	if strings.Contains(words, `"`) {
		return "'" + words + "'"
	}
	return `"` + words + `"`
}
