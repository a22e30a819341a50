package ml

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"genplanx/actions/table"
)

// set is what a tree is grown from: the values of the features and of the target,
// by row.
type set struct {
	features []Feature
	numbers  [][]float64 // by feature and row; NaN never occurs, see known
	category [][]int     // by feature and row, -1 when missing
	known    [][]bool    // by feature and row
	class    []int       // of the target, in a classification
	value    []float64   // of the target, in a regression
	classes  []string
	kind     table.Kind
	rows     int
	notes    []string
}

// prepare chooses the features and encodes the table. Rows without the target
// are left out, and columns that number the rows.
func prepare(t *table.Table, target table.Column, s settings) (*set, error) {
	rows := known(target)
	d := &set{rows: len(rows), kind: target.Kind}
	if skipped := t.Rows() - len(rows); skipped > 0 {
		d.notes = append(d.notes, fmt.Sprintf("%d rows without %s were left out", skipped, target.Name))
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("it has %d rows with a value of %q, and learning needs 2", len(rows), target.Name)
	}
	if err := d.setTarget(target, rows, s); err != nil {
		return nil, err
	}
	var columns, numbering []table.Column
	for _, c := range t.Columns {
		switch {
		case c.Name == target.Name:
		case numbersRows(c):
			numbering = append(numbering, c)
		default:
			columns = append(columns, c)
		}
	}
	if len(columns) == 0 {
		columns, numbering = numbering, nil
	}
	if len(columns) == 0 {
		return nil, errors.New("it has no column to learn from besides the target")
	}
	for _, c := range numbering {
		d.notes = append(d.notes, fmt.Sprintf("%s was left out: it has another value in every row", c.Name))
	}
	for _, c := range columns {
		d.addFeature(c, rows)
	}
	return d, nil
}

// known lists the rows where a column has a value.
func known(c table.Column) []int {
	var rows []int
	for r, cell := range c.Cells {
		if cell != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

// fewText is the number of rows under which distinct texts prove nothing.
const fewText = 5

// numbersRows reports a column that identifies the rows: all its values differ,
// and it is text or named as an identifier. A tree that splits on it learns
// nothing about other rows.
func numbersRows(c table.Column) bool {
	identifier := namesID(c.Name) && (c.Kind == table.Integer || c.Kind == table.Text)
	if !identifier && (c.Kind != table.Text || len(c.Cells) < fewText) {
		return false
	}
	seen := make(map[any]bool, len(c.Cells))
	for _, cell := range c.Cells {
		if cell == nil || seen[cell] {
			return false
		}
		seen[cell] = true
	}
	return true
}

// namesID recognises id, CompanyID, companyId, company_id, company id and keys,
// but not paid.
func namesID(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"uuid", "id", "key"} {
		if !strings.HasSuffix(lower, word) {
			continue
		}
		before := []rune(name[:len(name)-len(word)])
		if len(before) == 0 {
			return true
		}
		last, first := before[len(before)-1], []rune(name[len(name)-len(word):])[0]
		if !unicode.IsLetter(last) || (unicode.IsUpper(first) && !unicode.IsUpper(last)) {
			return true
		}
	}
	return false
}

// manyValues of a number make it a quantity rather than a class.
const manyValues = 10

// setTarget decides between classes and quantities and encodes the target.
func (d *set) setTarget(target table.Column, rows []int, s settings) error {
	distinct := map[any]bool{}
	fractions := false
	for _, r := range rows {
		distinct[target.Cells[r]] = true
		if v, ok := target.Cells[r].(float64); ok && v != float64(int64(v)) {
			fractions = true
		}
	}
	number := target.Kind == table.Integer || target.Kind == table.Real
	if s.task == regress && !number {
		return fmt.Errorf("column %q holds %s values, and regression needs numbers", target.Name, target.Kind)
	}
	if s.task == regress || (s.task == byTarget && number && (fractions || len(distinct) > manyValues)) {
		for _, r := range rows {
			v, _ := target.Float(r)
			d.value = append(d.value, v)
		}
		return nil
	}
	return d.setClasses(target, rows, distinct)
}

func (d *set) setClasses(target table.Column, rows []int, distinct map[any]bool) error {
	for cell := range distinct {
		d.classes = append(d.classes, table.Format(cell))
	}
	slices.Sort(d.classes)
	d.classes = slices.Compact(d.classes)
	number := make(map[string]int, len(d.classes))
	for i, c := range d.classes {
		number[c] = i
	}
	for _, r := range rows {
		d.class = append(d.class, number[table.Format(target.Cells[r])])
	}
	if len(d.classes) == 1 {
		d.notes = append(d.notes, fmt.Sprintf("%s is %s in every row, so it will always be predicted", target.Name, d.classes[0]))
	}
	return nil
}

func (d *set) addFeature(c table.Column, rows []int) {
	f := Feature{Name: c.Name, Kind: c.Kind}
	knowns := make([]bool, len(rows))
	var numbers []float64
	var categories []int
	if f.categorical() {
		seen := map[string]bool{}
		for _, r := range rows {
			if s, ok := c.Cells[r].(string); ok && !seen[s] {
				seen[s] = true
				f.Values = append(f.Values, s)
			}
		}
		slices.Sort(f.Values)
		categories = make([]int, len(rows))
	} else {
		numbers = make([]float64, len(rows))
	}
	for i, r := range rows {
		v, category, ok := f.encode(c, r)
		knowns[i] = ok
		if f.categorical() {
			categories[i] = category
		} else {
			numbers[i] = v
		}
	}
	d.features = append(d.features, f)
	d.numbers = append(d.numbers, numbers)
	d.category = append(d.category, categories)
	d.known = append(d.known, knowns)
}

// encode gives a cell as the number or category the tree tests; false when it is
// missing or a text that was not seen when learning.
func (f Feature) encode(c table.Column, row int) (number float64, category int, ok bool) {
	cell := c.Cells[row]
	if cell == nil {
		return 0, -1, false
	}
	if f.categorical() {
		i, found := slices.BinarySearch(f.Values, table.Format(cell))
		if !found {
			return 0, -1, false
		}
		return 0, i, true
	}
	if at, isTime := cell.(time.Time); isTime {
		return float64(at.Unix()), -1, true
	}
	v, ok := c.Float(row)
	return v, -1, ok
}

// momentOf is the date that a number stands for in a tree.
func momentOf(v float64) time.Time { return time.Unix(int64(v), 0).UTC() }
