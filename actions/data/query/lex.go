package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"genplanx/actions/table"
)

type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	textToken // a quoted string, text without the quotes
	backToken // a name in backticks
	signToken // an operator or bracket
)

type token struct {
	kind tokenKind
	text string
	at   int // byte offset, for messages
}

func (t token) String() string {
	if t.kind == endToken {
		return "the end"
	}
	return fmt.Sprintf("%q", t.text)
}

// signs are the operators of more than one character, longest first, and how
// typographic ones are read.
func signs() []string {
	return []string{"<=", ">=", "==", "!=", "<>", "&&", "||", "//", "**"}
}

func typographic(r rune) string {
	switch r {
	case '≤':
		return "<="
	case '≥':
		return ">="
	case '≠':
		return "!="
	case '−', '–':
		return "-"
	}
	return ""
}

// phrase is a name that is one token although it holds spaces or hyphens.
type phrase struct {
	text  string
	token token
}

// phrases are the frame's own name and those of its columns that are not plain
// words, the longest first.
func phrases(f Frame) []phrase {
	var all []phrase
	hidden := slices.ContainsFunc(f.Columns, func(c table.Column) bool { return strings.EqualFold(c.Name, f.Name) })
	if f.Name != "" && !hidden {
		all = append(all, phrase{f.Name, token{kind: nameToken, text: Table}})
	}
	for _, c := range f.Columns {
		if first, _ := utf8.DecodeRuneInString(c.Name); unicode.IsLetter(first) && nameLength(c.Name) < len(c.Name) {
			all = append(all, phrase{c.Name, token{kind: backToken, text: c.Name}})
		}
	}
	slices.SortStableFunc(all, func(a, b phrase) int { return len(b.text) - len(a.text) })
	return all
}

// lex splits a query into tokens.
func lex(text string, known []phrase) ([]token, error) {
	var tokens []token
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		rest := text[at:]
		switch {
		case unicode.IsSpace(r):
			at += size
			continue
		case unicode.IsLetter(r) && startsPhrase(rest, known) >= 0:
			p := known[startsPhrase(rest, known)]
			tokens = append(tokens, token{p.token.kind, p.token.text, at})
			at += len(p.text)
		case closing(r) != 0:
			s, n, err := lexText(rest, size, closing(r))
			if err != nil {
				return nil, fmt.Errorf("at character %d: %w", at+1, err)
			}
			kind := textToken
			if r == '`' {
				kind = backToken
			}
			tokens = append(tokens, token{kind, s, at})
			at += n
		case r >= '0' && r <= '9', r == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n := numberLength(rest)
			tokens = append(tokens, token{numberToken, strings.ReplaceAll(rest[:n], "_", ""), at})
			at += n
		case r == '_' || unicode.IsLetter(r):
			n := nameLength(rest)
			tokens = append(tokens, token{nameToken, rest[:n], at})
			at += n
		default:
			t, n := lexSign(rest, r, size)
			if n == 0 {
				return nil, fmt.Errorf("at character %d: unexpected %q", at+1, r)
			}
			tokens = append(tokens, token{signToken, t, at})
			at += n
		}
	}
	return append(tokens, token{endToken, "", len(text)}), nil
}

// startsPhrase finds the phrase that stands here as a word of its own; -1 for none.
func startsPhrase(rest string, known []phrase) int {
	return slices.IndexFunc(known, func(p phrase) bool {
		if !strings.HasPrefix(rest, p.text) {
			return false
		}
		next, _ := utf8.DecodeRuneInString(rest[len(p.text):])
		return rest[len(p.text):] == "" || (next != '_' && next != '-' && !unicode.IsLetter(next) && !unicode.IsDigit(next))
	})
}

// closing is the quote that ends a string begun with r; 0 for other characters.
func closing(r rune) rune {
	switch r {
	case '\'', '"', '`':
		return r
	case '‘', '’':
		return '’'
	case '“', '”', '„':
		return '”'
	}
	return 0
}

// lexText reads up to the closing quote. A backslash or a second quote keeps a
// quote inside.
func lexText(s string, open int, end rune) (text string, length int, err error) {
	var b strings.Builder
	for at := open; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case r == '\\' && at+1 < len(s) && strings.ContainsRune("\\'\"", rune(s[at+1])):
			b.WriteByte(s[at+1])
			at += 2
			continue
		case r == end && strings.HasPrefix(s[at+size:], string(end)) && at > open:
			b.WriteRune(end)
			at += 2 * size
			continue
		case r == end:
			return b.String(), at + size, nil
		}
		b.WriteString(s[at : at+size])
		at += size
	}
	return "", 0, fmt.Errorf("the quote %c is not closed", s[0])
}

func numberLength(s string) int {
	n := 0
	for n < len(s) {
		c := s[n]
		exponentSign := (c == '+' || c == '-') && n > 0 && (s[n-1] == 'e' || s[n-1] == 'E')
		if (c < '0' || c > '9') && c != '.' && c != '_' && c != 'e' && c != 'E' && !exponentSign {
			break
		}
		n++
	}
	return n
}

func nameLength(s string) int {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(s)
}

func lexSign(rest string, r rune, size int) (string, int) {
	if s := typographic(r); s != "" {
		return s, size
	}
	for _, s := range signs() {
		if strings.HasPrefix(rest, s) {
			return s, len(s)
		}
	}
	if strings.ContainsRune("()[]{},.:=<>&|~!+-*/%", r) {
		return string(r), size
	}
	return "", 0
}
