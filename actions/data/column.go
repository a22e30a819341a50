package data

import (
	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// FindColumn finds a column by the word a user has for it: exactly, else in any
// letter case, else without regard to spaces and hyphens. The error lists the
// columns and suggests one.
func FindColumn(t *table.Table, name string) (table.Column, error) {
	found, err := query.Find(name, t.Names())
	if err != nil {
		return table.Column{}, err
	}
	c, _ := t.Column(found)
	return c, nil
}
