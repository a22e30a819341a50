// Package planner finds the cheapest plan of a PDDL task and proves it.
//
// It owns the way from a checked PDDL task to a [Result]: grounding, search,
// limits and statuses. In: *pddl.Domain and *pddl.Problem. Out: a plan with its
// cost and proved lower bound, or the reason there is none. It must not know
// JSON problems, language models, handlers or files, and it uses no clock, no
// randomness and no map order: same input, same plan, byte for byte.
// Start reading at [Solve]; the stages are ground, task, heuristic and search,
// and parts.go takes independent goals apart.
// Package lifted is the meaning of PDDL, and audit judges plans by it alone.
package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"genplanx/pddl"
	"genplanx/planner/audit"
	"genplanx/planner/ground"
	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task"
)

const defaultMemory = 4 << 30

// Heuristics lists the names Options.Heuristic may have: heuristics for A*, and
// Symbolic, which does without.
func Heuristics() []string { return append(heuristic.Names(), Landmarks, Abstraction, Symbolic) }

// Solve finds a cheapest plan. It stops within 100 ms of the context's end,
// with what is known by then. An error means that the task makes no sense (a
// name is not declared, say; pddl's checker reports these with their place), or
// a fault of the planner itself: every plan is re-executed by package audit
// before it is returned. That no plan exists is a status, not an error.
func Solve(ctx context.Context, d *pddl.Domain, p *pddl.Problem, o Options) (Result, error) {
	if o.Heuristic != "" && !slices.Contains(Heuristics(), o.Heuristic) {
		return Result{}, fmt.Errorf("planning: heuristic %q is not known; use one of %v", o.Heuristic, Heuristics())
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = defaultMemory
	}
	judge, err := audit.New(d, p)
	if err != nil {
		return Result{}, fmt.Errorf("planning: %w", err)
	}
	r := Result{UnitCost: p.Metric == nil}
	g, err := ground.Ground(ctx, d, p, ground.Options{Forbidden: o.Forbidden, MemoryLimit: o.MemoryLimit})
	if err != nil {
		return groundingFailed(r, err)
	}
	if g.Unreachable != nil {
		r.Status, r.Reason = Unsolvable, g.Unreachable.String()
		return r, nil
	}
	if err := searchTask(ctx, g, o, &r); err != nil {
		return Result{}, err
	}
	return r, confirm(judge, r)
}

func groundingFailed(r Result, err error) (Result, error) {
	var large *ground.TooLargeError
	var unsupported *ground.UnsupportedError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		r.Status, r.Reason = OutOfTime, "the time was up while the task was being grounded"
	case errors.As(err, &large):
		r.Status, r.Reason = OutOfMemory, err.Error()
	case errors.As(err, &unsupported):
		r.Status, r.Reason = Unsupported, err.Error()
	default:
		return Result{}, fmt.Errorf("planning: %w", err)
	}
	return r, nil
}

// searchTask searches the independent parts of the grounded task and fills in
// the result.
func searchTask(ctx context.Context, g *ground.Grounded, o Options, r *Result) error {
	if o.uses(Groups) {
		if g, r.Reason = encode(ctx, g); r.Reason != "" {
			r.Status = Unsolvable
			return nil
		}
	}
	var order []task.Fact
	for _, goal := range g.Goals {
		order = append(order, goal.Facts...)
	}
	parts := newParts(split(g, o, order), o)
	if err := parts.solve(ctx); err != nil {
		return fmt.Errorf("planning: %w", err)
	}
	found := parts.join()
	s := found.Stats
	r.Stats = Stats{
		Facts: g.Task.Facts(), Variables: g.Task.Variables(), Operators: len(g.Task.Operators), Axioms: len(g.Task.Axioms),
		Parts: len(parts.list), Heuristic: parts.winners(), Expanded: s.Expanded, Evaluated: s.Evaluated, Generated: s.Generated,
		Reopened: s.Reopened, DeadEnds: s.DeadEnds, PeakBytes: s.PeakBytes, Work: s.Work,
	}
	if found.Outcome == search.NoPlan {
		r.Status, r.Reason = Unsolvable, parts.conflict(g, o)
		return nil
	}
	r.LowerBound = found.LowerBound
	if found.Plan != nil {
		r.Plan, r.Cost = pddl.Plan{}, found.Cost
		for _, op := range found.Plan {
			r.Plan = append(r.Plan, g.Step(int(op)))
		}
	}
	r.Status, r.Reason = status(found)
	r.MemoryUp = found.Outcome == search.MemoryUp
	return nil
}

// split takes independent parts apart.
func split(g *ground.Grounded, o Options, order []task.Fact) []task.Part {
	if o.uses(Splitting) {
		return task.Split(g.Task, order)
	}
	whole := task.Part{Task: g.Task}
	for i := range g.Task.Operators {
		whole.Operators = append(whole.Operators, int32(i))
	}
	for f := range g.Task.Facts() {
		whole.Facts = append(whole.Facts, task.Fact(f))
	}
	return []task.Part{whole}
}

func status(found search.Result) (Status, string) {
	switch {
	case found.Outcome == search.Optimal:
		return SolvedOptimally, ""
	case found.Plan != nil && found.Outcome == search.TimeUp:
		return SolvedWithGap, fmt.Sprintf("the time was up before a cheaper plan than %d was ruled out; none costs less than %d", found.Cost, found.LowerBound)
	case found.Plan != nil:
		return SolvedWithGap, fmt.Sprintf("the memory was full before a cheaper plan than %d was ruled out; none costs less than %d", found.Cost, found.LowerBound)
	case found.Outcome == search.TimeUp:
		return OutOfTime, fmt.Sprintf("the time was up before a plan was found; none costs less than %d", found.LowerBound)
	default:
		return OutOfMemory, fmt.Sprintf("the memory was full before a plan was found; none costs less than %d", found.LowerBound)
	}
}

// confirm has the plan re-executed by the audit.
func confirm(judge *audit.Auditor, r Result) error {
	if r.Plan == nil {
		return nil
	}
	v := judge.Check(r.Plan)
	switch {
	case !v.Valid:
		return fmt.Errorf("planning: internal error: the plan found is not valid: %s; please report the task", v)
	case v.Cost != r.Cost:
		return fmt.Errorf("planning: internal error: the plan found costs %d, not %d; please report the task", v.Cost, r.Cost)
	}
	return nil
}
