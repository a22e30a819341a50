package chart

import (
	"fmt"
	"math"
	"strings"

	"genplanx/actions"
	"genplanx/actions/table"
)

// maxPoints bounds the values of one series, so that a chart of a huge table
// fails at once and does not fill the memory.
const maxPoints = 50_000

// numeric returns the column to draw from a frame: its only column, or the
// first one with numbers that is not the reference column.
func numeric(t *table.Table, frame, reference string) (table.Column, error) {
	switch len(t.Columns) {
	case 0:
		return table.Column{}, fmt.Errorf("%s has no columns", frame)
	case 1:
		c := t.Columns[0]
		if len(c.Cells) == 0 {
			return c, &actions.Fault{
				Doing: "taking numbers from " + frame,
				Err:   fmt.Errorf("column %q has no rows", c.Name),
				Hint:  "there is nothing to draw; check the file and the condition",
			}
		}
		if !isNumeric(c) {
			return c, &actions.Fault{
				Doing: "taking numbers from " + frame,
				Err:   fmt.Errorf("column %q holds %s, not numbers", c.Name, kindName(c.Kind)),
				Hint:  "name a column with numbers; a column of text can be the reference column",
			}
		}
		return c, nil
	}
	for _, c := range t.Columns {
		if isNumeric(c) && c.Name != reference {
			return c, nil
		}
	}
	kinds := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		kinds[i] = fmt.Sprintf("%q (%s)", c.Name, kindName(c.Kind))
	}
	return table.Column{}, &actions.Fault{
		Doing: "taking numbers from " + frame,
		Err:   fmt.Errorf("none of its columns can be drawn: %s", strings.Join(kinds, ", ")),
		Hint:  "name a column with numbers that is not the reference column",
	}
}

func isNumeric(c table.Column) bool { return c.Kind == table.Integer || c.Kind == table.Real }

// reference returns the column that names the categories: the one with the
// given name, whatever its case, or the only column of the frame.
func reference(t *table.Table, frame, name string) (table.Column, error) {
	if c, ok := t.Column(name); ok {
		return c, nil
	}
	var found []table.Column
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(t.Columns) == 1:
		return t.Columns[0], nil
	}
	return table.Column{}, &actions.Fault{
		Doing: "taking the reference column from " + frame,
		Err:   fmt.Errorf("there is no column %q", name),
		Hint:  "its columns are " + strings.Join(t.Names(), ", "),
	}
}

// floats returns the numbers of a column, NaN where one is missing.
func floats(c table.Column) ([]float64, error) {
	if len(c.Cells) == 0 {
		return nil, fmt.Errorf("column %q has no rows", c.Name)
	}
	if len(c.Cells) > maxPoints {
		return nil, fmt.Errorf("column %q has %d values, a chart holds at most %d", c.Name, len(c.Cells), maxPoints)
	}
	values := make([]float64, len(c.Cells))
	seen := false
	for i := range c.Cells {
		v, ok := c.Float(i)
		switch {
		case !ok || math.IsNaN(v):
			values[i] = math.NaN()
		case math.IsInf(v, 0):
			return nil, fmt.Errorf("row %d of column %q is not a finite number", i+1, c.Name)
		default:
			values[i], seen = v, true
		}
	}
	if !seen {
		return nil, fmt.Errorf("all values of column %q are missing", c.Name)
	}
	return values, nil
}

// labels returns the categories of a column: dates in ISO form, numbers in full.
func labels(c table.Column) []string {
	out := make([]string, len(c.Cells))
	for i, cell := range c.Cells {
		out[i] = "(missing)"
		if cell != nil {
			out[i] = strings.ToValidUTF8(c.Text(i), "\uFFFD")
		}
	}
	return out
}
