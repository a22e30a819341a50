package data

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"genplanx/actions"
	"genplanx/actions/table"
)

// workspace opens a workspace with the given files.
func workspace(t testing.TB, files map[string]string) *actions.Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := actions.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return ws
}

// dump writes a table with its kinds, a cell as [table.Format] does.
func dump(t *table.Table) string {
	var b strings.Builder
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(" | ")
		}
		b.WriteString(c.Name + ":" + c.Kind.String())
	}
	b.WriteString("\n")
	for r := range t.Rows() {
		for i, c := range t.Columns {
			if i > 0 {
				b.WriteString(" | ")
			}
			if c.Cells[r] == nil {
				b.WriteString("-")
				continue
			}
			b.WriteString(table.Format(c.Cells[r]))
		}
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString("note: " + n + "\n")
	}
	return b.String()
}

// Each archive in testdata/csv holds the file in.csv, perhaps transformed as its
// comment says (bom, utf16le, latin1, crlf), and the table or the error it gives.
func TestReadCSV(t *testing.T) {
	paths, err := filepath.Glob("testdata/csv/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			content := transform(t, a.Files[0].Data, strings.Fields(string(a.Comment)))
			ws := workspace(t, map[string]string{a.Files[0].Name: string(content)})
			got := outcome(Read(t.Context(), ws, a.Files[0].Name, Part{}))
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(p, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func outcome(tb *table.Table, err error) string {
	if err != nil {
		return "error: " + err.Error() + "\nhint: " + actions.HintOf(err) + "\n"
	}
	return dump(tb)
}

func transform(t *testing.T, content []byte, how []string) []byte {
	t.Helper()
	for _, h := range how {
		switch h {
		case "bom":
			content = append([]byte("\xef\xbb\xbf"), content...)
		case "utf16le":
			wide := []byte{}
			for _, r := range string(content) {
				wide = append(wide, byte(r), byte(r>>8))
			}
			content = wide
		case "utf16bom":
			wide := []byte{0xfe, 0xff}
			for _, r := range string(content) {
				wide = append(wide, byte(r>>8), byte(r))
			}
			content = wide
		case "latin1":
			narrow := []byte{}
			for _, r := range string(content) {
				narrow = append(narrow, byte(r))
			}
			content = narrow
		case "crlf":
			content = bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n"))
		case "cr":
			content = bytes.ReplaceAll(content, []byte("\n"), []byte("\r"))
		case "tabs":
			content = bytes.ReplaceAll(content, []byte(" "), []byte("\t"))
		default:
			t.Fatalf("unknown transformation %q", h)
		}
	}
	return content
}
