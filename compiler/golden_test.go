package compiler

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/domain"
	"genplanx/domain/assistant"
	"genplanx/pddl/diag"
)

var update = flag.Bool("update", false, "rewrite golden files")

func office(t testing.TB) *domain.Pack {
	t.Helper()
	pack, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// TestGolden decodes and lowers the answers in testdata: an archive holds the
// answer, and then what came of it: the objects and PDDL, or the diagnostics.
func TestGolden(t *testing.T) {
	pack := office(t)
	files, err := filepath.Glob("testdata/paper/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.ToSlash(file[len("testdata/paper/"):]), ".txt"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Files) == 0 || a.Files[0].Name != "answer" {
				t.Fatal("the first file of a case is its answer")
			}
			got := &txtar.Archive{Comment: a.Comment, Files: a.Files[:1]}
			got.Files = append(got.Files, outcome(t, strings.TrimSuffix(string(a.Files[0].Data), "\n"), pack)...)
			text := txtar.Format(got)
			if *update {
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(a)), string(text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func outcome(t *testing.T, answer string, pack *domain.Pack) []txtar.File {
	p, list := Decode(answer, pack)
	var files []txtar.File
	if len(list) > 0 {
		files = append(files, txtar.File{Name: "diagnostics", Data: []byte(messages(list))})
	}
	if p == nil {
		return files
	}
	if len(p.Asks) > 0 {
		return append(files, txtar.File{Name: "asks", Data: []byte(strings.Join(p.Asks, "\n") + "\n")})
	}
	low, faults := Lower(p, pack)
	if len(faults.Errors()) > 0 {
		t.Errorf("the lowered problem has faults:\n%s\n%s", faults.Text(), low.Text)
	}
	again, _ := Lower(p, pack)
	if again.Text != low.Text {
		t.Error("lowering twice gives two texts")
	}
	return append(files,
		txtar.File{Name: "objects", Data: []byte(objectLines(t, low.Objects))},
		txtar.File{Name: "pddl", Data: []byte(low.Text)})
}

// messages renders diagnostics without source lines, which repeat the answer.
func messages(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s %s: %s: %s\n", d.Severity, d.Code, d.Path, d.Message)
		if d.Hint != "" {
			b.WriteString("  " + d.Hint + "\n")
		}
	}
	return b.String()
}

func objectLines(t *testing.T, objects []Object) string {
	var b strings.Builder
	for _, o := range objects {
		value, err := json.Marshal(o.Value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s - %s = %s", o.Name, o.Type, value)
		if len(o.Attrs) > 0 {
			attrs, err := json.Marshal(o.Attrs)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, " %s", attrs)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
