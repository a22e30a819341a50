package query

import (
	"errors"
	"fmt"
	"strings"

	"genplanx/actions/table"
)

// arguments of a call, by place and by name.
type arguments struct {
	list  list
	named map[string]value
}

// get returns the argument at a place or of a name; nil when it is not given.
func (a arguments) get(i int, name string) value {
	if i < len(a.list) {
		return a.list[i]
	}
	return a.named[name]
}

func (a arguments) text(i int, name string) (string, error) {
	if l, ok := a.get(i, name).(literal); ok {
		if s, ok := l.v.(string); ok {
			return s, nil
		}
	}
	return "", fmt.Errorf("expected a text in quotes for %q", name)
}

// number returns a whole number that is not negative.
func (a arguments) number(i int, name string, otherwise int) (int, error) {
	v := a.get(i, name)
	n, ok := bound(v, otherwise)
	if !ok || n < 0 {
		return 0, fmt.Errorf("expected a whole number from 0 for %q", name)
	}
	return n, nil
}

func (a arguments) truth(name string, otherwise bool) bool {
	if l, ok := a.named[name].(literal); ok {
		if b, ok := l.v.(bool); ok {
			return b
		}
	}
	return otherwise
}

// names returns a column name or a list of them as a list.
func asList(v value) list {
	switch v := v.(type) {
	case nil:
		return nil
	case list:
		return v
	}
	return list{v}
}

func (e *evaluator) method(on value, name string, a arguments) (value, error) {
	switch x := on.(type) {
	case grouping:
		return x.method(name, a)
	case accessor:
		return x.method(name, a)
	case column:
		if v, err := x.cellMethod(name, a); v != nil || err != nil {
			return v, err
		}
		return e.seriesMethod(x.rel.project(x).sealed(), name, a)
	case *relation:
		if !x.series {
			return e.frameMethod(x.sealed(), name, a)
		}
		s := x.sealed()
		if v, err := s.columns[0].of(s).cellMethod(name, a); v != nil || err != nil {
			return v, err
		}
		return e.seriesMethod(s, name, a)
	case scalar:
		if name == "round" || name == "item" {
			return x, nil
		}
	}
	return nil, fmt.Errorf("%q cannot be used here", "."+name+"(...)")
}

// frameMethod is an operation on a whole frame.
func (e *evaluator) frameMethod(r *relation, name string, a arguments) (value, error) {
	switch name {
	case "query":
		text, err := a.text(0, "expr")
		if err != nil {
			return nil, err
		}
		return e.choosing(r, text)
	case "sort_values", "nlargest", "nsmallest":
		return r.sorted(name, a)
	case "groupby":
		return groupBy(r, a)
	case "dropna":
		return r.dropMissing(asList(a.named["subset"]))
	case "drop":
		return r.without(asList(a.named["columns"]))
	case "drop_duplicates":
		if len(a.list)+len(a.named) > 0 {
			return nil, errors.New("drop_duplicates is supported without arguments only")
		}
		return r.distinct(), nil
	case "sum", "mean", "min", "max", "count", "nunique":
		return r.summary(name)
	case "agg", "aggregate":
		return aggregateBy(r, nil, r.columns, a.get(0, "func"))
	}
	return r.anyMethod(name, a)
}

// choosing keeps the rows of a condition written as text.
func (e *evaluator) choosing(r *relation, text string) (value, error) {
	tree, err := parse(text, e.frame)
	if err != nil {
		return nil, fmt.Errorf("in %q: %w", text, err)
	}
	v, err := (&evaluator{frame: e.frame, current: r}).eval(tree)
	if err != nil {
		return nil, err
	}
	c, ok := v.(column)
	if !ok || c.kind != table.Bool {
		return nil, fmt.Errorf("%q is not a condition", text)
	}
	return r.filter(c), nil
}

// anyMethod is an operation that frames and series share.
func (r *relation) anyMethod(name string, a arguments) (value, error) {
	switch name {
	case "head":
		n, err := a.number(0, "n", 5)
		return r.first(n, 0), err
	case "tail":
		n, err := a.number(0, "n", 5)
		return r.last(n), err
	case "copy", "reset_index", "to_frame", "tolist", "to_list", "infer_objects", "sort_index":
		return r, nil
	}
	return nil, fmt.Errorf("the operation %q is not supported; use .head, .tail, .sort_values, .nlargest, .nsmallest, .groupby, .query, .isin, .between, .sum, .mean, .min, .max, .count, .nunique, .unique or .value_counts, or write SQL: SELECT ... FROM df", "."+name)
}

