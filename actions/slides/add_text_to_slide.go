package slides

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"genplanx/actions"
	"genplanx/actions/chart"
	"genplanx/actions/table"
)

// AddTextToSlide is (add-text-to-slide ?a ?t - (either text data-contents) ?s -
// slide ?p - presentation). A value that is a table goes on as a table, a number
// with its label: "recurring data counts: 1".
func AddTextToSlide() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("add text %s to slide %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: addTextToSlide,
	}
}

func addTextToSlide(_ context.Context, call *actions.Call) (actions.Result, error) {
	t, s, p := call.Args[1], call.Args[2], call.Args[3]
	it, err := textItem(t)
	if err == nil {
		var values map[string]any
		if values, err = place(call, s, p, it); err == nil {
			return actions.Result{Values: values, Summary: fmt.Sprintf("added %s to slide %s", t.Name, s.Name)}, nil
		}
	}
	return actions.Result{}, &actions.Fault{Doing: fmt.Sprintf("adding %s to slide %s", t.Name, s.Name), Err: err}
}

func textItem(t actions.Object) (Item, error) {
	label := strings.NewReplacer("-", " ", "_", " ").Replace(t.Name)
	if text, ok := t.Attrs["label"].(string); ok && text != "" {
		label = text
	}
	switch v := t.Value.(type) {
	case string:
		if strings.TrimSpace(v) == "" {
			return Item{}, errors.New("the text is empty")
		}
		return Item{Name: t.Name, Text: v}, nil
	case int64:
		return Item{Name: t.Name, Text: fmt.Sprintf("%s: %d", label, v)}, nil
	case float64:
		return Item{Name: t.Name, Text: label + ": " + chart.FormatNumber(v)}, nil
	case *table.Table:
		if v == nil || len(v.Columns) == 0 {
			return Item{}, errors.New("the table has no columns")
		}
		return Item{Name: t.Name, Table: v}, nil
	}
	return Item{}, fmt.Errorf("a value of type %T cannot be written on a slide", t.Value)
}
