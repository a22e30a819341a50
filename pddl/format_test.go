package pddl

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestFormat formats the file "in" of each archive and compares with "want".
func TestFormat(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "format", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, faults := Format(name, fileOf(archive, "in"))
			if faults.HasErrors() {
				t.Fatal(faults.Text())
			}
			checkFormat(t, fileOf(archive, "in"))
			if *update {
				archive.Files = append(without(archive.Files, "want"), txtar.File{Name: "want", Data: got})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(fileOf(archive, "want")), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFormatRefusesBrokenText(t *testing.T) {
	for _, text := range []string{"(define (domain d)", "(define (domain d)))", `(define (domain "d"))`} {
		out, faults := Format("broken", []byte(text))
		if out != nil || !faults.HasErrors() {
			t.Errorf("Format(%q) = %q, %v", text, out, faults)
		}
	}
}

func TestIPCFormat(t *testing.T) {
	for _, task := range ipcTasks(t) {
		t.Run(filepath.Base(filepath.Dir(task.problem))+"/"+filepath.Base(task.problem), func(t *testing.T) {
			t.Parallel()
			checkFormat(t, readFile(t, task.domain))
			checkFormat(t, readFile(t, task.problem))
		})
	}
}

// checkFormat asserts that formatting is idempotent and keeps tree and comments.
func checkFormat(t fatalizer, text []byte) {
	t.Helper()
	out, faults := Format("text", text)
	if faults.HasErrors() {
		if out != nil {
			t.Fatalf("bytes for broken text")
		}
		return
	}
	again, faults := Format("formatted", out)
	if faults.HasErrors() {
		t.Fatalf("formatted text is broken:\n%s\n%s", faults.Text(), out)
	}
	if !bytes.Equal(out, again) {
		t.Fatalf("not idempotent:\n%s", cmp.Diff(string(out), string(again)))
	}
	if a, b := tokens(text), tokens(out); !slices.Equal(a, b) {
		t.Fatalf("tokens changed:\n%s", cmp.Diff(a, b))
	}
}

// tokens returns all tokens and comments of a text: the same tokens make the
// same tree.
func tokens(text []byte) []string {
	s := scanner{text: string(text), at: bomLength(string(text))}
	var out []string
	for {
		kind, start := s.scan()
		if kind == -1 {
			return out
		}
		out = append(out, s.text[start:s.at])
	}
}
