package monitor

import (
	"slices"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// phase says what the run waits for.
type phase string

const (
	idle       phase = "idle"
	planning   phase = "planning"
	dropping   phase = "dropping"
	preflights phase = "preflight"
	approving  phase = "approving"
	running    phase = "running"
	finishing  phase = "finishing"
	finished   phase = "finished"
)

// State is where a run stands: the fold of its events. It is a value; Step never
// changes the lists of a state it was given.
type State struct {
	rules *Rules
	feet  *footprinter

	phase phase
	run   string
	model *lifted.Model // objects, costs and metric; its own goal is not used
	world lifted.State  // what holds now, as far as is known

	goals     []goal
	values    map[string]int64
	plan      plan
	number    int // planner calls so far
	plans     int // of these, not probes
	search    *dropSearch
	adopted   *Planned // a probe's plan, waiting for its GoalsDropped
	approval  approvals
	calls     []call // started and not ended, or waiting for an answer; in plan order
	failures  []failure
	forbidden []pddl.Step
	done      []string // texts of the steps done, in order, for idempotency keys
	made      []string // paths of files made in this run
	asked     []pendingGoals
	additions int

	replan      string // why a new plan is needed; empty when not
	interrupted string // why the run stops; empty when not
	outcome     Outcome
	why         string
}

// goal is a conjunct of the goal, or one added later.
type goal struct {
	condition pddl.Condition
	text      string
	origin    string // empty for the user's own
	dropped   string // why it was given up; empty when not
}

// failure is a step that did not do its work, and why.
type failure struct {
	step PlanStep
	why  string
}

// pendingGoals were asked for by a call and wait for their turn or an answer.
type pendingGoals struct {
	call  CallID
	goals GoalsAsked
	shown bool
}

// NewState is the state before the first event.
func NewState(rules Rules) State {
	rules.Limits = rules.Limits.orDefault()
	return State{rules: &rules, feet: newFootprinter(rules.Domain), phase: idle}
}

// Finished reports whether the run is over.
func (s State) Finished() bool { return s.phase == finished }

// Outcome tells how the run ended; empty when it has not.
func (s State) Outcome() Outcome {
	if s.phase != finished {
		return ""
	}
	return s.outcome
}

// Facts returns the atoms that hold now, sorted, as PDDL.
func (s State) Facts() []string {
	if s.model == nil {
		return nil
	}
	var facts []string
	for _, a := range s.world.Atoms() {
		facts = append(facts, lifted.Text(&a, nil))
	}
	return facts
}

// Rows returns the arguments of the atoms of a predicate that hold now, sorted.
func (s State) Rows(predicate string) [][]string {
	if s.model == nil {
		return nil
	}
	var rows [][]string
	for _, a := range s.world.Atoms() {
		if a.Predicate.Text == predicate {
			rows = append(rows, argNames(a))
		}
	}
	return rows
}

func argNames(a pddl.Atom) []string {
	names := make([]string, len(a.Args))
	for i, n := range a.Args {
		names[i] = n.Text
	}
	return names
}

// Unfinished returns the calls that were started and did not end. After a crash
// each of them is given a [CallUnknown]: their checks decide, they are not
// repeated.
func (s State) Unfinished() []CallID {
	var ids []CallID
	for _, c := range s.calls {
		if c.stage == callRunning {
			ids = append(ids, c.id)
		}
	}
	return ids
}

func (s State) holds(c pddl.Condition) bool {
	ok, err := s.model.Holds(s.world, c, nil)
	return err == nil && ok
}

// open returns the indices of the goals that were not given up.
func (s State) open() []int {
	var open []int
	for i, g := range s.goals {
		if g.dropped == "" {
			open = append(open, i)
		}
	}
	return open
}

// unreached returns the open goals that do not hold now.
func (s State) unreached() []int {
	return slices.DeleteFunc(s.open(), func(i int) bool { return s.holds(s.goals[i].condition) })
}

func (s State) conjunction(goals []int) pddl.Condition {
	and := &pddl.And{}
	for _, i := range goals {
		and.Parts = append(and.Parts, s.goals[i].condition)
	}
	return and
}

func (s State) worth(i int) int64 {
	if v, ok := s.values[s.goals[i].text]; ok {
		return v
	}
	return 1
}

// with returns a copy of a list with one more element; append alone would write
// into lists that older states share.
func with[T any](list []T, more ...T) []T { return append(slices.Clone(list), more...) }
