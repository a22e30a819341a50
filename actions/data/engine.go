package data

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"genplanx/actions"
	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// queryTime bounds one query; it is generous for two million rows.
const queryTime = 30 * time.Second

// engine runs queries over tables. Results are the same for all engines; what
// differs is how much is kept between queries.
type engine struct {
	limits limits
	time   time.Duration
}

func newEngine() engine { return engine{limits: standardLimits(), time: queryTime} }

// once loads the table, scans it and forgets it.
func (e engine) once(ctx context.Context, t *table.Table, name string, q any) (*table.Table, error) {
	ctx, cancel := context.WithTimeout(ctx, e.time)
	defer cancel()
	statement, err := statementOf(q, query.Frame{Name: name, Columns: t.Columns})
	if err != nil {
		return nil, err
	}
	db, err := loadFrame(ctx, t)
	if err != nil {
		return nil, e.explain(ctx, err, t)
	}
	answer, err := e.answer(ctx, db, name, statement)
	if err = errors.Join(err, db.close()); err != nil {
		return nil, e.explain(ctx, err, t)
	}
	return answer, nil
}

// answer runs a statement over a loaded table.
func (e engine) answer(ctx context.Context, db *memory, name string, s query.Statement) (*table.Table, error) {
	if err := db.alias(ctx, name); err != nil {
		return nil, err
	}
	if err := db.guard(ctx); err != nil {
		return nil, err
	}
	answer, err := db.query(ctx, s.SQL, e.limits)
	if err != nil {
		return nil, err
	}
	for i, kind := range s.Kinds {
		answer.Columns[i] = withKind(answer.Columns[i], kind)
	}
	answer.Notes = append(answer.Notes, s.Notes...)
	return answer, nil
}

// withKind gives a column the kind the translation knows it has, where the cells
// alone cannot tell (booleans are numbers in the database).
func withKind(c table.Column, kind table.Kind) table.Column {
	if kind == 0 || kind == c.Kind {
		return c
	}
	r := result{name: c.Name, declared: declaredType(kind), cells: c.Cells}
	return r.column(c.Name)
}

// statementOf accepts the values a query object may hold: text or a selection.
func statementOf(q any, f query.Frame) (query.Statement, error) {
	switch q := q.(type) {
	case string:
		return query.Translate(q, f)
	case map[string]any:
		return query.Select(q, f)
	case nil:
		return query.Statement{}, errors.New("the query is empty")
	}
	return query.Statement{}, fmt.Errorf("a query is a text or a selection, found %T", q)
}

// loadFrame fills an in-memory database with the table df.
func loadFrame(ctx context.Context, t *table.Table) (*memory, error) {
	db, err := openMemory(ctx)
	if err != nil {
		return nil, err
	}
	names := query.Frame{Columns: t.Columns}.StoredNames()
	types := make([]string, len(names))
	for i, c := range t.Columns {
		types[i] = declaredType(c.Kind)
	}
	if err := db.fill(ctx, query.Table, names, types, t, storedCell); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

// storedCell is how cells stand in df: dates as text that compares in their order.
func storedCell(cell any, kind table.Kind) any {
	at, ok := cell.(time.Time)
	if !ok {
		return cell
	}
	if kind == table.Date {
		return at.Format(time.DateOnly)
	}
	return at.Format(query.MomentLayout)
}

// fill creates one table and writes the rows of t into it.
func (m *memory) fill(ctx context.Context, name string, columns, types []string, t *table.Table, store func(any, table.Kind) any) error {
	tx, err := m.conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("filling an in-memory database: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // no effect after the commit
	definitions := make([]string, len(columns))
	for i, c := range columns {
		definitions[i] = quoteName(c) + " " + types[i]
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE "+quoteName(name)+" ("+strings.Join(definitions, ", ")+")"); err != nil {
		return fmt.Errorf("filling an in-memory database: %w", err)
	}
	places := strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",")
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+quoteName(name)+" VALUES ("+places+")")
	if err != nil {
		return fmt.Errorf("filling an in-memory database: %w", err)
	}
	defer func() { _ = insert.Close() }() // the transaction decides
	row := make([]any, len(columns))
	for r := range t.Rows() {
		for i, c := range t.Columns {
			row[i] = store(c.Cells[r], c.Kind)
		}
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return fmt.Errorf("filling an in-memory database, row %d: %w", r+1, err)
		}
	}
	return tx.Commit()
}

