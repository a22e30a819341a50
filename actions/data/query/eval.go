package query

import (
	"errors"
	"fmt"
	"strings"

	"genplanx/actions/table"
)

// evaluator computes what the nodes of one query stand for. Inside df[...] the
// name df, and bare column names, mean the rows that are being chosen from.
type evaluator struct {
	frame   Frame
	current *relation
}

func (e *evaluator) eval(n node) (value, error) {
	switch n := n.(type) {
	case literalNode:
		return literal(n), nil
	case nameNode:
		return e.name(n)
	case listNode:
		return e.list(n.items)
	case dictNode:
		return e.dict(n)
	case sliceNode:
		return e.slice(n)
	case unaryNode:
		return e.unary(n)
	case binaryNode:
		return e.binary(n)
	case attrNode:
		return e.attr(n)
	case indexNode:
		return e.index(n)
	case callNode:
		return e.call(n)
	}
	return nil, fmt.Errorf("unexpected part %T", n)
}

// name is the frame itself or one of its columns; a column called "data" hides
// the frame's second name.
func (e *evaluator) name(n nameNode) (value, error) {
	if !n.quoted && n.name == Table {
		return e.current, nil
	}
	c, err := e.current.column(n.name)
	if err != nil && !n.quoted && n.name == "data" {
		return e.current, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w; write df for the frame and quote texts", err)
	}
	return c, nil
}

func (e *evaluator) list(nodes []node) (value, error) {
	items := make(list, len(nodes))
	for i, n := range nodes {
		v, err := e.eval(n)
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

func (e *evaluator) dict(n dictNode) (value, error) {
	keys, err := e.list(n.keys)
	if err != nil {
		return nil, err
	}
	values, err := e.list(n.values)
	if err != nil {
		return nil, err
	}
	return dict{keys.(list), values.(list)}, nil
}

func (e *evaluator) slice(n sliceNode) (value, error) {
	var s span
	var err error
	if n.from != nil {
		if s.from, err = e.eval(n.from); err != nil {
			return nil, err
		}
	}
	if n.to != nil {
		if s.to, err = e.eval(n.to); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// accessor is series.str or series.dt; locator is frame.loc, frame.iloc or
// frame.shape.
type (
	accessor struct {
		of   column
		what string
	}
	locator struct {
		of   *relation
		what string
	}
)

func (e *evaluator) attr(n attrNode) (value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *relation:
		if x.series {
			return e.attrOf(x.sealed().columns[0].of(x.sealed()), n.name)
		}
		if c, err := x.column(n.name); err == nil {
			return c, nil
		}
		switch n.name {
		case "loc", "iloc", "shape":
			return locator{x, n.name}, nil
		case "values":
			return x, nil
		}
		return nil, fmt.Errorf("%w; nor is it an operation that can be used here", x.unknown(n.name))
	case column:
		return e.attrOf(x, n.name)
	case accessor:
		return x.part(n.name)
	case grouping:
		return x.pick(list{literal{n.name}})
	}
	return nil, fmt.Errorf("%q cannot be used here", "."+n.name)
}

func (c column) of(r *relation) column {
	c.rel = r
	return c
}

func (e *evaluator) attrOf(c column, name string) (value, error) {
	switch name {
	case "str", "dt":
		return accessor{c, name}, nil
	case "values":
		return c, nil
	}
	return nil, fmt.Errorf("column %q has no %q", c.name, "."+name)
}

func (e *evaluator) index(n indexNode) (value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *relation:
		return e.choose(x, n.args)
	case column:
		return e.choose(x.rel.project(x), n.args)
	case locator:
		return e.locate(x, n.args)
	case grouping:
		v, err := e.one(n.args)
		if err != nil {
			return nil, err
		}
		if names, ok := v.(list); ok {
			return x.pick(names)
		}
		return x.pick(list{v})
	}
	return nil, errors.New("[...] cannot be used here")
}

func (e *evaluator) one(args []node) (value, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("expected one thing in [...], found %d", len(args))
	}
	return e.eval(args[0])
}

// choose is frame['column'], frame[['a', 'b']], frame[condition] or frame[a:b].
func (e *evaluator) choose(r *relation, args []node) (value, error) {
	r = r.sealed()
	inner := &evaluator{frame: e.frame, current: r}
	v, err := inner.one(args)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case literal:
		name, ok := v.v.(string)
		if !ok {
			return nil, fmt.Errorf("expected the name of a column in quotes, found %v; columns: %s", v.v, r.describe())
		}
		return r.column(name)
	case list:
		return r.pick(v)
	case span:
		return r.rows(v)
	case column:
		if v.kind != table.Bool {
			return nil, fmt.Errorf("column %q is no condition; write df['%s'] for the column", v.name, v.name)
		}
		return r.filter(v), nil
	}
	return nil, errors.New("expected a condition or the names of columns in [...]")
}

