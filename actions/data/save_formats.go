package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"genplanx/actions/table"
)

// Limits of Excel worksheets (ECMA-376 leaves them to programs; these are Excel's).
const (
	workbookRows    = 1 << 20
	workbookColumns = 1 << 14
	workbookText    = 32_767
)

// writeWorkbook writes one sheet, "Data", with numbers, booleans and dates as
// such; dates have an ISO number format.
func writeWorkbook(ctx context.Context, w io.Writer, t *table.Table) (err error) {
	if t.Rows() >= workbookRows || len(t.Columns) > workbookColumns {
		return hinted(fmt.Errorf("a worksheet has at most %d rows and %d columns", workbookRows-1, workbookColumns), "save the data as .csv")
	}
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	const sheet = "Data"
	if err := f.SetSheetName("Sheet1", sheet); err != nil {
		return err
	}
	styles, err := dateStyles(f)
	if err != nil {
		return err
	}
	out, err := f.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	header := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = c.Name
	}
	if err := out.SetRow("A1", header); err != nil {
		return err
	}
	row := make([]any, len(t.Columns))
	for r := range t.Rows() {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i, c := range t.Columns {
			if row[i], err = workbookCell(c, r, styles); err != nil {
				return err
			}
		}
		if err := out.SetRow(fmt.Sprintf("A%d", r+2), row); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Write(w)
}

// dateStyles makes the number formats of dates and date-times.
func dateStyles(f *excelize.File) (map[table.Kind]int, error) {
	styles := map[table.Kind]int{}
	for kind, format := range map[table.Kind]string{table.Date: "yyyy-mm-dd", table.DateTime: "yyyy-mm-dd hh:mm:ss"} {
		id, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
		if err != nil {
			return nil, err
		}
		styles[kind] = id
	}
	return styles, nil
}

// exactInteger is the largest integer that a workbook's numbers keep exactly.
const exactInteger = 1 << 53

func workbookCell(c table.Column, row int, styles map[table.Kind]int) (any, error) {
	switch v := c.Cells[row].(type) {
	case time.Time:
		if v.Year() < 1900 || v.Year() > 9999 || (v.Year() == 1900 && v.Month() < time.March) {
			return v.Format("2006-01-02"), nil // before Excel's calendar: as text
		}
		return excelize.Cell{StyleID: styles[c.Kind], Value: v}, nil
	case int64:
		if v > exactInteger || v < -exactInteger {
			return table.Format(v), nil
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("row %d of column %q is not a finite number", row+1, c.Name)
		}
	case string:
		if len([]rune(v)) > workbookText {
			return nil, hinted(fmt.Errorf("row %d of column %q has more than %d characters, the most a worksheet cell holds", row+1, c.Name, workbookText), "save the data as .csv")
		}
	}
	return c.Cells[row], nil
}

// writeSQLite writes a database with one table, "data".
func writeSQLite(ctx context.Context, w io.Writer, t *table.Table) (err error) {
	db, err := openMemory(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.close()) }()
	names := t.Names()
	types := make([]string, len(names))
	seen := map[string]string{}
	for i, c := range t.Columns {
		if other, clash := seen[strings.ToLower(c.Name)]; clash {
			return hinted(fmt.Errorf("a database cannot hold the columns %q and %q, which differ in letter case only", other, c.Name), "save the data as .csv or .xlsx")
		}
		seen[strings.ToLower(c.Name)] = c.Name
		types[i] = databaseType(c.Kind)
	}
	if err := db.fill(ctx, "data", names, types, t, storedCell); err != nil {
		return err
	}
	content, err := db.content()
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// databaseType declares a column as other programs understand it.
func databaseType(k table.Kind) string {
	switch k {
	case table.Integer:
		return "INTEGER"
	case table.Real:
		return "REAL"
	case table.Bool:
		return "BOOLEAN"
	case table.Date:
		return "DATE"
	case table.DateTime:
		return "DATETIME"
	}
	return "TEXT"
}

// content is the database as the bytes of a file.
func (m *memory) content() ([]byte, error) {
	var content []byte
	err := m.conn.Raw(func(c any) error {
		s, ok := c.(interface{ Serialize() ([]byte, error) })
		if !ok {
			return errors.New("the SQLite driver cannot write a file")
		}
		var err error
		content, err = s.Serialize()
		return err
	})
	return content, err
}
