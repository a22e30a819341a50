package slides

import (
	"context"

	"genplanx/actions"
)

// CreatePresentation is (create-presentation ?a - ai-agent ?p - presentation):
// a deck without slides.
func CreatePresentation() actions.Action {
	return actions.Action{
		Class:    actions.Memory,
		Describe: func(c *actions.Call) string { return "create empty presentation " + c.Args[1].Name },
		Run: func(_ context.Context, c *actions.Call) (actions.Result, error) {
			p := c.Args[1]
			return actions.Result{
				Values:  map[string]any{p.Name: &Deck{Name: p.Name, Title: given(p, "title")}},
				Summary: "created presentation " + p.Name,
			}, nil
		},
	}
}
