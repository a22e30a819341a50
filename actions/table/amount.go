package table

import (
	"fmt"
	"strings"
)

// units that may stand before or after a number: signs of currencies, their ISO
// 4217 codes, percent.
func units() []string {
	return []string{"$", "€", "£", "¥", "USD", "EUR", "GBP", "CHF", "JPY", "%"}
}

// amount reads "$1,200.50", "-1,200 USD" or "12 %"; unit is as written.
func amount(s string, o Options) (v any, unit string, ok bool) {
	number, minus := strings.CutPrefix(s, "-")
	for _, u := range units() {
		var cut bool
		if number, cut = strings.CutSuffix(number, u); !cut {
			number, cut = strings.CutPrefix(number, u)
			cut = cut && u != "%"
		}
		if !cut {
			continue
		}
		number = strings.TrimSpace(number)
		if minus {
			number = "-" + number
		}
		v, ok = plainNumber(number, o)
		return v, u, ok
	}
	return nil, "", false
}

func plainNumber(s string, o Options) (any, bool) {
	if o.DecimalComma {
		return commaNumbers.real(s)
	}
	if v, ok := parseReal(s); ok {
		return v, true
	}
	return groupedNumbers.real(s)
}

// amounts reads the whole column as amounts of one unit.
func (g *guess) amounts(o Options) bool {
	unit := ""
	ok := g.try(Real, func(s string) (any, bool) {
		v, u, ok := amount(s, o)
		if unit == "" {
			unit = u
		}
		return v, ok && u == unit
	})
	if ok {
		g.note = fmt.Sprintf("column %q is in %s", g.name, unit)
	}
	return ok
}

// IsNumber reports a text that is a number, perhaps with groups of thousands and
// a unit.
func IsNumber(s string) bool {
	s = strings.TrimSpace(s)
	if _, ok := plainNumber(s, Options{}); ok {
		return true
	}
	_, _, ok := amount(s, Options{})
	return ok
}

// ParseAmount reads a number with a unit, as "$35.00" or "12 %".
func ParseAmount(s string) (float64, bool) {
	v, _, ok := amount(strings.TrimSpace(s), Options{})
	f, isReal := v.(float64)
	return f, ok && isReal
}
