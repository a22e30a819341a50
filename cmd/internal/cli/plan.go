package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"genplanx/planner"
)

// planCommand is "genplanx plan DOMAIN PROBLEM".
type planCommand struct {
	Domain    string         `arg:"" help:"PDDL domain file."`
	Problem   string         `arg:"" help:"PDDL problem file."`
	PlanFile  string         `help:"Also write the plan to this file, in the format of the planning competitions." placeholder:"FILE" type:"path"`
	JSON      bool           `name:"json" help:"Print plan, proof and statistics as JSON."`
	Deadline  *time.Duration `help:"Stop after this time, 30s say." placeholder:"TIME"`
	Memory    int64          `help:"Memory limit of the search in MiB." default:"4096"`
	Heuristic string         `help:"Search with this alone instead of the planner's choice: ${heuristics}." placeholder:"NAME"`
	Without   []string       `help:"Leave parts of the planner out, to see what they are worth: ${parts}." placeholder:"PART"`
}

func (c *planCommand) Run(ctx context.Context, t Terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	d, p, err := t.loadTask(c.Domain, c.Problem)
	if err != nil {
		return err
	}
	limited, cancel := c.limit(ctx)
	defer cancel()
	// Garbage must not take what the search may use.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.Memory << 20))
	start := time.Now()
	r, err := planner.Solve(limited, d, p, planner.Options{Heuristic: c.Heuristic, MemoryLimit: c.Memory << 20, Without: c.Without})
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("planning %q: %w", c.Problem, err)}
	}
	elapsed := time.Since(start)
	var unwritten error // reported after the plan is printed, which would else be lost
	if c.PlanFile != "" && r.Plan != nil {
		unwritten = writeFile(c.PlanFile, func(w io.Writer) error { return writePlan(w, r) })
	}
	exit := planExit(r)
	if errors.Is(ctx.Err(), context.Canceled) && r.Status == planner.OutOfTime { // the user's doing, not the deadline's
		exit, r.Reason = Cancelled, interrupted
	}
	if c.JSON {
		err = writePlanJSON(t.Out, r, elapsed)
	} else {
		err = t.printPlan(r, elapsed)
	}
	if err := errors.Join(err, unwritten); err != nil {
		return err
	}
	if exit != Done {
		return &failure{Exit: exit}
	}
	return nil
}

// interrupted is the reason of a search that the user ended.
const interrupted = "interrupted"

// mostMemory is the largest limit whose bytes can be counted.
const mostMemory = math.MaxInt64 >> 20

// check refuses limits that make no sense, and a plan file that is an input.
func (c *planCommand) check() error {
	switch {
	case c.Memory < 1 || c.Memory > mostMemory:
		return &failure{Exit: BadInput, Err: fmt.Errorf("--memory %d: it must be between 1 and %d MiB", c.Memory, int64(mostMemory)), Hint: "--memory 4096 is the default"}
	case c.Deadline != nil && *c.Deadline <= 0:
		return &failure{Exit: BadInput, Err: fmt.Errorf("--deadline %s: it must be more than 0", *c.Deadline), Hint: "leave --deadline out for no limit"}
	case c.Heuristic != "" && !slices.Contains(planner.Heuristics(), c.Heuristic):
		return &failure{Exit: BadInput, Err: fmt.Errorf("--heuristic %q is not known", c.Heuristic), Hint: "heuristics: " + strings.Join(planner.Heuristics(), ", ")}
	}
	for _, part := range c.Without {
		if !slices.Contains(planner.Parts(), part) {
			return &failure{Exit: BadInput, Err: fmt.Errorf("--without %q is not known", part), Hint: "parts: " + strings.Join(planner.Parts(), ", ")}
		}
	}
	for _, input := range []string{c.Domain, c.Problem} {
		if c.PlanFile != "" && sameFile(c.PlanFile, input) {
			return &failure{Exit: BadInput, Err: fmt.Errorf("--plan-file %q is the task itself", c.PlanFile), Hint: "name another file for the plan"}
		}
	}
	return nil
}

