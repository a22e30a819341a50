package chart

import (
	"context"
	"fmt"
	"slices"

	"genplanx/actions"
)

// AddToHistogram is (add-to-histogram ?a ?d - dataframe ?g - histogram): the
// numbers of ?d become the samples that the histogram counts.
func AddToHistogram() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add %s to histogram %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addToHistogram,
	}
}

func addToHistogram(_ context.Context, call *actions.Call) (actions.Result, error) {
	d, g := call.Args[1], call.Args[2]
	fail := func(err error) (actions.Result, error) {
		return actions.Result{}, &actions.Fault{Doing: fmt.Sprintf("adding %s to histogram %s", d.Name, g.Name), Err: err, Hint: actions.HintOf(err)}
	}
	old, err := of(g)
	if err != nil {
		return fail(err)
	}
	if old.Kind != Histogram {
		return fail(fmt.Errorf("%s is a %s, not a histogram", g.Name, old.Kind))
	}
	t, err := frame(d)
	if err != nil {
		return fail(err)
	}
	column, err := numeric(t, d.Name, "")
	if err != nil {
		return fail(err)
	}
	values, err := floats(column)
	if err != nil {
		return fail(err)
	}
	next := *old
	next.CategoryTitle = column.Name
	next.Series = append(slices.Clip(old.Series), Series{Name: column.Name, Values: values})
	if len(next.Series) > 1 {
		// The axis is shared; the legend names the columns.
		next.CategoryTitle = "value"
	}
	return actions.Result{
		Values:  map[string]any{g.Name: &next},
		Summary: fmt.Sprintf("added %d values of %s to histogram %s", len(values), column.Name, g.Name),
	}, nil
}
