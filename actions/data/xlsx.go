package data

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"genplanx/actions/table"
)

// gridCells bounds rows × widest row of a worksheet: the library fills the gaps
// of every row, so one cell far to the right costs as much as a full row.
const gridCells = 3_000_000

// unzippedLimit bounds what a workbook may unpack to; the library's tree of it
// takes several times as much. Nothing is unpacked into files.
const unzippedLimit = 128 << 20

// readWorkbook reads one sheet of an Excel workbook. Cells are read by their
// value, dates are known by their number format; merged cells all have the value
// of the first. Empty rows and columns around the table are skipped, and so is a
// title that stands alone above it.
func readWorkbook(ctx context.Context, content []byte, sheet string, l limits) (g *grid, err error) {
	defer func() {
		// The library can panic on damaged workbooks; for the user that is a damaged file.
		if r := recover(); r != nil {
			g, err = nil, damaged(fmt.Errorf("%v", r))
		}
	}()
	if err := checkUnzipped(content); err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{UnzipSizeLimit: unzippedLimit, UnzipXMLSizeLimit: unzippedLimit, RawCellValue: true})
	if err != nil {
		return nil, damaged(err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w, rows, err := chooseSheet(ctx, f, sheet, l)
	if err != nil {
		return nil, err
	}
	rows, notes := trimSheet(rows)
	if sheets := f.GetSheetList(); sheet == "" && len(sheets) > 1 {
		notes = append(notes, partNote("sheet", w.sheet, sheets))
	}
	g, err = newGrid(rows, table.Options{})
	if err != nil {
		return nil, fmt.Errorf("sheet %q: %w", w.sheet, err)
	}
	g.notes = append(notes, g.notes...)
	return g, nil
}

// checkUnzipped refuses what would unpack to more than fits, by the sizes that
// the archive declares; the library holds it to them.
func checkUnzipped(content []byte) error {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return damaged(err)
	}
	left := uint64(unzippedLimit)
	for _, f := range z.File {
		if f.UncompressedSize64 > left {
			return hinted(fmt.Errorf("unpacked it has more than %d MB", unzippedLimit>>20), "save the sheet as .csv, or split the workbook")
		}
		left -= f.UncompressedSize64
	}
	return nil
}

// chooseSheet reads the sheet with the name, or for no name the first one that
// holds anything.
func chooseSheet(ctx context.Context, f *excelize.File, name string, l limits) (*worksheet, [][]string, error) {
	names := []string{name}
	if sheets := f.GetSheetList(); name == "" && len(sheets) > 0 {
		names = sheets
	}
	for i, n := range names {
		w, err := openSheet(f, n)
		if err != nil {
			return nil, nil, err
		}
		rows, err := w.rows(ctx, l)
		if err != nil {
			return nil, nil, err
		}
		if len(rows) > 0 || i == len(names)-1 {
			return w, rows, nil
		}
	}
	return nil, nil, damaged(errors.New("it has no sheets"))
}

// partNote says which part of a file was read when nobody named one.
func partNote(what, name string, all []string) string {
	const most = 8
	listed := strings.Join(all[:min(len(all), most)], ", ")
	if len(all) > most {
		listed += fmt.Sprintf(" and %d more", len(all)-most)
	}
	return fmt.Sprintf("%s %s of %d %ss: %s", what, name, len(all), what, listed)
}

func damaged(err error) error {
	return hinted(fmt.Errorf("the workbook is damaged: %w", err), "open it in the program that wrote it and save it again")
}

// worksheet reads the cells of one sheet.
type worksheet struct {
	file     *excelize.File
	sheet    string
	date1904 bool
	clock    map[int]clockFormat // by style
}

// clockFormat says what of a moment a number format shows.
type clockFormat uint8

const (
	noClock clockFormat = iota + 1
	showsDate
	showsTime
)

