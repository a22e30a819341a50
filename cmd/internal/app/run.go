package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"genplanx/actions"
	"genplanx/compiler"
	"genplanx/compiler/entity"
	"genplanx/monitor"
	"genplanx/monitor/report"
	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/lifted"
)

// Understood is a request after compiling, ready to be run.
type Understood struct {
	Request  compiler.Request
	Entities []entity.Mention
	Compiled *compiler.Compiled // nil when compiling failed
	Model    *lifted.Model      // of the compiled problem
}

// Understand turns a request into a checked problem. The value is not nil even
// with an error, and holds how far it came.
func (s *Session) Understand(ctx context.Context, text string) (*Understood, error) {
	u := &Understood{Request: s.Request(ctx, text)}
	if len(text) <= compiler.MaxRequest*utf8.UTFMax {
		u.Entities = s.entities.Extract(text)
	}
	c, err := s.compiler().Compile(ctx, u.Request)
	return s.take(u, c, err)
}

func (s *Session) compiler() *compiler.Compiler {
	c := &compiler.Compiler{Front: s.Front, Pack: s.Pack}
	if !s.Learns {
		c.Rounds = 1
	}
	return c
}

func (s *Session) take(u *Understood, c *compiler.Compiled, err error) (*Understood, error) {
	if err != nil {
		return u, err
	}
	u.Compiled = c
	u.Model, err = lifted.NewModel(s.Pack.Model, c.Problem)
	return u, err
}

// RunOptions are the ports of a run.
type RunOptions struct {
	Approver monitor.Approver
	Observer func(monitor.Record)
	Journal  monitor.Journal
	Clock    monitor.Clock // nil is the machine's
}

// Outcome is what a run left behind.
type Outcome struct {
	Report report.Report
	Result monitor.Result
}

// Run plans and runs an understood request. When no plan exists, a front end
// that learns is told why and may answer again, as long as it has rounds left.
func (s *Session) Run(ctx context.Context, u *Understood, o RunOptions) (Outcome, error) {
	u, err := s.reachable(ctx, u)
	if err != nil {
		return Outcome{}, err
	}
	runner := &monitor.Runner{
		Domain: s.Pack.Model, Actions: s.Handlers, Workspace: s.Workspace, Planner: solve,
		Approver: o.Approver, Observer: o.Observer, Journal: o.Journal, Clock: o.Clock, Log: s.Log, TextGoals: s.Pack.TextGoals,
	}
	result, err := runner.Run(ctx, monitor.Request{
		Run: runName(u.Request.Text, u.Compiled.PDDL), Text: u.Request.Text, Problem: u.Compiled.Problem, Objects: Objects(u.Compiled.Objects),
	})
	return Outcome{Report: report.Build(result.Records), Result: result}, err
}

func (s *Session) reachable(ctx context.Context, u *Understood) (*Understood, error) {
	for s.Learns {
		r, err := planner.Solve(ctx, s.Pack.Model, u.Compiled.Problem, planner.Options{})
		if err != nil || r.Status != planner.Unsolvable {
			return u, nil // the run says the rest
		}
		c, err := s.compiler().Retry(ctx, u.Compiled, "these goals cannot be reached: "+r.Reason)
		var unusable *compiler.Unusable
		if errors.As(err, &unusable) {
			return u, nil // no better problem came of it; the run says why this one has no plan
		}
		if u, err = s.take(u, c, err); err != nil {
			return u, err
		}
	}
	return u, nil
}

func solve(ctx context.Context, d *pddl.Domain, p *pddl.Problem, forbidden []pddl.Step) (planner.Result, error) {
	return planner.Solve(ctx, d, p, planner.Options{Forbidden: forbidden})
}

// interpret reads a mail's text as a request, for parse-email.
func (s *Session) interpret(ctx context.Context, text string) (*actions.Goals, error) {
	u, err := s.Understand(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("understanding the text: %w", err)
	}
	p := u.Compiled.Problem
	var init []string
	for _, f := range p.Init {
		init = append(init, f.String())
	}
	for _, c := range p.Costs {
		if len(c.Args) > 0 { // the total is the run's own
			init = append(init, c.String())
		}
	}
	var goals []string
	for _, g := range lifted.Conjuncts(p.Goal) {
		goals = append(goals, lifted.Text(g, nil))
	}
	return &actions.Goals{Objects: Objects(u.Compiled.Objects), Init: strings.Join(init, " "), Literals: strings.Join(goals, " ")}, nil
}

// runName names a run by what it is to do, for idempotency keys.
func runName(request, problem string) string {
	sum := sha256.Sum256([]byte(request + "\x00" + problem))
	return hex.EncodeToString(sum[:8])
}
