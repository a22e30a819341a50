package query

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"genplanx/actions/table"
)

func (e *evaluator) unary(n unaryNode) (value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return nil, err
	}
	if l, ok := x.(literal); ok && n.op == "-" {
		switch v := l.v.(type) {
		case int64:
			return literal{-v}, nil
		case float64:
			return literal{-v}, nil
		}
	}
	t, err := termOf(x)
	if err != nil {
		return nil, err
	}
	if n.op == "-" {
		return t.with("(-"+t.sql+")", t.kind), nil
	}
	if t.kind != table.Bool && t.kind != 0 {
		return nil, fmt.Errorf("column %q is no condition and cannot be negated", t.name)
	}
	// A comparison with a missing value is false, so its negation is true.
	return t.with("(NOT ifnull("+t.sql+", 0))", table.Bool), nil
}

func (e *evaluator) binary(n binaryNode) (value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return nil, err
	}
	y, err := e.eval(n.y)
	if err != nil {
		return nil, err
	}
	x, y = e.columnBefore(n.op, x, y), e.columnBefore(n.op, y, x)
	switch n.op {
	case "and", "or":
		return logical(n.op, x, y)
	case "in":
		return isIn(x, y)
	case "is":
		return isMissing(x, y)
	case "like":
		return e.like(x, y)
	case "=", "!=", "<>", "<", "<=", ">", ">=":
		return compare(n.op, x, y)
	}
	return arithmetic(n.op, x, y)
}

// columnBefore reads 'balance' > 100 as the column: comparing two constants is
// never meant.
func (e *evaluator) columnBefore(op string, x, other value) value {
	l, isLiteral := x.(literal)
	name, isText := l.v.(string)
	if _, constant := other.(literal); !isLiteral || !isText || !constant || op == "and" || op == "or" {
		return x
	}
	for _, c := range e.current.columns {
		if c.name == name {
			return c.of(e.current)
		}
	}
	return x
}

// term is one side of an operator.
type term struct {
	column
	constant bool
}

func (t term) with(sql string, kind table.Kind) value {
	if t.rel == nil {
		return scalar{sql: sql, name: t.name, kind: kind}
	}
	c := t.column
	c.sql, c.kind, c.computed = sql, kind, true
	return c
}

func termOf(v value) (term, error) {
	switch v := v.(type) {
	case column:
		return term{column: v}, nil
	case scalar:
		return term{column: column{sql: v.sql, name: v.name, kind: v.kind}}, nil
	case literal:
		sql, kind := literalSQL(v.v)
		return term{column: column{sql: sql, name: "value", kind: kind}, constant: true}, nil
	case *relation:
		if v.series && v.limit < 0 {
			return term{column: v.columns[0].of(v)}, nil
		}
		if len(v.columns) == 1 {
			s := v.asScalar()
			return term{column: column{sql: s.sql, name: s.name, kind: s.kind}}, nil
		}
	}
	return term{}, errors.New("expected a column or a value on each side of an operator")
}

func literalSQL(v any) (string, table.Kind) {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10), table.Integer
	case float64:
		return strconv.FormatFloat(v, 'e', -1, 64), table.Real
	case bool:
		if v {
			return "1", table.Bool
		}
		return "0", table.Bool
	case string:
		return quoteText(v), table.Text
	}
	return "NULL", 0
}

// joined makes one expression of two, over the rows of either.
func joined(x, y term, sql string, kind table.Kind) value {
	base := x
	if x.rel == nil {
		base = y
	}
	v := base.with(sql, kind)
	if c, ok := v.(column); ok {
		c.stored = slices.Concat(x.stored, y.stored)
		return c
	}
	return v
}

func logical(op string, x, y value) (value, error) {
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	b, err := termOf(y)
	if err != nil {
		return nil, err
	}
	for _, t := range []term{a, b} {
		if t.kind != table.Bool && t.kind != 0 {
			return nil, fmt.Errorf("%q joins conditions, and %s is none; put brackets around each comparison", op, t.sql)
		}
	}
	return joined(a, b, "("+a.sql+" "+strings.ToUpper(op)+" "+b.sql+")", table.Bool), nil
}