func openSheet(f *excelize.File, sheet string) (*worksheet, error) {
	sheets := f.GetSheetList()
	if len(sheets) == 0 {
		return nil, damaged(errors.New("it has no sheets"))
	}
	found := sheets[0]
	if sheet != "" {
		found = ""
		for _, s := range sheets {
			if strings.EqualFold(s, sheet) {
				found = s
			}
		}
		if found == "" {
			return nil, hinted(fmt.Errorf("no sheet %q", sheet), "the workbook has the sheets "+quoted(sheets))
		}
	}
	props, err := f.GetWorkbookProps()
	if err != nil {
		return nil, damaged(err)
	}
	w := &worksheet{file: f, sheet: found, clock: map[int]clockFormat{}}
	w.date1904 = props.Date1904 != nil && *props.Date1904
	return w, nil
}

// rows returns all rows, of equal length.
func (w *worksheet) rows(ctx context.Context, l limits) ([][]string, error) {
	rows, width, err := w.raw(ctx, l)
	if err != nil {
		return nil, err
	}
	for r, row := range rows {
		if r%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		full := make([]string, width)
		for c, value := range row {
			if full[c], err = w.cell(r, c, value); err != nil {
				return nil, err
			}
		}
		rows[r] = full
	}
	return rows, w.fillMerged(rows)
}

// raw reads the stored values, with the size checked while reading.
func (w *worksheet) raw(ctx context.Context, l limits) (rows [][]string, width int, err error) {
	it, err := w.file.Rows(w.sheet)
	if err != nil {
		return nil, 0, damaged(err)
	}
	defer func() { err = errors.Join(err, it.Close()) }()
	filled := 0
	for it.Next() {
		row, err := it.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, 0, damaged(err)
		}
		rows = append(rows, row)
		if len(row) > 0 {
			filled = len(rows)
			width = max(width, len(row))
		}
		if err := l.check(filled, width); err != nil {
			return nil, 0, err
		}
		if len(rows) > excelize.TotalRows {
			return nil, 0, damaged(fmt.Errorf("it has more than %d rows", excelize.TotalRows))
		}
		if filled*width > gridCells {
			return nil, 0, hinted(fmt.Errorf("the sheet spans more than %d cells", gridCells), "save it as .csv, or remove cells far from the table")
		}
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
	}
	if err := it.Error(); err != nil {
		return nil, 0, damaged(err)
	}
	return rows[:filled], width, nil
}

// cell gives a stored value as text that the kinds are inferred from. Only
// numbers need a look at the cell's type and style: a date is stored as one.
func (w *worksheet) cell(row, column int, value string) (string, error) {
	name, err := excelize.CoordinatesToCellName(column+1, row+1)
	if err != nil {
		return "", err
	}
	if value == "" {
		return w.formula(name)
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value, nil
	}
	kind, err := w.file.GetCellType(w.sheet, name)
	if err != nil {
		return "", damaged(err)
	}
	switch kind {
	case excelize.CellTypeBool:
		return table.Format(number != 0), nil
	case excelize.CellTypeUnset, excelize.CellTypeNumber:
		return w.number(name, value, number)
	}
	return value, nil
}

// number writes a date or time when the cell's number format shows one.
func (w *worksheet) number(name, value string, number float64) (string, error) {
	style, err := w.file.GetCellStyle(w.sheet, name)
	if err != nil {
		return "", damaged(err)
	}
	shows, known := w.clock[style]
	if !known {
		if shows, err = w.clockOf(style); err != nil {
			return "", err
		}
		w.clock[style] = shows
	}
	if shows == noClock || number < 0 {
		return table.Format(numberCell(value, number)), nil
	}
	at, err := excelize.ExcelDateToTime(number, w.date1904)
	if err != nil {
		return value, nil //nolint:nilerr // a number out of the range of dates is a number
	}
	if shows == showsTime && number < 1 {
		return at.Format("15:04:05"), nil
	}
	return table.Format(at.Round(1e9)), nil
}

// numberCell keeps integers exact; the rest is a float64 in the file as well.
func numberCell(value string, number float64) any {
	if i, err := strconv.ParseInt(value, 10, 64); err == nil {
		return i
	}
	return number
}

// formula computes a cell whose result the writing program did not store.
func (w *worksheet) formula(name string) (string, error) {
	formula, err := w.file.GetCellFormula(w.sheet, name)
	if err != nil || formula == "" {
		return "", nil //nolint:nilerr // a cell without a readable formula is blank
	}
	value, err := w.file.CalcCellValue(w.sheet, name, excelize.Options{RawCellValue: true})
	if err != nil {
		return "", hinted(fmt.Errorf("cell %s: the formula %q has no stored result: %w", name, formula, err), "open the workbook in Excel and save it, so that results are stored")
	}
	return value, nil
}

