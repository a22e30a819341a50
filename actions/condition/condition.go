// Package condition looks at a value and picks a branch: the Go side of decide.
//
// It owns the small language of conditions ("> 3", "== 'open'", "not empty"). In:
// a condition object with its branches, and a value. Out: the goals of the
// branch that fits. It must not know plans or PDDL; branches are literal lists it
// hands on unread. Start reading at [Parse].
package condition

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"genplanx/actions/table"
)

// Test is a parsed condition.
type Test struct {
	// Op is one of > >= < <= == != contains, empty, and for the last two also
	// with "not " before them.
	Op string
	// Want is what the value is compared with: float64, string, bool or
	// time.Time; nil for empty.
	Want any
}

// String writes the condition so that [Parse] reads it again.
func (t Test) String() string {
	switch v := t.Want.(type) {
	case nil:
		return t.Op
	case string:
		return t.Op + " " + quote(v)
	case bool:
		return fmt.Sprintf("%s %t", t.Op, v)
	case float64:
		return t.Op + " " + table.Format(v)
	case time.Time:
		return t.Op + " " + table.Format(v)
	}
	return t.Op
}

func quote(s string) string {
	mark := "'"
	if strings.Contains(s, "'") {
		mark = `"`
	}
	return mark + s + mark
}

// Holds reports whether a value meets the condition. A table counts as its number
// of rows. Values that cannot be compared are an error.
func (t Test) Holds(v any) (bool, error) {
	switch t.Op {
	case "empty", "not empty":
		empty, err := isEmpty(v)
		return empty == (t.Op == "empty"), err
	case "contains", "not contains":
		text, ok := v.(string)
		part, isText := t.Want.(string)
		if !ok || !isText {
			return false, fmt.Errorf("%s cannot contain a text", said(v))
		}
		return strings.Contains(strings.ToLower(text), strings.ToLower(part)) == (t.Op == "contains"), nil
	}
	order, ordered, err := compare(v, t.Want)
	if err != nil {
		return false, err
	}
	switch t.Op {
	case "==":
		return order == 0, nil
	case "!=":
		return order != 0, nil
	}
	if !ordered {
		return false, fmt.Errorf("%s cannot be larger or smaller than %s", said(v), said(t.Want))
	}
	switch t.Op {
	case ">":
		return order > 0, nil
	case ">=":
		return order >= 0, nil
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	}
	return false, fmt.Errorf("%q is not a comparison", t.Op)
}

func isEmpty(v any) (bool, error) {
	switch v := v.(type) {
	case nil:
		return false, fmt.Errorf("there is no value yet")
	case string:
		return strings.TrimSpace(v) == "", nil
	case *table.Table:
		if v != nil {
			return v.Rows() == 0, nil
		}
	case int64:
		// A count of nothing is empty; so people ask.
		return v == 0, nil
	case float64:
		return v == 0, nil
	}
	return false, fmt.Errorf("a value of type %T is neither empty nor not", v)
}

// compare orders a value and what it is compared with; ordered is false where
// only equal or not makes sense.
func compare(v, want any) (order int, ordered bool, err error) {
	switch w := want.(type) {
	case float64:
		n, ok := asNumber(v)
		if !ok {
			return 0, false, fmt.Errorf("%s is not a number", said(v))
		}
		return cmp.Compare(n, w), true, nil
	case time.Time:
		at, ok := v.(time.Time)
		if text, isText := v.(string); isText {
			at, _, ok = table.ParseDate(strings.TrimSpace(text))
		}
		if !ok {
			return 0, false, fmt.Errorf("%s is not a date", said(v))
		}
		return at.Compare(w), true, nil
	case bool:
		b, ok := v.(bool)
		if text, isText := v.(string); isText {
			b, ok = asBool(text)
		}
		if !ok {
			return 0, false, fmt.Errorf("%s is neither true nor false", said(v))
		}
		if b == w {
			return 0, false, nil
		}
		return 1, false, nil
	case string:
		text, ok := v.(string)
		if !ok {
			return 0, false, fmt.Errorf("%s is not a text", said(v))
		}
		return strings.Compare(strings.TrimSpace(text), w), false, nil
	}
	return 0, false, fmt.Errorf("there is nothing to compare %s with", said(v))
}

func asNumber(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, v == v
	case string:
		return parseNumber(strings.TrimSpace(v))
	case *table.Table:
		if v != nil {
			return float64(v.Rows()), true
		}
	}
	return 0, false
}

func asBool(s string) (value, ok bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "yes":
		return true, true
	case "false", "no":
		return false, true
	}
	return false, false
}

// said names a value in an error or a summary.
func said(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		if runes := []rune(v); len(runes) > 40 {
			v = string(runes[:39]) + "…"
		}
		return fmt.Sprintf("%q", v)
	case *table.Table:
		if v != nil {
			return fmt.Sprintf("a table of %d rows", v.Rows())
		}
	case int64, float64, bool, time.Time:
		return table.Format(v)
	}
	return fmt.Sprintf("a value of type %T", v)
}
