package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// leadingWord returns the first word, and whether the text is SQL by it.
func leadingWord(text string) (string, bool) {
	bare := strings.TrimLeft(text, "( \t\r\n")
	end := strings.IndexFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(bare)
	}
	word := strings.ToLower(bare[:end])
	rest := strings.TrimSpace(bare[end:])
	switch word {
	case "select", "with":
		return word, rest != ""
	case "insert", "update", "delete", "drop", "alter", "create", "attach", "detach", "pragma", "replace", "vacuum", "begin", "commit", "explain", "reindex", "analyze":
		// A column may have such a name: it is SQL only when a word follows it.
		return word, rest != "" && unicode.IsLetter([]rune(rest)[0])
	}
	return word, false
}

// guard lets a single SELECT through. The database is read-only besides; this
// check is for a clear message.
func guard(text, word string, f Frame) (Statement, error) {
	if word != "select" && word != "with" {
		return Statement{}, fmt.Errorf("only SELECT is allowed in a query, found %s", strings.ToUpper(word))
	}
	words, end, err := scanSQL(text)
	if err != nil {
		return Statement{}, err
	}
	if end < len(text) {
		if more, _, err := scanSQL(text[end+1:]); err != nil || len(more) > 0 {
			return Statement{}, errors.New("a query is one statement; found more after the first \";\"")
		}
	}
	for _, w := range words {
		switch strings.ToLower(w) {
		case "insert", "update", "delete", "attach", "detach", "pragma", "vacuum":
			if !slices.ContainsFunc(f.StoredNames(), func(n string) bool { return strings.EqualFold(n, w) }) {
				return Statement{}, fmt.Errorf("only SELECT is allowed in a query, found %s", strings.ToUpper(w))
			}
		}
	}
	return Statement{SQL: text[:end], Conditions: conditionsOf(words, f.StoredNames())}, nil
}

// scanSQL returns the words and quoted names of the first statement and where it
// ends, skipping texts and comments.
func scanSQL(text string) (words []string, end int, err error) {
	for at := 0; at < len(text); {
		rest := text[at:]
		switch c := text[at]; {
		case c == ';':
			return words, at, nil
		case strings.HasPrefix(rest, "--"):
			at += cutAfter(rest, 2, "\n")
		case strings.HasPrefix(rest, "/*"):
			at += cutAfter(rest, 2, "*/")
		case c == '\'' || c == '"' || c == '`' || c == '[':
			closer := c
			if c == '[' {
				closer = ']'
			}
			n := strings.IndexByte(rest[1:], closer)
			if n < 0 {
				return nil, 0, fmt.Errorf("at character %d: the quote %c is not closed", at+1, c)
			}
			if c != '\'' {
				words = append(words, rest[1:n+1])
			}
			at += n + 2
		default:
			n := max(nameLength(rest), 1)
			if nameLength(rest) > 0 {
				words = append(words, rest[:n])
			}
			at += n
		}
	}
	return words, len(text), nil
}

// cutAfter is the length up to and with the end mark; all when there is none.
func cutAfter(s string, from int, mark string) int {
	if n := strings.Index(s[from:], mark); n >= 0 {
		return from + n + len(mark)
	}
	return len(s)
}

// conditionsOf finds the columns named after WHERE or ON.
func conditionsOf(words, columns []string) []string {
	var found []string
	after := false
	for _, w := range words {
		switch strings.ToLower(w) {
		case "where", "on":
			after = true
			continue
		case "group", "order", "limit", "select":
			after = false
		}
		if !after {
			continue
		}
		for _, c := range columns {
			if strings.EqualFold(c, w) && !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	return found
}
