package monitor

import "strings"

// Words turns a fact or goal in PDDL, or a list of them, into words as good as the
// domain's names are: "(sent-contents sum1 response1)" becomes
// "sent contents: sum1, response1".
func Words(pddl string) string {
	var parts []string
	for _, fact := range Facts(pddl) {
		parts = append(parts, factWords(fact))
	}
	return strings.Join(parts, "; ")
}

// Facts returns the outermost lists of a text, the facts that PDDL or prose around
// it names, in order.
func Facts(text string) []string {
	var facts []string
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '(':
			if depth == 0 {
				start = i
			}
			depth++
		case ')':
			if depth == 0 {
				continue // of the prose
			}
			if depth--; depth == 0 {
				facts = append(facts, text[start:i+1])
			}
		}
	}
	return facts
}

func factWords(fact string) string {
	inner := strings.TrimSpace(fact[1 : len(fact)-1])
	head, rest, _ := strings.Cut(inner, " ")
	if nested := Facts(rest); len(nested) > 0 {
		switch head {
		case "not":
			return "not " + factWords(nested[0])
		case "and":
			return Words(rest)
		}
		return inner // formulas are clearer as they stand
	}
	name := strings.ReplaceAll(head, "-", " ")
	if rest == "" {
		return name
	}
	return name + ": " + strings.Join(strings.Fields(rest), ", ")
}
