package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"genplanx/planner"
)

// TestExitCodes holds the codes of plan against Fast Downward's table (its
// documentation, "Exit codes"), which scripts and libraries rely on.
func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		name   string // Fast Downward's
		result planner.Result
		code   int
	}{
		{"SUCCESS", planner.Result{Status: planner.SolvedOptimally}, 0},
		{"SEARCH_PLAN_FOUND_AND_OUT_OF_MEMORY", planner.Result{Status: planner.SolvedWithGap, MemoryUp: true}, 1},
		{"SEARCH_PLAN_FOUND_AND_OUT_OF_TIME", planner.Result{Status: planner.SolvedWithGap}, 2},
		{"SEARCH_UNSOLVABLE", planner.Result{Status: planner.Unsolvable}, 11},
		{"SEARCH_OUT_OF_MEMORY", planner.Result{Status: planner.OutOfMemory}, 22},
		{"SEARCH_OUT_OF_TIME", planner.Result{Status: planner.OutOfTime}, 23},
		{"SEARCH_CRITICAL_ERROR", planner.Result{}, 32},
		{"SEARCH_UNSUPPORTED", planner.Result{Status: planner.Unsupported}, 34},
	} {
		if got := planExit(tt.result); int(got) != tt.code {
			t.Errorf("%s: exit %d, want %d", tt.name, got, tt.code)
		}
	}
}

// TestPlanConventions runs plan as other tools do: what they read is the code,
// the plan file and its last line.
func TestPlanConventions(t *testing.T) {
	const domain = "(define (domain d) (:requirements :action-costs) (:predicates (P) (q)) (:functions (total-cost)) (:action GO :effect (and (q) (increase (total-cost) 4))))"
	for _, tt := range []struct {
		name, problem string
		args          []string
		code          Exit
		plan          string // its file; "-" for none
	}{
		{"general cost", "(:init (= (total-cost) 0)) (:goal (Q)) (:metric minimize (total-cost))", nil, 0, "(go)\n; cost = 4 (general cost)\n"},
		{"unit cost", "(:init) (:goal (q))", nil, 0, "(go)\n; cost = 1 (unit cost)\n"},
		{"nothing to do", "(:init (p)) (:goal (p))", nil, 0, "; cost = 0 (unit cost)\n"},
		{"unsolvable", "(:init) (:goal (p))", nil, 11, "-"},
		{"out of time", "(:init) (:goal (q))", []string{"--deadline", "1ns"}, 23, "-"},
		{"bad problem", "(:init (r)) (:goal (q))", nil, 33, "-"},
		{"bad flag", "(:init) (:goal (q))", []string{"--alias", "lama"}, 33, "-"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			at := func(name, text string) string {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			file := filepath.Join(dir, "sas_plan")
			args := append([]string{"plan", at("d.pddl", domain), at("p.pddl", "(define (problem p) (:domain d) "+tt.problem+")"), "--plan-file", file}, tt.args...)
			var out strings.Builder
			code := Main(context.Background(), args, Terminal{In: strings.NewReader(""), Out: &out, Err: &strings.Builder{}, Getenv: func(string) string { return "" }})
			text, err := os.ReadFile(file)
			if tt.plan == "-" {
				if err == nil || out.Len() > 0 {
					t.Errorf("a plan where there is none: %q, %q", text, out.String())
				}
			} else if err != nil || string(text) != tt.plan || out.String() != tt.plan {
				t.Errorf("plan file %q (%v), output %q, want %q", text, err, out.String(), tt.plan)
			}
			if code != tt.code {
				t.Errorf("exit %d, want %d", code, tt.code)
			}
		})
	}
}
