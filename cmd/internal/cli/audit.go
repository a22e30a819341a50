package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"genplanx/pddl"
	"genplanx/pddl/diag"
	"genplanx/planner"
	"genplanx/planner/audit"
)

// auditCommand is "genplanx audit DOMAIN PROBLEM PLAN".
type auditCommand struct {
	Domain   string         `arg:"" help:"PDDL domain file."`
	Problem  string         `arg:"" help:"PDDL problem file."`
	Plan     string         `arg:"" help:"Plan file, whoever made it: a step (action argument ...) a line."`
	NoSearch bool           `help:"Only execute the plan; do not ask whether a cheaper one exists."`
	JSON     bool           `name:"json" help:"Print the verdict as JSON."`
	Deadline *time.Duration `help:"Stop after this time, 30s say." placeholder:"TIME"`
	Memory   int64          `help:"Memory limit of the search in MiB." default:"4096"`
}

func (c *auditCommand) Run(ctx context.Context, t Terminal) error {
	limits := planCommand{Memory: c.Memory, Deadline: c.Deadline}
	if err := limits.check(); err != nil {
		return err
	}
	d, p, err := t.loadTask(c.Domain, c.Problem)
	if err != nil {
		return err
	}
	plan, err := t.loadPlan(c.Plan)
	if err != nil {
		return err
	}
	executed, err := audit.Check(d, p, plan)
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("auditing %q: %w", c.Plan, err)}
	}
	a := audited{Verdict: executed, plan: plan, verdict: "valid"}
	switch {
	case !executed.Valid:
		a.verdict = "invalid"
	case !c.NoSearch:
		limited, cancel := limits.limit(ctx)
		defer cancel()
		if err := a.compare(limited, d, p, c.Memory<<20); err != nil {
			return err
		}
		if errors.Is(ctx.Err(), context.Canceled) && a.verdict == "unproved" {
			return &failure{Exit: Cancelled, Err: errors.New(interrupted + "; the plan is valid, whether it is cheapest is not known")}
		}
	}
	if c.JSON {
		err = a.writeJSON(t.Out)
	} else {
		err = a.write(t.Out)
	}
	if exit := a.exit(); err == nil && exit != Done {
		return &failure{Exit: exit}
	}
	return err
}

// loadPlan reads a plan file; its faults are printed before it fails.
func (t Terminal) loadPlan(path string) (pddl.Plan, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	plan, faults := pddl.ReadPlan(path, text)
	if shown := faults.AtLeast(diag.Warning); len(shown) > 0 {
		fmt.Fprint(t.Err, shown.Text())
	}
	if faults.HasErrors() {
		return nil, &failure{Exit: BadInput, Hint: "a plan file has one step a line: (action argument ...)"}
	}
	return plan, nil
}

// audited is all that is found out about a plan.
type audited struct {
	audit.Verdict
	plan    pddl.Plan
	verdict string         // invalid, valid, optimal, not_optimal, unproved
	search  planner.Result // of the comparison, if there was one
}

// doubters are the heuristics of the searches that judge a plan, with the memory
// they may use. Plans are made with LM-cut, so another comes first; it is weaker,
// so it gets a little memory only, and LM-cut has to prove what is left.
var doubters = []struct {
	heuristic string
	memory    int64
}{{"hmax", 16 << 20}, {"", 0}}

// compare searches for a cheaper plan.
func (a *audited) compare(ctx context.Context, d *pddl.Domain, p *pddl.Problem, memory int64) error {
	for _, doubter := range doubters {
		limit := memory
		if doubter.memory > 0 {
			limit = min(memory, doubter.memory)
		}
		r, err := planner.Solve(ctx, d, p, planner.Options{Heuristic: doubter.heuristic, MemoryLimit: limit})
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

func (a *audited) exit() Exit {
	switch a.verdict {
	case "invalid":
		return PlanInvalid
	case "not_optimal":
		return PlanDear
	case "unproved":
		return PlanGap
	}
	return Done
}

func (a *audited) write(w io.Writer) error {
	text := a.String() + "\n"
	switch r := a.search; a.verdict {
	case "invalid":
		if a.Step >= 0 {
			text += fmt.Sprintf("  step %d is %s\n", a.Step+1, a.plan[a.Step])
		}
	case "optimal":
		text += fmt.Sprintf("optimal: no plan costs less, proved by a search with %s\n", r.Stats.Heuristic)
	case "unproved":
		text += fmt.Sprintf("not proved optimal: no plan costs less than %d; %s\n", r.LowerBound, r.Reason)
	case "not_optimal":
		text += fmt.Sprintf("not optimal: it costs %d more than this plan:\n", a.Cost-r.Cost)
	}
	if _, err := io.WriteString(w, text); err != nil || a.verdict != "not_optimal" {
		return err
	}
	return writePlan(w, a.search)
}

// auditJSON is the stable shape of "audit --json".
type auditJSON struct {
	Verdict    string       `json:"verdict"`
	Cost       int64        `json:"cost"`
	Step       int          `json:"step,omitempty"` // that fails, from 1
	Text       string       `json:"text,omitempty"` // of that step
	Failed     []string     `json:"failed,omitempty"`
	Unreached  []string     `json:"unreached,omitempty"`
	Repairs    []repairJSON `json:"repairs,omitempty"`
	LowerBound *int64       `json:"lower_bound,omitempty"`
	Heuristic  string       `json:"heuristic,omitempty"`
	Cheaper    *cheaperJSON `json:"cheaper,omitempty"`
}

type repairJSON struct {
	For  string `json:"for"`
	Text string `json:"text"`
}

type cheaperJSON struct {
	Cost int64    `json:"cost"`
	Plan []string `json:"plan"`
}

func (a *audited) writeJSON(w io.Writer) error {
	out := auditJSON{Verdict: a.verdict, Cost: a.Cost, Failed: a.Failed, Unreached: a.Unreached, Heuristic: a.search.Stats.Heuristic}
	if a.Step >= 0 {
		out.Step, out.Text = a.Step+1, a.plan[a.Step].String()
	}
	for _, r := range a.Repairs {
		out.Repairs = append(out.Repairs, repairJSON(r))
	}
	if a.search.Status != 0 {
		out.LowerBound = &a.search.LowerBound
	}
	if a.verdict == "not_optimal" {
		out.Cheaper = &cheaperJSON{Cost: a.search.Cost, Plan: []string{}}
		for _, s := range a.search.Plan {
			out.Cheaper.Plan = append(out.Cheaper.Plan, s.String())
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
