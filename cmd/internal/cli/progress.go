package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"genplanx/actions"
	"genplanx/cmd/internal/app"
	"genplanx/monitor"
	"genplanx/monitor/report"
	"genplanx/pddl/diag"
	"genplanx/planner/lifted"
)

// progress prints a line per event worth a line, as a run goes on. What it shows
// the final account need not say again.
type progress struct {
	t       Terminal
	quiet   bool
	explain bool
	model   *lifted.Model // for the costs of steps; nil shows none
	words   report.Wording
	plans   map[int]monitor.Planned
	calls   map[monitor.CallID]monitor.PlanStep
	asked   []actions.Object // of the goals that calls asked for
	failed  []string         // actions that failed since the last plan
	added   bool             // goals were, since the last plan
}

// notes tells what was mended or assumed in the answer of the front end.
func (p *progress) notes(s *app.Session, u *app.Understood) {
	p.plans, p.calls = map[int]monitor.Planned{}, map[monitor.CallID]monitor.PlanStep{}
	p.model = u.Model
	p.words = func(fact string) (string, bool) {
		// Anew each time: a language model may answer again before the first plan.
		return s.Pack.Wording(append(app.Objects(u.Compiled.Objects), p.asked...)).Fact(fact)
	}
	if p.quiet {
		return
	}
	c := u.Compiled
	if c.PromptTokens > 0 {
		fmt.Fprintf(p.t.Err, "language model: %d rounds, %d tokens sent, %d received\n", c.Rounds, c.PromptTokens, c.ResponseTokens)
	}
	for _, n := range c.Notes {
		if n.Severity == diag.Warning {
			fmt.Fprintf(p.t.Err, "note: %s\n", n.Message)
		}
	}
}

func (p *progress) say(format string, args ...any) {
	if !p.quiet {
		fmt.Fprintf(p.t.Out, format+"\n", args...)
	}
}

func (p *progress) event(r monitor.Record) {
	switch e := r.Event.(type) {
	case monitor.Planned:
		p.planned(e)
	case monitor.Preflighted:
		for _, f := range e.Failed {
			step := p.plans[e.Plan].Steps[f.Step]
			p.failedStep(step)
			p.say("  ✗ %s (not run)\n      %s", p.line(step), f.Why)
		}
	case monitor.GoalsDropped:
		p.dropped(e)
	case monitor.GoalsAdded:
		p.added = true
		p.say("  asked for by %s: %s", e.Origin, p.words.Goals(e.Goals))
	case monitor.GoalsRefused:
		p.say("  not followed: %s\n      %s", p.words.Goals(monitor.Facts(e.Goals)), e.Why)
	default:
		p.call(e)
	}
}

// call shows how calls go.
func (p *progress) call(e monitor.Event) {
	switch e := e.(type) {
	case monitor.CallStarted:
		p.calls[e.Call] = e.Step
		if e.Attempt > 1 {
			p.say("  … %s (attempt %d)", p.line(e.Step), e.Attempt)
		}
	case monitor.CallDone:
		p.done(e)
	case monitor.CallFailed:
		p.ended(e.Call, "✗", e.Why)
	case monitor.CallUnknown:
		p.ended(e.Call, "?", e.Why)
	case monitor.Observed:
		switch e.Verdict {
		case monitor.WasDone:
			p.ended(e.Call, "✓", "its end was not seen; the check afterwards saw that it was done")
		case monitor.WasNot:
			p.ended(e.Call, "✗", "the check afterwards saw that it was not done")
		case monitor.Lost:
			p.ended(e.Call, "✗", "what it made, if anything, is lost")
		case monitor.Unsure: // the user is asked
		}
	case monitor.OutcomeTold:
		switch e.Truth {
		case "true":
			p.ended(e.Call, "✓", "you said that it was done")
		case "false":
			p.ended(e.Call, "✗", "you said that it was not done")
		}
	}
}

func (p *progress) ended(id monitor.CallID, mark, why string) {
	if mark != "✓" {
		p.failedStep(p.calls[id])
	}
	p.say("  %s %s\n      %s", mark, p.line(p.calls[id]), why)
}

