package data

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/actions/table"
)

// database writes a database file made by SQL statements.
func database(t testing.TB, statements ...string) *actions.Workspace {
	t.Helper()
	db, err := openMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	content, err := db.content()
	if err = errors.Join(err, db.close()); err != nil {
		t.Fatal(err)
	}
	return workspace(t, map[string]string{"db1.sqlite": string(content)})
}

func TestReadSQLite(t *testing.T) {
	two := []string{"CREATE TABLE a (x)", "CREATE TABLE b (y INTEGER)", "INSERT INTO b VALUES (1)"}
	for _, tt := range []struct {
		name       string
		statements []string
		part       Part
		want       string
	}{
		{"kinds", []string{
			"CREATE TABLE t (i INTEGER, r REAL, b BOOLEAN, d DATE, m DATETIME, s TEXT, iso TEXT, mixed, none INT)",
			"INSERT INTO t VALUES (1, 2, 1, '2024-05-03', '2024-05-03 10:30:00', '007', '2024-01-02', 1, NULL)",
			"INSERT INTO t VALUES (NULL, 2.5, 0, NULL, '2024-05-04T00:00:00', NULL, '2024-01-03', 'x', NULL)",
		}, Part{}, "i:integer | r:real | b:boolean | d:date | m:date-time | s:text | iso:date | mixed:text | none:integer\n" +
			"1 | 2 | TRUE | 2024-05-03 | 2024-05-03 10:30 | 007 | 2024-01-02 | 1 | -\n- | 2.5 | FALSE | - | 2024-05-04 | - | 2024-01-03 | x | -\n"},
		{"which table", two, Part{}, "y:integer\n1\nnote: table b of 2 tables: a, b\n"},
		{"named table", two, Part{Table: "B"}, "y:integer\n1\n"},
		{"unknown table", two, Part{Table: "c"}, "error: reading data from \"db1.sqlite\": no table \"c\"\nhint: the database has the tables \"a\", \"b\"\n"},
		{"view", []string{"CREATE TABLE a (x)", "INSERT INTO a VALUES (3)", "CREATE VIEW v AS SELECT x + 1 AS z FROM a"}, Part{Table: "v"}, "z:integer\n4\n"},
		{"odd names", []string{`CREATE TABLE "a ""b" ("c ""d" INT)`, `INSERT INTO "a ""b" VALUES (1)`}, Part{}, "c \"d:integer\n1\n"},
		{"no tables", []string{"CREATE TABLE a (x)", "DROP TABLE a"}, Part{}, "error: reading data from \"db1.sqlite\": the database has no tables\nhint: check that it is the right file\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ws := database(t, tt.statements...)
			if diff := cmp.Diff(tt.want, outcome(Read(t.Context(), ws, "db1.sqlite", tt.part))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestDamagedDatabases(t *testing.T) {
	ws := database(t, "CREATE TABLE t (i INTEGER, s TEXT)", "INSERT INTO t VALUES (1, 'x')")
	content, err := os.ReadFile(filepath.Join(ws.Dir(), "db1.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := readSQLite(t.Context(), content, "", standardLimits())
	if err != nil {
		t.Fatal(err)
	}
	logged := append([]byte{}, content...)
	logged[18], logged[19] = 2, 2
	g, err := readSQLite(t.Context(), logged, "", standardLimits())
	if err != nil || dump(g.typed) != dump(plain.typed) {
		t.Errorf("with a write-ahead log: %v", err)
	}
	for name, damaged := range map[string][]byte{
		"header only": content[:100],
		"cut off":     content[:len(content)/2],
		"zeros":       append(append([]byte{}, content[:100]...), make([]byte, len(content)-100)...),
	} {
		if _, err := readSQLite(t.Context(), damaged, "", standardLimits()); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
	for at := 16; at < len(content); at += 61 {
		damaged := append([]byte{}, content...)
		damaged[at] ^= 0xff
		_, _ = readSQLite(t.Context(), damaged, "", standardLimits()) // may work, must return
	}
}

// Queries cannot run for ages, fill the memory, write, or reach other files.
func TestQueryGuards(t *testing.T) {
	frame, err := table.FromText([]string{"a"}, [][]string{{"1"}, {"2"}}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine{limits: limits{rows: 1000, columns: 50, cells: 50_000}, time: 400 * time.Millisecond}
	for _, tt := range []struct{ name, query, want string }{
		{"endless rows", "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT n FROM x", "more than 1000 rows"},
		{"endless count", "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT count(*) FROM x", "longer than 400ms"},
		{"cross joins", "SELECT count(*) FROM df a, df b, df c, df d, df e, df f, df g, df h, df i, df j, df k, df l, df m, df n, df o, df p, df q, df r, df s, df t, df u, df v, df w, df x, df y, df z, df aa, df bb, df cc, df dd, df ee, df ff", "longer than 400ms"},
		{"huge text", "SELECT printf('%.*c', 1000000000, 'x')", "too big"},
		{"huge blob", "SELECT zeroblob(1000000000)", "too big"},
		{"extension", "SELECT load_extension('x')", "not authorized"},
		{"file", "SELECT readfile('/etc/passwd')", "no such function"},
		{"many columns", "SELECT " + strings.Repeat("1,", 60) + "1", "more than 50 columns"},
		{"deep brackets", strings.Repeat("(", 5000) + "a" + strings.Repeat(")", 5000), "nested"},
		{"many terms", "a = 1" + strings.Repeat(" or a = 1", 5000), "isin"},
		{"many calls", "df" + strings.Repeat(".head(1)", 299), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			began := time.Now()
			_, err := e.once(t.Context(), frame, "d", tt.query)
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	// After a refused query the optimized engine still answers.
	x := &indexed{engine: e}
	if _, err := x.ask(t.Context(), frame, "d", "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT count(*) FROM x"); err == nil {
		t.Error("it was answered")
	}
	if got := outcome(x.ask(t.Context(), frame, "d", "a > 1")); got != "a:integer\n2\n" {
		t.Error(got)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.once(cancelled, frame, "d", "a"); err == nil {
		t.Error("a cancelled query was answered")
	}
}

// The database itself refuses to write, whatever gets past the check of the text.
func TestDatabaseIsReadOnly(t *testing.T) {
	db, err := loadFrame(t.Context(), sample())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.close() }()
	if err := db.guard(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"DELETE FROM df", "CREATE TABLE x (a)", "WITH x AS (SELECT 1) INSERT INTO df (id) SELECT * FROM x", "ATTACH ':memory:' AS y", "DROP TABLE df"} {
		if _, err := db.conn.ExecContext(t.Context(), s); err == nil {
			t.Errorf("%s works", s)
		}
	}
}
