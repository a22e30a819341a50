package assistant

import (
	"embed"
	"fmt"
	"strings"

	"genplanx/domain"
)

//go:embed entities/*.txt
var entityFiles embed.FS

// readRecognisers reads the files in entities, in the order of their names,
// which is the order of priority. A file is a list of sections:
//
//	[type of the entity]
//	pattern REGULAR EXPRESSION
//	check NAME OF A CHECKSUM [lenient]
//	words a, b, c
//
// Lines that start with # are comments. Each pattern, with the check after it,
// and all words of a section are one recogniser.
func readRecognisers() ([]domain.Recogniser, error) {
	entries, err := entityFiles.ReadDir("entities")
	if err != nil {
		return nil, fmt.Errorf("reading the recognisers: %w", err)
	}
	var list []domain.Recogniser
	for _, e := range entries {
		text, err := entityFiles.ReadFile("entities/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("reading recognisers %s: %w", e.Name(), err)
		}
		found, err := parseRecognisers(string(text))
		if err != nil {
			return nil, fmt.Errorf("reading recognisers %s: %w", e.Name(), err)
		}
		list = append(list, found...)
	}
	return list, nil
}

func parseRecognisers(text string) ([]domain.Recogniser, error) {
	var list []domain.Recogniser
	typ := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		key, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && strings.HasSuffix(line, "]"):
			typ = strings.TrimSpace(line[1 : len(line)-1])
		case typ == "":
			return nil, fmt.Errorf("line %d: no [type] stands before it", i+1)
		case key == "pattern" && rest != "":
			list = append(list, domain.Recogniser{Type: typ, Pattern: rest})
		case key == "check" && rest != "" && len(list) > 0 && list[len(list)-1].Type == typ && list[len(list)-1].Pattern != "":
			name, lenient := strings.CutSuffix(rest, " lenient")
			list[len(list)-1].Check, list[len(list)-1].Lenient = name, lenient
		case key == "words" && rest != "":
			list = append(list, domain.Recogniser{Type: typ, Words: splitWords(rest)})
		default:
			return nil, fmt.Errorf("line %d: expected pattern, check after a pattern, or words, not %q", i+1, line)
		}
	}
	return list, nil
}

func splitWords(text string) []string {
	var list []string
	for _, w := range strings.Split(text, ",") {
		if w = strings.TrimSpace(w); w != "" {
			list = append(list, w)
		}
	}
	return list
}
