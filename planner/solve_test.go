package planner_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/pddl"
	"genplanx/planner"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestSolve runs the archives in testdata/solve: a domain, a problem, maybe
// forbidden steps, and the result with each heuristic.
func TestSolve(t *testing.T) {
	files, err := filepath.Glob("testdata/solve/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, p, forbidden := readArchive(t, a)
			want := section(a, "result")
			for _, h := range planner.Heuristics() {
				got := describe(planner.Solve(t.Context(), d, p, planner.Options{Heuristic: h, Forbidden: forbidden}))
				if *update && h == planner.Heuristics()[0] {
					want.Data = []byte(got)
					if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				// Equally cheap plans may differ with the heuristic.
				if diff := cmp.Diff(withoutPlan(string(want.Data)), withoutPlan(got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", h, diff)
				}
			}
		})
	}
}

func readArchive(t *testing.T, a *txtar.Archive) (*pddl.Domain, *pddl.Problem, pddl.Plan) {
	t.Helper()
	d, faults := pddl.ReadDomain("domain.pddl", section(a, "domain.pddl").Data)
	p, more := pddl.ReadProblem("problem.pddl", section(a, "problem.pddl").Data)
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	var forbidden pddl.Plan
	if f := section(a, "forbidden"); f != nil {
		if forbidden, faults = pddl.ReadPlan("forbidden", f.Data); len(faults) > 0 {
			t.Fatal(faults)
		}
	}
	return d, p, forbidden
}

func section(a *txtar.Archive, name string) *txtar.File {
	for i := range a.Files {
		if a.Files[i].Name == name {
			return &a.Files[i]
		}
	}
	return nil
}

