package response

import (
	"context"
	"fmt"

	"genplanx/actions"
)

// AddToResponse is (add-to-response ?a ?c - contents ?r - response): the value
// of any object, in words.
func AddToResponse() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add contents %s to response %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addToResponse,
	}
}

func addToResponse(_ context.Context, call *actions.Call) (actions.Result, error) {
	c, r := call.Args[1], call.Args[2]
	doing := fmt.Sprintf("adding contents %s to response %s", c.Name, r.Name)
	old, err := of(r)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	text, err := Words(c)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	next := old.with(Part{Name: c.Name, Text: text})
	next.Parts = actions.InOrder(call, r.Name, next.Parts, func(p Part) string { return p.Name })
	return actions.Result{
		Values:  map[string]any{r.Name: next},
		Summary: fmt.Sprintf("added contents %s to response %s", c.Name, r.Name),
	}, nil
}
