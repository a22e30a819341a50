package pptx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// sheetName is the only sheet of a chart's workbook.
const sheetName = "Sheet1"

// sheet is a series as the chart's XML needs it: its ranges in the workbook and
// its points as text, "" where one is missing.
type sheet struct {
	Index         int
	Name          string
	NameRange     string
	CategoryRange string
	ValueRange    string
	XPoints       []string
	Points        []string
	Marked        bool
	Slices        []slice
}

// slice is one piece of a pie.
type slice struct{ Index int }

// Colour is the fill of the series in the theme's colours.
func (s sheet) Colour() string { return themeColour(s.Index) }

// Colour is the fill of the slice.
func (s slice) Colour() string { return themeColour(s.Index) }

// themeColour gives the six accents of the theme, then lighter and darker ones.
func themeColour(i int) string {
	shade := ""
	switch (i / 6) % 3 {
	case 1:
		shade = `<a:lumMod val="60000"/><a:lumOff val="40000"/>`
	case 2:
		shade = `<a:lumMod val="50000"/>`
	}
	return fmt.Sprintf(`<a:schemeClr val="accent%d">%s</a:schemeClr>`, i%6+1, shade)
}

// sheets gives each series its place in the workbook: categories in column A and
// a column a series; for scatter charts two columns a series.
func (c *Chart) sheets() ([]sheet, error) {
	out := make([]sheet, len(c.Series))
	for i, s := range c.Series {
		x, y := 1, i+2
		points := len(c.Categories)
		if c.Kind == Scatter {
			x, y = 2*i+1, 2*i+2
			points = len(s.X)
		}
		if len(s.Values) != points {
			return nil, fmt.Errorf("series %q has %d values for %d categories", s.Name, len(s.Values), points)
		}
		xName, err := excelize.ColumnNumberToName(x)
		if err != nil {
			return nil, err
		}
		yName, err := excelize.ColumnNumberToName(y)
		if err != nil {
			return nil, err
		}
		out[i] = sheet{
			Index: i, Name: s.Name,
			NameRange:     fmt.Sprintf("%s!$%s$1", sheetName, yName),
			CategoryRange: fmt.Sprintf("%s!$%s$2:$%s$%d", sheetName, xName, xName, points+1),
			ValueRange:    fmt.Sprintf("%s!$%s$2:$%s$%d", sheetName, yName, yName, points+1),
			XPoints:       numbers(s.X),
			Points:        numbers(s.Values),
			Marked:        points <= 60,
		}
		for k := range points {
			out[i].Slices = append(out[i].Slices, slice{k})
		}
	}
	return out, nil
}

func numbers(values []float64) []string {
	out := make([]string, len(values))
	for i, v := range values {
		if !math.IsNaN(v) {
			out[i] = strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return out
}

// workbook makes the file behind "edit data".
func (c *Chart) workbook() ([]byte, error) {
	f := excelize.NewFile()
	set := func(column, row int, v any) error {
		name, err := excelize.CoordinatesToCellName(column, row)
		if err != nil {
			return err
		}
		return f.SetCellValue(sheetName, name, v)
	}
	fill := func(column int, head string, n int, cell func(int) any) error {
		if err := set(column, 1, head); err != nil {
			return err
		}
		for i := range n {
			if v := cell(i); v != nil {
				if err := set(column, i+2, v); err != nil {
					return err
				}
			}
		}
		return nil
	}
	number := func(values []float64) func(int) any {
		return func(i int) any {
			if math.IsNaN(values[i]) {
				return nil
			}
			return values[i]
		}
	}
	if c.Kind != Scatter {
		if err := fill(1, c.CategoryTitle, len(c.Categories), func(i int) any { return c.Categories[i] }); err != nil {
			return nil, err
		}
	}
	for i, s := range c.Series {
		column := i + 2
		if c.Kind == Scatter {
			column = 2*i + 2
			if err := fill(column-1, c.CategoryTitle, len(s.X), number(s.X)); err != nil {
				return nil, err
			}
		}
		if err := fill(column, s.Name, len(s.Values), number(s.Values)); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return fixed(b.Bytes())
}

// epoch is the time of every file in a package, so that the same document gives
// the same bytes; a zip file cannot hold an earlier one.
func epoch() time.Time { return time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC) }

// fixed packs a zip file again with its entries in order and one time for all.
func fixed(data []byte) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		part, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if err := r.Close(); err != nil {
			return nil, err
		}
		if err := put(w, f.Name, part); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func put(w *zip.Writer, name string, data []byte) error {
	part, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch()})
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	return err
}
