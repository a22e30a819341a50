package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/actions/table"
)

// sample has a column of every kind, missing cells and text that needs quotes.
func sample() *table.Table {
	day := func(d int) time.Time { return time.Date(2024, 2, d, 0, 0, 0, 0, time.UTC) }
	return &table.Table{Columns: []table.Column{
		{Name: "id", Kind: table.Integer, Cells: []any{int64(1), int64(2), nil}},
		{Name: "Net value", Kind: table.Real, Cells: []any{0.1, nil, 12.0}},
		{Name: "when", Kind: table.DateTime, Cells: []any{day(28).Add(9*time.Hour + 30*time.Minute), day(29), nil}},
		{Name: "day", Kind: table.Date, Cells: []any{day(28), nil, day(29)}},
		{Name: "done", Kind: table.Bool, Cells: []any{true, false, nil}},
		{Name: "text", Kind: table.Text, Cells: []any{"a, \"b\"\nc", "007", "Zürich;"}},
	}}
}

func callOf(ws *actions.Workspace, args ...actions.Object) *actions.Call {
	return &actions.Call{Workspace: ws, Args: append([]actions.Object{{Name: "ai", Type: "ai-agent"}}, args...)}
}

func TestSaveAndReadAgain(t *testing.T) {
	for _, name := range []string{"out.csv", "out.tsv", "out.xlsx", "out.sqlite", "deep/er/out.db"} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(t, nil)
			action := SaveData()
			call := callOf(ws, actions.Object{Name: "dataframe1", Type: "dataframe", Value: sample()}, actions.Object{Name: "file1", Type: "data-file", Value: name})
			if got := action.Effects(call); len(got) != 1 || got[0].Verb != "create" || got[0].Target != name {
				t.Errorf("effects before: %+v", got)
			}
			res, err := action.Run(t.Context(), call)
			if err != nil {
				t.Fatal(err)
			}
			if want := "saved 3 rows, 6 columns into " + name; res.Summary != want {
				t.Errorf("summary %q, want %q", res.Summary, want)
			}
			if got := action.Effects(call); got[0].Verb != "replace" {
				t.Errorf("effects after: %+v", got)
			}
			wantTruth(t, action, call, actions.True)
			back, err := Read(t.Context(), ws, name, Part{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(dump(sample()), dump(back)); diff != "" {
				t.Errorf("(-saved +read)\n%s", diff)
			}
		})
	}
}

func wantTruth(t *testing.T, action actions.Action, call *actions.Call, want actions.Truth) {
	t.Helper()
	seen, err := action.Check(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) == 0 {
		t.Fatal("nothing was observed")
	}
	for _, o := range seen {
		if o.Truth != want {
			t.Errorf("%s%v is %d (%s), want %d", o.Predicate, o.Args, o.Truth, o.Note, want)
		}
	}
}

func TestSaveCheckSeesChanges(t *testing.T) {
	for name, spoil := range map[string]func(string) error{
		"gone":       os.Remove,
		"empty":      func(p string) error { return os.WriteFile(p, nil, 0o600) },
		"fewer rows": func(p string) error { return os.WriteFile(p, []byte("a,b\n1,2\n"), 0o600) },
		"other cell": func(p string) error { return os.WriteFile(p, []byte("a,b\n1,2\n3,5\n"), 0o600) },
		"other name": func(p string) error { return os.WriteFile(p, []byte("a,c\n1,2\n3,4\n"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(t, nil)
			frame, err := table.FromText([]string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, table.Options{})
			if err != nil {
				t.Fatal(err)
			}
			call := callOf(ws, actions.Object{Name: "d", Value: frame}, actions.Object{Name: "f", Value: "x.csv"})
			if _, err := SaveData().Run(t.Context(), call); err != nil {
				t.Fatal(err)
			}
			wantTruth(t, SaveData(), call, actions.True)
			if err := spoil(filepath.Join(ws.Dir(), "x.csv")); err != nil {
				t.Fatal(err)
			}
			wantTruth(t, SaveData(), call, actions.False)
		})
	}
}

func TestSaveRefuses(t *testing.T) {
	for _, tt := range []struct{ file, want, hint string }{
		{"out.pdf", `files ending in ".pdf" cannot be written`, ".xlsx"},
		{"out", "no extension", ".csv"},
		{"../out.csv", "outside the workspace", "inside the workspace"},
		{"/etc/out.csv", "outside the workspace", "inside the workspace"},
		{"folder.csv", "there is a folder of that name", "another"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			ws := workspace(t, map[string]string{"folder.csv/x": "x"})
			call := callOf(ws, actions.Object{Name: "d", Value: sample()}, actions.Object{Name: "f", Value: tt.file})
			_, err := SaveData().Run(t.Context(), call)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(actions.HintOf(err), tt.hint) {
				t.Errorf("got %v (hint %s)", err, actions.HintOf(err))
			}
			if err := SaveData().Preflight(t.Context(), call); err == nil {
				t.Error("the preflight sees nothing")
			}
		})
	}
}

// Whatever a frame holds, saving it must pass its own check.
func TestSaveCheckProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		frame := drawTable(rt)
		name := rapid.SampledFrom([]string{"x.csv", "x.tsv", "x.xlsx", "x.db"}).Draw(rt, "file")
		ws := workspace(t, nil)
		call := callOf(ws, actions.Object{Name: "d", Value: frame}, actions.Object{Name: "f", Value: name})
		if _, err := SaveData().Run(t.Context(), call); err != nil {
			rt.Fatal(err)
		}
		seen, err := SaveData().Check(t.Context(), call)
		if err != nil {
			rt.Fatal(err)
		}
		if seen[0].Truth != actions.True {
			rt.Fatal(seen[0].Note)
		}
	})
}

func drawTable(rt *rapid.T) *table.Table {
	rows := rapid.IntRange(0, 6).Draw(rt, "rows")
	width := rapid.IntRange(1, 4).Draw(rt, "width")
	frame := &table.Table{}
	for i := range width {
		kind := rapid.SampledFrom([]table.Kind{table.Text, table.Integer, table.Real, table.Bool, table.Date, table.DateTime}).Draw(rt, "kind")
		c := table.Column{Name: rapid.SampledFrom([]string{"col ", "a;b ", "x,y|z ", "sep=;", "\"q\" "}).Draw(rt, "name") + string(rune('a'+i)), Kind: kind}
		for range rows {
			c.Cells = append(c.Cells, drawCell(rt, kind))
		}
		frame.Columns = append(frame.Columns, c)
	}
	return frame
}

func drawCell(rt *rapid.T, kind table.Kind) any {
	if rapid.IntRange(0, 4).Draw(rt, "missing") == 0 {
		return nil
	}
	switch kind {
	case table.Integer:
		return rapid.Int64().Draw(rt, "integer")
	case table.Real:
		return rapid.Float64Range(-1e9, 1e9).Draw(rt, "real")
	case table.Bool:
		return rapid.Bool().Draw(rt, "bool")
	case table.Date, table.DateTime:
		at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(-20000, 20000).Draw(rt, "day"))
		if kind == table.DateTime {
			at = at.Add(time.Duration(rapid.IntRange(0, 86399).Draw(rt, "second")) * time.Second)
		}
		return at
	}
	return rapid.StringMatching(`[a-zA-ZäŁ0-9 ,;"'%\n=.-]{1,12}[a-z]`).Draw(rt, "text")
}
