package table

import (
	"strconv"
	"strings"
	"time"
)

// dateOrder says how the parts of a date are ordered.
type dateOrder uint8

const (
	noDates     dateOrder = iota
	isoOrder              // 2024-05-03, 2024/05/03
	namedMonth            // 3 May 2024, May 3, 2024, 03-May-2024
	dayFirst              // 03/05/2024, 03.05.2024
	monthFirst            // 05/03/2024
	eitherFirst           // 03/05/2024, and no value tells which
)

// dates reads the whole column as dates, or as date-times when a cell has a time.
func (g *guess) dates(order dateOrder) bool {
	timed := false
	ok := g.try(Date, func(s string) (any, bool) {
		at, hasTime, ok := parseMoment(s, order)
		timed = timed || hasTime
		return at, ok
	})
	if ok && timed {
		g.kind = DateTime
	}
	return ok
}

// dayMonthOrder decides for the whole column which of day and month comes first.
func (g *guess) dayMonthOrder() dateOrder {
	day := g.all(func(s string) bool { _, _, ok := parseMoment(s, dayFirst); return ok })
	month := g.all(func(s string) bool { _, _, ok := parseMoment(s, monthFirst); return ok })
	switch {
	case day && month && g.all(sameBothWays):
		return dayFirst
	case day && month:
		return eitherFirst
	case day:
		return dayFirst
	case month:
		return monthFirst
	}
	return noDates
}

func sameBothWays(s string) bool {
	a, _, _ := parseMoment(s, dayFirst)
	b, _, _ := parseMoment(s, monthFirst)
	return a.Equal(b)
}

// ParseDate reads one date or date-time in the ISO form or with a named month,
// and in a day-month form that is unambiguous by itself. It serves literals in
// queries; columns are read as a whole by [FromText].
func ParseDate(s string) (at time.Time, hasTime, ok bool) {
	s = strings.TrimSpace(s)
	for _, order := range []dateOrder{isoOrder, namedMonth} {
		if at, hasTime, ok = parseMoment(s, order); ok {
			return at, hasTime, true
		}
	}
	day, dayTime, dayOK := parseMoment(s, dayFirst)
	month, monthTime, monthOK := parseMoment(s, monthFirst)
	switch {
	case dayOK && (!monthOK || day.Equal(month)):
		return day, dayTime, true
	case monthOK && !dayOK:
		return month, monthTime, true
	}
	return time.Time{}, false, false
}

// parseMoment reads a date with an optional time of day after a space or a T.
// A zone is dropped: the wall clock counts.
func parseMoment(s string, order dateOrder) (at time.Time, hasTime, ok bool) {
	if len(s) < 8 || len(s) > 40 {
		return at, false, false
	}
	date, clock, hasTime := splitClock(s)
	year, month, day, ok := parseDay(date, order)
	if !ok {
		return at, false, false
	}
	at = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if at.Day() != day || int(at.Month()) != month {
		return at, false, false
	}
	if !hasTime {
		return at, false, true
	}
	since, ok := parseClock(clock)
	return at.Add(since), true, ok
}

// splitClock cuts a moment before its time of day, which is known by its colon.
func splitClock(s string) (date, clock string, hasTime bool) {
	colon := strings.IndexByte(s, ':')
	if colon < 0 {
		return s, "", false
	}
	cut := strings.LastIndexAny(s[:colon], " Tt")
	if cut < 0 {
		return s, "", false
	}
	return strings.TrimRight(s[:cut], " ,"), strings.TrimSpace(s[cut+1:]), true
}

func parseDay(s string, order dateOrder) (year, month, day int, ok bool) {
	if order == namedMonth {
		return parseNamedDay(s)
	}
	a, b, c, sep, ok := threeNumbers(s)
	if !ok {
		return 0, 0, 0, false
	}
	first, second, third := number(a), number(b), number(c)
	switch {
	case order == isoOrder && len(a) == 4 && sep != '.':
		return first, second, third, true
	case len(c) != 4:
		return 0, 0, 0, false
	case order == dayFirst:
		return third, second, first, true
	case order == monthFirst && sep != '.': // 03.05.2024 is day first everywhere
		return third, first, second, true
	}
	return 0, 0, 0, false
}

func threeNumbers(s string) (a, b, c string, sep byte, ok bool) {
	i := strings.IndexAny(s, "-/.")
	if i < 1 {
		return "", "", "", 0, false
	}
	sep = s[i]
	parts := strings.Split(s, string(sep))
	if len(parts) != 3 {
		return "", "", "", 0, false
	}
	for _, p := range parts {
		if !allDigits(p) || len(p) > 4 || len(p) == 3 {
			return "", "", "", 0, false
		}
	}
	return parts[0], parts[1], parts[2], sep, true
}

// parseNamedDay reads 3 May 2024, May 3, 2024 and 03-May-2024.
func parseNamedDay(s string) (year, month, day int, ok bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '-' })
	if len(parts) != 3 || len(parts[2]) != 4 || !allDigits(parts[2]) {
		return 0, 0, 0, false
	}
	name, number := parts[1], parts[0]
	if !allDigits(number) {
		name, number = parts[0], parts[1]
	}
	month = monthNamed(name)
	if !allDigits(number) || len(number) > 2 || month == 0 {
		return 0, 0, 0, false
	}
	day, _ = strconv.Atoi(number)
	year, _ = strconv.Atoi(parts[2])
	return year, month, day, true
}

func monthNamed(s string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(s, m.String()) || strings.EqualFold(strings.TrimSuffix(s, "."), m.String()[:3]) {
			return int(m)
		}
	}
	return 0
}

// parseClock reads 9:30, 09:30:15.25, 9:30 PM and drops Z or +02:00 after it.
func parseClock(s string) (time.Duration, bool) {
	upper := strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(s, "Z"), "z"))
	if i := strings.LastIndexAny(upper, "+-"); i > 0 {
		upper = strings.TrimSpace(upper[:i])
	}
	half := ""
	if n := len(upper); n > 2 && (strings.HasSuffix(upper, "AM") || strings.HasSuffix(upper, "PM")) {
		half, upper = upper[n-2:], strings.TrimSpace(upper[:n-2])
	}
	for _, layout := range []string{"15:04", "15:04:05"} { // "15:04:05" also takes a fraction
		at, err := time.Parse(layout, upper)
		if err != nil {
			continue
		}
		since := at.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC))
		switch {
		case half == "":
			return since, true
		case at.Hour() == 0 || at.Hour() > 12:
			return 0, false
		case half == "AM" && at.Hour() == 12:
			return since - 12*time.Hour, true
		case half == "PM" && at.Hour() < 12:
			return since + 12*time.Hour, true
		}
		return since, true
	}
	return 0, false
}

// number reads at most four digits.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
