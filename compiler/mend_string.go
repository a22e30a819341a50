package compiler

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// quoting is one way of writing a string.
type quoting struct {
	open  string // with a Python prefix: r'
	close []string
	raw   bool // backslashes are ordinary
}

// quote looks at the current place for the start of a string.
func (m *mender) quote() *quoting {
	rest := m.text[m.at:]
	prefix := 0
	for prefix < len(rest) && prefix < 2 && strings.IndexByte("rRbBuUfF", rest[prefix]) >= 0 {
		prefix++
	}
	if prefix > 0 && (prefix == len(rest) || rest[prefix] != '"' && rest[prefix] != '\'') {
		prefix = 0
	}
	q := quoting{raw: strings.ContainsAny(rest[:prefix], "rR")}
	body := rest[prefix:]
	for _, mark := range []string{`"""`, `'''`, `"`, `'`, "`"} {
		if strings.HasPrefix(body, mark) {
			q.open, q.close = rest[:prefix+len(mark)], []string{mark}
			return &q
		}
	}
	for _, pair := range [][]string{{"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}} {
		for _, mark := range pair {
			if strings.HasPrefix(body, mark) {
				q.open, q.close = mark, pair
				if pair[0] == "„" {
					q.close = []string{"”", "“"}
				}
				return &q
			}
		}
	}
	return nil
}

// str reads a string, and further ones that Python would join to it. closer is
// '}', ']' or ')' for a value and ':' for a key.
func (m *mender) str(q *quoting, closer byte) bool {
	var value strings.Builder
	if !m.body(q, closer, &value) {
		return false
	}
	for {
		after := m.at
		if !m.space() {
			return false
		}
		next := m.quote()
		if next == nil {
			m.at = after
			break
		}
		if m.at == after {
			return m.fail("a quote follows a quote", "put a backslash before quotes inside strings")
		}
		m.note("strings side by side were joined, as Python does")
		if !m.body(next, closer, &value) {
			return false
		}
	}
	m.out = appendJSONString(m.out, value.String())
	return true
}

func (m *mender) body(q *quoting, closer byte, value *strings.Builder) bool {
	if q.open != `"` {
		m.note("strings in other quotes were read as strings")
	}
	start := m.at
	m.at += len(q.open)
	inner := 0 // unescaped quotes inside, apostrophes apart
	for m.at < len(m.text) {
		rest := m.text[m.at:]
		if end := closing(rest, q.close); end > 0 {
			switch m.after(m.at+end, closer) {
			case endsString:
				if inner%2 == 1 {
					return m.fail("it cannot be told where the string "+clip(m.text[start:], 30)+" ends", "put a backslash before quotes inside strings")
				}
				m.at += end
				return true
			case unclear:
				m.at += end
				return m.fail("a comma or a colon is missing, or a quote is not escaped, after "+clip(m.text[start:m.at], 40), "put a comma between entries, and a backslash before quotes inside strings")
			}
			m.note("quotes inside a string were taken as part of it")
			if !m.apostrophe(end) {
				inner++
			}
			value.WriteString(rest[:end])
			m.at += end
			continue
		}
		if rest[0] == '\\' && !q.raw {
			if !m.escape(value) {
				return false
			}
			continue
		}
		_, n := utf8.DecodeRuneInString(rest)
		value.WriteString(rest[:n])
		m.at += n
	}
	m.fail("the text ends inside a string that starts with "+clip(m.text[start:], 30), "")
	return false
}

func closing(rest string, marks []string) int {
	for _, mark := range marks {
		if strings.HasPrefix(rest, mark) {
			return len(mark)
		}
	}
	return 0
}

// quoteRole is what a quote inside a string text is.
type quoteRole uint8

const (
	endsString quoteRole = iota
	insideString
	unclear
)

// after tells from what follows a quote whether it ends the string. In the value
// of a key it may stand inside, as in 'df['year']'; elsewhere, and before a
// colon, that would be a guess. The end of the text is taken as an end of the
// string, so that a cut-off text is reported as such.
func (m *mender) after(at int, closer byte) quoteRole {
	rest := strings.TrimLeftFunc(m.text[at:], unicode.IsSpace)
	if rest == "" || rest[0] == '#' || strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
		return endsString
	}
	if closer == ':' {
		return endsString // what is no colon is reported by the reader of keys
	}
	switch c := rest[0]; {
	case c == ',' || c == closer:
		return endsString
	case c == ':' || closer != '}':
		return unclear
	}
	// Another string on the way: Python joins them, but only with space between.
	next := mender{text: rest}
	if len(rest) < len(m.text)-at && next.quote() != nil {
		return endsString
	}
	return insideString
}

// apostrophe reports whether the quote at the current place stands between letters.
func (m *mender) apostrophe(length int) bool {
	before, _ := utf8.DecodeLastRuneInString(m.text[:m.at])
	after, _ := utf8.DecodeRuneInString(m.text[m.at+length:])
	return length == 1 && unicode.IsLetter(before) && unicode.IsLetter(after)
}

// escape reads a backslash sequence of JSON or Python. One that neither knows
// stays as it is, as in Python: \d.
func (m *mender) escape(value *strings.Builder) bool {
	rest := m.text[m.at:]
	if len(rest) < 2 {
		m.at = len(m.text)
		return m.fail("the text ends inside a string", "")
	}
	c := rest[1]
	if i := strings.IndexByte(`"'\/bfnrtav0`, c); i >= 0 {
		value.WriteByte("\"'\\/\b\f\n\r\t\a\v\x00"[i])
		m.at += 2
		return true
	}
	switch c {
	case '\n':
		m.at += 2
		return true
	case 'x':
		return m.hex(value, 2)
	case 'u':
		return m.hex(value, 4)
	case 'U':
		return m.hex(value, 8)
	}
	value.WriteByte('\\')
	m.at++
	return true
}

// hex reads \xHH, \uHHHH (with a second half when it is one of a pair) or
// \UHHHHHHHH.
func (m *mender) hex(value *strings.Builder, digits int) bool {
	code, ok := hexDigits(m.text[m.at+2:], digits)
	if !ok {
		value.WriteByte('\\')
		m.at++
		return true
	}
	m.at += 2 + digits
	r := rune(code)
	if utf16.IsSurrogate(r) && strings.HasPrefix(m.text[m.at:], `\u`) {
		if low, ok := hexDigits(m.text[m.at+2:], 4); ok {
			if both := utf16.DecodeRune(r, rune(low)); both != unicode.ReplacementChar {
				r = both
				m.at += 6
			}
		}
	}
	value.WriteRune(r)
	return true
}

func hexDigits(s string, n int) (uint64, bool) {
	if len(s) < n {
		return 0, false
	}
	code, err := strconv.ParseUint(s[:n], 16, 32)
	return code, err == nil && code <= unicode.MaxRune
}

// appendJSONString writes s as a JSON string, leaving all that JSON allows as it is.
func appendJSONString(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r < ' ':
			out = append(out, `\u00`...)
			out = append(out, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}

// clip quotes the first bytes of a text for a message.
func clip(s string, n int) string {
	if len(s) <= n {
		return "`" + s + "`"
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return "`" + s[:n] + "...`"
}
