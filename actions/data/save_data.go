package data

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/actions/table"
)

// SaveData is the Go side of (save-data ai dataframe file): it writes the frame
// as CSV, Excel workbook or SQLite database, by the extension of the file
// (paper, figure 15).
func SaveData() actions.Action {
	return actions.Action{
		Class: actions.Writes,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("save data %s into file %s", c.Args[1].Name, c.Args[2].Text())
		},
		Effects: func(c *actions.Call) []actions.Effect {
			rel, verb, err := c.Workspace.Target(c.Args[2].Text())
			if err != nil {
				return nil // the preflight says why it cannot be written
			}
			return []actions.Effect{{Class: actions.Writes, Verb: verb, Target: rel, Detail: "the data of " + c.Args[1].Name}}
		},
		Preflight: func(_ context.Context, c *actions.Call) error {
			_, _, err := target(c.Workspace, c.Args[2])
			return err
		},
		Run:     saveData,
		Check:   checkSaveData,
		Timeout: 2 * time.Minute,
	}
}

// writer writes a table in one format.
type writer func(ctx context.Context, w io.Writer, t *table.Table) error

// target finds the path and the format to write.
func target(ws *actions.Workspace, o actions.Object) (string, writer, error) {
	name := o.Text()
	doing := "saving data into " + strconv.Quote(name)
	rel, _, err := ws.Target(name)
	if err != nil {
		return "", nil, &actions.Fault{Doing: doing, Err: errors.Unwrap(err), Hint: actions.HintOf(err)}
	}
	switch ext := strings.ToLower(path.Ext(rel)); ext {
	case ".csv", ".txt":
		return rel, csvWriter(','), nil
	case ".tsv":
		return rel, csvWriter('\t'), nil
	case ".xlsx":
		return rel, writeWorkbook, nil
	case ".db", ".sqlite", ".sqlite3":
		return rel, writeSQLite, nil
	case "":
		err = errors.New("the file name has no extension")
	default:
		err = fmt.Errorf("files ending in %q cannot be written", ext)
	}
	return "", nil, &actions.Fault{Doing: doing, Err: err, Hint: "end the name in .csv, .tsv, .xlsx, .sqlite or .db"}
}

func saveData(ctx context.Context, c *actions.Call) (actions.Result, error) {
	t, err := actions.Value[*table.Table](c.Args[1])
	if err != nil {
		return actions.Result{}, err
	}
	rel, write, err := target(c.Workspace, c.Args[2])
	if err != nil {
		return actions.Result{}, err
	}
	if len(t.Columns) == 0 {
		return actions.Result{}, faultOf("saving data into "+strconv.Quote(rel), fmt.Errorf("%s has no columns", c.Args[1].Name))
	}
	if err := c.Workspace.Write(rel, func(w io.Writer) error { return write(ctx, w, t) }); err != nil {
		return actions.Result{}, &actions.Fault{Doing: "saving data into " + strconv.Quote(rel), Err: err, Hint: cmp.Or(hintOf(err), actions.HintOf(err))}
	}
	size := summaryOf("", t)
	return actions.Result{
		Made:    []actions.Artifact{{Kind: "file", Object: c.Args[2].Name, Path: rel, Text: strings.TrimSpace(size)}},
		Summary: "saved" + size + " into " + rel,
	}, nil
}

// checkSaveData reads the file again and compares the number of rows, the
// columns and a hash of all cells with the frame.
func checkSaveData(ctx context.Context, c *actions.Call) ([]actions.Observation, error) {
	t, problem := asTable(c.Args[1])
	file := c.Args[2]
	if problem == "" {
		problem = compareFile(ctx, c.Workspace, file, t)
	}
	truth := actions.True
	if problem != "" {
		truth = actions.False
	}
	return []actions.Observation{
		{Predicate: "in", Args: []string{c.Args[1].Name, file.Name}, Truth: truth, Note: problem},
		{Predicate: "available", Args: []string{file.Name}, Truth: truth, Note: problem},
	}, nil
}

