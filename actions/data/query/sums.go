package query

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"genplanx/actions/table"
)

// notNumbers is a column of texts where numbers are needed.
type notNumbers struct {
	column, kind, need string
}

func (e *notNumbers) Error() string {
	return fmt.Sprintf("column %q holds %s values; %s needs numbers", e.column, e.kind, e.need)
}

// withCells adds the cells in the way to an error about a column of texts.
func (f Frame) withCells(err error) error {
	var e *notNumbers
	if !errors.As(err, &e) {
		return err
	}
	for _, c := range f.Columns {
		if c.Name == e.column && c.Kind == table.Text {
			return notNumeric(c, e.need)
		}
	}
	return err
}

func notNumeric(c table.Column, need string) error {
	var odd, all []string
	for _, cell := range c.Cells {
		s, ok := cell.(string)
		if !ok || slices.Contains(all, s) || len(odd) == 3 || len(all) > 1000 {
			continue
		}
		all = append(all, s)
		if !table.IsNumber(s) {
			odd = append(odd, s)
		}
	}
	if len(odd) == 0 {
		odd = all[:min(3, len(all))]
	}
	for i, s := range odd {
		if runes := []rune(s); len(runes) > 40 {
			s = string(runes[:40]) + "…"
		}
		odd[i] = strconv.Quote(s)
	}
	if len(odd) == 0 {
		return fmt.Errorf("column %q holds no numbers; %s needs numbers", c.Name, need)
	}
	return fmt.Errorf("column %q holds text, as %s; %s needs numbers", c.Name, strings.Join(odd, ", "), need)
}

// checkSums refuses to add up texts: the database would take "tbd" for 0 and
// "1,200" for 1.
func (f Frame) checkSums(parts []part) error {
	for i, p := range parts {
		need := map[string]string{"sum": "a sum", "total": "a sum", "avg": "an average"}[strings.ToLower(p.text)]
		if need == "" || p.kind != 'n' || i+1 >= len(parts) || !parts[i+1].is("(") {
			continue
		}
		end := closingPart(parts, i+1)
		if decides(parts[i+2 : end]) {
			continue // texts are compared or converted there
		}
		for j := i + 2; j < end; j++ {
			if c, ok := f.textColumn(parts, j); ok {
				return notNumeric(c, need)
			}
		}
	}
	return nil
}

// closingPart is the place of the bracket that closes the one at open.
func closingPart(parts []part, open int) int {
	depth := 0
	for i := open; i < len(parts); i++ {
		switch {
		case parts[i].is("("):
			depth++
		case parts[i].is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(parts)
}

// decides reports an expression that calls, converts or compares.
func decides(parts []part) bool {
	for i, p := range parts {
		if p.kind == 'n' && i+1 < len(parts) && parts[i+1].is("(") {
			return true
		}
		for _, sign := range []string{"case", "cast", "select", "=", "==", "!=", "<>", "<", ">", "<=", ">=", "like", "in", "is", "||"} {
			if p.is(sign) {
				return true
			}
		}
	}
	return false
}

// checkRanks refuses to rank a column whose cells are numbers and texts: as
// texts, 9 comes after 10 and "tbd" is the greatest.
func (f Frame) checkRanks(parts []part) error {
	for i, p := range parts {
		end, need := i, ""
		switch {
		case (p.is("min") || p.is("max")) && i+1 < len(parts) && parts[i+1].is("("):
			end, need = closingPart(parts, i+1), "the greatest or least"
		case p.is("order") && i+1 < len(parts) && parts[i+1].is("by"):
			end, need = endOfOrder(parts, i+2), "an order"
		}
		if need == "" || decides(parts[min(i+2, end):end]) {
			continue
		}
		for j := i + 2; j < end; j++ {
			if c, ok := f.textColumn(parts, j); ok && mixed(c) && !renamed(parts, parts[j].text) {
				return notNumeric(c, need)
			}
		}
	}
	return nil
}

func endOfOrder(parts []part, from int) int {
	depth := 0
	for i := from; i < len(parts); i++ {
		switch {
		case parts[i].is("("):
			depth++
		case parts[i].is(")"):
			depth--
		}
		if depth < 0 || parts[i].is("limit") {
			return i
		}
	}
	return len(parts)
}

// renamed reports a name that the statement gives to something else.
func renamed(parts []part, name string) bool {
	for i := 2; i < len(parts); i++ {
		if parts[i].kind == 'n' && strings.EqualFold(parts[i].text, name) && parts[i-1].is("as") && !parts[i-2].is(name) {
			return true
		}
	}
	return false
}

// mixed reports a column of texts of which more than half are numbers.
func mixed(c table.Column) bool {
	numbers, others := 0, 0
	for _, cell := range c.Cells {
		switch s, ok := cell.(string); {
		case !ok:
		case table.IsNumber(s):
			numbers++
		default:
			others++
		}
	}
	return numbers > others
}
