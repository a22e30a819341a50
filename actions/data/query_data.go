package data

import (
	"context"
	"fmt"
	"strings"

	"genplanx/actions"
	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// asker answers a query over a table; name is another name of the table.
type asker func(ctx context.Context, t *table.Table, name string, q any) (*table.Table, error)

// QueryData is the Go side of (query-data ai query dataframe result): a frame
// held in memory is queried with SQL, a data-frame expression or a selection
// (paper, figure 18).
func QueryData() actions.Action { return queryAction(newEngine().once) }

// queryAction is what the three query actions share.
func queryAction(ask asker) actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("query database using %s from %s into %s", queryText(c.Args[1]), c.Args[2].Name, c.Args[3].Name)
		},
		Preflight: func(_ context.Context, c *actions.Call) error {
			t, ok := c.Args[2].Value.(*table.Table)
			if !ok {
				return nil // read by an earlier step of the plan
			}
			_, err := statementOf(c.Args[1].Value, query.Frame{Name: c.Args[2].Name, Columns: t.Columns})
			if err != nil {
				return queryFault(c.Args[1], err)
			}
			return nil
		},
		Run: func(ctx context.Context, c *actions.Call) (actions.Result, error) {
			frame, err := actions.Value[*table.Table](c.Args[2])
			if err != nil {
				return actions.Result{}, err
			}
			answer, err := ask(ctx, frame, c.Args[2].Name, c.Args[1].Value)
			if err != nil {
				return actions.Result{}, queryFault(c.Args[1], err)
			}
			return actions.Result{
				Values:  map[string]any{c.Args[3].Name: answer},
				Summary: fmt.Sprintf("%s from %s", summaryOf("chose", answer), c.Args[2].Name+notesOf(answer)),
			}, nil
		},
		Check: func(_ context.Context, c *actions.Call) ([]actions.Observation, error) {
			_, problem := asTable(c.Args[3])
			seen := available(c.Args[3], problem)
			return append(seen, actions.Observation{Predicate: "done-query", Args: []string{c.Args[1].Name}, Truth: seen[0].Truth, Note: problem}), nil
		},
		Timeout: 2 * queryTime,
	}
}

// queryText shows a query in one line: its text, or a selection in words.
func queryText(o actions.Object) string {
	selection, ok := o.Value.(map[string]any)
	if !ok {
		return strings.Join(strings.Fields(o.Text()), " ")
	}
	var parts []string
	for _, p := range []struct{ key, words string }{
		{"filter", "rows where %v"}, {"order", "ordered by %v"}, {"limit", "at most %v"}, {"columns", "columns %v"},
	} {
		if v, ok := selection[p.key]; ok {
			parts = append(parts, fmt.Sprintf(p.words, v))
		}
	}
	if len(parts) == 0 {
		return "all rows"
	}
	return strings.Join(parts, ", ")
}
