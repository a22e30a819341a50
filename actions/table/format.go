package table

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Format writes a cell so that it can be read again exactly: ISO dates, TRUE and
// FALSE, reals with all their digits, "" for a missing cell.
func Format(cell any) string {
	switch v := cell.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return formatReal(v)
	case bool:
		if v {
			return "TRUE"
		}
		return "FALSE"
	case time.Time:
		return v.Format(dateLayout(v))
	}
	return ""
}

// Text returns a cell as people write it: like [Format], with reals rounded to
// two decimals, or four digits where they are small, and the time of day only in
// columns that have one.
func (c Column) Text(row int) string {
	switch v := c.Cells[row].(type) {
	case float64:
		return formatReal(Rounded(v))
	case time.Time:
		if c.Kind == DateTime && dateLayout(v) == time.DateOnly {
			return v.Format("2006-01-02 15:04")
		}
	}
	return Format(c.Cells[row])
}

// Rounded is a number as people need it: two decimals, or four digits of a number
// below one.
func Rounded(v float64) float64 {
	verb, digits := byte('f'), 2
	if math.Abs(v) < 1 {
		verb, digits = 'g', 4
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, verb, digits, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

func formatReal(v float64) string {
	if v == 0 {
		return "0" // no file keeps the sign of a negative zero
	}
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// dateLayout is the shortest ISO form that keeps the value.
func dateLayout(t time.Time) string {
	switch {
	case t.Nanosecond() != 0:
		return "2006-01-02 15:04:05.999999999"
	case t.Second() != 0:
		return time.DateTime
	case t.Hour() != 0 || t.Minute() != 0:
		return "2006-01-02 15:04"
	}
	return time.DateOnly
}

// oneLine makes text safe to print in a cell of a terminal table.
func oneLine(s string, width int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return s
}
