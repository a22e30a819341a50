package report_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"genplanx/monitor"
	"genplanx/monitor/journal"
	"genplanx/monitor/report"
)

var update = flag.Bool("update", false, "rewrite golden files")

func read(t *testing.T, path string) []monitor.Record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := journal.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return records
}

func journals(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "journals", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("journals %v, error %v", paths, err)
	}
	return paths
}

// TestReports renders the report of each recorded journal.
func TestReports(t *testing.T) {
	for _, path := range journals(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		t.Run(name, func(t *testing.T) {
			r := report.Build(read(t, path))
			asJSON, err := json.MarshalIndent(r, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", []byte(r.Text()))
			golden(t, name+".json", append(asJSON, '\n'))
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// claims lists everything a report says was done, made, sent or seen, by call.
func claims(r report.Report) []string {
	var list []string
	for _, d := range r.Done {
		list = append(list, "done "+string(d.Call))
	}
	for _, f := range r.Files {
		list = append(list, "file "+f.Path)
	}
	for _, s := range r.Sent {
		list = append(list, "sent "+s.Text)
	}
	for _, v := range r.Values {
		list = append(list, "value "+v.Text)
	}
	for _, g := range r.Reached {
		list = append(list, "reached "+g.Goal)
	}
	return list
}

// TestNothingIsClaimedWithoutAnEvent takes out each event that ends a call well,
// and the last one: what it alone supported is gone from the report, and nothing
// new is claimed.
func TestNothingIsClaimedWithoutAnEvent(t *testing.T) {
	for _, path := range journals(t) {
		records := read(t, path)
		whole := claims(report.Build(records))
		for i, r := range records {
			rest := report.Build(slices.Delete(slices.Clone(records), i, i+1))
			for _, c := range claims(rest) {
				if !slices.Contains(whole, c) {
					t.Errorf("%s: without event %d the report claims %q", path, i+1, c)
				}
			}
			if e, ok := r.Event.(monitor.CallDone); ok {
				if slices.Contains(claims(rest), "done "+string(e.Call)) {
					t.Errorf("%s: without event %d the report still says that call %s was done", path, i+1, e.Call)
				}
				for _, m := range e.Made {
					if slices.Contains(claims(rest), m.Kind+" "+m.Path+m.Text) {
						t.Errorf("%s: without event %d the report still tells of %+v", path, i+1, m)
					}
				}
			}
		}
		if got := claims(report.Build(nil)); len(got) > 0 {
			t.Errorf("without any event the report claims %q", got)
		}
	}
}

// TestCutJournal: a journal that ends in the middle of a call that writes says
// that it may have happened, not that it has.
func TestCutJournal(t *testing.T) {
	records := read(t, filepath.Join("..", "testdata", "journals", "done.jsonl"))
	for i, r := range records {
		e, ok := r.Event.(monitor.CallStarted)
		if !ok || e.Class != "writes" {
			continue
		}
		got := report.Build(records[:i+1])
		if len(got.Maybe) != 1 || got.Maybe[0].Call != e.Call || got.Outcome != "" {
			t.Errorf("report %+v", got)
		}
		if text := got.Text(); !strings.Contains(text, "Not known whether it happened") || !strings.Contains(text, "The run is not finished") {
			t.Errorf("text:\n%s", text)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	f, err := os.ReadFile(filepath.Join("..", "testdata", "journals", "partly.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	records, err := journal.Read(strings.NewReader(string(f)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		report.Build(records).Text()
	}
}
