package ml

import (
	"fmt"
	"slices"
	"strconv"

	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// Predict returns the table with the model's column added, or replaced when it
// has one; the other columns and the order of the rows stay. A value of that
// column is not looked at.
func (m *Model) Predict(t *table.Table) (*table.Table, error) {
	columns, err := m.columns(t)
	if err != nil {
		return nil, err
	}
	predicted := table.Column{Name: m.Target, Kind: m.Kind, Cells: make([]any, t.Rows())}
	if m.regression() {
		predicted.Kind = table.Real
	}
	cells, err := m.cells()
	if err != nil {
		return nil, err
	}
	for r := range predicted.Cells {
		predicted.Cells[r] = cells[m.leaf(columns, r)]
	}
	out := &table.Table{Columns: slices.Clone(t.Columns), Notes: t.Notes}
	if name, err := query.Find(m.Target, t.Names()); err == nil {
		predicted.Name = name
		out.Columns[slices.Index(t.Names(), name)] = predicted
		return out, nil
	}
	out.Columns = append(out.Columns, predicted)
	return out, nil
}

// columns finds the features in a table.
func (m *Model) columns(t *table.Table) ([]table.Column, error) {
	columns := make([]table.Column, len(m.Features))
	for i, f := range m.Features {
		name, err := query.Find(f.Name, t.Names())
		if err != nil {
			return nil, fmt.Errorf("it lacks a column that the model looks at: %w", err)
		}
		c, _ := t.Column(name)
		if !f.categorical() && c.Kind == table.Text && len(known(c)) > 0 {
			return nil, fmt.Errorf("column %q holds text, and the model was learned from %s values", c.Name, f.Kind)
		}
		columns[i] = c
	}
	return columns, nil
}

// cells are the values that the leaves predict, by node.
func (m *Model) cells() ([]any, error) {
	cells := make([]any, len(m.Nodes))
	for i, n := range m.Nodes {
		if m.regression() {
			cells[i] = n.Mean
			continue
		}
		v, err := cellOf(m.Classes[n.Class], m.Kind)
		if err != nil {
			return nil, err
		}
		cells[i] = v
	}
	return cells, nil
}

// cellOf turns the text of a class back into a cell.
func cellOf(s string, kind table.Kind) (any, error) {
	switch kind {
	case table.Integer:
		return strconv.ParseInt(s, 10, 64)
	case table.Real:
		return strconv.ParseFloat(s, 64)
	case table.Bool:
		return s == "TRUE", nil
	case table.Date, table.DateTime:
		at, _, ok := table.ParseDate(s)
		if !ok {
			return nil, fmt.Errorf("the class %q is no date", s)
		}
		return at, nil
	}
	return s, nil
}

// leaf walks down the tree.
func (m *Model) leaf(columns []table.Column, row int) int {
	i := 0
	for !m.Nodes[i].Leaf {
		n := m.Nodes[i]
		f := m.Features[n.Feature]
		v, category, ok := f.encode(columns[n.Feature], row)
		left := n.MostLeft
		switch {
		case !ok:
		case f.categorical():
			_, left = slices.BinarySearch(n.Values, category)
		default:
			left = v < n.Threshold
		}
		if left {
			i = n.Left
		} else {
			i = n.Right
		}
	}
	return i
}
