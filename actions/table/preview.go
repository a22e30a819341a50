package table

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	previewColumns = 12
	previewWidth   = 32
)

// Preview writes the first rows as aligned text, one line each under the column
// names, and says how many rows and columns are not shown. Lines end with "\n".
func (t *Table) Preview(rows int) string { return t.lines(rows, previewColumns, previewWidth) }

// Listing writes the whole table as [Table.Preview] does; ok is false when it is
// too large to be read as text.
func (t *Table) Listing() (text string, ok bool) {
	const mostRows, widest = 50, 120
	if t.Rows() > mostRows || len(t.Columns) > previewColumns {
		return "", false
	}
	for _, c := range t.Columns {
		for r := range c.Cells {
			if utf8.RuneCountInString(c.Text(r)) > widest {
				return "", false
			}
		}
	}
	return t.lines(mostRows, previewColumns, widest), true
}

func (t *Table) lines(rows, most, width int) string {
	columns := t.Columns
	if len(columns) > most {
		columns = columns[:most]
	}
	rows = max(0, min(rows, t.Rows()))
	lines := make([]strings.Builder, rows+1)
	for i, c := range columns {
		c.preview(lines, width, i == len(columns)-1)
	}
	var out strings.Builder
	for i := range lines {
		out.WriteString(strings.TrimRight(lines[i].String(), " "))
		out.WriteByte('\n')
	}
	if hidden := t.Rows() - rows; hidden > 0 {
		fmt.Fprintf(&out, "… %d more rows\n", hidden)
	}
	if hidden := len(t.Columns) - len(columns); hidden > 0 {
		fmt.Fprintf(&out, "… %d more columns: %s\n", hidden, oneLine(strings.Join(t.Names()[len(columns):], ", "), 80))
	}
	return out.String()
}

// preview appends one column to the lines; numbers are set flush right.
func (c Column) preview(lines []strings.Builder, widest int, last bool) {
	texts := make([]string, len(lines))
	texts[0] = oneLine(c.Name, widest)
	for i := range texts[1:] {
		texts[i+1] = oneLine(c.Text(i), widest)
	}
	width := 0
	for _, s := range texts {
		width = max(width, utf8.RuneCountInString(s))
	}
	right := c.Kind == Integer || c.Kind == Real
	for i, s := range texts {
		pad := strings.Repeat(" ", width-utf8.RuneCountInString(s))
		if right {
			s = pad + s
		} else {
			s += pad
		}
		lines[i].WriteString(s)
		if !last {
			lines[i].WriteString("  ")
		}
	}
}
