// Package alternative finds plans other than the one at hand.
//
// It owns the questions "why this step" and "why not that one", the K cheapest
// plans, and the valid plan that is nearest to an invalid one. In: a PDDL task
// and a plan or a step. Out: plans of that task, each judged by package audit.
// It must not know grounding or search: every question is written as another
// PDDL task, which package planner solves, and the answer is read back in steps
// of the task that was asked about.
// Start reading at [New], then use.go, top.go and nearest.go; variant.go writes
// the other tasks.
package alternative

import (
	"context"
	"fmt"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit"
	"genplanx/planner/lifted"
)

// Options tune the searches; the zero value is right for users.
type Options struct {
	// MemoryLimit of each search in bytes; 0 means the planner's own.
	MemoryLimit int64
}

// Finder answers questions about the plans of one task.
type Finder struct {
	d     *pddl.Domain
	p     *pddl.Problem
	model *lifted.Model
	judge *audit.Auditor
	o     Options
	soon  int64 // see withAny
}

// New reads a task; it fails when the task has no meaning. The trees must not
// change afterwards.
func New(d *pddl.Domain, p *pddl.Problem, o Options) (*Finder, error) {
	m, err := lifted.NewModel(d, p)
	if err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	judge, err := audit.New(d, p)
	if err != nil {
		return nil, err
	}
	return &Finder{d: d, p: p, model: m, judge: judge, o: o, soon: soon}, nil
}

// Cheapest solves the task as it is; of several cheapest plans it returns the
// one that shares most steps with the plan near, if there is one.
func (f *Finder) Cheapest(ctx context.Context, near pddl.Plan) (planner.Result, error) {
	return f.near(ctx, f.variant(), near)
}

// solve solves a variant whose steps cost what they cost in the task, and
// returns the plan in steps of the task, judged.
func (f *Finder) solve(ctx context.Context, v *variant) (planner.Result, error) {
	return f.judged(v.solve(ctx, f.o.MemoryLimit))
}

func (f *Finder) judged(r planner.Result, err error) (planner.Result, error) {
	if err != nil || r.Plan == nil {
		return r, err
	}
	switch verdict := f.judge.Check(r.Plan); {
	case !verdict.Valid:
		return r, fmt.Errorf("looking for another plan: internal error: the plan found is not valid: %s; please report the task", verdict)
	case verdict.Cost != r.Cost:
		return r, fmt.Errorf("looking for another plan: internal error: the plan found costs %d, not %d; please report the task", verdict.Cost, r.Cost)
	}
	return r, nil
}

// Difference returns the steps that only the first plan has and those that only
// the second has, each in the order of its plan; the order of steps that both
// have counts for nothing.
func Difference(a, b pddl.Plan) (onlyA, onlyB pddl.Plan) {
	return missing(a, count(b)), missing(b, count(a))
}

// missing returns the steps of a plan beyond what others has of them.
func missing(plan pddl.Plan, others map[string]int) pddl.Plan {
	var out pddl.Plan
	for _, s := range plan {
		if k := s.Key(); others[k] > 0 {
			others[k]--
		} else {
			out = append(out, s)
		}
	}
	return out
}

// count tells how often a plan has each step, by its key.
func count(plan pddl.Plan) map[string]int {
	n := make(map[string]int, len(plan))
	for _, s := range plan {
		n[s.Key()]++
	}
	return n
}