func (w *worksheet) clockOf(style int) (clockFormat, error) {
	s, err := w.file.GetStyle(style)
	if err != nil && style == 0 {
		return noClock, nil // a workbook need not have styles; 0 is the plain one
	}
	if err != nil {
		return 0, damaged(err)
	}
	if s.CustomNumFmt != nil {
		return clockOfCode(*s.CustomNumFmt), nil
	}
	switch n := s.NumFmt; {
	case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 58:
		return showsDate, nil
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n >= 45 && n <= 47:
		return showsTime, nil
	}
	return noClock, nil
}

// clockOfCode reads a number format code such as "dd/mm/yyyy hh:mm" or
// "[$-409]d. mmm yy"; quoted and bracketed parts do not count (ECMA-376, 18.8.31).
func clockOfCode(code string) clockFormat {
	code, _, _ = strings.Cut(strings.ToLower(code), ";")
	found := noClock
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"', '[':
			end := byte('"')
			if code[i] == '[' {
				end = ']'
			}
			skip := strings.IndexByte(code[i+1:], end)
			if skip < 0 {
				return found
			}
			i += skip + 1
		case '\\', '_', '*':
			i++
		case 'y', 'd':
			return showsDate
		case 'm':
			if strings.Contains(code, "mmm") {
				return showsDate
			}
		case 'h', 's':
			found = showsTime
		}
	}
	return found
}

// fillMerged gives every cell of a merged range the value of its first.
func (w *worksheet) fillMerged(rows [][]string) error {
	merged, err := w.file.GetMergeCells(w.sheet, true)
	if err != nil {
		return damaged(err)
	}
	budget := gridCells
	for _, m := range merged {
		left, top, err := excelize.CellNameToCoordinates(m.GetStartAxis())
		if err != nil {
			return damaged(err)
		}
		right, bottom, err := excelize.CellNameToCoordinates(m.GetEndAxis())
		if err != nil {
			return damaged(err)
		}
		if top > len(rows) || left > len(rows[0]) || (right-left > 0 && bottom == top && alone(rows[top-1])) {
			continue // outside the table, or a title
		}
		value := rows[top-1][left-1]
		for r := top; r <= min(bottom, len(rows)); r++ {
			for c := left; c <= min(right, len(rows[0])); c++ {
				rows[r-1][c-1] = value
				budget--
			}
		}
		if budget < 0 {
			return damaged(errors.New("its merged cells overlap"))
		}
	}
	return nil
}

// trimSheet skips empty rows and titles above the table. A title is a row with
// one cell, above a row with more.
func trimSheet(rows [][]string) (trimmed [][]string, notes []string) {
	start := 0
	for i, row := range rows {
		filled := 0
		for _, cell := range row {
			if strings.TrimSpace(cell) != "" {
				filled++
			}
		}
		if filled > 1 {
			start = i
			break
		}
		if filled == 1 && len(row) == 1 {
			start = i
			break
		}
	}
	for _, row := range rows[:start] {
		if title := strings.TrimSpace(strings.Join(row, "")); title != "" {
			notes = append(notes, fmt.Sprintf("the line %q above the table was skipped", title))
		}
	}
	return trimLeft(rows[start:]), notes
}

// trimLeft drops the columns that are empty in every row on the left.
func trimLeft(rows [][]string) [][]string {
	if len(rows) == 0 {
		return rows
	}
	left := len(rows[0])
	for _, row := range rows {
		for i := 0; i < left; i++ {
			if strings.TrimSpace(row[i]) != "" {
				left = i
			}
		}
	}
	for i, row := range rows {
		rows[i] = row[left:]
	}
	return rows
}

func alone(row []string) bool {
	filled := 0
	for _, cell := range row {
		if strings.TrimSpace(cell) != "" {
			filled++
		}
	}
	return filled == 1
}

func quoted(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = strconv.Quote(n)
	}
	return strings.Join(q, ", ")
}
