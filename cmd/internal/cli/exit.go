package cli

import "genplanx/planner"

// Exit is the code a command ends with. The codes of plan follow Fast
// Downward's (its documentation, "exit codes"), so that scripts written for it
// work.
type Exit int

const (
	// Done: everything asked for was done; plan: a plan proved optimal.
	Done Exit = 0
	// PlanGap: plan, audit: a plan, and the deadline (audit: or another limit)
	// ended the proof.
	PlanGap Exit = 2
	// PlanGapMemory: plan: a plan, and the memory limit ended the proof.
	PlanGapMemory Exit = 1
	// Unsolvable: proved that no plan exists.
	Unsolvable Exit = 11
	// OutOfMemory: the limit came before any plan.
	OutOfMemory Exit = 22
	// OutOfTime: the deadline came before any plan.
	OutOfTime Exit = 23
	// Internal: a fault of ours.
	Internal Exit = 32
	// BadInput: files, requests or flags that cannot be used; nothing was run.
	BadInput Exit = 33
	// Unsupported: the task uses something the planner does not do.
	Unsupported Exit = 34

	// NotUnderstood: run, compile: words nobody could use; nothing was run.
	NotUnderstood Exit = 40
	// Asked: run, compile: the request can be read in several ways; nothing was run.
	Asked Exit = 41
	// Declined: run: the user did not agree to the plan; nothing was run.
	Declined Exit = 42
	// PartlyDone: run: something was left undone; the report says what and why.
	PartlyDone Exit = 43
	// Cancelled: run: interrupted.
	Cancelled Exit = 44
	// PlanInvalid: audit: the plan cannot be executed, or misses the goal.
	PlanInvalid Exit = 45
	// PlanDear: audit: the plan is valid, and a cheaper one is shown.
	PlanDear Exit = 46
)

// planExit maps how a search ended to the code of the plan command.
func planExit(r planner.Result) Exit {
	switch r.Status {
	case planner.SolvedOptimally:
		return Done
	case planner.SolvedWithGap:
		if r.MemoryUp {
			return PlanGapMemory
		}
		return PlanGap
	case planner.Unsolvable:
		return Unsolvable
	case planner.OutOfTime:
		return OutOfTime
	case planner.OutOfMemory:
		return OutOfMemory
	case planner.Unsupported:
		return Unsupported
	}
	return Internal
}
