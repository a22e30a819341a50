package data

import (
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"genplanx/actions/table"
)

// Declared types of the columns we make ourselves. Those of dates hold "TEXT", so
// that SQLite keeps them as text and the driver leaves them alone.
const (
	textType     = "TEXT_PLAIN"
	dateType     = "TEXT_DATE"
	dateTimeType = "TEXT_MOMENT"
	boolType     = "BOOLEAN_INTEGER"
)

func declaredType(k table.Kind) string {
	switch k {
	case table.Integer:
		return "INTEGER"
	case table.Real:
		return "REAL"
	case table.Bool:
		return boolType
	case table.Date:
		return dateType
	case table.DateTime:
		return dateTimeType
	}
	return textType
}

// result is a column of a query's answer before its kind is known.
type result struct {
	name     string
	declared string
	cells    []any // int64, float64, string, []byte, time.Time, bool, nil
}

// column decides the kind: by what the column was declared as when all cells
// agree, else by the cells.
func (r *result) column(name string) table.Column {
	c := table.Column{Name: name, Kind: r.kind(), Cells: make([]any, len(r.cells))}
	for i, cell := range r.cells {
		c.Cells[i] = convert(cell, c.Kind)
	}
	return c
}

func (r *result) kind() table.Kind {
	switch {
	case r.declared == textType:
		return table.Text
	case strings.HasPrefix(r.declared, "BOOL") && r.each(isTruth):
		return table.Bool
	case r.each(isBool):
		return table.Bool
	case r.each(isInteger):
		return table.Integer
	case r.each(isNumber):
		return table.Real
	case r.each(isDay):
		return table.Date
	case r.each(isMoment):
		return table.DateTime
	}
	return table.Text
}

// each reports whether all cells that are not missing pass; a column without any
// value passes only by its declared type.
func (r *result) each(is func(any) bool) bool {
	seen := false
	for _, cell := range r.cells {
		if cell == nil {
			continue
		}
		if !is(cell) {
			return false
		}
		seen = true
	}
	return seen || r.emptyOf(is)
}

// emptyOf decides a column without values by a sample of its declared type.
func (r *result) emptyOf(is func(any) bool) bool {
	switch {
	case r.declared == dateType, r.declared == "DATE":
		return is("2000-01-01")
	case r.declared == dateTimeType, r.declared == "DATETIME", r.declared == "TIMESTAMP":
		return is("2000-01-01 10:00")
	case strings.HasPrefix(r.declared, "BOOL"):
		return is(true)
	case strings.Contains(r.declared, "INT"):
		return is(int64(2))
	case r.declared == "REAL", r.declared == "NUMERIC", strings.HasPrefix(r.declared, "FLOA"), strings.HasPrefix(r.declared, "DOUB"):
		return is(0.5)
	}
	return false
}

func isTruth(cell any) bool {
	i, ok := cell.(int64)
	return isBool(cell) || (ok && (i == 0 || i == 1))
}

func isBool(cell any) bool { _, ok := cell.(bool); return ok }

func isInteger(cell any) bool { _, ok := cell.(int64); return ok }

func isNumber(cell any) bool {
	_, ok := cell.(float64)
	return ok || isInteger(cell)
}

func isDay(cell any) bool {
	switch v := cell.(type) {
	case string:
		_, ok := isoMoment(v)
		return ok && len(v) == len(time.DateOnly)
	case time.Time:
		return v.Equal(v.Truncate(24 * time.Hour))
	}
	return false
}

func isMoment(cell any) bool {
	switch v := cell.(type) {
	case string:
		_, ok := isoMoment(v)
		return ok
	case time.Time:
		return true
	}
	return false
}

// isoMoment reads only the forms that SQLite and [table.Format] write.
func isoMoment(s string) (time.Time, bool) {
	if len(s) < len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return time.Time{}, false
	}
	at, _, ok := table.ParseDate(s)
	return at, ok
}

func convert(cell any, kind table.Kind) any {
	switch v := cell.(type) {
	case []byte:
		if !utf8.Valid(v) {
			return hex.EncodeToString(v)
		}
		return string(v)
	case int64:
		switch kind {
		case table.Bool:
			return v != 0
		case table.Real:
			return float64(v)
		}
	case string:
		if kind == table.Date || kind == table.DateTime {
			at, _ := isoMoment(v)
			return at
		}
	case time.Time:
		wall := time.Date(v.Year(), v.Month(), v.Day(), v.Hour(), v.Minute(), v.Second(), v.Nanosecond(), time.UTC)
		if kind == table.Text {
			return table.Format(wall)
		}
		return wall
	}
	if kind == table.Text && cell != nil {
		return table.Format(cell)
	}
	return cell
}