// compareFile says how a file differs from a table; "" when it does not.
func compareFile(ctx context.Context, ws *actions.Workspace, file actions.Object, t *table.Table) string {
	rel, _, err := target(ws, file)
	if err != nil {
		return err.Error()
	}
	g, err := readGrid(ctx, ws, rel, Part{}, standardLimits())
	if err != nil {
		return err.Error()
	}
	got, want := fingerprintOf(g), fingerprint(t)
	switch {
	case got.columns != want.columns:
		return fmt.Sprintf("file %s has the columns %s, expected %s", rel, got.columns, want.columns)
	case got.rows != want.rows:
		return fmt.Sprintf("file %s has %d rows, expected %d", rel, got.rows, want.rows)
	case got.cells != want.cells:
		return fmt.Sprintf("file %s has other cells than %s", rel, "the frame")
	}
	return ""
}

// digest identifies the contents of a table. Rows without any value are left out:
// files of text cannot keep them apart from the end.
type digest struct {
	rows    int
	columns string
	cells   string
}

func fingerprint(t *table.Table) digest {
	rows := make([][]string, t.Rows())
	for r := range rows {
		rows[r] = make([]string, len(t.Columns))
		for i, c := range t.Columns {
			rows[r][i] = table.Format(c.Cells[r])
		}
	}
	return printOf(t.Names(), rows)
}

func fingerprintOf(g *grid) digest {
	if g.typed != nil {
		return fingerprint(g.typed)
	}
	return printOf(g.names, g.rows)
}

func printOf(names []string, rows [][]string) digest {
	h := sha256.New()
	spaced := make([]string, len(names))
	for i, n := range names {
		spaced[i] = strings.Join(strings.Fields(n), " ") // as names are read
	}
	d := digest{columns: strings.Join(spaced, ", ")}
	for _, row := range rows {
		if strings.Join(row, "") == "" {
			continue
		}
		d.rows++
		for _, cell := range row {
			cell = strings.ReplaceAll(cell, "\r\n", "\n") // CSV does not keep them apart
			fmt.Fprintf(h, "%d:%s", len(cell), cell)
		}
	}
	d.cells = hex.EncodeToString(h.Sum(nil))
	return d
}

// WriteCSV writes a table with all digits, as save-data does.
func WriteCSV(ctx context.Context, w io.Writer, t *table.Table) error {
	return csvWriter(',')(ctx, w, t)
}

// csvWriter writes UTF-8 with a header line and quotes where needed (RFC 4180).
func csvWriter(comma rune) writer {
	return func(ctx context.Context, w io.Writer, t *table.Table) error {
		buffered := bufio.NewWriter(w)
		out := csv.NewWriter(buffered)
		out.Comma = comma
		if err := writeHeader(buffered, t.Names(), comma); err != nil {
			return err
		}
		row := make([]string, len(t.Columns))
		for r := range t.Rows() {
			if r%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for i, c := range t.Columns {
				row[i] = table.Format(c.Cells[r])
			}
			if err := writeRow(out, buffered, row); err != nil {
				return err
			}
		}
		out.Flush()
		return errors.Join(out.Error(), buffered.Flush())
	}
}

// writeHeader quotes names with any character that could be taken for the
// separator of the file, which readers find by the first line.
func writeHeader(w io.Writer, names []string, comma rune) error {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = n
		if strings.ContainsAny(n, ",;\t|=\"\r\n") || strings.TrimSpace(n) != n {
			quoted[i] = `"` + strings.ReplaceAll(n, `"`, `""`) + `"`
		}
	}
	_, err := io.WriteString(w, strings.Join(quoted, string(comma))+"\n")
	return err
}

// writeRow quotes a row that is one empty cell: a blank line would not be a row.
func writeRow(out *csv.Writer, w io.Writer, row []string) error {
	if len(row) > 1 || row[0] != "" {
		return out.Write(row)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\"\"\n")
	return err
}
