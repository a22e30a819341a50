package planner

import (
	"slices"

	"genplanx/pddl"
)

// Status is how a call of Solve ended. The values are never mixed up.
type Status uint8

const (
	// SolvedOptimally: a plan, and proof that none is cheaper.
	SolvedOptimally Status = iota + 1
	// SolvedWithGap: a plan, and a limit ended the proof; LowerBound says what is proved.
	SolvedWithGap
	// Unsolvable: proved that no plan exists.
	Unsolvable
	// OutOfTime: the deadline came before any plan.
	OutOfTime
	// OutOfMemory: the memory limit came before any plan.
	OutOfMemory
	// Unsupported: the task uses something this planner does not do; Reason names it.
	Unsupported
)

// Options tune Solve; the zero value is right for users.
type Options struct {
	// Heuristic names one of Heuristics() to search with alone; empty means that
	// the planner chooses.
	Heuristic string
	// MemoryLimit in bytes of the search's own storage; 0 means 4 GiB.
	MemoryLimit int64
	// Forbidden lists ground steps the plan must not use (failed operators).
	Forbidden []pddl.Step
	// Without switches parts of the planner off, by their names in Parts: to see
	// what each is worth, and whether the answer stays the same.
	Without []string

	thorough bool // no quick first round, so that tests see everything at work
}

// The parts of the planner that can be switched off.
const (
	Groups      = "groups"      // mutex groups as variables
	Splitting   = "splitting"   // independent parts searched apart
	Pairs       = "pairs"       // h2 mutexes, operators and values dropped
	Symmetry    = "symmetry"    // one state of each orbit
	Pruning     = "pruning"     // strong stubborn sets
	Landmarks   = "landmarks"   // counted before LM-cut is asked
	Abstraction = "abstraction" // A* with cost partitioning beside LM-cut
	Symbolic    = "symbolic"    // search with decision diagrams beside it
	Greedy      = "greedy"      // a plan fast, made cheaper, beside the proof
)

// Parts lists what Options.Without can switch off.
func Parts() []string {
	return []string{Groups, Splitting, Pairs, Symmetry, Pruning, Landmarks, Abstraction, Symbolic, Greedy}
}

func (o *Options) uses(part string) bool { return !slices.Contains(o.Without, part) }

// Result is what Solve found out.
type Result struct {
	Status     Status
	Plan       pddl.Plan // nil without a plan; empty when the goal holds at the start
	Cost       int64     // of Plan
	LowerBound int64     // proved: no plan is cheaper
	UnitCost   bool      // the task has no action costs; every step counts 1
	Reason     string    // for Unsolvable, Unsupported and limits: in the user's words
	MemoryUp   bool      // the memory limit ended the proof, not the time
	Stats      Stats
}

// Stats counts the work done; counts are deterministic, Seconds are not here.
type Stats struct {
	Facts, Variables, Operators, Axioms int
	Parts                               int // independent of each other, searched one by one
	Heuristic                           string
	Expanded, Evaluated, Generated      int64
	Reopened, DeadEnds                  int64
	PeakBytes                           int64 // of the largest search
	Work                                int64 // steps of roughly ten nanoseconds
}

// String names the status as the command line prints it.
func (s Status) String() string {
	switch s {
	case SolvedOptimally:
		return "solved optimally"
	case SolvedWithGap:
		return "solved, not proved cheapest"
	case Unsolvable:
		return "unsolvable"
	case OutOfTime:
		return "out of time"
	case OutOfMemory:
		return "out of memory"
	case Unsupported:
		return "unsupported"
	}
	return "unknown status"
}
