package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit"
	"genplanx/planner/audit/alternative"
)

// audited is all that is found out about a plan.
type audited struct {
	audit.Verdict
	d       *pddl.Domain
	p       *pddl.Problem
	plan    pddl.Plan
	finder  *alternative.Finder
	memory  int64
	verdict string         // invalid, valid, optimal, not_optimal, unproved, stopped
	search  planner.Result // of the comparison, if there was one
	weak    string         // a heuristic that was tried before and did not do
	nearest *alternative.Nearest
	answers []answer
	top     *alternative.Top
	asked   int // plans that top was asked for
}

// judge executes the plan and, if asked to, looks for a better one.
func (a *audited) judge(ctx context.Context, judge *audit.Auditor, search bool) error {
	asked := 0
	late := func() bool { // a short plan is judged in any case
		asked++
		return asked > 1000 && ctx.Err() != nil
	}
	a.Verdict, a.verdict = judge.CheckUntil(a.plan, late), "valid"
	switch {
	case a.Stopped:
		a.verdict = "stopped"
	case !a.Valid:
		a.verdict = "invalid"
	}
	switch {
	case !search || a.Stopped:
		return nil
	case a.Valid:
		return a.compare(ctx)
	case len(a.plan) <= alternative.LongestRepaired:
		n, err := a.finder.Nearest(ctx, a.plan)
		if err != nil {
			return &failure{Exit: Internal, Err: err}
		}
		a.nearest = &n
	}
	return nil
}

// doubters are the heuristics of the searches that judge a plan, with the memory
// they may use. Plans are made with the planner's own choice, so another comes
// first; it is weaker, so it gets a little memory only, and the planner's choice
// has to prove what is left.
var doubters = []struct {
	heuristic string
	memory    int64
}{{"hmax", 16 << 20}, {"", 0}}

// compare searches for a cheaper plan.
func (a *audited) compare(ctx context.Context) error {
	for _, doubter := range doubters {
		limit := a.memory
		if doubter.memory > 0 {
			limit = min(limit, doubter.memory)
		}
		r, err := planner.Solve(ctx, a.d, a.p, planner.Options{Heuristic: doubter.heuristic, MemoryLimit: limit})
		if err != nil {
			return &failure{Exit: BadInput, Err: fmt.Errorf("searching for a cheaper plan: %w", err)}
		}
		r = a.best(r)
		switch {
		case r.Status == planner.Unsolvable || r.LowerBound > a.Cost:
			return &failure{Exit: Internal, Err: fmt.Errorf("the plan is valid and costs %d, but the search says %s", a.Cost, verdict(r)), Hint: "please report the task and the plan"}
		case r.LowerBound == a.Cost:
			a.verdict = "optimal"
			return nil
		case r.Plan != nil && r.Cost < a.Cost:
			a.verdict = "not_optimal"
		case a.verdict == "valid":
			a.verdict = "unproved"
		}
		if r.Status == planner.SolvedOptimally || ctx.Err() != nil {
			return nil
		}
		a.weak = doubter.heuristic
	}
	return nil
}

// best keeps what both this and the search before found out.
func (a *audited) best(r planner.Result) planner.Result {
	before := a.search
	r.LowerBound = max(r.LowerBound, before.LowerBound)
	if before.Plan != nil && (r.Plan == nil || before.Cost < r.Cost) {
		r.Plan, r.Cost = before.Plan, before.Cost
	}
	a.search = r
	return r
}

// open reports whether a limit left something unanswered.
func (a *audited) open() bool {
	if a.verdict == "unproved" || a.verdict == "stopped" || a.top != nil && a.top.Proved < a.asked && !a.top.Complete {
		return true
	}
	for _, q := range a.answers {
		if !q.proved() {
			return true
		}
	}
	return false
}

func (a *audited) exit() Exit {
	switch {
	case a.verdict == "invalid":
		return PlanInvalid
	case a.verdict == "not_optimal":
		return PlanDear
	case a.verdict == "stopped":
		return OutOfTime
	case a.open():
		return PlanGap
	}
	return Done
}

// sofar says what is known of the plan when the user ends the searches.
func (a *audited) sofar() string {
	switch a.verdict {
	case "invalid":
		return "the plan is invalid"
	case "optimal":
		return "the plan is valid and cheapest"
	case "not_optimal":
		return "the plan is valid and not cheapest"
	case "stopped":
		return a.String()
	}
	return "the plan is valid, whether it is cheapest is not known"
}

func (a *audited) write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(a.String() + "\n")
	switch r := a.search; a.verdict {
	case "stopped":
		fmt.Fprintf(&b, "the time was up; the plan has %s\n", steps(len(a.plan)))
	case "invalid":
		if a.Step >= 0 {
			fmt.Fprintf(&b, "  step %d is %s\n", a.Step+1, a.plan[a.Step])
		}
		a.writeNearest(&b)
	case "optimal":
		fmt.Fprintf(&b, "optimal: no plan costs less, proved by a search with %s%s\n", r.Stats.Heuristic, a.prover())
	case "unproved":
		fmt.Fprintf(&b, "not proved optimal: no plan costs less than %d; %s\n", r.LowerBound, r.Reason)
	case "not_optimal":
		proof := "the cheapest"
		if r.LowerBound < r.Cost {
			proof = fmt.Sprintf("and none costs less than %d", r.LowerBound)
		}
		fmt.Fprintf(&b, "not optimal: it costs %d more than this plan, %s:\n", a.Cost-r.Cost, proof)
		if err := writePlan(&b, r); err != nil {
			return err
		}
	}
	a.writeAnswers(&b)
	a.writeTop(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// prover tells when the proof is by the search that plans are made with.
func (a *audited) prover() string {
	if a.weak == "" {
		return ""
	}
	return fmt.Sprintf(", as plans are made; %s could not within its memory", a.weak)
}

func (a *audited) writeNearest(b *strings.Builder) {
	n := a.nearest
	switch {
	case n == nil:
	case n.Plan != nil:
		proof := ""
		if n.Result.Status != planner.SolvedOptimally {
			proof = "; a nearer one may exist"
		}
		fmt.Fprintf(b, "a valid plan near to it: %s left out, %s put in, cost %d%s\n", steps(n.Left), steps(n.Put), n.Cost, proof)
		for _, e := range n.Edits {
			fmt.Fprintf(b, "  %c %s\n", [...]byte{alternative.Kept: ' ', alternative.Left: '-', alternative.Put: '+'}[e.Change], e.Step)
		}
	case n.Result.Status == planner.Unsolvable:
		fmt.Fprintf(b, "no plan at all reaches the goal\n")
	default:
		fmt.Fprintf(b, "no valid plan near to it was found: %s\n", n.Result.Reason)
	}
}
