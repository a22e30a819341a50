// Package planner finds the cheapest plan of a PDDL task and proves it.
//
// It owns the way from a checked PDDL task to a [Result]: grounding, search,
// limits and statuses. In: *pddl.Domain and *pddl.Problem. Out: a plan with its
// cost and proved lower bound, or the reason there is none. It must not know
// JSON problems, language models, handlers or files, and it uses no clock, no
// randomness and no map order: same input, same plan, byte for byte.
// Start reading at Solve; the stages are ground, task, heuristic, search, and
// audit judges the outcome on its own.
package planner

// SKELETON, agreed signature:
//
//	Solve(ctx context.Context, d *pddl.Domain, p *pddl.Problem, o Options) (Result, error)
//
// and, in planner/audit (no import of ground, task, heuristic, search):
//
//	Check(d, p, plan) Verdict{Valid bool; Cost int64; Step int; Failed string (the literal); ...}
//
// and, in planner/lifted (the meaning of lifted PDDL, used by audit, monitor, tests; no import of ground/task):
//
//	NewModel(d, p) (*Model, error); (m) Initial() State; (m) Holds(s State, c pddl.Condition, bindings) bool;
//	(m) Applicable(s, step) (ok bool, failed []string); (m) Apply(s, step) (State, cost, error);
//	State: immutable set of ground atoms with With(atom, truth) State, Has(atom), Atoms() sorted.
