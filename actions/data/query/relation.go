package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"genplanx/actions/table"
)

// value is what a node stands for: *relation, column, scalar, literal, list,
// dict, span, grouping, accessor or locator.
type value any

// column is a named expression over the rows of a relation.
type column struct {
	rel      *relation
	name     string
	sql      string
	kind     table.Kind // 0 when unknown
	computed bool       // not simply a column of the frame
	stored   []string   // columns of df it is computed from
	truth    bool       // its texts say yes or no and nothing else
}

// scalar is one value, computed by the database.
type scalar struct {
	sql  string
	name string
	kind table.Kind
}

type (
	literal struct{ v any }
	list    []value
	dict    struct{ keys, values []value }
	span    struct{ from, to value }
)

// relation is a SELECT being built: rows of a source, chosen, ordered and cut.
// Operations return new relations.
type relation struct {
	from    string
	columns []column
	where   []string
	order   []string
	row     string // an expression that keeps the rows in their order, "" for none
	limit   int    // -1 for none
	offset  int
	series  bool     // a single column rather than a frame
	used    []string // columns of df that rows are chosen by
	measure string   // the only column that was computed for groups
}

func (r *relation) copy() *relation {
	c := *r
	c.columns = slices.Clone(r.columns)
	c.where = slices.Clone(r.where)
	c.order = slices.Clone(r.order)
	c.used = slices.Clone(r.used)
	return &c
}

// statement finishes the SELECT.
func (r *relation) statement() Statement {
	s := Statement{SQL: r.sql(func(i int) string { return r.columns[i].name }), Conditions: r.used}
	for _, c := range r.columns {
		s.Kinds = append(s.Kinds, c.kind)
	}
	return s
}

// sql writes the SELECT with the columns called as alias says.
func (r *relation) sql(alias func(int) string) string {
	return r.selecting(alias, "")
}

func (r *relation) selecting(alias func(int) string, extra string) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for i, c := range r.columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.sql + " AS " + quoteName(alias(i)))
	}
	b.WriteString(extra + r.tail(true))
	if r.limit >= 0 || r.offset > 0 {
		fmt.Fprintf(&b, " LIMIT %d OFFSET %d", r.limit, r.offset)
	}
	return b.String()
}

// tail is all after the list of columns, but for the limit.
func (r *relation) tail(ordered bool) string {
	s := " FROM " + r.from
	if len(r.where) > 0 {
		s += " WHERE " + strings.Join(r.where, " AND ")
	}
	if o := r.orderBy(); ordered && o != "" {
		s += " ORDER BY " + o
	}
	return s
}

func (r *relation) orderBy() string {
	order := r.order
	if r.row != "" {
		order = append(slices.Clone(order), r.row)
	}
	return strings.Join(order, ", ")
}

// sealed makes the relation the source of a new one, so that what follows sees
// only the rows that are left. It is needed after a limit.
func (r *relation) sealed() *relation {
	if r.limit < 0 && r.offset == 0 {
		return r
	}
	return r.nested()
}

func (r *relation) nested() *relation {
	over := ""
	if o := r.orderBy(); o != "" {
		over = "ORDER BY " + o
	}
	inner := r.selecting(cell, ", row_number() OVER ("+over+") AS "+quoteName(rowAlias))
	n := &relation{from: source(inner), row: sourced(rowAlias), limit: -1, series: r.series, used: r.used, measure: r.measure}
	n.columns = resultColumns(r.columns)
	return n
}

// Every source is called t, and its columns are written t."name": a bare name in
// ORDER BY would mean a column of the result where one is called the same.
const (
	sourceAlias = "t"
	rowAlias    = "row"
)

func source(text string) string { return "(" + text + ") AS " + sourceAlias }

func sourced(name string) string { return sourceAlias + "." + quoteName(name) }

// cell names the columns of a source that is itself a SELECT.
func cell(i int) string { return "c" + strconv.Itoa(i) }

// resultColumns are the columns of a SELECT that is used as a source.
func resultColumns(columns []column) []column {
	out := make([]column, len(columns))
	for i, c := range columns {
		out[i] = column{name: c.name, sql: sourced(cell(i)), kind: c.kind}
	}
	return out
}

