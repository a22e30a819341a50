package offline

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	word tokenKind = iota
	number
	quoted  // text is what stands between the quotes
	file    // a path with an extension
	address // a mail address
	punct
	broken // a quote that is never closed, a control character
)

// token is a piece of the request; text[start:end] is what the user wrote.
type token struct {
	kind       tokenKind
	text       string
	norm       string // lower case, hyphens as spaces; what the lexicon is asked with
	start, end int
	ends       bool // ends a sentence
	spaced     bool // white space comes before it
}

var (
	addressPattern = regexp.MustCompile(`^[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+`)
	datePattern    = regexp.MustCompile(`^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4})\b`)
	numberPattern  = regexp.MustCompile(`^[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?(?:%|\b)`)
	filePattern    = regexp.MustCompile(`^[\p{L}\p{N}_.~/\\:-]*[\p{L}\p{N}_-]\.[A-Za-z][A-Za-z0-9]{1,6}\b`)
	wordPattern    = regexp.MustCompile(`^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:[-.'’/][\p{L}\p{N}_]+)*`)
)

var quotePairs = map[rune]string{
	'"': "\"”“", '“': "”\"“", '„': "“”\"", '«': "»", '`': "`'", '\'': "'’", '‘': "’'", '‚': "‘’", '‹': "›", '”': "”\"",
}

// tokens splits a request. It is linear in the length of the text: each pattern
// is tried on a bounded window.
func tokens(text string) []token {
	var list []token
	spaced, shouted := true, strings.ToUpper(text) == text
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			if r == '\n' && blankLine(text[i:]) {
				list = append(list, token{kind: punct, text: "\n", norm: ".", start: i, end: i + size, ends: true, spaced: true})
			}
			spaced = true
			i += size
			continue
		}
		t := next(text, i, spaced || len(list) > 0 && list[len(list)-1].text == "(")
		t.start, t.spaced = i, spaced
		if t.norm == "" {
			t.norm = strings.TrimSpace(strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(t.text, "’", "'")), "-", " "))
		}
		if t.text == "IT" && !shouted {
			t.norm = "IT" // the department, not the pronoun
		}
		list = append(list, t)
		i, spaced = t.end, false
	}
	return list
}

// blankLine reports whether an empty line or a list item follows: both end a
// sentence, a wrapped line does not.
func blankLine(s string) bool {
	s = strings.TrimLeft(s[1:], " \t\r")
	return strings.HasPrefix(s, "\n") || strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "•") ||
		len(s) > 2 && s[0] >= '1' && s[0] <= '9' && (s[1] == '.' || s[1] == ')') && s[2] == ' '
}

const window = 400

func next(text string, i int, open bool) token {
	rest := text[i:]
	if len(rest) > window {
		rest = rest[:window]
	}
	r, size := utf8.DecodeRuneInString(rest)
	if closers, is := quotePairs[r]; is && (open || r != '\'' && r != '’') {
		if t, ok := quote(text, i, size, closers); ok {
			return t
		}
		if r != '\'' && r != '‘' {
			return token{kind: broken, text: text[i : i+size], end: i + size}
		}
	}
	for _, try := range []struct {
		kind    tokenKind
		pattern *regexp.Regexp
	}{{address, addressPattern}, {number, datePattern}, {file, filePattern}, {number, numberPattern}, {word, wordPattern}} {
		if m := try.pattern.FindString(rest); m != "" && accepts(try.kind, m, rest[len(m):], open) {
			return token{kind: try.kind, text: m, end: i + len(m)}
		}
	}
	for _, op := range []string{">=", "<=", "==", "!=", "<>", "=>", "&&"} {
		if strings.HasPrefix(rest, op) {
			return token{kind: punct, text: op, end: i + len(op)}
		}
	}
	if r == utf8.RuneError || unicode.IsControl(r) {
		return token{kind: broken, text: rest[:size], end: i + size}
	}
	return token{kind: punct, text: rest[:size], end: i + size, ends: strings.ContainsRune(".!?;…", r)}
}

// accepts says no to a sign inside a word, to a number that goes on as a word
// ("3rd", "10k"), and to a sentence that ends without a space before the next
// ("done.Save").
func accepts(kind tokenKind, m, after string, open bool) bool {
	switch kind {
	case number:
		r, _ := utf8.DecodeRuneInString(after)
		return !unicode.IsLetter(r) && r != '_' && (open || m[0] != '-' && m[0] != '+') &&
			(r != '-' || len(after) < 2 || after[1] == ' ')
	case file:
		dot := strings.LastIndexByte(m, '.')
		return extensionLike(m[dot+1:]) && !strings.HasPrefix(after, "@")
	}
	return true
}

// extensionLike tells "report.docx" from "done.Save": extensions are in one case.
func extensionLike(s string) bool {
	return s == strings.ToLower(s) || s == strings.ToUpper(s)
}

func quote(text string, i, size int, closers string) (token, bool) {
	end := len(text)
	if end > i+4000 {
		end = i + 4000
	}
	for j := i + size; j < end; {
		r, n := utf8.DecodeRuneInString(text[j:])
		if strings.ContainsRune(closers, r) && j > i+size && closes(text, j, n, r) {
			return token{kind: quoted, text: text[i+size : j], end: j + n}, true
		}
		j += n
	}
	return token{}, false
}

// closes reports whether a closing quote stands at the end of a word, so that
// the apostrophe of 'the year's end' closes nothing.
func closes(text string, j, n int, r rune) bool {
	if r != '\'' && r != '’' {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[j+n:])
	return j+n == len(text) || !unicode.IsLetter(after) && !unicode.IsDigit(after)
}
