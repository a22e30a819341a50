package offline

import "strconv"

// missingValue is the operator of a condition on cells that hold nothing.
const missingValue = "missing"

// blankAt reads the word that says that a cell holds nothing: "is empty", "is
// missing". In quotes it would be a value.
func (p *parser) blankAt(column string, i int, not bool) ([][]condition, int) {
	if !p.isText(i, "empty", "blank", "missing", "null", "unknown") || p.ts[i].kind != word || p.isColumn(i) || p.isText(i+1, "or", "nor") {
		return nil, 0
	}
	return [][]condition{{{column: column, op: missingValue, not: not}}}, i + 1
}

// lacking reads "with no note" and "that have no note".
func (p *parser) lacking(i int, trigger string, _ *node) ([][]condition, int) {
	if trigger != "with" || !p.isText(i, "no") {
		return nil, 0
	}
	column, to := p.conditionColumn(i + 1)
	if to == 0 || !p.delimited(to) || p.isText(to, "in", "on", "at") {
		return nil, 0
	}
	return [][]condition{{{column: column, op: missingValue}}}, to
}

// lasting reads "longer than 45 minutes" of appointments: what is compared is
// how long they take, which their column tells in minutes.
func (p *parser) lasting(i int, v literal, to int, target *node) (string, literal, int) {
	name := p.lex.Times.Duration
	minutes := p.isText(to, "minute", "minutes", "min", "mins")
	if name == "" || !minutes && !p.isText(to, "hour", "hours") || !p.hourly(target) || !p.isText(i, "longer", "shorter", "more", "less", "over", "under", "above", "below", "at", "exactly") {
		return "", v, 0
	}
	if !minutes {
		v.text = times60(v.text)
	}
	if v.text == "" {
		return "", v, 0
	}
	return name, v, to + 1
}

// times60 turns whole hours into minutes; "" stands for any other number.
func times60(hours string) string {
	n, err := strconv.Atoi(hours)
	if err != nil || n < 0 || n > 100_000 {
		return ""
	}
	return strconv.Itoa(60 * n)
}
