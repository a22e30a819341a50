package response

import (
	"context"
	"errors"

	"genplanx/actions"
)

// SendResponse is (send-response ?a ?r - response). The text leaves as an
// artifact of kind "message"; whoever runs the plan shows it.
func SendResponse() actions.Action {
	return actions.Action{
		Class:    actions.Memory,
		Describe: func(c *actions.Call) string { return "display response " + c.Args[1].Name },
		Run:      sendResponse,
	}
}

func sendResponse(_ context.Context, call *actions.Call) (actions.Result, error) {
	o := call.Args[1]
	r, err := of(o)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: "displaying response " + o.Name, Err: err}
	}
	text := r.String()
	if text == "" {
		return actions.Result{}, &actions.Fault{
			Doing: "displaying response " + o.Name, Err: errors.New("it is empty"),
			Hint: "say what the answer should contain",
		}
	}
	return actions.Result{
		Values:  map[string]any{o.Name: r},
		Made:    []actions.Artifact{{Kind: "message", Object: o.Name, Text: text}},
		Summary: "displayed response " + o.Name,
	}, nil
}
