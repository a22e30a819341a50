package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"genplanx/cmd/internal/app"
	"genplanx/monitor/journal"
	"genplanx/planner"
)

// paperExamples are the five requests of the paper.
var paperExamples = []string{"example-1-1", "example-1-2", "example-2", "example-a1-part-1", "example-a1-part-2"}

func benchSession(b *testing.B, a *txtar.Archive) *app.Session {
	b.Helper()
	dir := b.TempDir()
	if err := os.CopyFS(dir, os.DirFS(officeDir)); err != nil {
		b.Fatal(err)
	}
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "ws/"); ok {
			if err := os.WriteFile(filepath.Join(dir, name), f.Data, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	s, err := app.Open(app.Config{Workspace: dir, LLM: app.LLM{Mode: app.Offline}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

func eachExample(b *testing.B, run func(b *testing.B, s *app.Session, request string)) {
	for _, name := range paperExamples {
		b.Run(name, func(b *testing.B) {
			a, err := txtar.ParseFile(filepath.Join(requestsDir, "paper", name+".txtar"))
			if err != nil {
				b.Fatal(err)
			}
			s := benchSession(b, a)
			b.ReportAllocs()
			run(b, s, strings.TrimSpace(fileOf(a, "request")))
		})
	}
}

// BenchmarkCompile: from the sentence to the checked PDDL problem.
func BenchmarkCompile(b *testing.B) {
	eachExample(b, func(b *testing.B, s *app.Session, request string) {
		for b.Loop() {
			if _, err := s.Understand(b.Context(), request); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkPlan: from the PDDL problem to the proved plan.
func BenchmarkPlan(b *testing.B) {
	eachExample(b, func(b *testing.B, s *app.Session, request string) {
		u, err := s.Understand(b.Context(), request)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			r, err := planner.Solve(b.Context(), s.Pack.Model, u.Compiled.Problem, planner.Options{})
			if err != nil || r.Status != planner.SolvedOptimally {
				b.Fatal(r.Status, err)
			}
		}
	})
}

// BenchmarkRequest: from the sentence to the finished files and the report.
func BenchmarkRequest(b *testing.B) {
	eachExample(b, func(b *testing.B, s *app.Session, request string) {
		for b.Loop() {
			u, err := s.Understand(b.Context(), request)
			if err != nil {
				b.Fatal(err)
			}
			out, err := s.Run(b.Context(), u, app.RunOptions{Approver: consent{&txtar.Archive{Comment: []byte("agree: yes")}}, Journal: &journal.Memory{}})
			if err != nil || out.Report.Outcome != "done" {
				b.Fatal(out.Report.Outcome, err)
			}
		}
	})
}
