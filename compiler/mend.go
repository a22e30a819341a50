package compiler

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is how deep an answer may nest.
const maxDepth = 64

// mender reads a dictionary as language models write it and emits the same as
// strict JSON. It takes Python literals (quotes, True and None, tuples, raw and
// triple strings, joined strings), typographic quotes, comments, trailing
// commas, keys without quotes and quotes inside strings that were not escaped.
// It never closes what the text leaves open: a text that ends inside a value is
// cut off. What is inside strings is not changed.
type mender struct {
	text  string
	at    int
	depth int
	out   []byte
	notes []string // what was mended, each kind once
	fault *mendFault
}

// mendFault is where and why a text is no dictionary.
type mendFault struct {
	at      int
	cutOff  bool
	tooDeep bool
	message string
	hint    string
}

// mend reads the dictionary that opens at offset start of text. It returns the
// offset after it.
func mend(text string, start int) (json []byte, end int, notes []string, fault *mendFault) {
	m := &mender{text: text, at: start}
	m.value('}')
	return m.out, m.at, m.notes, m.fault
}

func (m *mender) note(what string) {
	for _, n := range m.notes {
		if n == what {
			return
		}
	}
	m.notes = append(m.notes, what)
}

func (m *mender) fail(message, hint string) bool {
	if m.fault == nil {
		m.fault = &mendFault{at: m.at, message: message, hint: hint}
		if m.at >= len(m.text) {
			m.fault.cutOff = true
		}
	}
	return false
}

// value reads one value; closer is what ends the list or object around it.
func (m *mender) value(closer byte) bool {
	if !m.space() {
		return false
	}
	if m.at >= len(m.text) {
		return m.fail("the text ends where a value was expected", "")
	}
	switch c := m.text[m.at]; {
	case c == '{':
		return m.nested(m.object)
	case c == '[':
		return m.nested(func() bool { return m.array(']') })
	case c == '(':
		m.note("a Python tuple was read as a list")
		return m.nested(func() bool { return m.array(')') })
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return m.number()
	}
	if q := m.quote(); q != nil {
		return m.str(q, closer)
	}
	return m.word()
}

func (m *mender) nested(read func() bool) bool {
	if m.depth++; m.depth > maxDepth {
		m.fail("the dictionary nests deeper than "+strconv.Itoa(maxDepth)+" levels", "")
		m.fault.tooDeep = true
		return false
	}
	ok := read()
	m.depth--
	return ok
}

func (m *mender) object() bool {
	m.at++
	m.out = append(m.out, '{')
	for first := true; ; first = false {
		more, ok := m.separator('}', first)
		if !ok || !more {
			return ok
		}
		if !m.key() || !m.space() {
			return false
		}
		if m.at >= len(m.text) || m.text[m.at] != ':' {
			return m.fail("a `:` is missing after a key"+m.got(), "write \"key\": value, and a backslash before quotes inside strings")
		}
		m.at++
		m.out = append(m.out, ':')
		if !m.value('}') {
			return false
		}
	}
}

func (m *mender) array(closer byte) bool {
	m.at++
	m.out = append(m.out, '[')
	for first := true; ; first = false {
		more, ok := m.separator(closer, first)
		if !ok || !more {
			return ok
		}
		if !m.value(closer) {
			return false
		}
	}
}

// separator moves to the next element, over the comma before it, or past the
// closer.
func (m *mender) separator(closer byte, first bool) (more, ok bool) {
	comma := false
	for {
		if !m.space() {
			return false, false
		}
		switch {
		case m.at >= len(m.text):
			return false, m.fail("the text ends before the closing `"+string(closer)+"`", "")
		case m.text[m.at] == closer:
			if comma {
				m.note("a comma before a closing bracket was dropped")
			}
			m.at++
			if closer == ')' {
				closer = ']'
			}
			m.out = append(m.out, closer)
			return false, true
		case m.text[m.at] == ',' && !comma && !first:
			comma = true
			m.at++
		case !first && !comma:
			return false, m.fail("a comma is missing"+m.got(), "put a comma between entries, and a backslash before quotes inside strings")
		default:
			if !first {
				m.out = append(m.out, ',')
			}
			return true, true
		}
	}
}

// got describes what stands at the current place.
func (m *mender) got() string {
	rest := m.text[m.at:]
	if rest == "" {
		return ""
	}
	end := min(len(rest), 20)
	for end > 0 && end < len(rest) && !utf8.RuneStart(rest[end]) {
		end--
	}
	if space := strings.IndexAny(rest[:end], " \t\r\n"); space > 0 {
		end = space
	}
	return ": `" + rest[:end] + "` stands there"
}

func (m *mender) key() bool {
	if q := m.quote(); q != nil {
		return m.str(q, ':')
	}
	start := m.at
	for m.at < len(m.text) && isBareKey(m.text[m.at]) {
		m.at++
	}
	if m.at == start {
		return m.fail("a key was expected"+m.got(), "keys are strings in double quotes")
	}
	m.note("keys without quotes were read as strings")
	m.out = append(m.out, '"')
	m.out = append(m.out, m.text[start:m.at]...)
	m.out = append(m.out, '"')
	return true
}

func isBareKey(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// word reads a constant: the names of true, false and nothing in JSON and Python.
func (m *mender) word() bool {
	start := m.at
	for m.at < len(m.text) && isBareKey(m.text[m.at]) {
		m.at++
	}
	word := m.text[start:m.at]
	switch word {
	case "true", "false", "null":
	case "True", "False":
		m.note("Python's True and False were read as true and false")
		word = strings.ToLower(word)
	case "None":
		m.note("Python's None was read as null")
		word = "null"
	default:
		if m.at < len(m.text) || word == "" {
			m.at = start
			return m.fail("a value was expected"+m.got(), "put texts in double quotes; functions and variables of Python have no value here")
		}
		return m.fail("the text ends inside a value", "")
	}
	m.out = append(m.out, word...)
	return true
}

// space moves over white space and comments; false when a comment is open at
// the end.
func (m *mender) space() bool {
	for m.at < len(m.text) {
		rest := m.text[m.at:]
		switch {
		case rest[0] == '#', strings.HasPrefix(rest, "//"):
			m.note("comments were dropped")
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				m.at += i + 1
			} else {
				m.at = len(m.text)
			}
		case strings.HasPrefix(rest, "/*"):
			m.note("comments were dropped")
			i := strings.Index(rest, "*/")
			if i < 0 {
				m.at = len(m.text)
				return m.fail("the text ends inside a comment", "")
			}
			m.at += i + len("*/")
		default:
			r, n := utf8.DecodeRuneInString(rest)
			if !unicode.IsSpace(r) && r != '\ufeff' && r != '\u200b' {
				return true
			}
			m.at += n
		}
	}
	return true
}
