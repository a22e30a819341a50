package response

import (
	"context"

	"genplanx/actions"
)

// CreateResponse is (create-response ?a - ai-agent ?r - response). The text of
// the definition, when there is one, opens the answer.
func CreateResponse() actions.Action {
	return actions.Action{
		Class:    actions.Memory,
		Describe: func(c *actions.Call) string { return "create empty response " + c.Args[1].Name },
		Run: func(_ context.Context, c *actions.Call) (actions.Result, error) {
			r := c.Args[1]
			text, _ := r.Value.(string)
			return actions.Result{
				Values:  map[string]any{r.Name: begin(r.Name, text)},
				Summary: "created response " + r.Name,
			}, nil
		},
	}
}
