package data

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"genplanx/actions/table"
)

// grid is a table as a file holds it: text cells under names. A source that has
// kinds of its own gives typed instead.
type grid struct {
	names   []string
	rows    [][]string
	options table.Options
	notes   []string
	typed   *table.Table
}

// longestName of a column, in bytes; names go into plans, prompts and reports.
const longestName = 1000

// newGrid takes the first of the rows as the column names. All rows must be of
// equal length.
func newGrid(rows [][]string, o table.Options) (*grid, error) {
	if len(rows) == 0 {
		return nil, errEmpty
	}
	header := make([]string, len(rows[0]))
	for i, cell := range rows[0] {
		if len(cell) > longestName {
			return nil, hinted(fmt.Errorf("the name of column %d has %d characters", i+1, len(cell)), "put the names of the columns into the first row")
		}
		header[i] = strings.Join(strings.Fields(cell), " ")
	}
	if looksLikeValues(header) {
		return nil, hinted(fmt.Errorf("the first row holds values (%s), not column names", strings.Join(header[:min(3, len(header))], ", ")),
			"put the names of the columns into the first row")
	}
	g := &grid{names: header, rows: rows[1:], options: o}
	g.dropBlank()
	g.nameColumns()
	if len(g.names) == 0 {
		return nil, errors.New("it has no columns")
	}
	return g, nil
}

// looksLikeValues reports a first row in which every cell is a number, date or
// boolean.
func looksLikeValues(header []string) bool {
	probe, err := table.FromText(header, [][]string{header}, table.Options{})
	if err != nil {
		return false
	}
	named := 0
	for _, c := range probe.Columns {
		if c.Kind == table.Text {
			named++
		}
	}
	return named == 0
}

// dropBlank removes rows without any value, and columns that have neither a name
// nor a value: spreadsheets leave both behind.
func (g *grid) dropBlank() {
	filled := make([]bool, len(g.names))
	for i, name := range g.names {
		filled[i] = name != ""
	}
	kept := g.rows[:0:0]
	for _, row := range g.rows {
		blank := len(row) > 1 // a single column may have missing values
		for i, cell := range row {
			if strings.TrimSpace(cell) != "" {
				filled[i], blank = true, false
			}
		}
		if !blank {
			kept = append(kept, row)
		}
	}
	if dropped := len(g.rows) - len(kept); dropped > 0 {
		g.notes = append(g.notes, fmt.Sprintf("%d blank rows were left out", dropped))
	}
	g.rows = kept
	g.keepColumns(filled)
}

func (g *grid) keepColumns(keep []bool) {
	all := true
	for _, k := range keep {
		all = all && k
	}
	if all {
		return
	}
	g.names = selected(g.names, keep)
	for i, row := range g.rows {
		g.rows[i] = selected(row, keep)
	}
}

func selected(cells []string, keep []bool) []string {
	kept := make([]string, 0, len(cells))
	for i, cell := range cells {
		if keep[i] {
			kept = append(kept, cell)
		}
	}
	return kept
}

// nameColumns repairs what can be repaired without guessing: an empty name
// becomes column3, the second "total" becomes total_2. Each repair is noted.
func (g *grid) nameColumns() {
	seen := make(map[string]bool, len(g.names))
	for _, name := range g.names {
		seen[name] = true
	}
	used := make(map[string]bool, len(g.names))
	for i, name := range g.names {
		fixed := name
		if name == "" {
			fixed = "column" + strconv.Itoa(i+1)
		}
		for n := 2; used[fixed] || (fixed != name && seen[fixed]); n++ {
			fixed = name + "_" + strconv.Itoa(n)
			if name == "" {
				fixed = "column" + strconv.Itoa(i+1) + fixed
			}
		}
		used[fixed] = true
		g.names[i] = fixed
		switch {
		case name == "":
			g.notes = append(g.notes, fmt.Sprintf("column %d has no name and is called %q", i+1, fixed))
		case fixed != name:
			g.notes = append(g.notes, fmt.Sprintf("column %d is a second %q and is called %q", i+1, name, fixed))
		}
	}
}

// table decides the kinds of the columns.
func (g *grid) table() (*table.Table, error) {
	if g.typed != nil {
		return g.typed, nil
	}
	t, err := table.FromText(g.names, g.rows, g.options)
	if err != nil {
		return nil, err
	}
	t.Notes = append(append([]string{}, g.notes...), t.Notes...)
	return t, nil
}
