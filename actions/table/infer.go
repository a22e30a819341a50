package table

import (
	"fmt"
	"strings"
)

// Options of [FromText].
type Options struct {
	// DecimalComma: the source may write 1.234,56, as files that separate by ";" do.
	DecimalComma bool
	// ISODatesOnly: the source has types of its own, and text that looks like a
	// number is meant as text; only ISO dates are recognised.
	ISODatesOnly bool
}

// FromText makes a table of cells as they are written. The kind of a column is
// inferred from all its rows: integer, real, TRUE/FALSE, dates, else text.
//
// Blank cells are missing, and so are NA, NULL, NaN and None in a column that
// would else not be text. Numbers with leading zeros or a plus sign stay text:
// they are codes. Amounts that all have one currency or all are percentages are
// reals, with a note. A date such as 03/04/2024 is read day first or month first
// according to the other values of the column, then of the other columns; when
// nothing decides, the column stays text and a note says so. Spaces around a cell
// are dropped.
func FromText(names []string, rows [][]string, o Options) (*Table, error) {
	columns := make([]guess, len(names))
	for i, name := range names {
		columns[i] = guess{name: name, text: make([]string, len(rows))}
	}
	for r, row := range rows {
		if len(row) != len(names) {
			return nil, fmt.Errorf("row %d has %d cells, expected %d", r+1, len(row), len(names))
		}
		for i, cell := range row {
			columns[i].text[r] = strings.TrimSpace(cell)
		}
	}
	for i := range columns {
		columns[i].infer(o)
	}
	return settle(columns, o), nil
}

// guess is a column on its way from text to a kind.
type guess struct {
	name  string
	text  []string
	kind  Kind // 0 while undecided
	cells []any
	order dateOrder // for dates with the day and month in either order
	dots  bool      // 1.234 everywhere: thousands or a decimal point
	comma bool      // a decimal comma was seen
	note  string
}

// infer tries the kinds from the strictest to the loosest.
func (g *guess) infer(o Options) {
	if o.ISODatesOnly {
		if !g.dates(isoOrder) {
			g.asText()
		}
		return
	}
	switch {
	case g.blank():
		g.asText()
	case g.try(Bool, parseBool), g.try(Integer, parseInteger):
	case g.try(Real, parseReal):
		g.dots = o.DecimalComma && g.all(isGroupedByDots)
	case o.DecimalComma && g.numbers(commaNumbers):
		g.comma = true
	case !o.DecimalComma && g.numbers(groupedNumbers):
	case g.amounts(o):
	case g.dates(isoOrder), g.dates(namedMonth):
	default:
		g.order = g.dayMonthOrder()
		if g.order == noDates {
			g.asText()
		}
	}
}

// settle decides what a column alone left open by looking at the others.
func settle(columns []guess, o Options) *Table {
	day, month, comma := false, false, false
	for _, g := range columns {
		day = day || g.order == dayFirst
		month = month || g.order == monthFirst
		comma = comma || g.comma
	}
	t := &Table{}
	for i := range columns {
		g := &columns[i]
		if g.dots && comma && o.DecimalComma {
			g.numbers(commaNumbers)
		}
		g.settleDates(day, month)
		t.Columns = append(t.Columns, Column{Name: g.name, Kind: g.kind, Cells: g.cells})
		if g.note != "" {
			t.Notes = append(t.Notes, g.note)
		}
	}
	return t
}

func (g *guess) settleDates(day, month bool) {
	order := g.order
	if order == eitherFirst {
		switch {
		case day && !month:
			order = dayFirst
		case month && !day:
			order = monthFirst
		}
	}
	switch order {
	case dayFirst, monthFirst:
		g.dates(order)
	case eitherFirst:
		g.note = fmt.Sprintf("column %q is kept as text: in %q the day and the month cannot be told apart", g.name, g.firstValue())
		g.asText()
	}
}

// try reads every cell that is not missing with one parser.
func (g *guess) try(kind Kind, parse func(string) (any, bool)) bool {
	cells := make([]any, 0, 16)
	for _, s := range g.text {
		if isMissing(s) {
			cells = append(cells, nil)
			continue
		}
		v, ok := parse(s)
		if !ok {
			return false
		}
		cells = append(cells, v)
	}
	g.kind, g.cells = kind, cells
	return true
}

// numbers reads the column in a notation with groups of thousands, as integers
// when no cell has a fraction.
func (g *guess) numbers(n notation) bool {
	return g.try(Integer, n.integer) || g.try(Real, n.real)
}

func (g *guess) all(is func(string) bool) bool {
	for _, s := range g.text {
		if !isMissing(s) && !is(s) {
			return false
		}
	}
	return true
}

func (g *guess) blank() bool {
	for _, s := range g.text {
		if !isMissing(s) {
			return false
		}
	}
	return true
}

func (g *guess) firstValue() string {
	for _, s := range g.text {
		if !isMissing(s) {
			return s
		}
	}
	return ""
}

func (g *guess) asText() {
	g.kind, g.cells = Text, make([]any, len(g.text))
	for i, s := range g.text {
		if s != "" {
			g.cells[i] = s
		}
	}
}

// isMissing knows the words that stand for a missing number or date.
func isMissing(s string) bool {
	switch len(s) {
	case 0:
		return true
	case 2:
		return strings.EqualFold(s, "na")
	case 3:
		return strings.EqualFold(s, "n/a") || strings.EqualFold(s, "nan") || strings.EqualFold(s, "nat")
	case 4:
		return strings.EqualFold(s, "null") || strings.EqualFold(s, "none") || strings.EqualFold(s, "#n/a")
	}
	return false
}
