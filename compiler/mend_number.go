package compiler

import (
	"strconv"
	"strings"
)

// number reads a number of JSON or Python: 1_000, +5, .5.
func (m *mender) number() bool {
	start := m.at
	for m.at < len(m.text) && strings.IndexByte("+-.0123456789eE_", m.text[m.at]) >= 0 {
		m.at++
	}
	raw := m.text[start:m.at]
	if m.at >= len(m.text) {
		return m.fail("the text ends inside a number", "")
	}
	plain := strings.TrimPrefix(strings.ReplaceAll(raw, "_", ""), "+")
	if !jsonNumber(plain) {
		f, err := strconv.ParseFloat(plain, 64)
		if err != nil || strings.HasPrefix(plain, "0") && !strings.ContainsAny(plain, ".eE") {
			m.at = start
			return m.fail("`"+raw+"` is not a number", "put texts in double quotes")
		}
		plain = strconv.FormatFloat(f, 'g', -1, 64)
	}
	m.out = append(m.out, plain...)
	return true
}

// jsonNumber reports whether s is a number as JSON writes it.
func jsonNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	zero := strings.HasPrefix(s, "0")
	if n := digits(); n == 0 || zero && n > 1 {
		return false
	}
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		if digits() == 0 {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = strings.TrimLeft(s[1:], "+-")
		if digits() == 0 {
			return false
		}
	}
	return s == ""
}
