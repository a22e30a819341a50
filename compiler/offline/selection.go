package offline

import (
	"strings"
)

// selection says which rows of a table are meant, and in which order.
type selection struct {
	conditions [][]condition // all of the groups, one of each group
	order      string
	descending bool
	also       []key // further keys of the order
	limit      string
	last       bool // the limit counts from the end
	distinct   bool // equal rows once
	columns    []string
}

type condition struct {
	column string
	op     string // ==, !=, <, <=, >, >=, startswith, endswith, contains, missing
	value  literal
	not    bool
}

type literal struct {
	text string
	bare bool // a number or truth value, written without quotes
}

func (s selection) empty() bool {
	return len(s.conditions) == 0 && s.order == "" && s.limit == "" && len(s.columns) == 0
}

func (s selection) key() string { return s.query() }

// written reports whether there is a query for the selection: the last rows are
// those of the data frame, not of a SELECT.
func (s selection) written() bool {
	rest := s
	rest.limit, rest.last = "", false
	return !s.last || rest.empty() || rest.simple()
}

// simple reports whether the selection can be written as df[(..) & (..)], the
// form that the paper uses.
func (s selection) simple() bool {
	if s.order != "" || s.limit != "" || len(s.columns) > 0 || len(s.conditions) == 0 {
		return false
	}
	for _, group := range s.conditions {
		for _, c := range group {
			if c.not || len(c.op) > 2 {
				return false
			}
		}
	}
	return true
}

// query writes the selection in the shortest form that says it.
func (s selection) query() string {
	if s.last {
		rest := s
		rest.limit, rest.last = "", false
		if rest.empty() {
			return "df.tail(" + s.limit + ")"
		}
		return rest.query() + ".tail(" + s.limit + ")"
	}
	if !s.simple() {
		what := "*"
		if len(s.columns) > 0 {
			names := make([]string, len(s.columns))
			for i, c := range s.columns {
				names[i] = identifier(c)
			}
			what = strings.Join(names, ", ")
		}
		if s.distinct {
			what = "DISTINCT " + what
		}
		return s.sql(what, "")
	}
	var groups []string
	for _, group := range s.conditions {
		var parts []string
		for _, c := range group {
			parts = append(parts, "("+"df["+pythonQuote(c.column)+"] "+c.op+" "+c.value.python()+")")
		}
		text := strings.Join(parts, " | ")
		if len(parts) > 1 && len(s.conditions) > 1 {
			text = "(" + text + ")"
		}
		groups = append(groups, text)
	}
	text := strings.Join(groups, " & ")
	if len(groups) == 1 && len(s.conditions[0]) == 1 {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	}
	return "df[" + text + "]"
}

// sql writes the selection as one SELECT over the table df.
func (s selection) sql(what, group string) string {
	var b strings.Builder
	b.WriteString("SELECT " + what + " FROM df")
	for i, g := range s.conditions {
		b.WriteString([]string{" WHERE ", " AND "}[min(i, 1)])
		var parts []string
		for _, c := range g {
			parts = append(parts, c.sql())
		}
		if len(parts) > 1 {
			b.WriteString("(" + strings.Join(parts, " OR ") + ")")
		} else {
			b.WriteString(parts[0])
		}
	}
	if group != "" {
		b.WriteString(" GROUP BY " + group)
	}
	if s.order != "" {
		b.WriteString(" ORDER BY " + s.orderSQL())
	}
	if s.limit != "" {
		b.WriteString(" LIMIT " + s.limit)
	}
	return b.String()
}

func (c condition) sql() string {
	column, text := identifier(c.column), ""
	switch c.op {
	case "startswith":
		text = column + " LIKE " + sqlQuote(likeText(c.value.text)+"%") + escape(c.value.text)
	case "endswith":
		text = column + " LIKE " + sqlQuote("%"+likeText(c.value.text)) + escape(c.value.text)
	case "contains":
		text = column + " LIKE " + sqlQuote("%"+likeText(c.value.text)+"%") + escape(c.value.text)
	case missingValue:
		return "COALESCE(" + column + ", '') " + map[bool]string{true: "<>", false: "="}[c.not] + " ''"
	case "==":
		text = column + " = " + c.value.sql()
	case "!=":
		text = column + " <> " + c.value.sql()
	default:
		text = column + " " + c.op + " " + c.value.sql()
	}
	if c.not {
		return "NOT (" + text + ")"
	}
	return text
}

// likeText escapes the wild cards of LIKE.
func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

func escape(s string) string {
	if strings.ContainsAny(s, `%_\`) {
		return ` ESCAPE '\'`
	}
	return ""
}

func (l literal) python() string {
	if l.bare {
		return l.text
	}
	return pythonQuote(l.text)
}

func (l literal) sql() string {
	switch {
	case l.text == "True" && l.bare:
		return "TRUE"
	case l.text == "False" && l.bare:
		return "FALSE"
	case l.bare:
		return l.text
	}
	return sqlQuote(l.text)
}

func pythonQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

func sqlQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// identifier writes a column's name in SQL, in quotes unless it is a plain word
// that no SQL keyword can be taken for.
func identifier(s string) string {
	plain := s != ""
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		plain = plain && (letter || i > 0 && r >= '0' && r <= '9')
	}
	if plain && !keywords[strings.ToUpper(s)] {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

var keywords = map[string]bool{"SELECT": true, "FROM": true, "WHERE": true, "GROUP": true, "ORDER": true, "BY": true, "LIMIT": true, "AS": true, "AND": true,
	"OR": true, "NOT": true, "IN": true, "IS": true, "NULL": true, "LIKE": true, "BETWEEN": true, "CASE": true, "WHEN": true, "THEN": true, "ELSE": true,
	"END": true, "JOIN": true, "ON": true, "UNION": true, "ALL": true, "DISTINCT": true, "HAVING": true, "INDEX": true, "TABLE": true, "VALUES": true,
	"SET": true, "TO": true, "DESC": true, "ASC": true, "CAST": true, "CHECK": true, "DEFAULT": true, "EXISTS": true, "FILTER": true, "DF": true,
	"DATE": true, "TIME": true, "KEY": true, "ROW": true, "ROWS": true, "TRUE": true, "FALSE": true, "COUNT": true, "TRANSACTION": true, "REFERENCES": true,
	"PRIMARY": true, "ADD": true, "ALTER": true, "CREATE": true, "DROP": true, "DELETE": true, "INSERT": true, "UPDATE": true, "USING": true, "INTO": true}
