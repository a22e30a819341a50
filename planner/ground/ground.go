// Package ground turns a PDDL task into the grounded task that is searched.
//
// It owns normal forms, the relaxed reachability that says which instances of
// actions and predicates can matter, their instantiation, and the pruning of
// what is constant or irrelevant. In: *pddl.Domain and *pddl.Problem. Out:
// [Grounded]: a *task.Task with the steps its operators stand for, or why the
// goal cannot be reached even when nothing is ever undone. It must not know
// heuristics, search or the lifted model that judges plans.
// Start reading at [Ground]; the stages are actions.go (normal form), clauses.go,
// split.go, rule.go and engine.go (reachability), plan.go, join.go, build.go and
// instantiate.go (instances), prune.go and encode.go.
package ground

import (
	"context"
	"fmt"

	"genplanx/pddl"
	"genplanx/planner/task"
)

// Options of Ground.
type Options struct {
	// Forbidden steps get no operator.
	Forbidden []pddl.Step
	// MemoryLimit in bytes, estimated; 0 means 4 GiB.
	MemoryLimit int64
}

// Grounded is a task and what its numbers stand for.
type Grounded struct {
	// Task to search; nil when Unreachable says why there is none.
	Task *task.Task
	// Unreachable is set when the goal stays out of reach even if nothing that
	// became true ever became false again, which proves that there is no plan.
	Unreachable *Unreachable
	// Goals of the problem in its order, without those that always hold.
	Goals []Goal
	// Instances of actions that relaxed reachability found, before pruning.
	Instances int

	pr    *program
	steps []instance // by operator
	atoms []groundAtom
}

// Goal is a conjunct of the problem's goal, in PDDL, and the facts it comes to.
type Goal struct {
	Text  string
	Facts []task.Fact
}

// instance is a row of an action's relation.
type instance struct {
	action int32
	args   []int32
}

// UnsupportedError names what the planner does not do.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return e.What }

func unsupported(format string, args ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, args...)}
}

const defaultMemory = 4 << 30

// Ground builds the grounded task. Errors: the context's, *TooLargeError,
// *UnsupportedError, or a fault in the task that pddl's checker reports too.
// Undeclared names are errors; types of arguments are not checked again.
func Ground(ctx context.Context, d *pddl.Domain, p *pddl.Problem, o Options) (*Grounded, error) {
	pr, err := normalise(d, p)
	if err != nil {
		return nil, fmt.Errorf("grounding: %w", err)
	}
	limit := o.MemoryLimit
	if limit == 0 {
		limit = defaultMemory
	}
	e := newEngine(ctx, pr, limit)
	if err := e.load(p.Init); err != nil {
		return nil, fmt.Errorf("grounding the initial state: %w", err)
	}
	if err := e.addClauses(); err != nil {
		return nil, err
	}
	if err := e.run(); err != nil {
		return nil, err
	}
	g := newGrounder(e, o.Forbidden)
	if err := g.instantiate(); err != nil {
		return nil, err
	}
	return g.finish()
}

// load puts the initial facts into their relations.
func (e *engine) load(facts []pddl.Fact) error {
	for _, f := range facts {
		pred, err := e.pr.findPredicate(f.Predicate, f.Args)
		if err != nil {
			return err
		}
		row, err := e.pr.objectNumbers(f.Args)
		if err != nil {
			return fmt.Errorf("in %s: %w", f.Predicate.Text, err)
		}
		if e.pr.predicates[pred].derived {
			return unsupported("%s is derived and cannot be given; remove it from :init", f.Predicate.Text)
		}
		if err := e.derive(pred, row, "the initial state"); err != nil {
			return err
		}
	}
	for pred := range e.pr.predicates {
		e.initialRows = append(e.initialRows, e.relations[pred].n)
	}
	return nil
}

// Step returns the step an operator of the task stands for.
func (g *Grounded) Step(operator int) pddl.Step {
	in := g.steps[operator]
	s := pddl.Step{Action: g.pr.actions[in.action].name}
	for _, o := range in.args {
		s.Args = append(s.Args, g.pr.objects[o])
	}
	return s
}

// VariableName returns the atom a variable stands for, in PDDL; the derived
// atoms that abbreviate disjunctions have numbers.
func (g *Grounded) VariableName(v int) string {
	a := g.atoms[v]
	if a.rel < 0 {
		return fmt.Sprintf("(disjunction %d)", v)
	}
	return g.pr.text(a.rel, a.args)
}

func (pr *program) text(pred int32, args []int32) string {
	s := "(" + pr.predicates[pred].name
	for _, o := range args {
		s += " " + pr.objects[o]
	}
	return s + ")"
}
