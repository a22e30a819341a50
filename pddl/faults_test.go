package pddl

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/pddl/diag"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestFaults renders the faults of each archive in testdata/faults and compares
// them with its last file, "want". An archive has domain.pddl, problem.pddl,
// literals or plan; a missing half of a task is taken from the example task.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "faults", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := archiveFaults(archive).Text()
			checkSpans(t, archiveFaults(archive))
			if *update {
				archive.Files = append(without(archive.Files, "want"), txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(fileOf(archive, "want")); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func archiveFaults(a *txtar.Archive) diag.List {
	if text := fileOf(a, "literals"); text != nil {
		_, _, faults := ReadLiterals("literals", text)
		return faults
	}
	if text := fileOf(a, "plan"); text != nil {
		_, faults := ReadPlan("plan", text)
		return faults
	}
	domain, problem := fileOf(a, "domain.pddl"), fileOf(a, "problem.pddl")
	if domain == nil {
		domain = []byte(exampleDomain + ")")
	}
	if problem == nil {
		d, faults := ReadDomain("domain.pddl", domain)
		faults.Append(CheckDomain(d))
		return faults
	}
	return checkAll(domain, problem)
}

func fileOf(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func without(files []txtar.File, name string) []txtar.File {
	var out []txtar.File
	for _, f := range files {
		if f.Name != name {
			out = append(out, f)
		}
	}
	return out
}

// checkSpans asserts what holds for every diagnostic.
func checkSpans(t *testing.T, faults diag.List) {
	t.Helper()
	for _, d := range faults {
		inText := func(s diag.Span) bool { return s.Start >= 0 && s.Start <= s.End && int(s.End) <= len(d.Source.Text) }
		if d.Source == nil || d.Message == "" || d.Code == "" || d.Severity == 0 || !inText(d.Span) || !inText(d.Context) {
			t.Errorf("malformed diagnostic %+v", d)
		}
	}
}
