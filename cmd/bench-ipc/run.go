package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"genplanx/pddl"
	"genplanx/planner/audit"
)

// result of a task. The tagged fields are those of "genplanx plan --json".
type result struct {
	Status     string   `json:"status"`
	Plan       []string `json:"plan"`
	Cost       int64    `json:"cost"`
	LowerBound int64    `json:"lower_bound"`
	Heuristic  string   `json:"heuristic"`
	Expanded   int64    `json:"expanded"`
	Generated  int64    `json:"generated"`
	HasPlan    bool     `json:"-"`
	Seconds    float64  `json:"-"` // wall time of the whole process
	KB         int64    `json:"-"` // its largest resident memory
	Fault      string   `json:"-"` // what is wrong with the answer
}

func (r *result) cost() string {
	if !r.HasPlan {
		return ""
	}
	return fmt.Sprint(r.Cost)
}

func (r *result) solved() bool { return r.Status == "solved_optimally" || r.Status == "unsolvable" }

// grace is how long a process may go on after its deadline before it is killed.
const grace = 10 * time.Second

// run solves one task in a process of its own.
func run(ctx context.Context, o options, t suiteTask) result {
	domain, problem := filepath.Join(t.folder, t.domain), filepath.Join(t.folder, t.problem)
	limited, cancel := context.WithTimeout(ctx, o.limit+grace)
	defer cancel()
	args := append([]string{"plan", domain, problem, "--json", "--deadline", o.limit.String(), "--memory", fmt.Sprint(o.memory)}, o.flags...)
	c := exec.CommandContext(limited, o.program, args...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	start := time.Now()
	err := c.Run()
	r := result{}
	if json.Unmarshal(out.Bytes(), &r) != nil {
		r.Status = "failed"
		r.Fault = strings.TrimSpace(fmt.Sprintf("%v %.200s", err, messages.String()))
	}
	r.Seconds = time.Since(start).Seconds()
	r.HasPlan = r.Plan != nil
	r.KB = peakMemory(c.ProcessState)
	if r.Fault == "" {
		r.Fault = judge(domain, problem, t.optimal, r)
	}
	return r
}

// judge says what is wrong with an answer: a plan that the audit refuses, a cost
// or a status that contradicts what is known.
func judge(domain, problem, optimal string, r result) string {
	switch {
	case r.Status == "unsolvable" && optimal != "" && optimal != "unsolvable":
		return "said to be unsolvable, but known to cost " + optimal
	case r.HasPlan && optimal == "unsolvable":
		return "solved, but known to be unsolvable"
	case r.Status == "solved_optimally" && optimal != "" && r.cost() != optimal:
		return fmt.Sprintf("said to cost %d at least, but known to cost %s", r.Cost, optimal)
	case !r.HasPlan:
		return ""
	}
	v, err := check(domain, problem, r.Plan)
	switch {
	case err != nil:
		return err.Error()
	case !v.Valid:
		return fmt.Sprintf("the plan is not valid: %s", v)
	case v.Cost != r.Cost:
		return fmt.Sprintf("the plan costs %d, not %d", v.Cost, r.Cost)
	}
	return ""
}

func check(domain, problem string, steps []string) (audit.Verdict, error) {
	text, err := os.ReadFile(domain)
	if err != nil {
		return audit.Verdict{}, err
	}
	d, _ := pddl.ReadDomain(domain, text)
	if text, err = os.ReadFile(problem); err != nil {
		return audit.Verdict{}, err
	}
	p, _ := pddl.ReadProblem(problem, text)
	plan, faults := pddl.ReadPlan("plan", []byte(strings.Join(steps, "\n")))
	if d == nil || p == nil || len(faults) > 0 {
		return audit.Verdict{}, fmt.Errorf("task and plan cannot be read again: %d faults in the plan", len(faults))
	}
	return audit.Check(d, p, plan)
}
