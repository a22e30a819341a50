package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An interrupt is not a deadline: it has its own exit code and words.
func TestPlanInterrupted(t *testing.T) {
	dir := t.TempDir()
	domain, problem := filepath.Join(dir, "d.pddl"), filepath.Join(dir, "p.pddl")
	for path, text := range map[string]string{
		domain:  "(define (domain d) (:predicates (p) (q)) (:action go :precondition (p) :effect (q)))",
		problem: "(define (problem x) (:domain d) (:init (p)) (:goal (q)))",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		args []string
		exit Exit
		says string
	}{
		{"interrupt", interrupted, nil, Cancelled, "interrupted"},
		{"interrupt as JSON", interrupted, []string{"--json"}, Cancelled, `"status": "interrupted"`},
		{"deadline", t.Context(), []string{"--deadline", "1ns"}, OutOfTime, "out of time"},
		{"deadline as JSON", t.Context(), []string{"--deadline", "1ns", "--json"}, OutOfTime, `"status": "out_of_time"`},
		{"deadline of the caller", late, nil, OutOfTime, "out of time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			exit := Main(tt.ctx, append([]string{"plan", domain, problem}, tt.args...),
				Terminal{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }})
			if exit != tt.exit || !strings.Contains(out.String(), tt.says) {
				t.Errorf("exit %d, want %d and %q in\n%s", exit, tt.exit, tt.says, out.String())
			}
		})
	}
}

// Formatting in place keeps the permissions of a file and leaves nothing beside it.
func TestFmtKeepsPermissions(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "d.pddl")
	if err := os.WriteFile(path, []byte("(define (domain d)(:predicates (p)))"), 0o600); err != nil {
		t.Fatal(err)
	}
	exit := Main(t.Context(), []string{"fmt", "-w", path}, Terminal{In: strings.NewReader(""), Out: os.Stdout, Err: os.Stderr, Getenv: func(string) string { return "" }})
	info, err := os.Stat(path)
	if exit != Done || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("exit %d, %v, %v", exit, info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left: %v, %v", entries, err)
	}
}