// limit puts the deadline, if there is one, on the search.
func (c *planCommand) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Deadline == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, *c.Deadline)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// printPlan writes the plan to the output, and what is said about it to the
// error stream, so that the output is a plan file.
func (t Terminal) printPlan(r planner.Result, elapsed time.Duration) error {
	if r.Plan != nil {
		if err := writePlan(t.Out, r); err != nil {
			return err
		}
	}
	fmt.Fprintf(t.Err, "%s (%d expanded, %d evaluated, %s, %.3fs)\n", verdict(r), r.Stats.Expanded, r.Stats.Evaluated, r.Stats.Heuristic, elapsed.Seconds())
	return nil
}

// verdict says in one line how a search ended.
func verdict(r planner.Result) string {
	switch r.Status {
	case planner.SolvedOptimally:
		return fmt.Sprintf("plan of %d steps, cost %d, proved optimal", len(r.Plan), r.Cost)
	case planner.SolvedWithGap:
		return fmt.Sprintf("plan of %d steps, cost %d, at least %d needed; the limit came before the proof", len(r.Plan), r.Cost, r.LowerBound)
	case planner.Unsolvable:
		return "no plan exists, proved: " + r.Reason
	case planner.OutOfTime:
		if r.Reason == interrupted {
			return fmt.Sprintf("interrupted; a plan costs at least %d", r.LowerBound)
		}
		return "out of time: " + r.Reason
	case planner.OutOfMemory:
		return "out of memory: " + r.Reason
	case planner.Unsupported:
		return "not supported: " + r.Reason
	}
	return fmt.Sprintf("unknown status %d", r.Status)
}

// writePlan writes the format of the planning competitions: a line a step, then
// the cost as a comment.
func writePlan(w io.Writer, r planner.Result) error {
	for _, s := range r.Plan {
		if _, err := fmt.Fprintln(w, s); err != nil {
			return err
		}
	}
	kind := "general cost"
	if r.UnitCost {
		kind = "unit cost"
	}
	_, err := fmt.Fprintf(w, "; cost = %d (%s)\n", r.Cost, kind)
	return err
}

// planJSON is the stable shape of "plan --json".
type planJSON struct {
	Status     string   `json:"status"`
	Plan       []string `json:"plan"`
	Cost       *int64   `json:"cost"`
	LowerBound int64    `json:"lower_bound"`
	UnitCost   bool     `json:"unit_cost"`
	Reason     string   `json:"reason,omitempty"`
	Seconds    float64  `json:"seconds"`
	Heuristic  string   `json:"heuristic"`
	Facts      int      `json:"facts"`
	Variables  int      `json:"variables"`
	Operators  int      `json:"operators"`
	Axioms     int      `json:"axioms"`
	Expanded   int64    `json:"expanded"`
	Evaluated  int64    `json:"evaluated"`
	Generated  int64    `json:"generated"`
	Reopened   int64    `json:"reopened"`
	DeadEnds   int64    `json:"dead_ends"`
	PeakBytes  int64    `json:"peak_bytes"`
}

func writePlanJSON(w io.Writer, r planner.Result, elapsed time.Duration) error {
	out := planJSON{
		Status: statusName(r), LowerBound: r.LowerBound, UnitCost: r.UnitCost, Reason: r.Reason, Seconds: elapsed.Seconds(),
		Heuristic: r.Stats.Heuristic, Facts: r.Stats.Facts, Variables: r.Stats.Variables, Operators: r.Stats.Operators, Axioms: r.Stats.Axioms,
		Expanded: r.Stats.Expanded, Evaluated: r.Stats.Evaluated, Generated: r.Stats.Generated, Reopened: r.Stats.Reopened,
		DeadEnds: r.Stats.DeadEnds, PeakBytes: r.Stats.PeakBytes,
	}
	if r.Plan != nil {
		out.Plan, out.Cost = []string{}, &r.Cost
		for _, s := range r.Plan {
			out.Plan = append(out.Plan, s.String())
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// statusName is the word for a status in JSON.
func statusName(r planner.Result) string {
	switch r.Status {
	case planner.SolvedOptimally:
		return "solved_optimally"
	case planner.SolvedWithGap:
		return "solved_with_gap"
	case planner.Unsolvable:
		return "unsolvable"
	case planner.OutOfTime:
		if r.Reason == interrupted {
			return interrupted
		}
		return "out_of_time"
	case planner.OutOfMemory:
		return "out_of_memory"
	case planner.Unsupported:
		return "unsupported"
	}
	return "unknown"
}
