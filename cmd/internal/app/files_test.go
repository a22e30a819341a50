package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"genplanx/actions/slides/pptx"
)

// tellFiles opens every file that was not there before, or changed, and tells
// what it holds.
func tellFiles(t *testing.T, b *strings.Builder, dir string, before map[string]string) {
	t.Helper()
	after := snapshot(t, dir)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[name]; !ok {
			fmt.Fprintf(b, "deleted: %s\n", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		old, existed := before[name]
		if existed && old == after[name] {
			continue
		}
		verb := "made"
		if existed {
			verb = "replaced"
		}
		fmt.Fprintf(b, "%s: %s\n%s", verb, name, content(t, name, after[name]))
	}
}

func content(t *testing.T, name, data string) string {
	t.Helper()
	switch filepath.Ext(name) {
	case ".csv", ".svg", ".txt":
		if strings.HasSuffix(name, ".svg") {
			return fmt.Sprintf("  svg: %v\n", strings.Contains(data, "<svg"))
		}
		return indent(data)
	case ".xlsx":
		return indent(workbookText(t, data))
	case ".pptx":
		return deckText(t, data)
	case ".png":
		img, err := png.Decode(strings.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return fmt.Sprintf("  picture with %v pixels\n", img.Bounds().Dx() > 100 && img.Bounds().Dy() > 100)
	}
	return fmt.Sprintf("  %d bytes\n", len(data))
}

func indent(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// workbookText gives the first sheet as CSV, with cells as a spreadsheet shows them.
func workbookText(t *testing.T, data string) string {
	t.Helper()
	f, err := excelize.OpenReader(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func deckText(t *testing.T, data string) string {
	t.Helper()
	d, err := pptx.Read(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, s := range d.Slides {
		fmt.Fprintf(&b, "  slide %d: %s\n", i+1, s.Title)
		for _, item := range s.Items {
			itemText(&b, item)
		}
	}
	return b.String()
}

func itemText(b *strings.Builder, item pptx.Item) {
	switch {
	case item.Chart != nil:
		c := item.Chart
		fmt.Fprintf(b, "    %s chart, %s against %s\n", c.Kind, c.ValueTitle, c.CategoryTitle)
		for _, s := range c.Series {
			fmt.Fprintf(b, "      %s:", s.Name)
			for i, v := range s.Values {
				x := ""
				if i < len(c.Categories) {
					x = c.Categories[i]
				} else if i < len(s.X) {
					x = strconv.FormatFloat(s.X[i], 'g', -1, 64)
				}
				fmt.Fprintf(b, " %s=%g", x, v)
			}
			b.WriteString("\n")
		}
	case item.Table != nil:
		fmt.Fprintf(b, "    table: %s\n", strings.Join(item.Table.Header, ", "))
		for _, row := range item.Table.Rows {
			fmt.Fprintf(b, "      %s\n", strings.Join(row, ", "))
		}
	default:
		fmt.Fprintf(b, "    text: %s\n", item.Text)
	}
}

// writeWorkbook makes a real workbook of CSV text; cells that look like numbers
// are numbers, ISO dates are dates.
func writeWorkbook(t *testing.T, path string, text []byte) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f := excelize.NewFile()
	for i, row := range rows {
		for j, cell := range row {
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			var value any = cell
			if n, err := strconv.ParseFloat(cell, 64); err == nil {
				value = n
			}
			if err := f.SetCellValue("Sheet1", at, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
}