func (p *progress) failedStep(s monitor.PlanStep) {
	if !slices.Contains(p.failed, s.Action) {
		p.failed = append(p.failed, s.Action)
	}
}

// done shows a finished step, and what it says was done if that is more than what
// was to be done.
func (p *progress) done(e monitor.CallDone) {
	if e.Refuted != "" {
		p.ended(e.Call, "✗", e.Refuted)
		return
	}
	line := p.line(p.calls[e.Call])
	p.say("  ✓ %s", line)
	if e.Goals != nil { // what becomes of them is told next
		for _, o := range e.Goals.Objects {
			p.asked = append(p.asked, actions.Object{Name: o.Name, Type: o.Type, Value: o.Text})
		}
	} else if more(line, e.Summary) && !slices.ContainsFunc(e.Made, toldLater) {
		p.say("      %s", e.Summary)
	}
	for _, s := range e.Seen {
		if s.Truth == "false" && s.Note != "" {
			p.say("      %s", s.Note)
		}
	}
}

// toldLater reports whether the account after the run tells of something made.
func toldLater(m monitor.Made) bool { return m.Kind != "value" }

// more reports whether a summary tells something that the line before it does
// not: a number, a path or a text in quotes, or several words of another kind. The
// past tense of the same is no news.
func more(line, summary string) bool {
	known := map[string]bool{}
	for _, w := range strings.FieldsFunc(line, between) {
		known[w] = true
	}
	fresh := 0
	for i, w := range strings.FieldsFunc(summary, between) {
		switch {
		case known[w]:
		case strings.ContainsFunc(w, isFigure):
			return true
		case i > 0: // the first word is the verb
			fresh++
		}
	}
	return fresh > 2
}

func isFigure(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(`."/`, r) }

func between(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' || r == ':' }

// dropped tells what is given up, and the plan for the rest. Without one the
// account that follows says it all.
func (p *progress) dropped(e monitor.GoalsDropped) {
	if e.Plan == 0 {
		return
	}
	var goals []string
	for _, g := range e.Goals {
		goals = append(goals, g.Goal)
	}
	p.say("  given up: %s", p.words.Goals(goals))
	p.show("New plan for the rest", p.plans[e.Plan])
}

// planned shows a plan that is made for everything still to be done.
func (p *progress) planned(e monitor.Planned) {
	p.plans[e.Number] = e
	if !e.Probe {
		p.show(p.title(e.Why), e)
	}
}

// show lists a plan with its costs and what it will change outside memory.
func (p *progress) show(title string, e monitor.Planned) {
	if len(e.Steps) == 0 {
		return
	}
	p.failed, p.added = nil, false
	p.say("\n%s: %s, cost %d, %s", title, steps(len(e.Steps)), e.Cost, proof(e))
	for i, s := range e.Steps {
		p.say("  %2d. %s%s", i+1, p.line(s), p.cost(e.Steps[i]))
	}
	for _, x := range e.Effects {
		if x.Class != monitor.ClassText(actions.Reads) && x.Class != monitor.ClassText(actions.Memory) {
			p.say("  effect: %s", effectList([]monitor.Effect{x}))
		}
	}
	p.say("")
}

// title of a plan. Why a step failed stands above it.
func (p *progress) title(why string) string {
	switch {
	case why == "":
		return "Plan"
	case p.added:
		return "New plan, because there is more to do"
	case len(p.failed) > 0:
		return "New plan, because " + strings.Join(p.failed, " and ") + " failed"
	}
	return "New plan, because " + p.words.Reason(why)
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

func proof(e monitor.Planned) string {
	if e.LowerBound == e.Cost {
		return "proved: no plan is cheaper"
	}
	return fmt.Sprintf("not proved cheapest; at least %d", e.LowerBound)
}

func (p *progress) line(s monitor.PlanStep) string {
	if p.explain || s.Line == "" {
		return s.Ground().String()
	}
	return s.Line
}

func (p *progress) cost(s monitor.PlanStep) string {
	if p.model == nil {
		return ""
	}
	c, err := p.model.Cost(s.Ground())
	if err != nil {
		return "" // an object that a call added; the total is shown all the same
	}
	return fmt.Sprintf("  [%d]", c)
}
