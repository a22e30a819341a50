package query

import (
	"errors"
	"fmt"
	"strings"

	"genplanx/actions/table"
)

// cellMethod is an operation on each cell of a column; nil when name is none.
func (c column) cellMethod(name string, a arguments) (value, error) {
	t := term{column: c}
	switch name {
	case "isin":
		return isIn(c, a.get(0, "values"))
	case "between":
		low, err := compare(">=", c, a.get(0, "left"))
		if err != nil {
			return nil, err
		}
		high, err := compare("<=", c, a.get(1, "right"))
		if err != nil {
			return nil, err
		}
		return logical("and", low, high)
	case "isna", "isnull":
		return t.with("("+c.sql+" IS NULL)", table.Bool), nil
	case "notna", "notnull":
		return t.with("("+c.sql+" IS NOT NULL)", table.Bool), nil
	case "eq", "ne", "lt", "le", "gt", "ge":
		op := map[string]string{"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[name]
		return compare(op, c, a.get(0, "other"))
	case "abs":
		return t.with("abs("+c.sql+")", c.kind), nil
	case "round":
		n, err := a.number(0, "decimals", 0)
		return t.with(fmt.Sprintf("round(%s, %d)", c.sql, n), table.Real), err
	case "fillna":
		b, err := termOf(a.get(0, "value"))
		if err != nil {
			return nil, err
		}
		if b, err = fit(b, t, "="); err != nil {
			return nil, err
		}
		return t.with("ifnull("+c.sql+", "+b.sql+")", c.kind), nil
	case "astype":
		return c, nil // kinds are known already
	}
	return nil, nil
}

// part is series.dt.year and the like.
func (x accessor) part(name string) (value, error) {
	t := term{column: x.of}
	if x.what != "dt" {
		return nil, fmt.Errorf("%q needs (...), as in .str.contains('x')", ".str."+name)
	}
	if x.of.kind != table.Date && x.of.kind != table.DateTime && x.of.kind != 0 {
		return nil, fmt.Errorf("column %q holds %s values, not dates", x.of.name, x.of.kind)
	}
	format, ok := map[string]string{
		"year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S", "dayofyear": "%j",
		"dayofweek": "%u", "weekday": "%u", "day_of_week": "%u",
	}[name]
	switch {
	case name == "date":
		return t.with("substr("+x.of.sql+", 1, 10)", table.Date), nil
	case name == "quarter":
		return t.with("((CAST(strftime('%m', "+x.of.sql+") AS INTEGER) + 2) / 3)", table.Integer), nil
	case !ok:
		return nil, fmt.Errorf("%q is not supported; use year, month, day, hour, minute, quarter, dayofweek or date", ".dt."+name)
	case format == "%u": // Monday is 1 in SQLite, 0 in data frames
		return t.with("(CAST(strftime('%u', "+x.of.sql+") AS INTEGER) - 1)", table.Integer), nil
	}
	return t.with("CAST(strftime('"+format+"', "+x.of.sql+") AS INTEGER)", table.Integer), nil
}

// method is series.str.contains(...) and the like. Letter case is ignored with
// case=False, for the letters A to Z.
func (x accessor) method(name string, a arguments) (value, error) {
	t := term{column: x.of}
	if x.what == "dt" {
		if name == "date" || name == "day_name" || name == "strftime" {
			return nil, fmt.Errorf("%q is not supported; use .dt.year, .dt.month, .dt.day, .dt.hour or .dt.date", ".dt."+name)
		}
		return x.part(name)
	}
	switch name {
	case "lower", "upper":
		return t.with(name+"("+x.of.sql+")", table.Text), nil
	case "strip":
		return t.with("trim("+x.of.sql+")", table.Text), nil
	case "len":
		return t.with("length("+x.of.sql+")", table.Integer), nil
	case "contains", "startswith", "endswith":
		text, err := a.text(0, "pat")
		if err != nil {
			return nil, err
		}
		return x.find(name, text, a)
	}
	return nil, fmt.Errorf("%q is not supported; use contains, startswith, endswith, lower, upper, strip or len", ".str."+name)
}

// find looks for a text in each cell. "a|b" means either, as in the regular
// expression it is; other regular expressions are refused.
func (x accessor) find(name, text string, a arguments) (value, error) {
	cell, fold := x.of.sql, !a.truth("case", true)
	if fold {
		cell = "lower(" + cell + ")"
	}
	texts := []string{text}
	if name == "contains" && a.truth("regex", true) {
		texts = strings.Split(text, "|")
	}
	var parts []string
	for _, s := range texts {
		if name == "contains" && a.truth("regex", true) && strings.ContainsAny(s, `^$*+?()[]{}\`) {
			return nil, errors.New("regular expressions are not supported in .str.contains; use regex=False, startswith or endswith")
		}
		quoted := quoteText(s)
		if fold {
			quoted = "lower(" + quoted + ")"
		}
		switch name {
		case "contains":
			parts = append(parts, "instr("+cell+", "+quoted+") > 0")
		case "startswith":
			parts = append(parts, "substr("+cell+", 1, length("+quoted+")) = "+quoted)
		default:
			parts = append(parts, "(length("+cell+") >= length("+quoted+") AND substr("+cell+", -length("+quoted+"), length("+quoted+")) = "+quoted+")")
		}
	}
	return term{column: x.of}.with("ifnull("+strings.Join(parts, " OR ")+", 0)", table.Bool), nil
}

// function is a call of SQL's or Python's functions: len(df), lower(name).
func (e *evaluator) function(name string, a arguments) (value, error) {
	if len(a.list) == 0 {
		return nil, fmt.Errorf("%s(...) needs an argument", name)
	}
	switch name {
	case "len":
		switch x := a.list[0].(type) {
		case *relation:
			return countRows(x), nil
		case column:
			return countRows(x.rel.project(x)), nil
		}
		return nil, errors.New("len(...) needs the frame or a column")
	case "str", "int", "float", "list":
		return a.list[0], nil
	case "sum", "min", "max", "avg", "count":
		if c, ok := a.list[0].(column); ok && len(a.list) == 1 {
			return e.seriesMethod(c.rel.project(c).sealed(), strings.Replace(name, "avg", "mean", 1), a)
		}
	}
	kind, ok := map[string]table.Kind{
		"lower": table.Text, "upper": table.Text, "trim": table.Text, "substr": table.Text, "replace": table.Text,
		"length": table.Integer, "instr": table.Integer, "abs": 0, "round": table.Real, "coalesce": 0, "ifnull": 0,
		"date": table.Date, "strftime": table.Text,
	}[name]
	if !ok {
		return nil, fmt.Errorf("the function %s(...) is not supported here; write SQL: SELECT ... FROM df", name)
	}
	var parts []string
	var of term
	for _, arg := range a.list {
		t, err := termOf(arg)
		if err != nil {
			return nil, err
		}
		parts = append(parts, t.sql)
		if t.rel != nil {
			of = t
		}
	}
	return of.with(name+"("+strings.Join(parts, ", ")+")", kind), nil
}
