package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAuditLongPlans judges plans far longer than anybody reads: those that the
// deadline cuts short are neither valid nor invalid, and none is repaired.
func TestAuditLongPlans(t *testing.T) {
	dir := t.TempDir()
	at := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	domain := at("d.pddl", "(define (domain d) (:predicates (on) (done)) (:action up :precondition (not (on)) :effect (on)) (:action down :precondition (on) :effect (and (not (on)) (done))))")
	problem := at("p.pddl", "(define (problem p) (:domain d) (:init) (:goal (done)))")
	loops := strings.Repeat("(up)\n(down)\n", 20000)
	for _, tt := range []struct {
		name, plan string
		args       []string
		code       Exit
		says       string
	}{
		{"not optimal", loops, nil, PlanDear, "not optimal: it costs 39998 more than this plan, the cheapest:\n(up)\n(down)\n"},
		{"invalid at the end", loops + "(down)\n", nil, PlanInvalid, "step 40001 cannot be applied: not true: (on)\n  (on): step 40000 (down) makes it false"},
		{"only executed", loops + "(down)\n", []string{"--no-search"}, PlanInvalid, "step 40001 is (down)\n"},
		{"too long to be mended", loops + "(down)\n", nil, PlanInvalid, "no valid plan near to it was looked for: it has more than 1000 steps\n"},
		{"out of time", loops, []string{"--deadline", "1ns"}, OutOfTime, "not judged: ended after 1000 steps that can be applied, of cost 1000\nthe time was up; the plan has 40000 steps\n"},
		{"out of time as JSON", loops, []string{"--deadline", "1ns", "--format", "json", "--top", "3"}, OutOfTime, `"verdict": "stopped"`},
		{"short enough", "(up)\n", []string{"--deadline", "1ns"}, PlanInvalid, "no valid plan near to it was found: the time was up"},
		{"all junk", strings.Repeat("up\n", 20000), nil, BadInput, "a plan file has one step a line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			args := append([]string{"audit", domain, problem, at("plan", tt.plan)}, tt.args...)
			code := Main(t.Context(), args, Terminal{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }})
			if code != tt.code || !strings.Contains(out.String(), tt.says) {
				t.Errorf("exit %d, want %d and %q in\n%.2000s", code, tt.code, tt.says, out.String())
			}
			if near := strings.Contains(out.String(), "near to it"); near && slices.Contains(tt.args, "--no-search") {
				t.Error("a search that was not asked for")
			}
			if out.Len() > 10_000 {
				t.Errorf("%d bytes said of it", out.Len())
			}
		})
	}
}