// alias lets the table be called by other names as well.
func (m *memory) alias(ctx context.Context, names ...string) error {
	if _, err := m.conn.ExecContext(ctx, "PRAGMA query_only=OFF"); err != nil {
		return err
	}
	for _, name := range append(names, "data") {
		lower := strings.ToLower(name)
		if name == "" || lower == query.Table || strings.HasPrefix(lower, "sqlite_") {
			continue
		}
		if _, err := m.conn.ExecContext(ctx, "CREATE VIEW IF NOT EXISTS "+quoteName(name)+" AS SELECT * FROM "+query.Table); err != nil {
			return fmt.Errorf("naming the frame %q: %w", name, err)
		}
	}
	return nil
}

// explain turns what the database says into words about the frame.
func (e engine) explain(ctx context.Context, err error, t *table.Table) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return hinted(fmt.Errorf("the query took longer than %v", e.time), "choose fewer rows first, or remove the recursion")
	}
	text := err.Error()
	if m := regexp.MustCompile(`no such column: "?([^"(]+?)"?( \(1\))?( - .*)?$`).FindStringSubmatch(text); m != nil {
		return query.UnknownColumn(m[1], t.Names())
	}
	if strings.Contains(text, "no such table") {
		return hinted(plainSQL(err), "call the frame df: SELECT ... FROM df")
	}
	return plainSQL(err)
}

// plainSQL drops the driver's preamble and the error number.
func plainSQL(err error) error {
	text := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	return errors.New(strings.TrimSuffix(text, " (1)"))
}

// indexed keeps the last few tables loaded, each with indexes on the columns that
// queries chose rows by. Tables do not change, so a table stands for itself.
type indexed struct {
	engine

	mu     sync.Mutex
	loaded []*loadedFrame // the last used one is at the end
}

type loadedFrame struct {
	table   *table.Table
	db      *memory
	indexes map[string]bool
}

const mostLoaded = 4

// ask answers from the loaded table, loading it when it is new.
func (x *indexed) ask(ctx context.Context, t *table.Table, name string, q any) (*table.Table, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, x.time)
	defer cancel()
	statement, err := statementOf(q, query.Frame{Name: name, Columns: t.Columns})
	if err != nil {
		return nil, err
	}
	f, err := x.frame(ctx, t)
	if err != nil {
		return nil, x.explain(ctx, err, t)
	}
	if err := f.index(ctx, statement.Conditions); err != nil {
		return nil, x.explain(ctx, err, t)
	}
	answer, err := x.answer(ctx, f.db, name, statement)
	if err != nil {
		return nil, x.explain(ctx, err, t)
	}
	return answer, nil
}

func (x *indexed) frame(ctx context.Context, t *table.Table) (*loadedFrame, error) {
	for i, f := range x.loaded {
		if f.table == t {
			x.loaded = append(append(x.loaded[:i:i], x.loaded[i+1:]...), f)
			return f, nil
		}
	}
	db, err := loadFrame(ctx, t)
	if err != nil {
		return nil, err
	}
	f := &loadedFrame{table: t, db: db, indexes: map[string]bool{}}
	x.loaded = append(x.loaded, f)
	if len(x.loaded) > mostLoaded {
		old := x.loaded[0]
		x.loaded = x.loaded[1:]
		if err := old.db.close(); err != nil {
			return nil, fmt.Errorf("closing an in-memory database: %w", err)
		}
	}
	return f, nil
}

// index makes the indexes that are missing.
func (f *loadedFrame) index(ctx context.Context, columns []string) error {
	for _, c := range columns {
		if f.indexes[c] {
			continue
		}
		if _, err := f.db.conn.ExecContext(ctx, "PRAGMA query_only=OFF"); err != nil {
			return err
		}
		statement := fmt.Sprintf("CREATE INDEX %s ON %s (%s)", quoteName("by "+strconv.Itoa(len(f.indexes))), query.Table, quoteName(c))
		if _, err := f.db.conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("indexing column %q: %w", c, err)
		}
		f.indexes[c] = true
	}
	return nil
}

// queryFault is the error of all three kinds of query.
func queryFault(o actions.Object, err error) error {
	return faultOf("querying with "+queryText(o), err)
}
