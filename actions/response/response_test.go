package response_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/actions/response"
	"genplanx/actions/table"
)

func run(a actions.Action, args ...actions.Object) (actions.Result, error) {
	return a.Run(context.Background(), &actions.Call{Args: append([]actions.Object{{Name: "ai"}}, args...)})
}

// answer creates a response, adds the objects and sends it.
func answer(initial any, contents ...actions.Object) (string, error) {
	r := actions.Object{Name: "chat-response", Type: "response", Value: initial}
	result, err := run(response.CreateResponse(), r)
	if err != nil {
		return "", err
	}
	r.Value = result.Values[r.Name]
	for _, c := range contents {
		before := r.Value.(*response.Response).String()
		if result, err = run(response.AddToResponse(), c, r); err != nil {
			return "", err
		}
		if r.Value.(*response.Response).String() != before {
			panic("the old response was changed")
		}
		r.Value = result.Values[r.Name]
	}
	if result, err = run(response.SendResponse(), r); err != nil {
		return "", err
	}
	return result.Made[0].Text, nil
}

type named struct{}

func (named) String() string { return "decision tree of depth 2" }

func TestAnswers(t *testing.T) {
	object := func(typ, name string, v any) actions.Object {
		return actions.Object{Name: name, Type: typ, Value: v}
	}
	counts := object("data-contents", "hour-data-counts", int64(4))
	labelled := counts
	labelled.Attrs = map[string]any{"label": "Meetings between 8 and 11"}
	rows := &table.Table{Columns: []table.Column{
		{Name: "year", Kind: table.Integer, Cells: []any{int64(2023), int64(2024)}},
		{Name: "place", Kind: table.Text, Cells: []any{"Kraków", nil}},
	}}
	one := &table.Table{Columns: []table.Column{{Name: "status", Kind: table.Text, Cells: []any{"matched"}}}}
	many := &table.Table{Columns: []table.Column{{Name: "n", Kind: table.Integer}}}
	for i := range int64(50) {
		many.Columns[0].Cells = append(many.Columns[0].Cells, i)
	}
	for name, c := range map[string]struct {
		initial  any
		contents []actions.Object
		want     string
	}{
		"figure 18":   {contents: []actions.Object{object("data-contents", "recurring-data-counts", int64(1)), counts}, want: "recurring data counts: 1\nhour data counts: 4"},
		"label":       {contents: []actions.Object{labelled}, want: "Meetings between 8 and 11: 4"},
		"real":        {contents: []actions.Object{object("data-contents", "mean", 0.1+0.2)}, want: "mean: 0.3"},
		"text":        {contents: []actions.Object{object("text", "text1", "All is well.")}, want: "All is well."},
		"file":        {contents: []actions.Object{object("powerpoint-file", "presentation-file1", "graph.pptx")}, want: "presentation file: graph.pptx"},
		"apology":     {initial: "Apologies, I'm not able to help with that. Try another question!", want: "Apologies, I'm not able to help with that. Try another question!"},
		"name only":   {initial: "chat-response", contents: []actions.Object{counts}, want: "hour data counts: 4"},
		"table":       {contents: []actions.Object{object("dataframe", "trips", rows)}, want: "trips:\nyear  place\n2023  Kraków\n2024"},
		"one cell":    {contents: []actions.Object{object("dataframe", "filtered-dataframe", one)}, want: "filtered dataframe: status matched"},
		"empty table": {contents: []actions.Object{object("dataframe", "found", &table.Table{})}, want: "found: no rows"},
		"yes":         {contents: []actions.Object{object("value", "open", true)}, want: "open: yes"},
		"day":         {contents: []actions.Object{object("value", "due", time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC))}, want: "due: 2024-05-03"},
		"made name":   {contents: []actions.Object{object("data-contents", "data-count1", int64(25))}, want: "count: 25"},
		"made frame":  {contents: []actions.Object{object("dataframe", "dataframe1", rows)}, want: "rows:\nyear  place\n2023  Kraków\n2024"},
		"nothing":     {contents: []actions.Object{object("dataframe", "dataframe1", &table.Table{Columns: []table.Column{{Name: "a", Kind: table.Text}}, Notes: []string{`no row has region "sout"`}})}, want: `no rows (no row has region "sout")`},
		"average":     {contents: []actions.Object{object("data-contents", "average", 49156.254321)}, want: "average: 49156.25"},
		"small":       {contents: []actions.Object{object("data-contents", "share", 0.0123456)}, want: "share: 0.01235"},
		"stringer":    {contents: []actions.Object{object("model", "model1", named{})}, want: "model: decision tree of depth 2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := answer(c.initial, c.contents...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	got, err := answer(nil, object("dataframe", "long", many))
	if err != nil || !strings.Contains(got, "30 more rows") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestFaults(t *testing.T) {
	for want, contents := range map[string][]actions.Object{
		"it is empty":         nil,
		"it has no value yet": {{Name: "dataframe1", Type: "dataframe"}},
		"type chan int":       {{Name: "x", Value: make(chan int)}},
	} {
		if _, err := answer(nil, contents...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := run(response.SendResponse(), actions.Object{Name: "r", Value: 5}); err == nil {
		t.Error("a number was sent as a response")
	}
}

// TestAvailableFromTheStart is the paper's unknown intent: the response is never
// created, only sent.
func TestAvailableFromTheStart(t *testing.T) {
	r, err := run(response.SendResponse(), actions.Object{Name: "chat-response", Value: "Apologies, I'm not able to help with that."})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]actions.Artifact{{Kind: "message", Object: "chat-response", Text: "Apologies, I'm not able to help with that."}}, r.Made); diff != "" {
		t.Error(diff)
	}
}

// TestDescribe holds the wording of figure 18.
func TestDescribe(t *testing.T) {
	call := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "hour-data-counts"}, {Name: "chat-response"}}}
	one := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "chat-response"}}}
	for want, got := range map[string]string{
		"create empty response chat-response":                     response.CreateResponse().Describe(one),
		"add contents hour-data-counts to response chat-response": response.AddToResponse().Describe(call),
		"display response chat-response":                          response.SendResponse().Describe(one),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