func arithmetic(op string, x, y value) (value, error) {
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	b, err := termOf(y)
	if err != nil {
		return nil, err
	}
	if a.kind == table.Text && b.kind == table.Text && op == "+" {
		return joined(a, b, "("+a.sql+" || "+b.sql+")", table.Text), nil
	}
	for _, t := range []term{a, b} {
		if t.kind == table.Text || t.kind == table.Date || t.kind == table.DateTime {
			return nil, fmt.Errorf("%s holds %s; %q needs numbers", t.sql, t.kind, op)
		}
	}
	kind := table.Integer
	if a.kind == table.Real || b.kind == table.Real || op == "/" {
		kind = table.Real
	}
	switch op {
	case "/":
		return joined(a, b, "(1.0 * "+a.sql+" / "+b.sql+")", kind), nil
	case "//":
		return joined(a, b, "CAST(floor(1.0 * "+a.sql+" / "+b.sql+") AS INTEGER)", table.Integer), nil
	case "%":
		// Python's remainder has the sign of the divisor.
		return joined(a, b, "((("+a.sql+" % "+b.sql+") + "+b.sql+") % "+b.sql+")", table.Integer), nil
	}
	return joined(a, b, "("+a.sql+" "+op+" "+b.sql+")", kind), nil
}

func isIn(x, y value) (value, error) {
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	items, ok := y.(list)
	if !ok {
		if c, isColumn := y.(column); isColumn {
			return joined(a, term{}, "("+a.sql+" IN ("+c.rel.project(c).sql(cell)+"))", table.Bool), nil
		}
		items = list{y}
	}
	parts := make([]string, 0, len(items))
	for _, item := range items {
		b, err := termOf(item)
		if err != nil {
			return nil, err
		}
		if b, err = fit(b, a, "="); err != nil {
			return nil, err
		}
		parts = append(parts, b.sql)
	}
	return joined(a, term{}, "("+a.sql+" IN ("+strings.Join(parts, ", ")+"))", table.Bool), nil
}

func isMissing(x, y value) (value, error) {
	if y != (literal{nil}) {
		return compare("=", x, y)
	}
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	return joined(a, term{}, "("+a.sql+" IS NULL)", table.Bool), nil
}

func (e *evaluator) like(x, y value) (value, error) {
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	b, err := termOf(y)
	if err != nil {
		return nil, err
	}
	return joined(a, b, "("+a.sql+" LIKE "+b.sql+")", table.Bool), nil
}

func compare(op string, x, y value) (value, error) {
	a, err := termOf(x)
	if err != nil {
		return nil, err
	}
	b, err := termOf(y)
	if err != nil {
		return nil, err
	}
	switch {
	case b.constant && !a.constant:
		return compareWith(op, a, b)
	case a.constant && !b.constant:
		return compareWith(mirrored(op), b, a)
	}
	return joined(a, b, relationSQL(op, a.sql, b.sql), table.Bool), nil
}

func compareWith(op string, a, b term) (value, error) {
	if b.sql == "NULL" {
		if op == "=" || op == "!=" || op == "<>" {
			return joined(a, b, relationSQL(map[string]string{"=": "IS", "!=": "IS NOT", "<>": "IS NOT"}[op], a.sql, "NULL"), table.Bool), nil
		}
		return nil, fmt.Errorf("a missing value is neither greater nor less; use .isna()")
	}
	fitted, err := fit(b, a, op)
	if err != nil {
		return nil, err
	}
	left := a.sql
	if a.kind == table.DateTime && len(fitted.sql) == len("'2000-01-01'") && (op == "=" || op == "!=" || op == "<>") {
		left = "substr(" + a.sql + ", 1, 10)" // a day is meant, not its midnight
	}
	return joined(a, fitted, relationSQL(op, left, fitted.sql), table.Bool), nil
}

// relationSQL keeps the rows with a missing value for !=, as data frames do.
func relationSQL(op, x, y string) string {
	if op == "!=" {
		op = "IS NOT"
	}
	return "(" + x + " " + op + " " + y + ")"
}

func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}
