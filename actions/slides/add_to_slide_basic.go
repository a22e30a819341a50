package slides

import (
	"context"
	"errors"
	"fmt"

	"genplanx/actions"
	"genplanx/actions/chart"
)

// AddToSlideBasic is (add-to-slide-basic ?a ?g - graph ?s - slide ?p -
// presentation): the chart as it is now goes on the slide.
func AddToSlideBasic() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add %s to slide %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addToSlideBasic,
	}
}

func addToSlideBasic(_ context.Context, call *actions.Call) (actions.Result, error) {
	g, s, p := call.Args[1], call.Args[2], call.Args[3]
	doing := fmt.Sprintf("adding %s to slide %s", g.Name, s.Name)
	c, ok := g.Value.(*chart.Chart)
	if !ok || c == nil || len(c.Series) == 0 {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: errors.New("the graph has no data yet")}
	}
	values, err := place(call, s, p, Item{Name: g.Name, Chart: c})
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	return actions.Result{Values: values, Summary: fmt.Sprintf("added %s %s to slide %s", c.Kind, g.Name, s.Name)}, nil
}
