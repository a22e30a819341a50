package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"genplanx/actions/table"
)

// Select reads a selection: a map with any of
//
//	filter   a condition, or an expression that chooses rows
//	order    "balance desc, year", or a list of such terms
//	limit    how many rows at most
//	columns  the names to keep, a list or separated by commas
//
// in this order of working: filter, order, limit, columns.
func Select(selection map[string]any, f Frame) (Statement, error) {
	for key := range selection {
		if !slices.Contains([]string{"filter", "order", "limit", "columns"}, key) {
			return Statement{}, fmt.Errorf("a selection has no %q; it has filter, order, limit and columns", key)
		}
	}
	r, err := selectRows(selection["filter"], f)
	if err == nil {
		r, err = r.ordered(selection["order"])
	}
	if err == nil {
		r, err = r.limited(selection["limit"])
	}
	if err == nil {
		r, err = r.keep(selection["columns"])
	}
	if err != nil {
		return Statement{}, fmt.Errorf("in the selection: %w", f.withCells(err))
	}
	return f.meet(r.statement())
}

func selectRows(filter any, f Frame) (*relation, error) {
	if filter == nil {
		return base(f), nil
	}
	text, ok := filter.(string)
	if !ok {
		return nil, errors.New("the filter is a text")
	}
	if text = strings.TrimSpace(text); text == "" {
		return base(f), nil
	}
	if len(text) > mostText {
		return nil, fmt.Errorf("the filter has more than %d characters", mostText)
	}
	if word, _, _ := strings.Cut(strings.ToLower(text), " "); word == "where" {
		text = text[len(word):]
	}
	v, err := evaluate(text, f)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *relation:
		return v, nil
	case column:
		if v.kind == table.Bool {
			return v.rel.filter(v), nil
		}
	}
	return nil, fmt.Errorf("the filter %q is not a condition", text)
}

// texts reads a text separated by commas, or a list of texts.
func texts(v any) ([]string, error) {
	var parts []string
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		parts = strings.Split(v, ",")
	case []string:
		parts = v
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, fmt.Errorf("expected a text, found %v", item)
			}
			parts = append(parts, s)
		}
	default:
		return nil, fmt.Errorf("expected a text or a list, found %v", v)
	}
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out, nil
}

func (r *relation) ordered(order any) (*relation, error) {
	terms, err := texts(order)
	if err != nil || len(terms) == 0 {
		return r, err
	}
	r = r.sealed()
	var keys []column
	var down []bool
	for _, t := range terms {
		name, descending := direction(t)
		if _, exact := r.column(t); exact == nil {
			name, descending = t, false
		}
		c, err := r.column(unquote(name))
		if err != nil {
			return nil, err
		}
		keys, down = append(keys, c), append(down, descending)
	}
	return r.sortBy(keys, down), nil
}

// direction splits "balance desc" into the name and the direction.
func direction(t string) (name string, descending bool) {
	i := strings.LastIndexByte(t, ' ')
	if i < 0 {
		return t, false
	}
	switch strings.ToLower(t[i+1:]) {
	case "desc", "descending":
		return strings.TrimSpace(t[:i]), true
	case "asc", "ascending":
		return strings.TrimSpace(t[:i]), false
	}
	return t, false
}

func unquote(s string) string {
	if len(s) > 1 && strings.ContainsRune("\"'`", rune(s[0])) && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

func (r *relation) limited(limit any) (*relation, error) {
	n := 0
	switch v := limit.(type) {
	case nil:
		return r, nil
	case int:
		n = v
	case int64:
		n = int(v)
	case float64:
		n = int(v)
		if float64(n) != v {
			return nil, fmt.Errorf("the limit %v is not a whole number", v)
		}
	default:
		return nil, fmt.Errorf("the limit %v is not a number", limit)
	}
	if n < 0 {
		return nil, fmt.Errorf("the limit %d is negative", n)
	}
	return r.first(n, 0), nil
}

func (r *relation) keep(columns any) (*relation, error) {
	names, err := texts(columns)
	if err != nil || len(names) == 0 {
		return r, err
	}
	picked := make(list, len(names))
	for i, n := range names {
		picked[i] = literal{unquote(n)}
	}
	return r.pick(picked)
}
