package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"genplanx/actions/table"
)

// readText reads a CSV file: separated by commas, semicolons, tabs or bars, in
// UTF-8, UTF-16 or Windows-1252 (which holds Latin-1), with or without a byte
// order mark. Quoting is that of RFC 4180. Every row must have as many cells as
// the first.
//
// tabbed says that the name of the file promises tabs (.tsv); else the first line
// tells the separator.
func readText(ctx context.Context, content []byte, tabbed bool, l limits) (*grid, error) {
	text, err := decodeText(content)
	if err != nil {
		return nil, err
	}
	comma := '\t'
	if !tabbed {
		text, comma = separator(text)
	}
	rows, err := records(ctx, text, comma, l)
	if err != nil {
		return nil, err
	}
	return newGrid(rows, table.Options{DecimalComma: comma == ';'})
}

// decodeText returns UTF-8 with "\n" line ends.
func decodeText(content []byte) (string, error) {
	var text string
	switch {
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		text = string(content[3:])
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		text = decodeUTF16(content[2:], binary.LittleEndian)
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		text = decodeUTF16(content[2:], binary.BigEndian)
	case looksLikeUTF16(content, 1):
		text = decodeUTF16(content, binary.LittleEndian)
	case looksLikeUTF16(content, 0):
		text = decodeUTF16(content, binary.BigEndian)
	case utf8.Valid(content):
		text = string(content)
	default:
		decoded, err := charmap.Windows1252.NewDecoder().Bytes(content)
		if err != nil {
			return "", fmt.Errorf("decoding as Windows-1252: %w", err)
		}
		text = string(decoded)
	}
	if strings.IndexByte(text, 0) >= 0 {
		return "", hinted(errors.New("it is not a text file"), "check that it is a CSV file; workbooks end in .xlsx, databases in .db or .sqlite")
	}
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text, nil
}

// looksLikeUTF16 sees the zero bytes that Latin letters leave in UTF-16 at even
// or odd places, for files without a byte order mark.
func looksLikeUTF16(content []byte, zeroAt int) bool {
	var zeros [2]int
	head := content[:min(len(content), 256)]
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	return zeros[1-zeroAt] == 0 && 4*zeros[zeroAt] >= len(head) && len(head) >= 4
}

func decodeUTF16(content []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(content)/2)
	for i := range units {
		units[i] = order.Uint16(content[2*i:])
	}
	return string(utf16.Decode(units))
}

// separator finds the character that splits the first line into most cells; of
// those the ones that split the second line alike come first. A line "sep=;", as
// Excel writes it, decides and is removed.
func separator(text string) (rest string, comma rune) {
	first, rest, _ := strings.Cut(text, "\n")
	if sep, ok := strings.CutPrefix(strings.TrimRight(first, "\r"), "sep="); ok && len(sep) == 1 {
		if strings.Contains(",;\t|", sep) {
			return rest, rune(sep[0])
		}
	}
	second, _, _ := strings.Cut(rest, "\n")
	comma, best := ',', 0
	for _, candidate := range ",;\t|" {
		score := 2 * countOutsideQuotes(first, candidate)
		if score > 0 && score == 2*countOutsideQuotes(second, candidate) {
			score++
		}
		if score > best {
			comma, best = candidate, score
		}
	}
	return text, comma
}

func countOutsideQuotes(line string, r rune) int {
	count, quoted := 0, false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == r && !quoted:
			count++
		}
	}
	return count
}

func records(ctx context.Context, text string, comma rune, l limits) ([][]string, error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = comma
	reader.FieldsPerRecord = -1 // counted here, for a message that says more
	var rows [][]string
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, hinted(err, "put quotes around the whole cell and double those inside it")
		}
		line, _ := reader.FieldPos(0)
		rows = append(rows, row)
		if want := len(rows[0]); len(row) != want {
			return nil, hinted(fmt.Errorf("line %d has %s, expected %d as in the first line", line, count(len(row), "cell"), want),
				fmt.Sprintf("quote cells that hold %q, and give every line %d cells", comma, want))
		}
		if err := l.check(len(rows), len(row)); err != nil {
			return nil, err
		}
		if len(rows)%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}
