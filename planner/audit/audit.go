// Package audit judges plans by the PDDL text alone.
//
// It owns the verdict on a plan: valid or not, its cost, the step that fails,
// what it lacks and what would mend it. In: a task and a plan. Out: [Verdict].
// It must not know grounding, the grounded task, heuristics or search, whose
// work it judges; all it builds on is package lifted. Start reading at [Check].
package audit

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// Verdict on a plan.
type Verdict struct {
	Valid bool
	Cost  int64 // of the steps that could be applied
	// Step that fails, counted from 0; -1 if all can be applied.
	Step int
	// Failed lists what that step needs and does not have, in PDDL.
	Failed []string
	// Repairs say what would make Failed or Unreached true, best effort: for
	// literals, and the first twenty of them.
	Repairs []Repair
	// Unreached lists the conjuncts of the goal that do not hold at the end.
	Unreached []string
	// Stopped: the caller ended it before step number Step, and all before it can
	// be applied; the plan is neither valid nor invalid.
	Stopped bool
}

// Auditor judges plans for one task.
type Auditor struct {
	m *lifted.Model
}

// New reads a task; it fails when the task itself has no meaning.
func New(d *pddl.Domain, p *pddl.Problem) (*Auditor, error) {
	m, err := lifted.NewModel(d, p)
	if err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	return &Auditor{m}, nil
}

// Check judges one plan; it fails when the task itself has no meaning.
func Check(d *pddl.Domain, p *pddl.Problem, plan pddl.Plan) (Verdict, error) {
	a, err := New(d, p)
	if err != nil {
		return Verdict{}, err
	}
	return a.Check(plan), nil
}

// Check executes the plan step by step.
func (a *Auditor) Check(plan pddl.Plan) Verdict {
	return a.CheckUntil(plan, func() bool { return false })
}

// CheckUntil is Check with an end: once stop, asked at every step, says so, the
// verdict is Stopped, or it has fewer repairs.
func (a *Auditor) CheckUntil(plan pddl.Plan, stop func() bool) Verdict {
	v := Verdict{Step: -1}
	s := a.m.Initial()
	for i, step := range plan {
		if stop() {
			v.Step, v.Stopped = i, true
			return v
		}
		if ok, failed := a.m.Applicable(s, step); !ok {
			v.Step, v.Failed = i, distinct(failed)
			v.Repairs = a.repairs(plan, i, s, v.Failed, stop)
			return v
		}
		next, cost, err := a.m.Apply(s, step)
		if err != nil {
			v.Step, v.Failed = i, []string{err.Error()}
			return v
		}
		v.Cost += cost
		s = next
	}
	for _, g := range a.m.Goals(s) {
		if !g.Holds {
			v.Unreached = append(v.Unreached, g.Text)
		}
	}
	v.Valid = len(v.Unreached) == 0
	if !v.Valid {
		v.Repairs = a.repairs(plan, len(plan), s, v.Unreached, stop)
	}
	return v
}

// distinct drops repeated texts: conjuncts may come to the same once grounded.
func distinct(texts []string) []string {
	var out []string
	for _, t := range texts {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// String tells the verdict in a few lines.
func (v Verdict) String() string {
	var b strings.Builder
	switch {
	case v.Valid:
		return fmt.Sprintf("valid, cost %d", v.Cost)
	case v.Stopped:
		return fmt.Sprintf("not judged: ended after %d steps that can be applied, of cost %d", v.Step, v.Cost)
	case v.Step >= 0:
		fmt.Fprintf(&b, "invalid: step %d cannot be applied: not true: %s", v.Step+1, strings.Join(v.Failed, ", "))
	default:
		fmt.Fprintf(&b, "invalid: at the end the goal does not hold: %s", strings.Join(v.Unreached, ", "))
	}
	for _, r := range v.Repairs {
		fmt.Fprintf(&b, "\n  %s: %s", r.For, r.Text)
	}
	return b.String()
}
