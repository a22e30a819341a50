package audit_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/pddl"
	"genplanx/planner/audit"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestVerdicts judges the plans of testdata/*.txtar: files named *.plan, each
// followed by its verdict in a file of the same name with ".verdict" added.
func TestVerdicts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := map[string]*txtar.File{}
		for i := range a.Files {
			text[a.Files[i].Name] = &a.Files[i]
		}
		d, faults := pddl.ReadDomain("domain.pddl", text["domain.pddl"].Data)
		p, more := pddl.ReadProblem("problem.pddl", text["problem.pddl"].Data)
		if len(faults)+len(more) > 0 {
			t.Fatal(faults, more)
		}
		for name, f := range text {
			if !strings.HasSuffix(name, ".plan") {
				continue
			}
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				plan, faults := pddl.ReadPlan(name, f.Data)
				if len(faults) > 0 {
					t.Fatal(faults)
				}
				v, err := audit.Check(d, p, plan)
				if err != nil {
					t.Fatal(err)
				}
				got := v.String() + "\n"
				want := text[name+".verdict"]
				if *update {
					want.Data = []byte(got)
				}
				if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Error(diff)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTaskWithoutMeaning(t *testing.T) {
	d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:predicates (p)))"))
	p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:goal (q)))"))
	if _, err := audit.Check(d, p, nil); err == nil || !strings.Contains(err.Error(), "predicate q is not declared") {
		t.Errorf("error %v", err)
	}
}

// TestCheckUntil ends the check of a plan at each moment, and finds the verdict
// unchanged or unfinished, never another.
func TestCheckUntil(t *testing.T) {
	d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:predicates (p) (q)) (:action a :parameters () :precondition (not (q)) :effect (p)) (:action b :parameters () :precondition (p) :effect (and (q) (not (p)))))"))
	p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:init) (:goal (q)))"))
	judge, err := audit.New(d, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, plan := range []pddl.Plan{{{Action: "a"}, {Action: "a"}, {Action: "b"}}, {{Action: "a"}, {Action: "b"}, {Action: "b"}}, {{Action: "a"}, {Action: "a"}}} {
		whole := judge.Check(plan)
		for most := range 20 {
			asked := 0
			v := judge.CheckUntil(plan, func() bool { asked++; return asked > most })
			switch {
			case v.Stopped && !v.Valid && v.Step == most && most < len(plan) && v.Cost == int64(most):
			case !v.Stopped && v.Valid == whole.Valid && v.Step == whole.Step && cmp.Equal(v.Failed, whole.Failed) && cmp.Equal(v.Unreached, whole.Unreached):
				if most > 15 && !cmp.Equal(v, whole) {
					t.Errorf("%v: with time enough: %v", plan, cmp.Diff(whole, v))
				}
			default:
				t.Errorf("%v, ended at %d: %+v", plan, most, v)
			}
		}
	}
}
