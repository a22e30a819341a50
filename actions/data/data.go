// Package data reads, queries and saves tables.
//
// It owns the actions read-data, query-data (and its basic and optimized
// kinds), save-data and extract-data, and the file formats behind them: CSV,
// Excel workbooks and SQLite files. In: paths inside a workspace, tables,
// queries. Out: tables and files. It must not know plans, prompts or charts;
// what a query means is the business of the package query below it.
// Start reading at read_data.go; [Read] is the way in for other actions.
package data

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"genplanx/actions"
	"genplanx/actions/table"
)

// limits bound what one file may hold, so that a small hostile file cannot fill
// the memory.
type limits struct {
	bytes   int64
	rows    int
	columns int
	cells   int
}

func standardLimits() limits {
	return limits{bytes: 200 << 20, rows: 2_000_000, columns: 2_000, cells: 20_000_000}
}

// check refuses a table that has grown too large.
func (l limits) check(rows, columns int) error {
	switch {
	case rows > l.rows:
		return fmt.Errorf("it has more than %d rows", l.rows)
	case columns > l.columns:
		return fmt.Errorf("it has more than %d columns", l.columns)
	case rows*columns > l.cells:
		return fmt.Errorf("it has more than %d cells", l.cells)
	}
	return nil
}

// Part names the part of a file to read: the sheet of a workbook, the table of a
// database. Empty means the first sheet, the only table.
type Part struct {
	Sheet, Table string
}

// PartOf takes the part from the attributes "sheet" and "table" of an object.
func PartOf(o actions.Object) Part {
	return Part{Sheet: o.Attr("sheet"), Table: o.Attr("table")}
}

// Read reads one file of the workspace as a table. Errors are faults with a hint.
func Read(ctx context.Context, ws *actions.Workspace, name string, part Part) (*table.Table, error) {
	g, err := readGrid(ctx, ws, name, part, standardLimits())
	if err != nil {
		return nil, err
	}
	t, err := g.table()
	if err != nil {
		return nil, readFault(name, err)
	}
	return t, nil
}

// format is what a file really holds, whatever it is called.
type format uint8

const (
	textFormat format = iota + 1
	workbookFormat
	sqliteFormat
)

// extensions of the files that can be read, in the order they are listed.
func extensions() []string {
	return []string{".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".sqlite", ".sqlite3", ".db"}
}

// readGrid reads a file up to the point where kinds are decided.
func readGrid(ctx context.Context, ws *actions.Workspace, name string, part Part, l limits) (*grid, error) {
	content, err := load(ws, name, l)
	if err != nil {
		return nil, readFault(name, err)
	}
	kind, err := sniff(content)
	if err != nil {
		return nil, readFault(name, err)
	}
	if err := agrees(kind, name); err != nil {
		return nil, readFault(name, err)
	}
	var g *grid
	switch kind {
	case workbookFormat:
		g, err = readWorkbook(ctx, content, part.Sheet, l)
	case sqliteFormat:
		g, err = readSQLite(ctx, content, part.Table, l)
	default:
		g, err = readText(ctx, content, isTabbed(name), l)
	}
	if err != nil {
		return nil, readFault(name, err)
	}
	return g, nil
}

func isTabbed(name string) bool { return strings.EqualFold(path.Ext(name), ".tsv") }

// load reads a whole regular file. Others (pipes, devices) are refused before
// they are opened, for opening them can block.
func load(ws *actions.Workspace, name string, l limits) ([]byte, error) {
	info, err := ws.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, hinted(errors.New("it is a folder"), "name a file in it")
	case !info.Mode().IsRegular():
		return nil, hinted(errors.New("it is not a regular file"), "copy its contents into a file")
	case info.Size() > l.bytes:
		return nil, hinted(fmt.Errorf("it has %d MB, the limit is %d MB", info.Size()>>20, l.bytes>>20), "split the file or read a part of it")
	case info.Size() == 0:
		return nil, hinted(errEmpty, "check that the file was written completely")
	}
	f, err := ws.Open(name)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f, l.bytes+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if int64(len(content)) > l.bytes {
		return nil, fmt.Errorf("it has more than %d MB", l.bytes>>20)
	}
	return content, nil
}

var errEmpty = errors.New("the file is empty")

// sniff tells formats apart by their first bytes.
func sniff(content []byte) (format, error) {
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return workbookFormat, nil
	case bytes.HasPrefix(content, []byte("SQLite format 3\x00")):
		return sqliteFormat, nil
	case bytes.HasPrefix(content, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return 0, hinted(errors.New("it is an old or encrypted Excel workbook"), "save it as .xlsx without a password, or as .csv")
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return 0, hinted(errors.New("it is a PDF document, not a table"), "export the table as .csv or .xlsx")
	}
	return textFormat, nil
}

// agrees refuses a file whose name and contents contradict each other: it is
// probably not the file that was meant.
func agrees(kind format, name string) error {
	var is, want string
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".xlsx", ".xlsm":
		want = "an Excel workbook"
	case ".db", ".sqlite", ".sqlite3":
		want = "an SQLite database"
	default:
		want = "text"
	}
	switch kind {
	case workbookFormat:
		is = "an Excel workbook"
	case sqliteFormat:
		is = "an SQLite database"
	default:
		is = "text"
	}
	if is == want {
		return nil
	}
	if kind == textFormat {
		return hinted(fmt.Errorf("it is damaged or not %s", want), "open it in the program that wrote it and save it again")
	}
	return hinted(fmt.Errorf("it is %s, not %s", is, want), "give the file the extension of what it holds")
}

// readFault is the error of everything that reads a file.
func readFault(name string, err error) error {
	return faultOf("reading data from "+strconv.Quote(name), err)
}

// faultOf says what was being done; a hint given deeper down is kept.
func faultOf(doing string, err error) error {
	var f *actions.Fault
	if errors.As(err, &f) && f.Doing != "" {
		return err
	}
	return &actions.Fault{Doing: doing, Err: err, Hint: hintOf(err)}
}

// hint carries advice up to the fault that says what was being done.
type hint struct {
	err  error
	text string
}

func (h *hint) Error() string { return h.err.Error() }
func (h *hint) Unwrap() error { return h.err }

func hinted(err error, text string) error { return &hint{err: err, text: text} }

func hintOf(err error) string {
	var h *hint
	if errors.As(err, &h) {
		return h.text
	}
	return ""
}
