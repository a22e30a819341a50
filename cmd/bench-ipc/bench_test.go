package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const (
	domainText = `(define (domain d) (:predicates (p) (q))
 (:action a :parameters () :precondition (p) :effect (q)))`
	problemText = `(define (problem x) (:domain d) (:init (p)) (:goal (q)))`
)

// suite writes a suite of one task whose known cost is optimal, and a program
// that answers with the given JSON and counts its runs.
func suite(t *testing.T, optimal, answer string) options {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the test's program is a shell script")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("domain.pddl", domainText, 0o644)
	write("p.pddl", problemText, 0o644)
	return options{
		suite:   write("reference.csv", "domain,task,optimal_cost,fd_lmcut_status,fd_lmcut_cpu_s\ndomain.pddl,p.pddl,"+optimal+",solved,1.5\n", 0o644),
		program: write("program", "#!/bin/sh\necho run >> "+filepath.Join(dir, "runs")+"\ncat <<END\n"+answer+"\nEND\n", 0o755),
		results: filepath.Join(dir, "out", "results.csv"), limit: 5 * time.Second, memory: 100, every: 1,
	}
}

func TestAlarms(t *testing.T) {
	for _, c := range []struct {
		name, optimal, answer, fault string
	}{
		{"right", "1", `{"status":"solved_optimally","plan":["(a)"],"cost":1,"lower_bound":1}`, ""},
		{"not known", "", `{"status":"solved_optimally","plan":["(a)"],"cost":1,"lower_bound":1}`, ""},
		{"too dear", "0", `{"status":"solved_optimally","plan":["(a)"],"cost":1}`, "known to cost 0"},
		{"below", "2", `{"status":"solved_optimally","plan":["(a)"],"cost":1}`, "known to cost 2"},
		{"with a gap", "1", `{"status":"solved_with_gap","plan":["(a)"],"cost":1,"lower_bound":0}`, ""},
		{"not a plan", "", `{"status":"solved_optimally","plan":[],"cost":0}`, "not valid"},
		{"wrong cost", "", `{"status":"solved_with_gap","plan":["(a)"],"cost":7}`, "costs 1, not 7"},
		{"unsolvable", "1", `{"status":"unsolvable","plan":null,"cost":null}`, "known to cost 1"},
		{"solvable", "unsolvable", `{"status":"solved_optimally","plan":["(a)"],"cost":1}`, "known to be unsolvable"},
		{"out of time", "1", `{"status":"out_of_time","plan":null,"cost":null}`, ""},
		{"no answer", "1", `oh`, "exit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := suite(t, c.optimal, c.answer)
			tasks, err := readSuite(o)
			if err != nil {
				t.Fatal(err)
			}
			r := run(t.Context(), o, tasks[0])
			if c.name == "no answer" {
				if r.Status != "failed" || r.Fault == "" {
					t.Errorf("%+v", r)
				}
				return
			}
			if c.fault == "" && r.Fault != "" || !strings.Contains(r.Fault, c.fault) {
				t.Errorf("fault %q, want %q", r.Fault, c.fault)
			}
		})
	}
}

// TestResumes: what has a result is not run again, and counts the same.
func TestResumes(t *testing.T) {
	o := suite(t, "2", `{"status":"solved_optimally","plan":["(a)"],"cost":1}`)
	for range 2 {
		if alarms, err := bench(t.Context(), o); alarms != 1 || err != nil {
			t.Fatalf("%d alarms, %v", alarms, err)
		}
	}
	runs, err := os.ReadFile(filepath.Join(filepath.Dir(o.program), "runs"))
	if err != nil || strings.Count(string(runs), "run") != 1 {
		t.Errorf("runs: %q, %v", runs, err)
	}
}

// TestNoSuite: a list that was asked for and is not there is an error.
func TestNoSuite(t *testing.T) {
	if _, err := bench(t.Context(), options{suite: filepath.Join(t.TempDir(), "none.csv")}); err == nil {
		t.Error("no error")
	}
}
