package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit/alternative"
)

// question is one --why (without) or --why-not (with).
type question struct {
	use     alternative.Use
	without bool
}

// questions reads the flags; steps are named by their number in the plan too.
func (c *auditCommand) questions(f *alternative.Finder, plan pddl.Plan) ([]question, error) {
	var out []question
	for _, text := range c.Why {
		word := text
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
			if n < 1 || n > len(plan) {
				return nil, &failure{Exit: BadInput, Err: fmt.Errorf("--why %s: the plan has %s", text, steps(len(plan))), Hint: "steps are counted from 1"}
			}
			word = plan[n-1].String()
		}
		u, err := f.ReadUse(word)
		if err != nil {
			return nil, &failure{Exit: BadInput, Err: fmt.Errorf("--why: %w", err), Hint: `--why 3, --why "(drive a b)" or --why drive`}
		}
		if !u.Has(plan) {
			return nil, &failure{Exit: BadInput, Err: fmt.Errorf("--why %s: the plan does not use it", u), Hint: "--why-not asks for a plan that does"}
		}
		out = append(out, question{u, true})
	}
	for _, text := range c.WhyNot {
		u, err := f.ReadUse(text)
		if err != nil {
			return nil, &failure{Exit: BadInput, Err: fmt.Errorf("--why-not: %w", err), Hint: `--why-not drive or --why-not "(drive a b)"`}
		}
		out = append(out, question{u, false})
	}
	return out, nil
}

// answer is what the search says to a question.
type answer struct {
	question
	result planner.Result
	// The plan it is held against: the audited one, or a cheapest one if that is
	// invalid.
	against pddl.Plan
	gone    pddl.Plan // steps only that plan has
	added   pddl.Plan // steps only this one has
	// need of the thing in the plan that uses it.
	need alternative.Need
}

func (q answer) proved() bool {
	return q.result.Status == planner.SolvedOptimally || q.result.Status == planner.Unsolvable
}

// ask answers the questions, held against the plan or a cheapest one.
func (a *audited) ask(ctx context.Context, questions []question, top int) error {
	if !a.Valid && len(questions) > 0 {
		r, err := a.finder.Cheapest(ctx, a.plan)
		if err != nil {
			return &failure{Exit: BadInput, Err: err}
		}
		a.search = r
	}
	for _, q := range questions {
		q, err := a.answer(ctx, q)
		if err != nil {
			return &failure{Exit: Internal, Err: err}
		}
		a.answers = append(a.answers, q)
	}
	if top == 0 {
		return nil
	}
	list, err := a.finder.Top(ctx, top)
	if err != nil {
		return &failure{Exit: Internal, Err: err}
	}
	a.top, a.asked = &list, top
	return nil
}

func (a *audited) answer(ctx context.Context, q question) (answer, error) {
	look, out := a.finder.With, answer{question: q, against: a.plan, need: alternative.Need{Step: -1}}
	if q.without {
		look = a.finder.Without
	}
	if !a.Valid {
		out.against = a.search.Plan
	}
	var err error
	if out.result, err = look(ctx, q.use, out.against); err != nil {
		return out, err
	}
	if out.result.Plan != nil && out.against != nil {
		out.gone, out.added = alternative.Difference(out.against, out.result.Plan)
	}
	user := out.result.Plan
	if q.without {
		user = a.plan
	}
	if user != nil && (!q.without || a.Valid) {
		out.need = a.finder.Needed(ctx, q.use, user)
	}
	return out, nil
}

