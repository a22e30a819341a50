package pddl

import (
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

// implied lists what a requirement brings with it (PDDL 2.1 and 3.0); all
// supported requirements are keys.
var implied = map[string][]string{
	":strips":                    nil,
	":typing":                    nil,
	":equality":                  nil,
	":negative-preconditions":    nil,
	":disjunctive-preconditions": nil,
	":existential-preconditions": nil,
	":universal-preconditions":   nil,
	":conditional-effects":       nil,
	":derived-predicates":        nil,
	":action-costs":              nil,
	":quantified-preconditions":  {":existential-preconditions", ":universal-preconditions"},
	":adl": {":strips", ":typing", ":equality", ":negative-preconditions", ":disjunctive-preconditions",
		":existential-preconditions", ":universal-preconditions", ":quantified-preconditions", ":conditional-effects"},
	":ucpop": {":adl"},
}

// unsupportedRequirements are requirements of PDDL beyond the supported subset.
// A domain may declare them and not use them, so declaring is a warning.
var unsupportedRequirements = []string{
	":durative-actions", ":duration-inequalities", ":continuous-effects", ":timed-initial-literals", ":preferences",
	":constraints", ":object-fluents", ":numeric-fluents", ":fluents", ":time", ":goal-utilities", ":domain-axioms",
	":hierarchy", ":method-preconditions", ":multi-agent", ":probabilistic-effects", ":non-deterministic", ":safety-constraints",
}

// need is a requirement and where it is first needed.
type need struct {
	requirement string
	span        diag.Span
}

func (c *checker) need(requirement string, span diag.Span) {
	for _, n := range c.needs {
		if n.requirement == requirement {
			return
		}
	}
	c.needs = append(c.needs, need{requirement, span})
}

// requirementNames checks a (:requirements ...) section.
func (c *checker) requirementNames(names []Name) {
	for _, n := range names {
		if _, known := implied[n.Text]; known {
			continue
		}
		if slices.Contains(unsupportedRequirements, n.Text) {
			f := c.report(diag.Warning, diag.UnsupportedRequirement, n.Span, "`%s` is not supported", n.Text)
			f.Hint = supportedHint
			continue
		}
		f := c.report(diag.Warning, diag.UnknownRequirement, n.Span, "unknown requirement `%s`", n.Text)
		f.Hint = c.meant(n.Text, sortedKeys(implied))
	}
}

// missingRequirements warns of what is used and not declared.
func (c *checker) missingRequirements() {
	have := map[string]bool{}
	todo := []string{}
	for _, n := range c.d.Requirements {
		todo = append(todo, n.Text)
	}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		if !have[next] {
			have[next] = true
			todo = append(todo, implied[next]...)
		}
	}
	have[":action-costs"] = have[":action-costs"] || have[":fluents"] || have[":numeric-fluents"]
	var missing []need
	for _, n := range c.needs {
		if !have[n.requirement] {
			missing = append(missing, n)
		}
	}
	c.context = diag.Span{}
	if len(c.d.Requirements) == 0 && len(missing) > 0 {
		names := make([]string, len(missing))
		for i, n := range missing {
			names[i] = n.requirement
		}
		c.report(diag.Warning, diag.MissingRequirement, c.d.Name.Span, "the domain declares no requirements, but needs some").Hint =
			"add (:requirements :strips " + strings.Join(names, " ") + ")"
		return
	}
	for _, n := range missing {
		c.report(diag.Warning, diag.MissingRequirement, n.span, "this needs the requirement `%s`", n.requirement).Hint =
			"add it to (:requirements ...)"
	}
}
