package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
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
	maker   string         // the heuristics of that search
	prover  string         // another one that proved the same; empty for none
	nearest *alternative.Nearest
	answers []answer
	top     *alternative.Top
	asked   int  // plans that top was asked for
	apart   bool // only executed, not compared with other plans
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
	a.apart = !search
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

// compare searches for a cheaper plan as plans are made; if that says there is
// none, another search has to prove it again.
func (a *audited) compare(ctx context.Context) error {
	r, err := planner.Solve(ctx, a.d, a.p, planner.Options{MemoryLimit: a.memory})
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("searching for a cheaper plan: %w", err)}
	}
	a.search, a.maker = r, r.Stats.Heuristic
	switch {
	case r.Status == planner.Unsolvable || r.LowerBound > a.Cost:
		return a.contradiction(r)
	case r.LowerBound == a.Cost:
		a.verdict = "optimal"
		return a.doubt(ctx)
	case r.Plan != nil && r.Cost < a.Cost:
		a.verdict = "not_optimal"
	default:
		a.verdict = "unproved"
	}
	return nil
}

func (a *audited) contradiction(r planner.Result) error {
	return &failure{Exit: Internal, Err: fmt.Errorf("the plan is valid and costs %d, but a search with %s says %s", a.Cost, r.Stats.Heuristic, verdict(r)), Hint: "please report the task and the plan"}
}

// doubters are the heuristics of searches that prove again what the planner's
// own choice has proved. The first is weak and simple, and does without what
// drops operators and states before and during the search. Each gets a little
// memory only, which bounds its time too.
var doubters = []doubter{
	{"hmax", 16 << 20, []string{planner.Pairs, planner.Symmetry}},
	{"lmcut", 64 << 20, nil},
	{planner.Abstraction, 64 << 20, nil},
}

type doubter struct {
	heuristic string
	memory    int64
	without   []string
}

// doubtersOf leaves out those that had a part in the proof, whose names are in
// maker.
func doubtersOf(maker string) []doubter {
	return slices.DeleteFunc(slices.Clone(doubters), func(d doubter) bool { return strings.Contains(maker, d.heuristic) })
}

// doubt proves that the plan is cheapest with another heuristic than found so.
func (a *audited) doubt(ctx context.Context) error {
	for _, doubter := range doubtersOf(a.maker) {
		r, err := planner.Solve(ctx, a.d, a.p, planner.Options{
			Heuristic: doubter.heuristic, MemoryLimit: min(a.memory, doubter.memory), Without: doubter.without,
		})
		switch {
		case err != nil:
			return &failure{Exit: Internal, Err: fmt.Errorf("proving it again: %w", err)}
		case r.Status == planner.Unsolvable || r.LowerBound > a.Cost || r.Plan != nil && r.Cost < a.Cost:
			return a.contradiction(r)
		case r.LowerBound == a.Cost:
			a.prover = doubter.heuristic
			return nil
		}
	}
	return nil
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
		fmt.Fprintf(&b, "optimal: no plan costs less, %s\n", a.proof())
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

// proof tells who proved that the plan is cheapest.
func (a *audited) proof() string {
	switch {
	case a.prover == "":
		return fmt.Sprintf("proved by %s, with which plans are found; no other heuristic could within its limits", a.maker)
	case a.maker == "":
		return "proved by " + a.prover
	}
	return fmt.Sprintf("proved by %s, while plans are found with %s", a.prover, a.maker)
}

func (a *audited) writeNearest(b *strings.Builder) {
	n := a.nearest
	switch {
	case n == nil && !a.apart && len(a.plan) > alternative.LongestRepaired:
		fmt.Fprintf(b, "no valid plan near to it was looked for: it has more than %d steps\n", alternative.LongestRepaired)
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
		b.WriteString("no plan at all reaches the goal\n")
	case n.Result.Status == planner.OutOfTime:
		b.WriteString("no valid plan near to it was found: the time was up\n")
	default:
		b.WriteString("no valid plan near to it was found with the little memory spent on that\n")
	}
}
