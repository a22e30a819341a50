package slides

import (
	"context"
	"errors"
	"fmt"

	"genplanx/actions"
	"genplanx/actions/table"
)

// AddTableToSlide is (add-table-to-slide ?a ?d - dataframe ?s - slide ?p -
// presentation). The file shows as many rows as can be read and says how many
// there are.
func AddTableToSlide() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add table %s to slide %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addTableToSlide,
	}
}

func addTableToSlide(_ context.Context, call *actions.Call) (actions.Result, error) {
	d, s, p := call.Args[1], call.Args[2], call.Args[3]
	doing := fmt.Sprintf("adding table %s to slide %s", d.Name, s.Name)
	t, ok := d.Value.(*table.Table)
	if !ok || t == nil || len(t.Columns) == 0 {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: errors.New("the dataframe has no columns")}
	}
	values, err := place(call, s, p, Item{Name: d.Name, Table: t})
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	return actions.Result{Values: values, Summary: fmt.Sprintf("added table %s (%d rows) to slide %s", d.Name, t.Rows(), s.Name)}, nil
}
