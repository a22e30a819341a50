package query

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"genplanx/actions/table"
)

// fit turns a constant into what a column of the kind can be compared with:
// '2024' beside integers is a number, '15/03/2022' beside dates is that day. A
// constant that can never fit is an error rather than an empty answer.
func fit(b, a term, op string) (term, error) {
	if !b.constant || a.constant || a.kind == 0 || b.sql == "NULL" {
		return b, nil
	}
	switch a.kind {
	case table.Integer, table.Real:
		return b.asNumber(a)
	case table.Bool:
		return b.asTruth(a)
	case table.Date, table.DateTime:
		return b.asMoment(a, op)
	}
	return b.asText(a, op)
}

// plain is the text of a constant.
func (t term) plain() string {
	if t.kind == table.Text {
		return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(t.sql, "'"), "'"), "''", "'")
	}
	return t.sql
}

func (t term) misfit(a term) error {
	return fmt.Errorf("column %q holds %s values, and %s is none", a.name, a.kind, strconv.Quote(t.plain()))
}

func (t term) asNumber(a term) (term, error) {
	if t.kind != table.Text {
		return t, nil
	}
	s := strings.TrimSpace(t.plain())
	if _, err := strconv.ParseInt(s, 10, 64); err == nil {
		t.sql, t.kind = s, table.Integer
		return t, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if amount, ok := table.ParseAmount(s); ok {
		f, err = amount, nil
	}
	if err != nil {
		return t, t.misfit(a)
	}
	t.sql, t.kind = literalSQL(f)
	return t, nil
}

func (t term) asTruth(a term) (term, error) {
	switch strings.ToLower(strings.TrimSpace(t.plain())) {
	case "1", "true", "yes":
		t.sql, t.kind = "1", table.Bool
	case "0", "false", "no":
		t.sql, t.kind = "0", table.Bool
	default:
		return t, fmt.Errorf("column %q holds TRUE and FALSE, and %q is neither", a.name, t.plain())
	}
	return t, nil
}

func (t term) asMoment(a term, op string) (term, error) {
	s := strings.TrimSpace(t.plain())
	at, timed, ok := table.ParseDate(s)
	if year, err := strconv.Atoi(s); !ok && err == nil && len(s) == 4 && op != "=" && op != "!=" {
		at, ok = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), true
	}
	if !ok {
		return t, fmt.Errorf("column %q holds %s values, and %q is none; write for example '2024-05-31', or use .dt.year", a.name, a.kind, s)
	}
	layout := time.DateOnly
	if timed && a.kind == table.DateTime {
		layout = MomentLayout
	}
	t.sql, t.kind = quoteText(at.Format(layout)), a.kind
	return t, nil
}

// MomentLayout is how date-times stand in the table df, so that they compare as
// text; dates stand as in [time.DateOnly].
const MomentLayout = "2006-01-02 15:04:05.999999999"

func (t term) asText(a term, op string) (term, error) {
	switch t.kind {
	case table.Text:
		return t, nil
	case table.Bool:
		if !a.truth || a.computed {
			return t, t.misfit(a)
		}
		t.sql, t.kind = map[bool]string{true: "'true'", false: "'false'"}[t.sql == "1"], table.Text
		return t, nil
	}
	if op != "=" && op != "!=" && op != "<>" {
		return t, fmt.Errorf("column %q holds text and cannot be compared with the number %s", a.name, t.sql)
	}
	t.sql, t.kind = quoteText(t.plain()), table.Text
	return t, nil
}