// filter keeps the rows where the condition holds.
func (r *relation) filter(c column) *relation {
	n := r.copy()
	n.where = append(n.where, "("+c.sql+")")
	for _, s := range c.stored {
		if !slices.Contains(n.used, s) {
			n.used = append(n.used, s)
		}
	}
	return n
}

// project leaves one column, as a series.
func (r *relation) project(c column) *relation {
	n := r.copy()
	n.columns = []column{c}
	n.series = true
	return n
}

// pick leaves the named columns, in that order. Columns named twice appear once.
func (r *relation) pick(names list) (*relation, error) {
	n := r.copy()
	n.columns, n.series = nil, false
	for _, item := range names {
		c, err := r.asColumn(item)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(n.columns, func(have column) bool { return have.name == c.name }) {
			n.columns = append(n.columns, c)
		}
	}
	if len(n.columns) == 0 {
		return nil, fmt.Errorf("the list of columns is empty; the frame has %s", r.describe())
	}
	return n, nil
}

func (r *relation) asColumn(v value) (column, error) {
	switch v := v.(type) {
	case column:
		return v, nil
	case literal:
		if name, ok := v.v.(string); ok {
			return r.column(name)
		}
		return column{}, fmt.Errorf("expected the name of a column, found %v", v.v)
	}
	return column{}, fmt.Errorf("expected the name of a column; the frame has %s", r.describe())
}

// sortBy orders by the columns; rows that are equal keep their order.
func (r *relation) sortBy(keys []column, descending []bool) *relation {
	n := r.sealed().copy()
	var order []string
	for i, k := range keys {
		direction := " ASC NULLS LAST"
		if descending[i] {
			direction = " DESC NULLS LAST"
		}
		order = append(order, k.sql+direction)
	}
	n.order = append(order, n.order...)
	return n
}

// first keeps at most n rows after skipping some.
func (r *relation) first(n, skip int) *relation {
	c := r.sealed().copy()
	c.limit, c.offset = n, skip
	return c
}

// last keeps at most n rows from the end, in their order.
func (r *relation) last(n int) *relation {
	numbered := r.nested()
	row := numbered.row
	numbered.row = row + " DESC"
	c := numbered.first(n, 0).nested()
	c.row += " DESC"
	return c
}

// aggregate computes one value per column; several make a row.
func (r *relation) aggregate(columns []column) *relation {
	s := r.sealed()
	n := &relation{limit: -1, used: s.used}
	inner := s.copy()
	inner.columns = columns
	n.from = source("SELECT " + selectList(columns) + inner.tail(false))
	n.columns = resultColumns(columns)
	return n
}

// grouped computes one row per combination of the keys; rows without a key are
// left out. order is what the groups are sorted by.
func (r *relation) grouped(keys, values []column, order string) *relation {
	columns := append(slices.Clone(keys), values...)
	inner := r.copy()
	var by []string
	for _, k := range keys {
		by = append(by, k.sql)
		inner.where = append(inner.where, "("+k.sql+" IS NOT NULL)")
	}
	if order != "" {
		order = ", row_number() OVER (ORDER BY " + order + ") AS " + quoteName(rowAlias)
	}
	text := "SELECT " + selectList(columns) + order + inner.tail(false) + " GROUP BY " + strings.Join(by, ", ")
	n := &relation{from: source(text), limit: -1, used: r.used, columns: resultColumns(columns)}
	if order != "" {
		n.row = sourced(rowAlias)
	} else {
		for _, key := range n.columns[:len(keys)] {
			n.order = append(n.order, key.sql)
		}
	}
	if len(values) == 1 {
		n.measure = values[0].name
	}
	return n
}

func selectList(columns []column) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = c.sql + " AS " + quoteName(cell(i))
	}
	return strings.Join(parts, ", ")
}

// asScalar uses a relation of one row and one column as a value.
func (r *relation) asScalar() scalar {
	return scalar{sql: "(" + r.sql(cell) + ")", name: r.columns[0].name, kind: r.columns[0].kind}
}
