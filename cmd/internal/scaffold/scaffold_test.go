package scaffold

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"genplanx/pddl"
)

// checkout copies the files of the project that a new action changes.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{modelFile, handlersFile, phrasesFile} {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestWrite(t *testing.T) {
	root := checkout(t)
	files, err := Write(root, Action{Name: "archive-file", Area: "archive", Params: []string{"?f - file", "?t - text"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 5 {
		t.Errorf("wrote %v", files)
	}
	contents := map[string]string{}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		contents[name] = string(text)
		if strings.HasSuffix(name, ".go") {
			if _, err := parser.ParseFile(token.NewFileSet(), name, text, 0); err != nil {
				t.Error(err)
			}
		}
	}
	d, faults := pddl.ReadDomain(modelFile, []byte(contents[modelFile]))
	if a := d.Action("archive-file"); faults.HasErrors() || a == nil || len(a.Params) != 3 {
		t.Errorf("the action is not in the model: %v", faults)
	}
	for name, want := range map[string]string{
		handlersFile: `"archive-file": archive.ArchiveFile(),`,
		phrasesFile:  `"done-archive-file":`,
		"domain/assistant/intents/80-archive-file.txt": "(done-archive-file file-f text-t)",
		"actions/archive/archive_file.go":              "// Package archive",
	} {
		if !strings.Contains(contents[name], want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
	if !strings.Contains(contents[handlersFile], `"genplanx/actions/archive"`) {
		t.Error("handlers.go does not import the area")
	}
}

func TestWriteNothing(t *testing.T) {
	for _, c := range []struct {
		name   string
		action Action
	}{
		{"it exists", Action{"read-data", "data", []string{"?f - file"}}},
		{"unknown type", Action{"archive-file", "file", []string{"?f - fil"}}},
		{"no parameters", Action{"archive-file", "file", nil}},
		{"bad parameter", Action{"archive-file", "file", []string{"f file"}}},
		{"bad name", Action{"Archive File", "file", []string{"?f - file"}}},
		{"area outside", Action{"archive-file", "../x", []string{"?f - file"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := checkout(t)
			before, err := os.ReadFile(filepath.Join(root, modelFile))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Write(root, c.action); err == nil {
				t.Fatal("no error")
			}
			after, err := os.ReadFile(filepath.Join(root, modelFile))
			if err != nil || string(after) != string(before) {
				t.Error("the model was changed")
			}
			if _, err := os.Stat(filepath.Join(root, "actions")); err == nil {
				t.Error("a Go file was written")
			}
		})
	}
	if _, err := Write(t.TempDir(), Action{"archive-file", "file", []string{"?f - file"}}); !errors.Is(err, ErrNotCheckout) {
		t.Errorf("got %v", err)
	}
}
