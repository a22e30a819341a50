// Package query turns what people and language models write as a query into
// one SELECT over a table named df.
//
// It owns the grammar of data-frame expressions (df[df['year'] == 2024], as the
// paper writes them), of conditions (year == 2024 and hour > 8) and of
// selections (filter, order, limit, columns), and the guard that lets plain SQL
// through only when it is a single SELECT. In: the text and the columns of the
// frame. Out: a [Statement] of SQLite's dialect. It must not know databases,
// files or actions. Start reading at [Translate]; text becomes tokens in lex.go,
// a tree in parse.go, and relations in eval.go.
package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"genplanx/actions/table"
)

// Table is the name of the frame in every statement. Another name for the same
// table is "data".
const Table = "df"

// mostText bounds the length of a query.
const mostText = 64 << 10

// Statement is a SELECT ready to be run.
type Statement struct {
	SQL string
	// Kinds of the result's columns; 0 where they follow from the values.
	Kinds []table.Kind
	// Conditions are the columns of df that rows are chosen by, as named there:
	// an index on them helps.
	Conditions []string
	// Notes say which cells a constant was taken for, or that none has it.
	Notes []string
}

// Frame is the table a query is about. Name is another name for it in the text.
type Frame struct {
	Name    string
	Columns []table.Column // their cells, where known, tell what a constant means
}

// StoredNames returns the names the columns must have in the database, where
// names that differ in letter case only would clash.
func (f Frame) StoredNames() []string {
	used := map[string]bool{}
	names := make([]string, len(f.Columns))
	for i, c := range f.Columns {
		name := c.Name
		for n := 2; used[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s_%d", c.Name, n)
		}
		used[strings.ToLower(name)] = true
		names[i] = name
	}
	return names
}

// Translate reads a query in any of the forms: SQL, a data-frame expression, a
// list of columns, or a condition, which chooses rows.
func Translate(text string, f Frame) (Statement, error) {
	s, err := translate(text, f)
	if err != nil {
		return Statement{}, f.withCells(err)
	}
	return f.meet(s)
}

func translate(text string, f Frame) (Statement, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return Statement{}, errors.New("the query is empty")
	case len(text) > mostText:
		return Statement{}, fmt.Errorf("the query has more than %d characters", mostText)
	}
	if word, isSQL := leadingWord(text); isSQL {
		return guard(text, word, f)
	}
	v, err := evaluate(text, f)
	if err != nil {
		return Statement{}, err
	}
	return statementOf(v, base(f))
}

// evaluate parses a text and computes what it stands for.
func evaluate(text string, f Frame) (value, error) {
	tree, err := parse(text, f)
	if err != nil {
		return nil, err
	}
	e := &evaluator{frame: f, current: base(f)}
	return e.eval(tree)
}

// statementOf turns the value of a whole query into SQL. A condition standing
// alone chooses rows.
func statementOf(v value, all *relation) (Statement, error) {
	switch v := v.(type) {
	case *relation:
		return v.statement(), nil
	case column:
		if v.computed && v.kind == table.Bool {
			return v.rel.filter(v).statement(), nil
		}
		return v.rel.project(v).statement(), nil
	case scalar:
		return Statement{SQL: "SELECT " + v.sql + " AS " + quoteName(v.name), Kinds: []table.Kind{v.kind}}, nil
	case list:
		picked, err := all.pick(v)
		if err != nil {
			return Statement{}, err
		}
		return picked.statement(), nil
	case grouping:
		return Statement{}, errors.New("the query groups rows and says nothing of the groups; add .sum(), .mean(), .count() or .size()")
	}
	return Statement{}, errors.New("the query names no rows and no columns of the frame; write for example df[df['year'] == 2024]")
}

// base is the whole frame.
func base(f Frame) *relation {
	names := f.StoredNames()
	r := &relation{from: Table + " AS " + sourceAlias, limit: -1, row: rowName(names)}
	for i, c := range f.Columns {
		r.columns = append(r.columns, column{name: c.Name, sql: sourced(names[i]), kind: c.Kind, stored: []string{names[i]}, truth: saysYesOrNo(c)})
	}
	return r
}

// rowName is a name of SQLite's row number that no column hides.
func rowName(names []string) string {
	for _, row := range []string{"rowid", "_rowid_", "oid"} {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, row) }) {
			return sourceAlias + "." + row
		}
	}
	return ""
}

// quoteName writes a name as an SQL identifier.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// quoteText writes a text as an SQL literal.
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
