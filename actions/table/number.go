package table

import (
	"math"
	"strconv"
	"strings"
)

func parseBool(s string) (any, bool) {
	switch {
	case strings.EqualFold(s, "true"):
		return true, true
	case strings.EqualFold(s, "false"):
		return false, true
	}
	return nil, false
}

// parseInteger reads -12 but not 007, +44, or what does not fit 64 bits: those
// are codes, and would lose digits.
func parseInteger(s string) (any, bool) {
	digits := strings.TrimPrefix(s, "-")
	if !allDigits(digits) || (len(digits) > 1 && digits[0] == '0') {
		return nil, false
	}
	v, err := strconv.ParseInt(s, 10, 64)
	return v, err == nil
}

// parseReal reads 12, 12.5, .5, 1e-3; not hexadecimal, infinities or codes.
func parseReal(s string) (any, bool) {
	digits := strings.TrimPrefix(s, "-")
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, hasPoint := strings.Cut(mantissa, ".")
	switch {
	case whole == "" && fraction == "",
		whole != "" && !allDigits(whole),
		hasPoint && fraction != "" && !allDigits(fraction),
		len(whole) > 1 && whole[0] == '0',
		hasExponent && !allDigits(strings.TrimLeft(exponent, "+-")),
		!hasPoint && !hasExponent && len(whole) > 18:
		return nil, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// notation writes numbers in groups of thousands.
type notation struct {
	group, point byte
}

var (
	commaNumbers   = notation{group: '.', point: ','} // 1.234,56
	groupedNumbers = notation{group: ',', point: '.'} // 1,234.56
)

func (n notation) integer(s string) (any, bool) {
	plain, ok := n.plain(s)
	if !ok {
		return nil, false
	}
	return parseInteger(plain)
}

func (n notation) real(s string) (any, bool) {
	plain, ok := n.plain(s)
	if !ok {
		return nil, false
	}
	return parseReal(plain)
}

// plain rewrites the number as Go reads it; groups must have three digits.
func (n notation) plain(s string) (string, bool) {
	whole, fraction, hasPoint := strings.Cut(s, string(n.point))
	if hasPoint && !allDigits(fraction) {
		return "", false
	}
	groups := strings.Split(whole, string(n.group))
	if len(groups) > 1 {
		if first := strings.TrimPrefix(groups[0], "-"); len(first) > 3 || !allDigits(first) {
			return "", false
		}
		for _, g := range groups[1:] {
			if len(g) != 3 || !allDigits(g) {
				return "", false
			}
		}
	}
	plain := strings.Join(groups, "")
	if hasPoint {
		plain += "." + fraction
	}
	return plain, true
}

// isGroupedByDots reports 1.234 and 12, which mean something else in each notation.
func isGroupedByDots(s string) bool {
	_, ok := commaNumbers.integer(s)
	return ok
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