func (a *audited) writeAnswers(b *strings.Builder) {
	for _, q := range a.answers {
		word, having := "why not", "that uses it"
		if q.without {
			word, having = "why", "without it"
		}
		fmt.Fprintf(b, "%s %s: ", word, q.use)
		r := q.result
		switch {
		case r.Status == planner.Unsolvable && q.without:
			fmt.Fprintf(b, "no plan does without it: %s\n", indented(r.Reason))
		case r.Status == planner.Unsolvable:
			fmt.Fprintf(b, "no plan uses it: %s\n", indented(r.Reason))
		case r.Plan == nil:
			fmt.Fprintf(b, "not known: %s\n", r.Reason)
		case r.LowerBound < r.Cost:
			fmt.Fprintf(b, "a plan %s costs %d%s; none costs less than %d\n", having, r.Cost, a.held(r.Cost), r.LowerBound)
		default:
			fmt.Fprintf(b, "the cheapest plan %s costs %d%s\n", having, r.Cost, a.held(r.Cost))
		}
		q.writeNeed(b)
		if r.Plan != nil {
			writeMarked(b, r.Plan, q.gone, q.added)
		}
	}
}

// held tells a cost beside those of the plans that are known.
func (a *audited) held(cost int64) string {
	var parts []string
	if a.Valid {
		parts = append(parts, difference(cost-a.Cost, "this plan"))
	}
	if r := a.search; r.Plan != nil && r.Cost == r.LowerBound && (!a.Valid || r.Cost < a.Cost) {
		parts = append(parts, difference(cost-r.Cost, "the cheapest plan"))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", " + strings.Join(parts, " and ")
}

// indented keeps the lines of a reason below what it is the reason of.
func indented(reason string) string { return strings.ReplaceAll(reason, "\n", "\n  ") }

func difference(n int64, plan string) string {
	switch {
	case n > 0:
		return fmt.Sprintf("%d more than %s", n, plan)
	case n < 0:
		return fmt.Sprintf("%d less than %s", -n, plan)
	}
	return "as much as " + plan
}

// writeNeed tells what the thing is for in the plan that uses it.
func (q answer) writeNeed(b *strings.Builder) {
	user := q.against
	if !q.without {
		user = q.result.Plan
	}
	switch n := q.need; {
	case !n.Known:
	case !n.Needed && q.without:
		b.WriteString("  this plan does not need it: it stays valid without it\n")
	case !n.Needed:
		b.WriteString("  the plan does not need it: it stays valid without it\n")
	case n.Step >= 0:
		fmt.Fprintf(b, "  without it, step %d %s lacks %s\n", n.Step+1, user[n.Step], strings.Join(n.Lack, ", "))
	default:
		fmt.Fprintf(b, "  without it, the goal is missed: %s\n", strings.Join(n.Lack, ", "))
	}
}

// writeMarked shows a plan, with what another one has and it has not.
func writeMarked(b *strings.Builder, plan, gone, added pddl.Plan) {
	for _, s := range gone {
		fmt.Fprintf(b, "  - %s\n", s)
	}
	marked := map[string]int{}
	for _, s := range added {
		marked[s.Key()]++
	}
	for _, s := range plan {
		mark := ' '
		if marked[s.Key()] > 0 {
			marked[s.Key()]--
			mark = '+'
		}
		fmt.Fprintf(b, "  %c %s\n", mark, s)
	}
}

func (a *audited) writeTop(b *strings.Builder) {
	if a.top == nil {
		return
	}
	for i, p := range a.top.Plans {
		proof := ""
		if i >= a.top.Proved {
			proof = ", not proved to be next"
		}
		fmt.Fprintf(b, "plan %d: cost %d%s\n", i+1, p.Cost, proof)
		gone, added := alternative.Difference(a.top.Plans[0].Plan, p.Plan)
		writeMarked(b, p.Plan, gone, added)
	}
	switch {
	case a.top.Complete && len(a.top.Plans) == 0:
		fmt.Fprintf(b, "there is no plan: %s\n", a.top.Reason)
	case a.top.Complete:
		b.WriteString("these are all: any other plan only orders their steps differently, or has steps to spare\n")
	case a.top.Proved < a.asked:
		fmt.Fprintf(b, "%d of %d proved: another plan costs at least %d; %s\n", a.top.Proved, a.asked, a.top.LowerBound, a.top.Reason)
	}
}
