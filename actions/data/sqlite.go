package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"genplanx/actions/table"
)

// readSQLite reads one table or view of a database file. The file is loaded into
// memory first, so that it is neither locked nor changed.
func readSQLite(ctx context.Context, content []byte, name string, l limits) (*grid, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	db, err := openMemory(ctx)
	if err != nil {
		return nil, err
	}
	g, err := db.readTable(ctx, content, name, l)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("it takes too long to read: %w", err)
	}
	return g, errors.Join(err, db.close())
}

// memory is one in-memory database on one connection.
type memory struct {
	pool *sql.DB
	conn *sql.Conn
}

func openMemory(ctx context.Context) (*memory, error) {
	pool, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("opening an in-memory database: %w", err)
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening an in-memory database: %w", err), pool.Close())
	}
	return &memory{pool: pool, conn: conn}, nil
}

func (m *memory) close() error { return errors.Join(m.conn.Close(), m.pool.Close()) }

// guard makes the database read-only and bounds what a query can use: no second
// database, no value over 16 MB.
func (m *memory) guard(ctx context.Context) error {
	for id, value := range map[int]int{
		sqlite3.SQLITE_LIMIT_ATTACHED:   0,
		sqlite3.SQLITE_LIMIT_LENGTH:     16 << 20,
		sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 20,
		sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 500,
	} {
		if _, err := sqlite.Limit(m.conn, id, value); err != nil {
			return fmt.Errorf("limiting a query: %w", err)
		}
	}
	for _, pragma := range []string{"trusted_schema=OFF", "query_only=ON"} {
		if _, err := m.conn.ExecContext(ctx, "PRAGMA "+pragma); err != nil {
			return fmt.Errorf("making the database read-only: %w", err)
		}
	}
	return nil
}

// load replaces the database by the contents of a file.
func (m *memory) load(content []byte) error {
	// Bytes 18 and 19 say that changes are kept in a second file (write-ahead
	// log). There is none in memory; 1 means a plain database (file format, 1.3).
	plain := append([]byte{}, content...)
	if len(plain) > 19 && plain[18] == 2 && plain[19] == 2 {
		plain[18], plain[19] = 1, 1
	}
	return m.conn.Raw(func(c any) error {
		d, ok := c.(interface{ Deserialize([]byte) error })
		if !ok {
			return errors.New("the SQLite driver cannot load a file")
		}
		return d.Deserialize(plain)
	})
}

func (m *memory) readTable(ctx context.Context, content []byte, name string, l limits) (*grid, error) {
	if err := m.load(content); err != nil {
		return nil, damagedDatabase(err)
	}
	if err := m.guard(ctx); err != nil {
		return nil, err
	}
	tables, err := m.tables(ctx)
	if err != nil {
		return nil, damagedDatabase(err)
	}
	candidates, err := chooseTable(tables, name)
	if err != nil {
		return nil, err
	}
	var t *table.Table
	for i, found := range candidates {
		if t, err = m.query(ctx, "SELECT * FROM "+quoteName(found), l); err != nil {
			return nil, damagedDatabase(fmt.Errorf("table %q: %w", found, err))
		}
		if t.Rows() > 0 || i == len(candidates)-1 {
			if len(candidates) > 1 {
				t.Notes = append(t.Notes, partNote("table", found, candidates))
			}
			break
		}
	}
	return &grid{names: t.Names(), typed: t}, nil
}

func damagedDatabase(err error) error {
	return hinted(fmt.Errorf("the database cannot be read: %w", err), "check that the file is a complete SQLite database")
}

func (m *memory) tables(ctx context.Context) (names []string, err error) {
	rows, err := m.conn.QueryContext(ctx, "SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// chooseTable returns the table with the name, or for no name all: the first one
// that has rows is meant.
func chooseTable(tables []string, name string) ([]string, error) {
	switch {
	case len(tables) == 0:
		return nil, hinted(errors.New("the database has no tables"), "check that it is the right file")
	case name == "":
		return tables, nil
	}
	for _, t := range tables {
		if strings.EqualFold(t, name) {
			return []string{t}, nil
		}
	}
	return nil, hinted(fmt.Errorf("no table %q", name), "the database has the tables "+quoted(tables))
}

// quoteName writes a name as an SQL identifier.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// query runs one SELECT and takes its result as a table.
func (m *memory) query(ctx context.Context, text string, l limits, args ...any) (t *table.Table, err error) {
	rows, err := m.conn.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	results := make([]result, len(types))
	cells, scan := make([]any, len(types)), make([]any, len(types))
	for i, ct := range types {
		results[i] = result{name: ct.Name(), declared: strings.ToUpper(ct.DatabaseTypeName())}
		scan[i] = &cells[i]
	}
	for n := 1; rows.Next(); n++ {
		if err := l.check(n, len(types)); err != nil {
			return nil, err
		}
		if err := rows.Scan(scan...); err != nil {
			return nil, err
		}
		for i, cell := range cells {
			results[i].cells = append(results[i].cells, cell)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return resultTable(results)
}

func resultTable(results []result) (*table.Table, error) {
	t := &table.Table{}
	used := map[string]bool{}
	for _, r := range results {
		name := r.name
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s_%d", r.name, n)
		}
		used[name] = true
		t.Columns = append(t.Columns, r.column(name))
	}
	return table.New(t.Columns...)
}
