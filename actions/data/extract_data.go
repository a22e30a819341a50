package data

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"genplanx/actions"
	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// ExtractData is the Go side of (extract-data ai contents kind dataframe): it
// takes from the frame what the kind says: a count is the number of rows, a value
// the only cell, value-counts the distinct values of a column with their numbers
// (paper, figure 18).
func ExtractData() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("extract contents %s from data %s", c.Args[1].Name, c.Args[3].Name)
		},
		Run: func(ctx context.Context, c *actions.Call) (actions.Result, error) {
			v, err := extract(ctx, c)
			if err != nil {
				return actions.Result{}, err
			}
			return actions.Result{
				Values:  map[string]any{c.Args[1].Name: v},
				Made:    []actions.Artifact{{Kind: "value", Object: c.Args[1].Name, Text: valueText(v)}},
				Summary: fmt.Sprintf("took the %s of %s: %s", c.Args[2].Type, c.Args[3].Name, brief(v)) + notesOf(c.Args[3].Value.(*table.Table)),
			}, nil
		},
		Check: func(ctx context.Context, c *actions.Call) ([]actions.Observation, error) {
			v, err := extract(ctx, c)
			problem := ""
			switch {
			case err != nil:
				problem = err.Error()
			case !reflect.DeepEqual(v, c.Args[1].Value):
				problem = fmt.Sprintf("%s holds %s, the frame gives %s", c.Args[1].Name, brief(c.Args[1].Value), brief(v))
			}
			return available(c.Args[1], problem), nil
		},
	}
}

// extract computes the value: int64, float64, string, bool as in the frame, dates
// as ISO text, or a *table.Table of value counts.
func extract(ctx context.Context, c *actions.Call) (any, error) {
	kind, frame := c.Args[2], c.Args[3]
	t, err := actions.Value[*table.Table](frame)
	if err != nil {
		return nil, err
	}
	doing := fmt.Sprintf("extracting the %s of %s", kind.Type, frame.Name)
	switch kind.Type {
	case "count":
		return int64(t.Rows()), nil
	case "value":
		column, err := onlyColumn(t, kind)
		if err != nil {
			return nil, faultOf(doing, err)
		}
		if t.Rows() == 0 {
			return nil, faultOf(doing, noted(errors.New("no row matches"), t))
		}
		if t.Rows() != 1 {
			return nil, faultOf(doing, hinted(fmt.Errorf("it has %s, expected 1", count(t.Rows(), "row")), "add a query that leaves one row, or ask for a count"))
		}
		v, err := single(column)
		if err != nil {
			return nil, faultOf(doing, noted(err, t))
		}
		return v, nil
	case "value-counts":
		column, err := onlyColumn(t, kind)
		if err != nil {
			return nil, faultOf(doing, err)
		}
		counts, err := newEngine().once(ctx, &table.Table{Columns: []table.Column{column}}, "", query.ValueCounts(column.Name))
		if err != nil {
			return nil, faultOf(doing, err)
		}
		return counts, nil
	}
	return nil, &actions.Fault{Doing: doing, Err: fmt.Errorf("%q is no kind of contents", kind.Type), Hint: "use an object of type count, value or value-counts"}
}

// onlyColumn is the column the attribute "column" names, else the only one.
func onlyColumn(t *table.Table, kind actions.Object) (table.Column, error) {
	name := kind.Attr("column")
	if name == "" && len(t.Columns) == 1 {
		return t.Columns[0], nil
	}
	if name == "" {
		return table.Column{}, hinted(fmt.Errorf("it has %d columns: %s", len(t.Columns), query.Listed(t.Names())), `say which with "column", or add a query that leaves one`)
	}
	return FindColumn(t, name)
}

func single(c table.Column) (any, error) {
	switch v := c.Cells[0].(type) {
	case int64, float64, string, bool:
		return v, nil
	case nil:
		return nil, errors.New("no row that matches has a value")
	}
	return c.Text(0), nil
}

// noted says of an answer without a value which word no row has.
func noted(err error, t *table.Table) error {
	if len(t.Notes) == 0 {
		return err
	}
	return hinted(err, strings.Join(t.Notes, "; "))
}

// valueText shows a value in a report.
func valueText(v any) string {
	if t, ok := v.(*table.Table); ok {
		return t.Preview(10)
	}
	return brief(v)
}

func brief(v any) string {
	switch v := v.(type) {
	case *table.Table:
		return strings.TrimSpace(summaryOf("", v))
	case int64, float64, string, bool:
		return (table.Column{Cells: []any{v}}).Text(0)
	case nil:
		return "nothing"
	}
	return fmt.Sprintf("%T", v)
}