// seriesMethod is an operation on a single column as a whole.
func (e *evaluator) seriesMethod(r *relation, name string, a arguments) (value, error) {
	c := r.columns[0].of(r)
	switch name {
	case "sum", "mean", "min", "max", "count", "nunique":
		agg, err := aggregated(name, c)
		if err != nil {
			return nil, err
		}
		return r.aggregate([]column{agg}).asScalar(), nil
	case "median":
		return median(r)
	case "sort_values":
		down := !a.truth("ascending", true)
		return r.sortBy([]column{c}, []bool{down}), nil
	case "nlargest", "nsmallest":
		n, err := a.number(0, "n", 5)
		return r.sortBy([]column{c}, []bool{name == "nlargest"}).first(n, 0), err
	case "unique", "drop_duplicates":
		return r.distinct(), nil
	case "value_counts":
		return r.valueCounts(), nil
	case "dropna":
		return r.dropMissing(list{c})
	}
	return r.anyMethod(name, a)
}

// sorted is sort_values(by, ascending), nlargest(n, columns) or nsmallest.
func (r *relation) sorted(name string, a arguments) (value, error) {
	by, n := a.get(0, "by"), 0
	if name != "sort_values" {
		var err error
		if n, err = a.number(0, "n", 5); err != nil {
			return nil, err
		}
		by = a.get(1, "columns")
	}
	var keys []column
	for _, k := range asList(by) {
		c, err := r.asColumn(k)
		if err != nil {
			return nil, err
		}
		keys = append(keys, c)
	}
	if len(keys) == 0 && r.measure != "" {
		c, err := r.column(r.measure) // of groups, what was computed is meant
		if err != nil {
			return nil, err
		}
		keys = append(keys, c)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s needs the name of a column", name)
	}
	down := make([]bool, len(keys))
	for i := range down {
		switch ascending := a.named["ascending"].(type) {
		case literal:
			down[i] = ascending.v == false || ascending.v == int64(0)
		case list:
			if i < len(ascending) {
				down[i] = ascending[i] == (literal{false}) || ascending[i] == (literal{int64(0)})
			}
		}
		if name == "nlargest" {
			down[i] = true
		}
	}
	sorted := r.sortBy(keys, down)
	if name == "sort_values" {
		return sorted, nil
	}
	return sorted.first(n, 0), nil
}

func (r *relation) dropMissing(names list) (value, error) {
	columns := r.columns
	if len(names) > 0 {
		picked, err := r.pick(names)
		if err != nil {
			return nil, err
		}
		columns = picked.columns
	}
	n := r
	for _, c := range columns {
		n = n.filter(column{sql: c.sql + " IS NOT NULL"})
	}
	return n, nil
}

func (r *relation) without(names list) (value, error) {
	drop := map[string]bool{}
	for _, name := range names {
		c, err := r.asColumn(name)
		if err != nil {
			return nil, err
		}
		drop[c.name] = true
	}
	n := r.copy()
	n.columns = nil
	for _, c := range r.columns {
		if !drop[c.name] {
			n.columns = append(n.columns, c)
		}
	}
	if len(n.columns) == 0 || len(drop) == 0 {
		return nil, errors.New("drop needs columns=[...] and must leave a column")
	}
	return n, nil
}

// distinct keeps the first of equal rows.
func (r *relation) distinct() *relation {
	n := r.nested()
	var by []string
	for _, c := range n.columns {
		by = append(by, c.sql)
	}
	text := "SELECT " + selectList(n.columns) + ", min(" + n.row + ") AS " + quoteName(rowAlias) + n.tail(false) + " GROUP BY " + strings.Join(by, ", ")
	n.from = source(text)
	return n
}

// valueCounts lists the values that occur with their number, the most frequent first.
func (r *relation) valueCounts() *relation {
	key := r.columns[0]
	counts := column{name: freeName("count", []column{key}), sql: "count(*)", kind: table.Integer}
	order := "count(*) DESC"
	if r.row != "" {
		order += ", min(" + r.row + ")"
	}
	return r.grouped([]column{key}, []column{counts}, order)
}

func freeName(name string, taken []column) string {
	for _, c := range taken {
		if c.name == name {
			return freeName(name+"_", taken)
		}
	}
	return name
}

func median(r *relation) (value, error) {
	c := r.columns[0]
	if _, err := aggregated("mean", c); err != nil {
		return nil, err
	}
	inner := r.copy()
	inner.where = append(inner.where, c.sql+" IS NOT NULL")
	text := "SELECT avg(v) FROM (SELECT " + c.sql + " AS v, row_number() OVER (ORDER BY " + c.sql + ") AS i, count(*) OVER () AS n" +
		inner.tail(false) + ") WHERE i IN ((n + 1) / 2, (n + 2) / 2)"
	return scalar{sql: "(" + text + ")", name: c.name, kind: table.Real}, nil
}
