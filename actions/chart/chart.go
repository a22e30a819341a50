// Package chart makes charts: the Go side of create-graph, add-to-graph,
// add-to-histogram and save-graph.
//
// It owns the value of a graph object, [Chart], the rules that turn columns
// into series, and drawing to PNG and SVG. In: objects and tables. Out: charts
// and image files. It must not know presentations, plans or prompts. Start
// reading at [Chart].
package chart

import (
	"fmt"
	"strings"

	"genplanx/actions"
	"genplanx/actions/table"
)

// Kind is the kind of a chart, named as its PDDL type.
type Kind string

// The kinds of charts; the domain's types have the same names.
const (
	Bar       Kind = "bar-chart"
	Line      Kind = "line-chart"
	Pie       Kind = "pie-chart"
	Scatter   Kind = "scatter-chart"
	Histogram Kind = "histogram"
)

// Chart is the value of a graph object. It is not changed once made.
type Chart struct {
	Name  string // the object's name
	Kind  Kind
	Title string // "" when the user gave none
	// CategoryTitle names the horizontal axis: the reference column.
	CategoryTitle string
	// Categories are the labels of the horizontal axis, one a value; empty for
	// scatter charts and histograms.
	Categories []string
	Series     []Series
	// Bins asks for that many bars of a histogram; 0 lets the data decide.
	Bins int
}

// Series is one named list of numbers. Missing values are NaN. X is set for
// scatter charts only; the values of a histogram are the samples.
type Series struct {
	Name   string
	X      []float64
	Values []float64
}

// Heading is the title, or one made of the columns' names: "balance by year".
func (c *Chart) Heading() string {
	if c.Title != "" {
		return c.Title
	}
	names := make([]string, len(c.Series))
	for i, s := range c.Series {
		names[i] = s.Name
	}
	text := strings.Join(names, ", ")
	if c.CategoryTitle != "" && c.CategoryTitle != text {
		text += " by " + c.CategoryTitle
	}
	return text
}

// String says what the chart shows: "bar-chart: balance by year".
func (c *Chart) String() string { return string(c.Kind) + ": " + c.Heading() }

// ValueTitle names the vertical axis: the column of the only series, else ""
// (the legend then names them).
func (c *Chart) ValueTitle() string {
	switch {
	case c.Kind == Histogram:
		return "count"
	case len(c.Series) == 1:
		return c.Series[0].Name
	}
	return ""
}

// of returns the chart of a graph object.
func of(o actions.Object) (*Chart, error) {
	c, ok := o.Value.(*Chart)
	if !ok || c == nil {
		return nil, fmt.Errorf("%s is not a chart yet", o.Name)
	}
	return c, nil
}

// frame returns the table of a dataframe object.
func frame(o actions.Object) (*table.Table, error) {
	t, ok := o.Value.(*table.Table)
	if !ok || t == nil {
		return nil, fmt.Errorf("%s holds no data yet", o.Name)
	}
	return t, nil
}

// kindName says in the user's words what a column holds.
func kindName(k table.Kind) string {
	switch k {
	case table.Text:
		return "text"
	case table.Integer, table.Real:
		return "numbers"
	case table.Bool:
		return "yes/no values"
	case table.Date:
		return "dates"
	case table.DateTime:
		return "dates and times"
	}
	return "values of no known kind"
}
