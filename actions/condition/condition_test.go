package condition_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/actions/condition"
	"genplanx/actions/table"
)

func rows(n int) *table.Table {
	return &table.Table{Columns: []table.Column{{Name: "a", Kind: table.Integer, Cells: make([]any, n)}}}
}

func TestHolds(t *testing.T) {
	day := time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text  string
		value any
		want  bool
	}{
		{"> 3", int64(4), true},
		{"> 3", int64(3), false},
		{">3", 3.5, true},
		{">= 2", int64(2), true},
		{"< -1.5", -2.0, true},
		{"<= 1e3", int64(1000), true},
		{"== 4", int64(4), true},
		{"= 4", 4.0, true},
		{"!= 4", int64(4), false},
		{"<> 4", int64(5), true},
		{"≥ 4", int64(4), true},
		{"is at least 4", int64(4), true},
		{"more than 10", int64(4), false},
		{"If it is Greater Than 3", int64(4), true},
		{"hour-counts > 3", int64(4), true},
		{"hour-counts>3", int64(4), true},
		{"> 3", " 12 ", true},
		{"== 'open'", "open", true},
		{"== \"it's\"", "it's", true},
		{"== open", "open", true},
		{"== 'open'", "Open", false},
		{"!= 'open'", "closed", true},
		{"is not open", "closed", true},
		{"== '3'", "3", true},
		{"contains 'LATE'", "two days late", true},
		{"does not contain late", "on time", true},
		{"contains 3", "3 days", true},
		{"== true", true, true},
		{"== true", "yes", true},
		{"!= true", false, true},
		{"> 2024-05-01", day, true},
		{"< 2024-05-01", "2024-04-30", true},
		{"empty", "  ", true},
		{"is empty", rows(0), true},
		{"not empty", rows(2), true},
		{"is not empty", "x", true},
		{"empty", int64(0), true},
		{"> 1", rows(2), true},
		{"== 0", rows(0), true},
	} {
		test, err := condition.Parse(c.text, "hour-counts")
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		got, err := test.Holds(c.value)
		if err != nil || got != c.want {
			t.Errorf("%v %q: %v, %v; want %v", c.value, c.text, got, err, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text  string
		value any
		want  string
	}{
		{"", nil, "does not begin with a comparison"},
		{"3", nil, "does not begin with a comparison"},
		{"isolated 3", nil, "does not begin with a comparison"},
		{">", nil, "nothing to compare with"},
		{"> 3 > 4", nil, "is not a value"},
		{"> 'abc'", nil, "not a number or a date"},
		{"> true", nil, "not a number or a date"},
		{"== 'abc", nil, "not closed"},
		{"== 'a'b'", nil, "quotation mark inside"},
		{"empty 3", nil, "makes no sense"},
		{"> 0x10", nil, "not a number or a date"},
		{"> NaN", nil, "not a number or a date"},
		{"> 3", "abc", `"abc" is not a number`},
		{"> 3", true, "TRUE is not a number"},
		{"== 'a'", int64(3), "3 is not a text"},
		{"== true", int64(1), "neither true nor false"},
		{"> 2024-05-01", "soon", "is not a date"},
		{"contains 'a'", int64(3), "cannot contain"},
		{"empty", true, "neither empty nor not"},
		{"> 3", (*table.Table)(nil), "is not a number"},
	} {
		test, err := condition.Parse(c.text)
		if err == nil {
			_, err = test.Holds(c.value)
		} else if actions.HintOf(err) == "" {
			t.Errorf("%q: no hint", c.text)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q on %v: error %v, want one with %q", c.text, c.value, err, c.want)
		}
	}
}

func TestDecide(t *testing.T) {
	run := func(text any, value any, attrs map[string]any) (actions.Result, error) {
		return condition.Decide().Run(context.Background(), &actions.Call{Args: []actions.Object{
			{Name: "ai"}, {Name: "condition1", Type: "condition", Value: text, Attrs: attrs}, {Name: "hour-counts", Value: value},
		}})
	}
	both := map[string]any{"then": "(sent r1)", "else": " (and (sent r2)) "}
	for name, c := range map[string]struct {
		text  any
		value any
		attrs map[string]any
		want  *actions.Goals
		fault string
	}{
		"then":        {text: "> 3", value: int64(4), attrs: both, want: &actions.Goals{Literals: "(sent r1)", Origin: "the condition hour-counts > 3 holds (it is 4)"}},
		"else":        {text: "> 3", value: int64(1), attrs: both, want: &actions.Goals{Literals: "(and (sent r2))", Origin: "the condition hour-counts > 3 does not hold (it is 1)"}},
		"table":       {text: "empty", value: rows(0), attrs: both, want: &actions.Goals{Literals: "(sent r1)", Origin: "the condition hour-counts empty holds (it is a table of 0 rows)"}},
		"no else":     {text: "> 3", value: int64(1), attrs: map[string]any{"then": "(sent r1)"}},
		"empty and":   {text: "> 3", value: int64(4), attrs: map[string]any{"then": "(and )"}},
		"no text":     {text: nil, value: int64(1), fault: "has no text"},
		"no value":    {text: "> 3", value: nil, fault: "no value yet"},
		"bad branch":  {text: "> 3", value: int64(4), attrs: map[string]any{"then": 5}, fault: "type int"},
		"bad literal": {text: "> x", value: int64(4), fault: "not a number or a date"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := run(c.text, c.value, c.attrs)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("error %v, want one with %q", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, r.Goals); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzParse: what can be read is written so that it reads the same again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"> 3", "== 'x'", "not empty", "contains \"it's\"", "is 2024-05-01", "< -1e9", "is not true", "≥2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		test, err := condition.Parse(text)
		if err != nil {
			return
		}
		again, err := condition.Parse(test.String())
		if err != nil {
			t.Fatalf("%q read as %q: %v", text, test, err)
		}
		if diff := cmp.Diff(test, again); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
	})
}
