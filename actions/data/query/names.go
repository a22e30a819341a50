package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"genplanx/pddl/diag"
)

// column finds a column by its name: exactly, else in any letter case, else
// without regard to spaces, hyphens and underscores, each time only when one fits.
func (r *relation) column(name string) (column, error) {
	folds := []func(string) string{
		func(s string) string { return s },
		strings.ToLower,
		lettersOnly,
	}
	for _, fold := range folds {
		var found []column
		for _, c := range r.columns {
			if fold(c.name) == fold(name) && fold(name) != "" {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			found[0].rel = r
			return found[0], nil
		}
	}
	return column{}, r.unknown(name)
}

func (r *relation) unknown(name string) error {
	names := make([]string, len(r.columns))
	for i, c := range r.columns {
		names[i] = c.name
	}
	return UnknownColumn(name, names)
}

// UnknownColumn is the error about a column that is not there: it lists those
// that are, and the one that is spelled most alike.
func UnknownColumn(name string, names []string) error {
	lower := make([]string, len(names))
	for i, n := range names {
		lower[i] = strings.ToLower(n)
	}
	meant := ""
	if i := slices.Index(lower, diag.Suggest(strings.ToLower(name), lower)); i >= 0 {
		meant = "did you mean " + strconv.Quote(names[i]) + "? "
	}
	return fmt.Errorf("no column %q; %scolumns: %s", name, meant, Listed(names))
}

// describe lists the columns for messages.
func (r *relation) describe() string {
	names := make([]string, len(r.columns))
	for i, c := range r.columns {
		names[i] = c.name
	}
	return Listed(names)
}

// Listed joins names for a message, at most thirty.
func Listed(names []string) string {
	const most = 30
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(", … %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

func lettersOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Find returns the one of the names that a user's word stands for, by the rules
// of columns in queries.
func Find(name string, names []string) (string, error) {
	r := &relation{}
	for _, n := range names {
		r.columns = append(r.columns, column{name: n})
	}
	c, err := r.column(strings.TrimSpace(name))
	return c.name, err
}

// ValueCounts is the query for the distinct values of a column and their numbers.
func ValueCounts(name string) string { return Table + "[" + literalText(name) + "].value_counts()" }

// literalText quotes a text so that the lexer reads it back.
func literalText(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
