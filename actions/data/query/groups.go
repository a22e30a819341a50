package query

import (
	"errors"
	"fmt"
	"slices"

	"genplanx/actions/table"
)

// grouping is frame.groupby(keys), with the columns to aggregate chosen or all.
type grouping struct {
	rel    *relation
	keys   []column
	values []column // nil: all that are not keys
}

func groupBy(r *relation, a arguments) (value, error) {
	g := grouping{rel: r}
	for _, k := range asList(a.get(0, "by")) {
		c, err := r.asColumn(k)
		if err != nil {
			return nil, err
		}
		g.keys = append(g.keys, c)
	}
	if len(g.keys) == 0 {
		return nil, errors.New("groupby needs the name of a column")
	}
	return g, nil
}

func (g grouping) pick(names list) (value, error) {
	picked, err := g.rel.pick(names)
	if err != nil {
		return nil, err
	}
	g.values = picked.columns
	return g, nil
}

func (g grouping) method(name string, a arguments) (value, error) {
	switch name {
	case "size":
		size := column{name: freeName("size", g.keys), sql: "count(*)", kind: table.Integer}
		return g.rel.grouped(g.keys, []column{size}, ""), nil
	case "agg", "aggregate":
		return aggregateBy(g.rel, g.keys, g.columns(), a.get(0, "func"))
	case "sum", "mean", "min", "max", "count", "nunique":
		return aggregateBy(g.rel, g.keys, g.columns(), literal{name})
	}
	return nil, fmt.Errorf("%q is not supported on groups; use .sum(), .mean(), .min(), .max(), .count(), .nunique(), .size() or .agg(...)", "."+name)
}

// columns to aggregate; those that are keys are left out.
func (g grouping) columns() []column {
	if g.values != nil {
		return g.values
	}
	var rest []column
	for _, c := range g.rel.columns {
		key := false
		for _, k := range g.keys {
			key = key || k.name == c.name
		}
		if !key {
			rest = append(rest, c)
		}
	}
	return rest
}

// aggregateBy computes the functions that how names: one for all columns, a list
// of them, or a column's own in {column: function}. Without keys there is one row.
func aggregateBy(r *relation, keys, values []column, how value) (value, error) {
	wanted, err := r.wanted(values, how)
	if err != nil {
		return nil, err
	}
	var out []column
	for _, w := range wanted {
		agg, err := aggregated(w.function, w.of)
		if err != nil && w.optional {
			continue
		}
		if err != nil {
			return nil, err
		}
		if w.several {
			agg.name += "_" + w.function
		}
		agg.name = freeName(agg.name, slices.Concat(keys, out))
		out = append(out, agg)
	}
	switch {
	case len(out) == 0:
		return nil, errors.New("no column holds numbers that could be added up")
	case len(keys) == 0:
		return r.aggregate(out), nil
	}
	return r.grouped(keys, out, ""), nil
}

// want is one function to compute over one column. It is optional when all
// columns are asked for: sums of all are those of the numbers.
type want struct {
	of       column
	function string
	several  bool // the column has several functions
	optional bool
}

func (r *relation) wanted(values []column, how value) ([]want, error) {
	var all []want
	add := func(c column, functions value, optional bool) error {
		names := asList(functions)
		_, several := functions.(list)
		for _, f := range names {
			l, _ := f.(literal)
			name, ok := l.v.(string)
			if !ok {
				return errors.New("expected the name of a function, such as 'sum'")
			}
			all = append(all, want{c, name, several, optional})
		}
		return nil
	}
	if d, ok := how.(dict); ok {
		for i, k := range d.keys {
			c, err := r.asColumn(k)
			if err == nil {
				err = add(c, d.values[i], false)
			}
			if err != nil {
				return nil, err
			}
		}
		return all, nil
	}
	if len(asList(how)) == 0 {
		return nil, errors.New("expected the name of a function, such as 'sum'")
	}
	for _, c := range values {
		if err := add(c, how, len(values) > 1); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// summary aggregates every column that it fits, as one row.
func (r *relation) summary(name string) (value, error) {
	return aggregateBy(r, nil, r.columns, literal{name})
}

// aggregated is one function over a column.
func aggregated(name string, c column) (column, error) {
	number := c.kind == table.Integer || c.kind == table.Real || c.kind == table.Bool || c.kind == 0
	out := column{name: c.name, kind: c.kind}
	switch name {
	case "sum", "mean", "avg":
		if !number {
			need := "an average"
			if name == "sum" {
				need = "a sum"
			}
			return out, &notNumbers{column: c.name, kind: c.kind.String(), need: need}
		}
		out.sql, out.kind = "avg("+c.sql+")", table.Real
		if name == "sum" {
			out.sql, out.kind = "coalesce(sum("+c.sql+"), 0)", c.kind
			if c.kind == table.Bool {
				out.kind = table.Integer
			}
		}
	case "min", "max":
		out.sql = name + "(" + c.sql + ")"
	case "count":
		out.sql, out.kind = "count("+c.sql+")", table.Integer
	case "nunique":
		out.sql, out.kind = "count(DISTINCT "+c.sql+")", table.Integer
	default:
		return out, fmt.Errorf("the function %q is not supported; use sum, mean, min, max, count or nunique", name)
	}
	return out, nil
}
