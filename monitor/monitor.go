// Package monitor runs plans: it decides what to do next, does it, looks at
// what really happened, and plans again when reality differs.
//
// It owns the pure core [Step], which folds events into a [State] and says by
// commands what comes next, and [Runner], the loop that carries commands out and
// feeds the events back. In: a PDDL problem, the objects of the run, handlers, a
// planner. Out: events, in a journal; the report is built from them alone. It
// must not know prompts, JSON problems, or which domain it runs.
//
// The core uses no clock, no randomness and no map order: the state is exactly
// the fold of the events. Tables, decks and other values stay in the loop's
// store; events carry only summaries of them.
// Start reading at [Step], then event.go, command.go and loop.go.
package monitor
