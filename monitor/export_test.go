package monitor

import (
	"context"
	"fmt"
	"strings"

	"genplanx/pddl"
)

// RunTraced runs a request and tells what Step answered to each event.
func RunTraced(ctx context.Context, r *Runner, q Request, trace func([]Command)) (Result, error) {
	l := newLoop(r, q)
	l.trace = trace
	err := l.run(ctx)
	return Result{Records: l.records, Outcome: l.state.Outcome(), State: l.state, Objects: l.store.all()}, err
}

// RulesOf are the rules a runner gives its core.
func RulesOf(r *Runner) Rules { return *newLoop(r, Request{Problem: &pddl.Problem{}}).state.rules }

// Digest writes down everything in a state that Step looks at.
func Digest(s State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "phase %s run %s number %d plans %d additions %d replan %q interrupted %q outcome %s why %q\n",
		s.phase, s.run, s.number, s.plans, s.additions, s.replan, s.interrupted, s.outcome, s.why)
	for _, g := range s.goals {
		fmt.Fprintf(&b, "goal %s origin %q dropped %q\n", g.text, g.origin, g.dropped)
	}
	for _, p := range s.plan.steps {
		fmt.Fprintf(&b, "step %v stage %d effects %v\n", p.step, p.stage, p.effects)
	}
	for _, c := range s.calls {
		fmt.Fprintf(&b, "call %+v\n", c)
	}
	fmt.Fprintf(&b, "failures %v\nforbidden %v\ndone %v\nmade %v\nasked %+v\napproval %+v\n",
		s.failures, s.forbidden, s.done, s.made, s.asked, s.approval)
	if s.search != nil {
		fmt.Fprintf(&b, "search %+v\n", *s.search)
	}
	for _, f := range s.Facts() {
		fmt.Fprintln(&b, f)
	}
	return b.String()
}

// CommandText writes a command down for comparison.
func CommandText(c Command) string {
	if p, ok := c.(Plan); ok {
		problem := p.Problem.String()
		p.Problem = nil
		return fmt.Sprintf("%T %+v\n%s", c, p, problem)
	}
	return fmt.Sprintf("%T %+v", c, c)
}
