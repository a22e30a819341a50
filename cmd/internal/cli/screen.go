package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// screen writes text that may quote files, mails and answers of models.
// Characters that would steer the terminal or turn the direction of the text
// are shown by their number, so that nothing quoted can hide or forge what a
// user agrees to. JSON keeps its meaning: the form is JSON's own.
type screen struct{ w io.Writer }

func (s screen) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.w, plain(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func plain(text string) string {
	if !strings.ContainsFunc(text, steers) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			b.WriteString("\uFFFD")
		case steers(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// steers reports control characters and the marks that turn the direction of
// text (Unicode, annex 9); joiners inside words and emoji stay.
func steers(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}
