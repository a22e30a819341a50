package compiler

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/domain"
)

// TestCases decodes the answers in testdata/cases. An archive holds answers,
// each followed by what came of it under the name "=>".
func TestCases(t *testing.T) {
	pack := office(t)
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := &txtar.Archive{Comment: a.Comment}
		for _, f := range a.Files {
			if f.Name == "=>" {
				continue
			}
			out := brief(t, strings.TrimSuffix(string(f.Data), "\n"), pack)
			got.Files = append(got.Files, f, txtar.File{Name: "=>", Data: []byte(out)})
		}
		text := txtar.Format(got)
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(txtar.Format(a)), string(text)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", file, diff)
		}
	}
}

// brief is the outcome of an answer without the parts of PDDL that say nothing new.
func brief(t *testing.T, answer string, pack *domain.Pack) string {
	p, list := Decode(answer, pack)
	var b strings.Builder
	b.WriteString(messages(list))
	if p == nil {
		return b.String()
	}
	if len(p.Asks) > 0 {
		return b.String() + "ask: " + strings.Join(p.Asks, " ") + "\n"
	}
	low, faults := Lower(p, pack)
	if len(faults.Errors()) > 0 {
		t.Errorf("the lowered problem has faults:\n%s\n%s", faults.Text(), low.Text)
	}
	b.WriteString(objectLines(t, low.Objects))
	init := low.Text[strings.Index(low.Text, "(:init"):strings.Index(low.Text, "(:goal")]
	goal := low.Text[strings.Index(low.Text, "(:goal"):strings.Index(low.Text, "(:metric")]
	fmt.Fprintf(&b, "%s\n%s\n", strings.Join(strings.Fields(init), " "), strings.Join(strings.Fields(goal), " "))
	return b.String()
}
