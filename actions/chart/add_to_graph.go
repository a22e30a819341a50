package chart

import (
	"context"
	"fmt"
	"slices"

	"genplanx/actions"
	"genplanx/actions/table"
)

// maxSlices bounds the slices of a pie; more cannot be told apart.
const maxSlices = 40

// AddToGraph is (add-to-graph ?a ?d - dataframe ?g - axis-chart ?c - column
// ?d1 - dataframe): the numbers of ?d become a series, column ?c of ?d1 names
// the categories.
func AddToGraph() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add %s to graph %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addToGraph,
	}
}

func addToGraph(_ context.Context, call *actions.Call) (actions.Result, error) {
	g := call.Args[2]
	next, err := extend(call)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: fmt.Sprintf("adding %s to graph %s", call.Args[1].Name, g.Name), Err: err, Hint: actions.HintOf(err)}
	}
	s := next.Series[len(next.Series)-1]
	result := actions.Result{
		Values:  map[string]any{g.Name: next},
		Summary: fmt.Sprintf("added %d values of %s by %s to graph %s", len(s.Values), s.Name, next.CategoryTitle, g.Name),
	}
	if note := next.repeats(); note != "" && len(next.Series) == 1 {
		result.Summary += " (" + note + ")"
		result.Made = []actions.Artifact{{Kind: "value", Object: "note", Text: note}}
	}
	return result, nil
}

// repeats says that categories stand several times on the axis, which is seldom
// meant.
func (c *Chart) repeats() string {
	times := map[string]int{}
	for _, name := range c.Categories {
		times[name]++
	}
	if len(times) == len(c.Categories) {
		return ""
	}
	each := len(c.Categories) / len(times)
	for _, n := range times {
		if n != each {
			return fmt.Sprintf("%s has %d rows for %d values; say total or average to combine them", c.CategoryTitle, len(c.Categories), len(times))
		}
	}
	return fmt.Sprintf("%s has %d rows each for %d values; say total or average to combine them", c.CategoryTitle, each, len(times))
}

// extend returns the chart with one more series.
func extend(call *actions.Call) (*Chart, error) {
	d, g, c, d1 := call.Args[1], call.Args[2], call.Args[3], call.Args[4]
	old, err := of(g)
	if err != nil {
		return nil, err
	}
	values, err := frame(d)
	if err != nil {
		return nil, err
	}
	references, err := frame(d1)
	if err != nil {
		return nil, err
	}
	name, _ := c.Value.(string)
	if name == "" {
		name = c.Name
	}
	by, err := reference(references, d1.Name, name)
	if err != nil {
		return nil, err
	}
	drawn, err := numeric(values, d.Name, by.Name)
	if err != nil {
		return nil, err
	}
	if len(drawn.Cells) != len(by.Cells) {
		return nil, &actions.Fault{
			Doing: "matching values with categories",
			Err:   fmt.Errorf("column %q has %d rows but reference column %q has %d", drawn.Name, len(drawn.Cells), by.Name, len(by.Cells)),
			Hint:  "take both columns from the same data with the same filter",
		}
	}
	return old.with(drawn, by)
}

// with returns a copy of the chart that has the series too.
func (c *Chart) with(drawn, by table.Column) (*Chart, error) {
	values, err := floats(drawn)
	if err != nil {
		return nil, err
	}
	next := *c
	s := Series{Name: drawn.Name, Values: values}
	if c.Kind == Scatter {
		if !isNumeric(by) {
			return nil, fmt.Errorf("a scatter chart needs numbers on both axes, column %q holds %s", by.Name, kindName(by.Kind))
		}
		if s.X, err = floats(by); err != nil {
			return nil, err
		}
	} else {
		categories := labels(by)
		if len(c.Series) > 0 && !slices.Equal(categories, c.Categories) {
			return nil, fmt.Errorf("the chart is drawn by column %q, whose values differ from those of %q", c.CategoryTitle, by.Name)
		}
		next.Categories = categories
	}
	if c.Kind == Pie {
		if err := checkPie(c, s); err != nil {
			return nil, err
		}
	}
	next.CategoryTitle = by.Name
	next.Series = append(slices.Clip(c.Series), s)
	return &next, nil
}

func checkPie(c *Chart, s Series) error {
	if len(c.Series) > 0 {
		return &actions.Fault{Doing: "drawing a pie", Err: fmt.Errorf("it already shows %q", c.Series[0].Name), Hint: "use a bar chart for several columns"}
	}
	if len(s.Values) > maxSlices {
		return &actions.Fault{Doing: "drawing a pie", Err: fmt.Errorf("%d slices cannot be told apart, at most %d can", len(s.Values), maxSlices), Hint: "use a bar chart, or group the data first"}
	}
	sum := 0.0
	for i, v := range s.Values {
		if v < 0 {
			return &actions.Fault{Doing: "drawing a pie", Err: fmt.Errorf("row %d of column %q is %v; a slice cannot be negative", i+1, s.Name, v), Hint: "use a bar chart"}
		}
		if v > 0 {
			sum += v
		}
	}
	if sum == 0 {
		return fmt.Errorf("the values of column %q add up to 0, so there are no slices", s.Name)
	}
	return nil
}
