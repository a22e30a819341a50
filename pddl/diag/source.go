package diag

import (
	"bytes"
	"sort"
	"sync"
)

// Source is one named text; it turns byte offsets into lines and columns.
type Source struct {
	Name string
	Text []byte

	once  sync.Once
	lines []int32 // offset of the first byte of each line
}

// NewSource wraps text, which must not change afterwards.
func NewSource(name string, text []byte) *Source {
	return &Source{Name: name, Text: text}
}

// Position is a place as people count it: lines and columns from 1, columns in bytes.
type Position struct {
	Line, Column int
}

// Position returns the place of a byte offset; offsets past the end give the end.
func (s *Source) Position(offset int32) Position {
	s.once.Do(s.index)
	offset = min(max(offset, 0), int32(len(s.Text)))
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset }) - 1
	return Position{Line: i + 1, Column: int(offset-s.lines[i]) + 1}
}

func (s *Source) index() {
	s.lines = append(s.lines, 0)
	for i, b := range s.Text {
		if b == '\n' || b == '\r' && (i+1 == len(s.Text) || s.Text[i+1] != '\n') {
			s.lines = append(s.lines, int32(i+1))
		}
	}
}

// Line returns the bytes of a line counted from 1, without its line end.
func (s *Source) Line(number int) []byte {
	s.once.Do(s.index)
	if number < 1 || number > len(s.lines) {
		return nil
	}
	line := s.Text[s.lines[number-1]:]
	if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	return line
}
