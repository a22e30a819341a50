package chart

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"genplanx/actions"
)

// CreateGraph is (create-graph ?a - ai-agent ?g - graph): an empty chart of the
// kind that the object's type names.
func CreateGraph() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("create graph %s of type %s", c.Args[1].Name, c.Args[1].Type)
		},
		Run: createGraph,
	}
}

func createGraph(_ context.Context, call *actions.Call) (actions.Result, error) {
	g := call.Args[1]
	kind := Kind(g.Type)
	switch kind {
	case Bar, Line, Pie, Scatter, Histogram:
	default:
		return actions.Result{}, &actions.Fault{
			Doing: "creating graph " + g.Name,
			Err:   fmt.Errorf("%q is not a kind of chart", g.Type),
			Hint:  "use bar-chart, line-chart, pie-chart, scatter-chart or histogram",
		}
	}
	bins, err := binsOf(g)
	if err != nil {
		return actions.Result{}, err
	}
	return actions.Result{
		Values:  map[string]any{g.Name: &Chart{Name: g.Name, Kind: kind, Title: titleOf(g), Bins: bins}},
		Summary: fmt.Sprintf("created graph %s of type %s", g.Name, kind),
	}, nil
}

// titleOf returns the title that the definition of a graph carries: its key
// "title", or its value when that is more than the object's name again
// ("Bar Chart 1" for bar-chart1).
func titleOf(g actions.Object) string {
	if t, ok := g.Attrs["title"].(string); ok && strings.TrimSpace(t) != "" {
		return strings.TrimSpace(t)
	}
	v, ok := g.Value.(string)
	if v = strings.TrimSpace(v); !ok || squeeze(v) == squeeze(g.Name) || squeeze(v) == squeeze(g.Type) {
		return ""
	}
	return v
}

// squeeze drops everything but letters and digits, and the case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func binsOf(g actions.Object) (int, error) {
	var n float64
	switch v := g.Attrs["bins"].(type) {
	case nil:
		return 0, nil
	case int:
		n = float64(v)
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		n = -1
	}
	if n < 1 || n > maxBins || n != float64(int(n)) {
		return 0, &actions.Fault{
			Doing: "creating graph " + g.Name,
			Err:   fmt.Errorf("bins is %v", g.Attrs["bins"]),
			Hint:  fmt.Sprintf("give a whole number from 1 to %d", maxBins),
		}
	}
	return int(n), nil
}
