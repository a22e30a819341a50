package pddl

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// Kinds of token. Space is dropped. A section token is the whole of a
// balanced "(:init ...)" or "(:objects ...)": participle pays some hundred
// nanoseconds and 64 bytes a token, so the two sections that make a problem
// large are handed over in one piece and decoded by init.go and objects.go.
const (
	tokenOpen lexer.TokenType = iota + 1
	tokenClose
	tokenWord
	tokenComment
	tokenSection
	tokenStray
)

// definition is the participle lexer of PDDL. Its input must be lower case
// already (see lower), except for the formatter, which keeps the case.
type definition struct {
	sections bool // emit section tokens
}

// Symbols implements [lexer.Definition].
func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Open": tokenOpen, "Close": tokenClose, "Word": tokenWord,
		"Comment": tokenComment, "Section": tokenSection, "Stray": tokenStray,
	}
}

// Lex implements [lexer.Definition].
func (d definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

// LexString implements [lexer.StringDefinition].
func (d definition) LexString(_ string, text string) (lexer.Lexer, error) {
	return &scanner{text: text, sections: d.sections, at: bomLength(text)}, nil
}

// scanner cuts text into tokens; it never fails, what is illegal becomes a
// stray token. Of a token's position only the offset is set.
type scanner struct {
	text     string
	at       int
	sections bool
}

// Next implements [lexer.Lexer].
func (s *scanner) Next() (lexer.Token, error) {
	kind, start := s.scan()
	if kind == lexer.EOF {
		return lexer.EOFToken(lexer.Position{Offset: len(s.text)}), nil
	}
	return lexer.Token{Type: kind, Value: s.text[start:s.at], Pos: lexer.Position{Offset: start}}, nil
}

// scan moves over one token and returns its kind and start.
func (s *scanner) scan() (kind lexer.TokenType, start int) {
	text, i := s.text, s.at
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	start = i
	if i == len(text) {
		s.at = i
		return lexer.EOF, start
	}
	switch c := text[i]; {
	case c == '(':
		if end := s.section(i); end > 0 {
			s.at = end
			return tokenSection, start
		}
		s.at, kind = i+1, tokenOpen
	case c == ')':
		s.at, kind = i+1, tokenClose
	case c == ';':
		s.at, kind = lineEnd(text, i), tokenComment
	default:
		s.at, kind = wordEnd(text, i), tokenWord
		if s.at == i {
			s.at, kind = strayEnd(text, i), tokenStray
		}
	}
	return kind, start
}

// wordEnd returns the end of the word that starts at i, or i when none does. A
// question mark starts a word wherever it stands: "city?c" is two words, as
// competition files have it.
func wordEnd(text string, i int) int {
	if i < len(text) && text[i] == '?' {
		i++
	}
	for i < len(text) && text[i] != '?' {
		if wordByte[text[i]] {
			i++
			continue
		}
		if text[i] < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n <= 1 || !isWordRune(r) {
			break
		}
		i += n
	}
	return i
}

// strayEnd returns the end of a run of characters that begins with an illegal
// one; the word it may hold, as in "a", is part of the fault.
func strayEnd(text string, i int) int {
	for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != ')' && text[i] != ';' {
		_, n := utf8.DecodeRuneInString(text[i:])
		i += n
	}
	return i
}

// section returns the end of the balanced section that opens at i, or 0 when
// there is none: then its tokens go the ordinary way and the fault gets found.
// A keyword inside ends the try, so that each byte is looked at twice at most.
func (s *scanner) section(i int) int {
	if !s.sections {
		return 0
	}
	text := s.text
	for i++; i < len(text) && isSpace(text[i]); i++ {
	}
	if i == len(text) || text[i] != ':' {
		return 0
	}
	if keyword := text[i:wordEnd(text, i)]; keyword != ":init" && keyword != ":objects" {
		return 0
	}
	for depth, i := 1, i+len(":init"); i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case ';':
			i = lineEnd(text, i)
		case ':', 0:
			return 0
		}
	}
	return 0
}

func lineEnd(text string, i int) int {
	// A lone carriage return ends a line, too: old files have no other line ends,
	// and a comment would swallow the rest.
	if n := strings.IndexAny(text[i:], "\r\n"); n >= 0 {
		return i + n
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// isWordRune refuses what editors and word processors slip in: typographic
// quotes, dashes and spaces, which look like PDDL and are not.
func isWordRune(r rune) bool {
	return r >= 0xc0 && !(r >= 0x2000 && r <= 0x206f) && r != 0xfeff && r != 0x3000 && r != 0xfffd
}

// wordByte tells the ASCII bytes of words: names, variables, keywords, numbers
// and the type separator. Which word may stand where is the reader's business.
var wordByte = func() (t [256]bool) {
	for c := '!'; c <= '~'; c++ {
		t[c] = !strings.ContainsRune("\"'()[]{},;\\`", c)
	}
	return t
}()

// lower returns text as a string with A to Z in lower case; every byte keeps
// its place. Other letters are left alone: PDDL's names are ASCII, and folding
// them could change their length.
func lower(text []byte) string {
	upper := false
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			upper = true
			break
		}
	}
	if !upper {
		return string(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

func bomLength(text string) int {
	if strings.HasPrefix(text, "\ufeff") {
		return len("\ufeff")
	}
	return 0
}
