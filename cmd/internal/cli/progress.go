package cli

import (
	"fmt"
	"strings"

	"genplanx/cmd/internal/app"
	"genplanx/monitor"
	"genplanx/pddl/diag"
	"genplanx/planner/lifted"
)

// progress prints a line per event worth a line, as a run goes on.
type progress struct {
	t       Terminal
	quiet   bool
	explain bool
	model   *lifted.Model // for the costs of steps; nil shows none
	plan    monitor.Planned
	lines   map[monitor.CallID]string
}

// notes tells what was mended or assumed in the answer of the front end.
func (p *progress) notes(u *app.Understood) {
	p.lines = map[monitor.CallID]string{}
	p.model = u.Model
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
			p.say("  ✗ %s\n      %s; nothing has been run", p.step(f.Step), f.Why)
		}
	case monitor.CallStarted:
		p.lines[e.Call] = e.Step.Line
		if e.Attempt > 1 {
			p.say("  … %s (attempt %d)", p.lines[e.Call], e.Attempt)
		}
	case monitor.CallDone:
		p.done(e)
	case monitor.CallFailed:
		p.say("  ✗ %s\n      %s", p.lines[e.Call], e.Why)
	case monitor.CallUnknown:
		p.say("  ? %s\n      %s", p.lines[e.Call], e.Why)
	case monitor.GoalsDropped:
		for _, g := range e.Goals {
			p.say("  given up: %s\n      %s", monitor.Words(g.Goal), g.Why)
		}
	case monitor.GoalsAdded:
		p.say("  asked for by %s: %s", e.Origin, monitor.Words(strings.Join(e.Goals, " ")))
	case monitor.GoalsRefused:
		p.say("  not followed: %s\n      %s", monitor.Words(e.Goals), e.Why)
	}
}

func (p *progress) done(e monitor.CallDone) {
	mark := "✓"
	for _, s := range e.Seen {
		if s.Truth == "false" {
			mark = "✗"
		}
	}
	p.say("  %s %s", mark, p.lines[e.Call])
	for _, s := range e.Seen {
		if s.Truth == "false" && s.Note != "" {
			p.say("      %s", s.Note)
		}
	}
}

// planned shows a plan with its costs and what it will change outside memory.
func (p *progress) planned(e monitor.Planned) {
	if e.Probe || len(e.Steps) == 0 {
		return
	}
	p.plan = e
	title := "Plan"
	if e.Why != "" {
		title = "New plan (" + e.Why + ")"
	}
	p.say("\n%s: %d steps, cost %d, %s", title, len(e.Steps), e.Cost, proof(e))
	for i, s := range e.Steps {
		p.say("  %2d. %s%s", i+1, p.step(i), p.cost(s))
	}
	for _, x := range e.Effects {
		if x.Class != "reads" && x.Class != "memory" {
			p.say("  effect: %s", effectList([]monitor.Effect{x}))
		}
	}
	p.say("")
}

func proof(e monitor.Planned) string {
	if e.LowerBound == e.Cost {
		return "proved: no plan is cheaper"
	}
	return fmt.Sprintf("not proved cheapest; at least %d", e.LowerBound)
}

func (p *progress) step(i int) string {
	if i < 0 || i >= len(p.plan.Steps) {
		return fmt.Sprintf("step %d", i+1)
	}
	s := p.plan.Steps[i]
	if p.explain {
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
