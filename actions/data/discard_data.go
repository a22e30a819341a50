package data

import (
	"context"
	"fmt"

	"genplanx/actions"
)

// DiscardData is (discard-data ?a ?q - query ?d - dataframe ?d1 - dataframe): the
// result ?d1 of a query on ?d is given up, because ?d will be read from another
// source.
func DiscardData() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("discard %s, a result of the old %s", c.Args[3].Name, c.Args[2].Name)
		},
		Run: func(_ context.Context, c *actions.Call) (actions.Result, error) {
			return actions.Result{Values: map[string]any{c.Args[3].Name: nil}, Summary: "discarded " + c.Args[3].Name}, nil
		},
	}
}