// rows is frame[a:b]; negative bounds count from the end.
func (r *relation) rows(s span) (value, error) {
	from, okFrom := bound(s.from, 0)
	to, okTo := bound(s.to, -1)
	switch {
	case !okFrom || !okTo, s.to != nil && to < 0, from < 0 && s.to != nil:
		return nil, errors.New("rows are chosen by [a:b] with whole numbers from 0, or [-n:]")
	case from < 0:
		return r.last(-from), nil
	case s.to == nil:
		return r.first(-1, from), nil
	}
	return r.first(max(to-from, 0), from), nil
}

func bound(v value, otherwise int) (int, bool) {
	if v == nil {
		return otherwise, true
	}
	if s, isScalar := v.(literal); isScalar {
		i, ok := s.v.(int64)
		return int(min(max(i, -1<<31), 1<<31)), ok
	}
	return 0, false
}

// locate is frame.loc[rows, columns], frame.iloc[a:b] or frame.shape[0].
func (e *evaluator) locate(l locator, args []node) (value, error) {
	r := l.of.sealed()
	inner := &evaluator{frame: e.frame, current: r}
	if l.what == "shape" {
		v, err := inner.one(args)
		if err != nil {
			return nil, err
		}
		if v == (literal{int64(0)}) {
			return countRows(r), nil
		}
		return scalar{sql: fmt.Sprint(len(r.columns)), name: "columns", kind: table.Integer}, nil
	}
	if len(args) == 0 || len(args) > 2 {
		return nil, fmt.Errorf("expected %s[rows] or %s[rows, columns]", l.what, l.what)
	}
	v, err := inner.eval(args[0])
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case span:
		if l.what == "loc" && (v.from != nil || v.to != nil) {
			return nil, errors.New("loc[a:b] is not supported; use iloc[a:b]")
		}
		chosen, err := r.rows(v)
		if err != nil {
			return nil, err
		}
		r = chosen.(*relation)
	case column:
		if v.kind != table.Bool {
			return nil, fmt.Errorf("column %q is no condition", v.name)
		}
		r = r.filter(v)
	case literal:
		i, ok := bound(v, 0)
		if !ok || i < 0 {
			return nil, errors.New("a row is chosen by its number from 0")
		}
		r = r.first(1, i)
	default:
		return nil, fmt.Errorf("%s[...] needs a condition or rows", l.what)
	}
	if len(args) == 1 {
		return r, nil
	}
	return e.choose(r, args[1:])
}

func countRows(r *relation) scalar {
	return r.aggregate([]column{{name: "count", sql: "count(*)", kind: table.Integer}}).asScalar()
}

func (e *evaluator) call(n callNode) (value, error) {
	args, named, err := e.arguments(n)
	if err != nil {
		return nil, err
	}
	a := arguments{args, named}
	switch x := n.x.(type) {
	case nameNode:
		return e.function(strings.ToLower(x.name), a)
	case attrNode:
		on, err := e.eval(x.x)
		if err != nil {
			return nil, err
		}
		return e.method(on, x.name, a)
	}
	return nil, errors.New("a call needs the name of an operation before (...)")
}

func (e *evaluator) arguments(n callNode) (list, map[string]value, error) {
	args, err := e.list(n.args)
	if err != nil {
		return nil, nil, err
	}
	named := map[string]value{}
	for k, v := range n.named {
		if named[k], err = e.eval(v); err != nil {
			return nil, nil, err
		}
	}
	return args.(list), named, nil
}
