package app_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"genplanx/cmd/internal/app"
	"genplanx/compiler"
	"genplanx/monitor"
	"genplanx/monitor/journal"
)

var update = flag.Bool("update", false, "rewrite golden files")

const (
	requestsDir = "../../../testdata/requests"
	officeDir   = "../../../testdata/office"
)

// TestRequests runs every archive of testdata/requests from the sentence to the
// files. An archive holds the request, the files of its workspace (under ws/),
// and what must come of it (want): the outcome, the proved plan, the answer,
// and every file made, opened again. A line "workspace: office" in its comment
// adds the paper's files; "agree: yes" is the flag --yes, "follow: yes"
// --follow-text.
func TestRequests(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join(requestsDir, "*", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in %s: %v", requestsDir, err)
	}
	for _, path := range archives {
		name := strings.TrimSuffix(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, a, app.LLM{Mode: app.Offline})
			if *update {
				setFile(a, "want", got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(fileOf(a, "want"), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		})
	}
}

// tell runs an archive and puts into words what came of it.
func tell(t *testing.T, a *txtar.Archive, front app.LLM) string {
	t.Helper()
	dir := t.TempDir()
	layOut(t, a, dir)
	before := snapshot(t, dir)
	s, err := app.Open(app.Config{Workspace: dir, LLM: front})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	var b strings.Builder
	u, err := s.Understand(t.Context(), strings.TrimSpace(fileOf(a, "request")))
	if err != nil {
		b.WriteString(refusal(err))
	} else {
		out, err := s.Run(t.Context(), u, app.RunOptions{Approver: consent{a}, Journal: &journal.Memory{}})
		if err != nil {
			t.Fatal(err)
		}
		tellRun(&b, out)
	}
	tellFiles(t, &b, dir, before)
	return b.String()
}

// refusal tells an error of the compiling stages; others are told as they are.
func refusal(err error) string {
	var words *compiler.NotUnderstood
	var asks *compiler.Questions
	switch {
	case errors.As(err, &words):
		return fmt.Sprintf("not understood: %q\n", words.Words)
	case errors.As(err, &asks):
		return "asked: " + strings.Join(asks.Asks, "\n       ") + "\n"
	}
	return "error: " + err.Error() + "\n"
}

func tellRun(b *strings.Builder, out app.Outcome) {
	r := out.Report
	fmt.Fprintf(b, "outcome: %s\n", r.Outcome)
	if r.Why != "" {
		fmt.Fprintf(b, "why: %s\n", r.Why)
	}
	for i, p := range r.Plans {
		fmt.Fprintf(b, "plan %d: cost %d, at least %d\n", i+1, p.Cost, p.LowerBound)
		steps := slices.Clone(p.Ground)
		slices.Sort(steps) // equally cheap orders are equally good
		for _, s := range steps {
			fmt.Fprintf(b, "  %s\n", s)
		}
	}
	for _, f := range r.Failed {
		fmt.Fprintf(b, "failed: %s: %s\n", f.Step, f.Why)
	}
	for _, u := range r.Undone {
		fmt.Fprintf(b, "undone: %s: %s\n", u.Goal, u.Why)
	}
	for _, x := range r.Refusals {
		fmt.Fprintf(b, "refused: %s\n", x)
	}
	for _, x := range r.Added {
		fmt.Fprintf(b, "added by %s: %s\n", x.Origin, strings.Join(x.Goals, " "))
	}
	for _, a := range r.Answers {
		fmt.Fprintf(b, "answer: %s\n", strings.TrimSpace(a))
	}
	for _, v := range r.Values {
		fmt.Fprintf(b, "value %s:\n%s\n", v.Object, v.Text)
	}
}

// consent speaks for the user of an archive.
type consent struct{ a *txtar.Archive }

func (c consent) Plan(_ context.Context, q monitor.AskApproval) (bool, string, error) {
	if setting(c.a, "agree") == "yes" {
		return true, "", nil
	}
	for _, e := range q.Effects {
		if e.Class == "outside" || (e.Class == "writes" && e.Verb != "create") {
			return false, "nobody agreed to " + e.Verb + " " + e.Target, nil
		}
	}
	return true, "", nil
}

func (c consent) Goals(context.Context, monitor.AskGoals) (bool, string, error) {
	return setting(c.a, "follow") == "yes", "nobody agreed", nil
}

func (consent) Outcome(context.Context, monitor.AskOutcome) (monitor.Answer, error) {
	return monitor.NobodyKnows, nil
}

// setting reads a "name: value" line of the archive's comment.
func setting(a *txtar.Archive, name string) string {
	for _, line := range strings.Split(string(a.Comment), "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func layOut(t *testing.T, a *txtar.Archive, dir string) {
	t.Helper()
	if setting(a, "workspace") == "office" {
		if err := os.CopyFS(dir, os.DirFS(officeDir)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range strings.Fields(setting(a, "without")) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, "ws/")
		if !ok {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if workbook, ok := strings.CutSuffix(path, ".xlsx.csv"); ok {
			writeWorkbook(t, workbook+".xlsx", f.Data)
		} else if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// snapshot maps the files below a folder to their contents.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func fileOf(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func setFile(a *txtar.Archive, name, text string) {
	for i, f := range a.Files {
		if f.Name == name {
			a.Files[i].Data = []byte(text)
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
}
