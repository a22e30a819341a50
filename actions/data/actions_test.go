package data

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/actions/table"
)

const annual = "year,Global_pos,balance\n2021,80,190\n2022,100,200\n"

// object makes an argument; a nil value means none yet.
func object(name, kind string, value any) actions.Object {
	return actions.Object{Name: name, Type: kind, Value: value}
}

func TestReadDataAction(t *testing.T) {
	ws := workspace(t, map[string]string{"genplanx/annual-report.csv": annual})
	call := callOf(ws, object("dataframe1", "dataframe", nil), object("database1", "data-file", "./genplanx/annual-report.csv"))
	call.Lookup = func(name string) (actions.Object, bool) { return actions.Object{}, name == "balance-column" }
	action := ReadData()
	if got, want := action.Describe(call), "read data from file ./genplanx/annual-report.csv into dataframe1"; got != want {
		t.Errorf("described as %q", got)
	}
	if err := action.Preflight(t.Context(), call); err != nil {
		t.Error(err)
	}
	wantTruth(t, action, call, actions.False)
	res, err := action.Run(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	wantObjects := []actions.Object{object("year-column", "column", "year"), object("global-pos-column", "column", "Global_pos")}
	if diff := cmp.Diff(wantObjects, res.Objects); diff != "" {
		t.Errorf("objects (-want +got)\n%s", diff)
	}
	if got, want := res.Summary, "read 2 rows, 3 columns from genplanx/annual-report.csv"; got != want {
		t.Errorf("summary %q", got)
	}
	call.Args[1].Value = res.Values["dataframe1"]
	wantTruth(t, action, call, actions.True)
	if err := os.WriteFile(filepath.Join(ws.Dir(), "genplanx/annual-report.csv"), []byte("year,other\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantTruth(t, action, call, actions.False)
}

func TestColumnObjectNames(t *testing.T) {
	for text, want := range map[string]string{
		"balance": "balance", "Net_value": "net-value", "Rate %": "rate", "is recurring": "is-recurring", "2024": "c-2024", "€": "c", "a  b": "a-b", "Ärzte": "rzte",
	} {
		if got := objectName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestResolve(t *testing.T) {
	files := map[string]string{"db1.csv": "a\nx\n", "db2.csv": "a\nx\n", "db2.xlsx": "x", "Db3.csv": "a\nx\n", "sub/annual.csv": "a\nx\n", "notes.md": "x", "dir.csv/x": "x", ".hidden.csv": "x"}
	for _, tt := range []struct{ kind, value, want string }{
		{"database", "db1", "db1.csv"},
		{"database", "db1.csv", "db1.csv"},
		{"database", "DB1", "db1.csv"},
		{"database", "db3", "Db3.csv"},
		{"data-file", "./sub/annual.csv", "sub/annual.csv"},
		{"data-file", "sub/annual", "sub/annual.csv"},
		{"database", "", "object1.csv"},
		{"database", "db2", `several files fit "db2": db2.csv, db2.xlsx`},
		{"database", "db9", "no file for database db9; the workspace holds Db3.csv, db1.csv"},
		{"data-file", "annual.csv", `no file "annual.csv"; did you mean "sub/annual.csv"?`},
		{"data-file", "../x.csv", "outside the workspace"},
		{"data-file", "dir.csv", "it is a folder"},
		{"data-file", "sub", "no file for data-file sub"},
	} {
		t.Run(tt.value, func(t *testing.T) {
			ws := workspace(t, files)
			if tt.value == "" {
				ws = workspace(t, map[string]string{"object1.csv": "a\nx\n"})
			}
			got, err := Resolve(ws, object("object1", tt.kind, tt.value))
			if err != nil {
				got = err.Error()
				if actions.HintOf(err) == "" {
					t.Error("no hint")
				}
			}
			if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	many := map[string]string{"staff.csv": "a\nx\n", "zsales.csv": "a\nx\n"}
	for i := range 20 {
		many[fmt.Sprintf("f%02d.csv", i)] = "a\nx\n"
	}
	for name, want := range map[string]string{
		"STAF.CSV": `did you mean "staff.csv"?`, "zslaes.csv": `did you mean "zsales.csv"?`, "quite other.csv": "f11.csv and 10 more", "STAFF.xlsx": `did you mean "staff.csv"?`,
	} {
		if _, err := Resolve(workspace(t, many), object("object1", "data-file", name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := Resolve(workspace(t, nil), object("db1", "database", "db1")); err == nil || !strings.Contains(err.Error(), "the workspace holds no data files") {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, content, want string }{
		{"a.csv", "", "the file is empty"},
		{"a.xlsx", "PK\x03\x04broken", "the workbook is damaged"},
		{"a.csv", "PK\x03\x04broken", "it is an Excel workbook, not text"},
		{"a.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old or encrypted"},
		{"a.csv", "%PDF-1.4", "PDF document"},
		{"a.db", "SQLite format 3\x00", "the database cannot be read"},
		{"a.db", "text", "damaged or not an SQLite database"},
		{"a.csv", "a\x00b,c\n1,2\n", "not a text file"},
	} {
		t.Run(tt.name+" "+tt.want, func(t *testing.T) {
			ws := workspace(t, map[string]string{tt.name: tt.content})
			_, err := Read(t.Context(), ws, tt.name, Part{})
			if err == nil || !strings.Contains(err.Error(), tt.want) || actions.HintOf(err) == "" {
				t.Errorf("got %v (hint %q)", err, actions.HintOf(err))
			}
			call := callOf(ws, object("d", "dataframe", nil), object("f", "data-file", tt.name))
			if err := ReadData().Preflight(t.Context(), call); err == nil {
				t.Error("the preflight sees nothing")
			}
		})
	}
}

func TestLimits(t *testing.T) {
	small := limits{bytes: 100, rows: 5, columns: 3, cells: 12}
	for _, tt := range []struct{ name, content, want string }{
		{"bytes", strings.Repeat("abc\n", 30), "the limit is 0 MB"},
		{"rows", "a\n" + strings.Repeat("x\n", 6), "more than 5 rows"},
		{"columns", "a,b,c,d\n1,2,3,4\n", "more than 3 columns"},
		{"cells", "a,b,c\n" + strings.Repeat("1,2,x\n", 4), "more than 12 cells"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ws := workspace(t, map[string]string{"a.csv": tt.content})
			_, err := readGrid(t.Context(), ws, "a.csv", Part{}, small)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSources(t *testing.T) {
	long := "name,n\n" + strings.Repeat("\"two\nlines\",1\n", 20_000)
	ws := workspace(t, map[string]string{"b.csv": annual, "a/x.tsv": "p\tq\n1\t2\n", "bad.csv": "1,2\n", "long.csv": long, "notes.md": "x", ".git/x.csv": annual})
	var got strings.Builder
	for _, s := range Sources(t.Context(), ws) {
		got.WriteString(s.Path)
		for _, c := range s.Columns {
			got.WriteString(" " + c.Name + ":" + c.Kind.String())
			if c.Cells != nil {
				t.Error("a schema has cells")
			}
		}
		if s.Err != nil {
			got.WriteString(" error")
		}
		got.WriteString("\n")
	}
	want := "a/x.tsv p:integer q:integer\nb.csv year:integer Global_pos:integer balance:integer\nbad.csv error\nlong.csv name:text n:integer\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The second part of the paper's example A1 on the table of its figure 16: four
// appointments in 2024 lie between 8 and 11, one recurs.
func TestPaperExampleA1(t *testing.T) {
	content, err := os.ReadFile("testdata/apps.csv")
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace(t, map[string]string{"apps.csv": string(content)})
	all, err := Read(t.Context(), ws, "apps.csv", Part{})
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := all.Column("start"); c.Kind != table.DateTime {
		t.Errorf("start is %s", c.Kind)
	}
	frames := map[string]*table.Table{"dataframe1": all}
	query := func(action actions.Action, q, from, into, described string) {
		t.Helper()
		call := callOf(ws, object("query1", "query", q), object(from, "dataframe", frames[from]), object(into, "dataframe", nil))
		if got := action.Describe(call); got != described {
			t.Errorf("described as %q", got)
		}
		if err := action.Preflight(t.Context(), call); err != nil {
			t.Error(err)
		}
		wantTruth(t, action, call, actions.False)
		res, err := action.Run(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		frames[into] = res.Values[into].(*table.Table)
		call.Args[3].Value = frames[into]
		wantTruth(t, action, call, actions.True)
	}
	for name, action := range map[string]actions.Action{"plain": QueryData(), "basic": QueryDataBasic(), "optimized": QueryDataOptimized()} {
		t.Run(name, func(t *testing.T) {
			query(action, "df[(df['year'] == 2024)]", "dataframe1", "filtered-2024-dataframe", "query database using df[(df['year'] == 2024)] from dataframe1 into filtered-2024-dataframe")
			query(action, "df[(df['hour'] >= 8) & (df['hour'] <= 11)]", "filtered-2024-dataframe", "filtered-time-dataframe", "query database using df[(df['hour'] >= 8) & (df['hour'] <= 11)] from filtered-2024-dataframe into filtered-time-dataframe")
			query(action, "df[df['isrecurring'] == True]", "filtered-2024-dataframe", "filtered-recurring-dataframe", "query database using df[df['isrecurring'] == True] from filtered-2024-dataframe into filtered-recurring-dataframe")
			for frame, want := range map[string]int64{"filtered-time-dataframe": 4, "filtered-recurring-dataframe": 1} {
				got := extracted(t, object("counts", "count", int64(0)), frames[frame])
				if got != want {
					t.Errorf("%s: %v, want %d", frame, got, want)
				}
			}
		})
	}
}

// extracted runs extract-data and its check.
func extracted(t *testing.T, kind actions.Object, frame *table.Table) any {
	t.Helper()
	call := callOf(nil, object("contents1", "data-contents", nil), kind, object("dataframe1", "dataframe", frame))
	wantTruth(t, ExtractData(), call, actions.False)
	res, err := ExtractData().Run(t.Context(), call)
	if err != nil {
		return err.Error()
	}
	call.Args[1].Value = res.Values["contents1"]
	wantTruth(t, ExtractData(), call, actions.True)
	if got, want := ExtractData().Describe(call), "extract contents contents1 from data dataframe1"; got != want {
		t.Errorf("described as %q", got)
	}
	return res.Values["contents1"]
}

func TestExtractData(t *testing.T) {
	column := func(name string, kind table.Kind, cells ...any) *table.Table {
		return &table.Table{Columns: []table.Column{{Name: name, Kind: kind, Cells: cells}}}
	}
	wide := &table.Table{Columns: []table.Column{{Name: "a", Kind: table.Text, Cells: []any{"x"}}, {Name: "B b", Kind: table.Real, Cells: []any{2.5}}}}
	withColumn := func(kind, name string) actions.Object {
		return actions.Object{Name: "k", Type: kind, Attrs: map[string]any{"column": name}}
	}
	for _, tt := range []struct {
		name  string
		kind  actions.Object
		frame *table.Table
		want  any
	}{
		{"count", object("k", "count", nil), column("a", table.Integer, int64(1), nil), int64(2)},
		{"value", object("k", "value", nil), column("a", table.Text, "x"), "x"},
		{"date", object("k", "value", nil), column("a", table.Date, sample().Columns[3].Cells[0]), "2024-02-28"},
		{"value of an unknown column", withColumn("value", "B c"), wide, `extracting the value of dataframe1: no column "B c"; did you mean "B b"? columns: a, B b`},
		{"value of a column in other case", withColumn("value", "b b"), wide, 2.5},
		{"which column", object("k", "value", nil), wide, "extracting the value of dataframe1: it has 2 columns: a, B b"},
		{"several rows", object("k", "value", nil), column("a", table.Integer, int64(1), int64(2)), "extracting the value of dataframe1: it has 2 rows, expected 1"},
		{"missing", object("k", "value", nil), column("a", table.Integer, nil), "extracting the value of dataframe1: no row that matches has a value"},
		{"no row", object("k", "value", nil), column("a", table.Integer), "extracting the value of dataframe1: no row matches"},
		{"unknown kind", object("k", "data", nil), wide, `extracting the data of dataframe1: "data" is no kind of contents`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := extracted(t, tt.kind, tt.frame); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	counts, ok := extracted(t, object("k", "value-counts", nil), column("it's \"x\" \\", table.Text, "p", "q", nil, "q")).(*table.Table)
	if !ok || dump(counts) != "it's \"x\" \\:text | count:integer\nq | 2\np | 1\n" {
		t.Errorf("value counts: %v", counts)
	}
}

func TestSelections(t *testing.T) {
	frame, err := table.FromText([]string{"year", "balance", "Sector"}, [][]string{{"2021", "190", "Tech"}, {"2022", "200", "Pharma"}, {"2023", "250", "Tech"}}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name      string
		selection map[string]any
		words     string
		want      string
	}{
		{"all parts", map[string]any{"filter": "Sector = 'Tech'", "order": "balance desc", "limit": 1.0, "columns": []any{"year"}}, "rows where Sector = 'Tech', ordered by balance desc, at most 1, columns [year]", "year:integer\n2023\n"},
		{"frame condition", map[string]any{"filter": "df['year'] > 2021", "columns": "Balance, year"}, "rows where df['year'] > 2021, columns Balance, year", "balance:integer | year:integer\n200 | 2022\n250 | 2023\n"},
		{"frame expression", map[string]any{"filter": "df[df['year'] > 2021].head(1)", "columns": "year"}, "", "year:integer\n2022\n"},
		{"where", map[string]any{"filter": "where year = 2021", "columns": "year"}, "", "year:integer\n2021\n"},
		{"several orders", map[string]any{"order": []any{"Sector", "year desc"}, "columns": "year"}, "", "year:integer\n2022\n2023\n2021\n"},
		{"nothing", map[string]any{"columns": "year"}, "columns year", "year:integer\n2021\n2022\n2023\n"},
		{"unknown key", map[string]any{"filters": "x"}, "", "error: in the selection"},
		{"unknown column", map[string]any{"order": "balanse desc"}, "", `did you mean "balance"?`},
		{"bad limit", map[string]any{"limit": 1.5}, "", "not a whole number"},
		{"no condition", map[string]any{"filter": "year"}, "", "is not a condition"},
		{"SQL", map[string]any{"filter": "1 = 1; DROP TABLE df"}, "", "unexpected ';'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := outcome(newEngine().once(t.Context(), frame, "d", tt.selection))
			if got != tt.want && (!strings.HasPrefix(got, "error: ") || !strings.Contains(got, strings.TrimPrefix(tt.want, "error: in the selection"))) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if words := queryText(object("q", "query", tt.selection)); tt.words != "" && words != tt.words {
				t.Errorf("shown as %q", words)
			}
		})
	}
}

func TestQueryRefuses(t *testing.T) {
	ws := workspace(t, nil)
	frame := object("dataframe1", "dataframe", sample())
	for _, tt := range []struct {
		name  string
		query any
		frame actions.Object
		want  string
	}{
		{"no query", nil, frame, "the query is empty"},
		{"wrong value", 3, frame, "a query is a text or a selection, found int"},
		{"blank", "  ", frame, "the query is empty"},
		{"no frame", "df", object("dataframe1", "dataframe", nil), "it has no value yet"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := callOf(ws, object("query1", "query", tt.query), tt.frame, object("r", "dataframe", nil))
			for _, action := range []actions.Action{QueryDataBasic(), QueryDataOptimized()} {
				if _, err := action.Run(t.Context(), call); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

// Names that differ in letter case only, and a column called like SQLite's row
// number, are kept apart.
func TestAwkwardNames(t *testing.T) {
	frame := &table.Table{Columns: []table.Column{
		{Name: "a", Kind: table.Integer, Cells: []any{int64(2), int64(1)}},
		{Name: "A", Kind: table.Integer, Cells: []any{int64(3), int64(4)}},
		{Name: "rowid", Kind: table.Text, Cells: []any{"x", "y"}},
		{Name: "data", Kind: table.Text, Cells: []any{"p", "q"}},
	}}
	for query, want := range map[string]string{
		"df[df['A'] == 4]":     "a:integer | A:integer | rowid:text | data:text\n1 | 4 | y | q\n",
		"df[['A', 'a']]":       "A:integer | a:integer\n3 | 2\n4 | 1\n",
		"df['rowid']":          "rowid:text\nx\ny\n",
		"df['data']":           "data:text\np\nq\n",
		"df.tail(1)['a']":      "a:integer\n1\n",
		"SELECT A_2 FROM df":   "A_2:integer\n3\n4\n",
		"df.sort_values('a')":  "a:integer | A:integer | rowid:text | data:text\n1 | 4 | y | q\n2 | 3 | x | p\n",
		"df.groupby('a').size": "error",
	} {
		got := outcome(newEngine().once(t.Context(), frame, "d", query))
		if got != want && !(want == "error" && strings.HasPrefix(got, "error")) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
