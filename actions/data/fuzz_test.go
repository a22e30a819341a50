package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// Whatever the bytes, reading ends with a sound table or an error.
func FuzzReadCSV(f *testing.F) {
	paths, _ := filepath.Glob("testdata/csv/*.txtar")
	for _, p := range paths {
		if a, err := txtar.ParseFile(p); err == nil {
			f.Add(a.Files[0].Data)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		g, err := readText(t.Context(), content, false, standardLimits())
		if err != nil {
			return
		}
		tb, err := g.table()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.New(tb.Columns...); err != nil {
			t.Fatal(err)
		}
		tb.Preview(3)
	})
}

// Whatever the query, it is refused or runs: a translated expression must be SQL
// that the database accepts.
func FuzzQuery(f *testing.F) {
	content, err := os.ReadFile("testdata/query/expressions.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, q := range strings.Split(string(txtar.Parse(content).Files[1].Data), "\n") {
		f.Add(q)
	}
	frame := sample()
	db, err := loadFrame(f.Context(), frame)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.close() })
	e := engine{limits: limits{rows: 10_000, columns: 100, cells: 100_000}, time: queryTime}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := query.Translate(text, query.Frame{Name: "sales-frame", Columns: frame.Columns})
		if err != nil || s.Kinds == nil {
			return // refused, or SQL as it was written
		}
		if _, err := e.answer(t.Context(), db, "sales-frame", s); err != nil && !strings.Contains(err.Error(), "parser stack overflow") && !strings.Contains(err.Error(), "too large") {
			t.Errorf("%s\nbecame %s\n%v", text, s.SQL, err)
		}
	})
}
