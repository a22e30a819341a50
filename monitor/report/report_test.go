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
			golden(t, name+".shown.txt", []byte(r.Tell(report.Telling{Words: desk, Shown: true})))
			golden(t, name+".json", append(asJSON, '\n'))
		})
	}
}

// desk is the wording of the domain that the journals are of.
func desk(fact string) (string, bool) {
	f := strings.Fields(strings.Trim(fact, "()"))
	switch {
	case len(f) == 0:
		return "", false
	case f[0] == "written":
		return "paper " + f[1] + " on " + f[2], false
	case f[0] == "sent":
		return "letter " + f[1] + " on its way", false
	case f[0] == "have":
		return "data " + f[1], true
	}
	return "", false
}

// TestTelling puts reports into words that no journal gives.
func TestTelling(t *testing.T) {
	lost := []report.Failed{
		{Step: "(fetch d1 near1)", Line: "fetch: d1 from near1", Why: "near1 is gone", Hint: "bring it back"},
		{Step: "(fetch d1 far1)", Line: "fetch: d1 from far1", Why: "line busy", Attempts: 4, Hint: "bring it back"},
		{Step: "(fetch d2 near2)", Line: "fetch: d2 from near2", Why: "moved"},
	}
	both := []string{"fetch: d1 from near1 failed: near1 is gone", "fetch: d1 from far1 failed: line busy (tried 4 times)"}
	proof := "(have d1) is not true at the start"
	undone := func(why string, failures []string, goals ...string) []report.Undone {
		var list []report.Undone
		for _, g := range goals {
			list = append(list, report.Undone{Goal: g, Why: why, Failures: failures})
		}
		return list
	}
	reached := []report.Goal{{Goal: "(have d2)"}}
	for _, c := range []struct {
		name   string
		report report.Report
		want   string
	}{
		{
			"means are not told beside what was asked for, and failures once",
			report.Report{Outcome: monitor.Partly, Failed: lost, Reached: reached, Undone: undone(proof, both, "(have d1)", "(written p1 d1)", "(sent l1)")},
			"Not done:\n  paper p1 on d1\n  letter l1 on its way\n" +
				"    because fetch failed: near1 is gone\n    because fetch failed: line busy (tried 4 times)\n    hint: bring it back\n\n" +
				"Nothing of what was asked for could be done; nothing was changed.\n",
		},
		{
			"means are told when there is nothing else",
			report.Report{Outcome: monitor.Partly, Failed: lost, Reached: reached, Undone: undone(proof, both[:1], "(have d1)")},
			"Not done:\n  data d1\n    because fetch failed: near1 is gone\n    hint: bring it back\n\nPart of what was asked for is done.\n",
		},
		{
			"means with a reason of their own",
			report.Report{Outcome: monitor.Partly, Failed: lost, Reached: []report.Goal{{Goal: "(sent l2)"}},
				Undone: append(undone(proof, both[:1], "(written p1 d1)"), undone(proof, []string{"fetch: d2 from near2 failed: moved"}, "(have d2)")...)},
			"Not done:\n  paper p1 on d1\n    because fetch failed: near1 is gone\n    hint: bring it back\n" +
				"  data d2\n    because fetch failed: moved\n\nPart of what was asked for is done.\n",
		},
		{
			"a reason without a failure, in words",
			report.Report{Outcome: monitor.Partly, Reached: []report.Goal{{Goal: "(sent l2)"}}, Undone: undone("the goal (sent l1) cannot be reached: "+proof, nil, "(sent l1)")},
			"Not done:\n  letter l1 on its way\n    because \"data d1\" is not true at the start\n\nPart of what was asked for is done.\n",
		},
		{
			"a proof for each goal that was asked for",
			report.Report{Outcome: monitor.Unsolvable, Why: "the goal (have d1) cannot be reached: no\nthe goal (sent l1) cannot be reached: needs (forall (?x) (have ?x))"},
			"This cannot be done, and nothing was done: the goal \"letter l1 on its way\" cannot be reached: needs (forall (?x) (have ?x)).\n",
		},
		{
			"what was changed on the way",
			report.Report{Outcome: monitor.Partly, Undone: undone("why", nil, "(sent l1)"), Files: []report.File{{Path: "a.csv", Verb: "replace"}},
				Done: []report.Done{{Step: "(fetch d1 near1)", Class: "reads"}, {Step: "(write p1 d1)", Summary: "wrote a.csv", Class: "writes"}}},
			"Files:\n  replaced a.csv\n\nNot done:\n  letter l1 on its way\n    because why\n\n" +
				"Nothing of what was asked for could be done; but this was done on the way: wrote a.csv.\n",
		},
		{
			"nobody knows what was changed",
			report.Report{Outcome: monitor.Partly, Undone: undone("why", nil, "(sent l1)"), Maybe: []report.Failed{{Step: "(send l1)", Why: "cut off"}}},
			"Not done:\n  letter l1 on its way\n    because why\n\nNot known whether it happened; please look:\n  (send l1)\n    cut off\n\n" +
				"Nothing of what was asked for could be done; whether anything was changed is not known.\n",
		},
		{
			"a refused plan in one line",
			report.Report{Outcome: monitor.Refused, Why: "no thanks", Refusals: []string{"the plan was not approved: no thanks"}, Undone: undone("no thanks", nil, "(sent l1)")},
			"The plan was not approved; nothing was done: no thanks.\n",
		},
		{
			"values that an answer tells, and headings",
			report.Report{
				Outcome: monitor.Done, Answers: []string{"rows: 10"}, Reached: []report.Goal{{Goal: "(have m1)"}, {Goal: "(written m1 d2)"}, {Goal: "(written t1 d2)"}},
				Values: []report.Value{{Object: "n1", Text: "10"}, {Object: "n2", Text: "1"}, {Object: "d2", Text: "a\nb\n"}, {Object: "x", Text: "c\nd"}},
			},
			"rows: 10\n\nMade:\n  n2: 1\n\nd2:\n  a\n  b\n\nx:\n  c\n  d\n\nAll that was asked for is done.\n",
		},
		{
			"a value is headed by its goal",
			report.Report{Outcome: monitor.Done, Reached: []report.Goal{{Goal: "(have l9)"}, {Goal: "(sent d1 l9)"}}, Values: []report.Value{{Object: "l9", Text: "x"}}},
			"Made:\n  l9, letter d1 on its way: x\n\nAll that was asked for is done.\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.report.Tell(report.Telling{Words: desk, Shown: true})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWorded: JSON keeps the goals and gets the words beside them.
func TestWorded(t *testing.T) {
	r := report.Report{Reached: []report.Goal{{Goal: "(have d1)"}}, Undone: []report.Undone{{Goal: "(sent l1)"}}}
	got := r.Worded(desk)
	if got.Reached[0] != (report.Goal{Goal: "(have d1)", Words: "data d1"}) || got.Undone[0].Words != "letter l1 on its way" || got.Undone[0].Goal != "(sent l1)" {
		t.Errorf("got %+v", got)
	}
	if r.Reached[0].Words != "" || r.Undone[0].Words != "" {
		t.Error("the report itself was changed")
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
