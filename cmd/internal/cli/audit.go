package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"genplanx/pddl"
	"genplanx/pddl/diag"
	"genplanx/planner/audit"
	"genplanx/planner/audit/alternative"
)

// auditCommand is "genplanx audit DOMAIN PROBLEM PLAN".
type auditCommand struct {
	Domain   string         `arg:"" help:"PDDL domain file."`
	Problem  string         `arg:"" help:"PDDL problem file."`
	Plan     string         `arg:"" help:"Plan file, whoever made it: a step (action argument ...) a line."`
	Why      []string       `sep:"none" help:"Why this step: show the cheapest plan without it. A number, or \"(action argument ...)\", or the name of an action. Repeatable." placeholder:"STEP"`
	WhyNot   []string       `sep:"none" help:"Why not this: show the cheapest plan that uses an action, or a step \"(action argument ...)\". Repeatable." placeholder:"ACTION"`
	Top      int            `help:"Show the K cheapest plans that differ in more than the order of their steps." placeholder:"K"`
	NoSearch bool           `help:"Only execute the plan; do not ask whether a cheaper or a nearest valid one exists."`
	Format   string         `enum:"text,json" default:"text" help:"text, or json for programs."`
	JSON     bool           `name:"json" help:"The same as --format json."`
	Deadline *time.Duration `help:"Stop after this time, 30s say." placeholder:"TIME"`
	Memory   int64          `help:"Memory limit of each search in MiB." default:"4096"`
}

func (c *auditCommand) Run(ctx context.Context, t Terminal) error {
	limits := planCommand{Memory: c.Memory, Deadline: c.Deadline}
	if err := errors.Join(limits.check(), c.check()); err != nil {
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
	judge, err := audit.New(d, p)
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("auditing %q: %w", c.Plan, err)}
	}
	finder, err := alternative.New(d, p, alternative.Options{MemoryLimit: c.Memory << 20})
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("auditing %q: %w", c.Plan, err)}
	}
	questions, err := c.questions(finder, plan)
	if err != nil {
		return err
	}
	limited, cancel := limits.limit(ctx)
	defer cancel()
	a := audited{d: d, p: p, plan: plan, finder: finder, memory: c.Memory << 20}
	if err := a.judge(limited, judge, !c.NoSearch); err != nil {
		return err
	}
	if !a.Stopped {
		if err := a.ask(limited, questions, c.Top); err != nil {
			return err
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) && a.open() {
		return &failure{Exit: Cancelled, Err: fmt.Errorf("%s; %s", interrupted, a.sofar())}
	}
	if c.JSON || c.Format == "json" {
		err = a.writeJSON(t.Out)
	} else {
		err = a.write(t.Out)
	}
	if exit := a.exit(); err == nil && exit != Done {
		return &failure{Exit: exit}
	}
	return err
}

// mostPlans bounds --top.
const mostPlans = 1000

func (c *auditCommand) check() error {
	asks := len(c.Why)+len(c.WhyNot) > 0 || c.Top != 0
	switch {
	case c.Top < 0 || c.Top > mostPlans:
		return &failure{Exit: BadInput, Err: fmt.Errorf("--top %d: it must be between 0 and %d", c.Top, mostPlans)}
	case c.NoSearch && asks:
		return &failure{Exit: BadInput, Err: errors.New("--no-search: --why, --why-not and --top need searches"), Hint: "leave --no-search out"}
	}
	return nil
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
