// Package table holds a typed table in memory, the value of a dataframe.
//
// It owns columns, kinds and cells. In: cells made by readers, queries and
// models. Out: cells by column. It must not know files, SQL or actions.
// Start reading at [Table].
package table

import (
	"fmt"
	"time"
)

// Kind is what the cells of a column hold.
type Kind uint8

const (
	// Text cells are string.
	Text Kind = iota + 1
	// Integer cells are int64.
	Integer
	// Real cells are float64.
	Real
	// Bool cells are bool.
	Bool
	// Date cells are time.Time at midnight UTC.
	Date
	// DateTime cells are time.Time in UTC, wall clock as written.
	DateTime
)

func (k Kind) String() string {
	names := [...]string{Text: "text", Integer: "integer", Real: "real", Bool: "boolean", Date: "date", DateTime: "date-time"}
	if k == 0 || int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}

// holds reports whether a cell may stand in a column of the kind.
func (k Kind) holds(cell any) bool {
	switch cell.(type) {
	case nil:
		return true
	case string:
		return k == Text
	case int64:
		return k == Integer
	case float64:
		return k == Real
	case bool:
		return k == Bool
	case time.Time:
		return k == Date || k == DateTime
	}
	return false
}

// Column is a named list of cells of one kind; nil cells are missing values.
type Column struct {
	Name  string
	Kind  Kind
	Cells []any
}

// Table is a list of columns of equal length. It is not changed once made.
// Notes say what was repaired or left undecided when it was read, for the report.
type Table struct {
	Columns []Column
	Notes   []string
}

// New makes a table and checks it: columns of equal length, names that are not
// empty and differ, and cells of the column's kind.
func New(columns ...Column) (*Table, error) {
	seen := make(map[string]bool, len(columns))
	for i, c := range columns {
		switch {
		case c.Name == "":
			return nil, fmt.Errorf("making a table: column %d has no name", i+1)
		case seen[c.Name]:
			return nil, fmt.Errorf("making a table: two columns are named %q", c.Name)
		case len(c.Cells) != len(columns[0].Cells):
			return nil, fmt.Errorf("making a table: column %q has %d cells, column %q has %d",
				c.Name, len(c.Cells), columns[0].Name, len(columns[0].Cells))
		}
		seen[c.Name] = true
		for row, cell := range c.Cells {
			if !c.Kind.holds(cell) {
				return nil, fmt.Errorf("making a table: row %d of column %q holds %T in a column of kind %s", row+1, c.Name, cell, c.Kind)
			}
		}
	}
	return &Table{Columns: columns}, nil
}

// Rows returns the number of rows.
func (t *Table) Rows() int {
	if len(t.Columns) == 0 {
		return 0
	}
	return len(t.Columns[0].Cells)
}

// Column finds a column by its exact name.
func (t *Table) Column(name string) (Column, bool) {
	for _, c := range t.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// Names lists the column names in order.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Float returns a numeric cell; false for missing or other cells.
func (c Column) Float(row int) (float64, bool) {
	switch v := c.Cells[row].(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// At returns a date or date-time cell; false for missing or other cells.
func (c Column) At(row int) (time.Time, bool) {
	v, ok := c.Cells[row].(time.Time)
	return v, ok
}