func describe(r planner.Result, err error) string {
	if err != nil {
		return fmt.Sprintf("error: %v\n", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n", r.Status)
	if r.Plan != nil {
		fmt.Fprintf(&b, "cost %d, at least %d, unit cost %v\n", r.Cost, r.LowerBound, r.UnitCost)
	}
	for _, s := range r.Plan {
		fmt.Fprintln(&b, s)
	}
	if r.Reason != "" {
		fmt.Fprintln(&b, r.Reason)
	}
	return b.String()
}

// withoutPlan leaves the steps out.
func withoutPlan(s string) string {
	if !strings.HasPrefix(s, "solved") {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	return strings.Join(lines[:2], "")
}

// TestDeterministic solves tasks twice; every byte of the results is equal.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(200) {
		text := randomTask(seed)
		var results [2]planner.Result
		for i := range results {
			d, p, err := text.read()
			if err != nil {
				t.Fatal(err)
			}
			if results[i], err = planner.Solve(t.Context(), d, p, planner.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Fatalf("seed %d: %v\n%v", seed, results[0], results[1])
		}
	}
}

// counterText asks for a binary counter of n bits to count to its end: 2^n steps,
// and no bound says so beforehand.
func counterText(n int, more ...string) taskText {
	var d, goal strings.Builder
	d.WriteString("(define (domain counter) (:requirements :strips :negative-preconditions :action-costs) (:functions (total-cost) - number) (:predicates")
	for i := range n {
		fmt.Fprintf(&d, " (b%d)", i)
		fmt.Fprintf(&goal, " (b%d)", i)
	}
	d.WriteString(")\n")
	for i := range n {
		pre, eff := "", ""
		for low := range i {
			pre += fmt.Sprintf(" (b%d)", low)
			eff += fmt.Sprintf(" (not (b%d))", low)
		}
		fmt.Fprintf(&d, "(:action set%d :parameters () :precondition (and (not (b%d))%s) :effect (and (b%d)%s (increase (total-cost) 1)))\n", i, i, pre, i, eff)
	}
	for _, action := range more { // %s stands for all the bits
		fmt.Fprintf(&d, action, goal.String())
	}
	d.WriteString(")")
	problem := fmt.Sprintf("(define (problem p) (:domain counter) (:init) (:goal (and%s)) (:metric minimize (total-cost)))", goal.String())
	return taskText{d.String(), problem}
}

func counterTask(t testing.TB, n int, more ...string) (*pddl.Domain, *pddl.Problem) {
	t.Helper()
	return counterText(n, more...).mustRead(t)
}

func TestDeadline(t *testing.T) {
	d, p := counterTask(t, 40)
	for _, h := range planner.Heuristics() {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		start := time.Now()
		r, err := planner.Solve(ctx, d, p, planner.Options{Heuristic: h})
		took := time.Since(start)
		cancel()
		if err != nil || r.Status != planner.OutOfTime || r.Plan != nil || r.Reason == "" {
			t.Errorf("%s: %v %v %q", h, err, r.Status, r.Reason)
		}
		// Unbounded, this takes hours: the bound tells a deadline from none, on a busy machine too.
		if took > 10*time.Second {
			t.Errorf("%s: stopped %v after the start, with a deadline of 100 ms", h, took)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	d, p := counterTask(t, 40)
	r, err := planner.Solve(t.Context(), d, p, planner.Options{Heuristic: "blind", MemoryLimit: 4 << 20})
	if err != nil || r.Status != planner.OutOfMemory || r.Plan != nil || r.LowerBound == 0 {
		t.Errorf("search: %v %v bound %d", err, r.Status, r.LowerBound)
	}
	// With a dear way out a plan is at hand, and no proof that none is cheaper.
	d, p = counterTask(t, 40, "(:action jump :parameters () :effect (and (increase (total-cost) 1000000)%s))")
	r, err = planner.Solve(t.Context(), d, p, planner.Options{Heuristic: "blind", MemoryLimit: 4 << 20})
	if err != nil || r.Status != planner.SolvedWithGap || r.Plan == nil || r.LowerBound == 0 || r.LowerBound >= r.Cost || r.Reason == "" {
		t.Errorf("gap: %v %v cost %d bound %d", err, r.Status, r.Cost, r.LowerBound)
	}
	var objects strings.Builder
	for i := range 60 {
		fmt.Fprintf(&objects, " o%d", i)
	}
	wide := taskText{
		"(define (domain wide) (:requirements :strips) (:predicates (p ?a ?b ?c ?d))" +
			"(:action a :parameters (?a ?b ?c ?d) :effect (p ?a ?b ?c ?d)))",
		"(define (problem p) (:domain wide) (:objects" + objects.String() + ") (:init) (:goal (p o1 o2 o3 o4)))",
	}
	d, p, err = wide.read()
	if err != nil {
		t.Fatal(err)
	}
	r, err = planner.Solve(t.Context(), d, p, planner.Options{MemoryLimit: 64 << 20})
	if err != nil || r.Status != planner.OutOfMemory || !strings.Contains(r.Reason, "action a") {
		t.Errorf("grounding: %v %v %q", err, r.Status, r.Reason)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r, err = planner.Solve(ctx, d, p, planner.Options{}); err != nil || r.Status != planner.OutOfTime {
		t.Errorf("grounding with a deadline: %v %v", err, r.Status)
	}
}

func TestUnknownHeuristic(t *testing.T) {
	d, p := counterTask(t, 2)
	_, err := planner.Solve(t.Context(), d, p, planner.Options{Heuristic: "magic"})
	if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "magic") {
		t.Errorf("error %v", err)
	}
}

// TestReasonWithoutStates: where no single states were searched, none are claimed.
func TestReasonWithoutStates(t *testing.T) {
	d, p := taskText{
		domain:  "(define (domain d) (:predicates (free) (a) (b)) (:action a :parameters () :precondition (free) :effect (and (a) (not (free)))) (:action b :parameters () :precondition (free) :effect (and (b) (not (free)))))",
		problem: "(define (problem p) (:domain d) (:init (free)) (:goal (and (a) (b))))",
	}.mustRead(t)
	for _, o := range []planner.Options{
		{Without: []string{planner.Groups}, Heuristic: planner.Symbolic},
		planner.Thorough(planner.Options{Without: []string{planner.Groups}}),
	} {
		r, err := planner.Solve(t.Context(), d, p, o)
		if err != nil || r.Status != planner.Unsolvable || strings.Contains(r.Reason, " 0 states") || !strings.Contains(r.Reason, "proved") {
			t.Errorf("%+v: %v, %q, %v", o, r.Status, r.Reason, err)
		}
	}
}
