// Package entity finds the entities that a request names: identifiers, dates,
// amounts, addresses, files (paper, section 4).
//
// It owns matching, checksums and the choice between overlapping matches. In: a
// text and the recognisers of a domain. Out: typed mentions with their places,
// in the order of the text. It must not know what an entity is used for. Start
// reading at [Extractor.Extract].
package entity

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"genplanx/domain"
)

// Mention is an entity and its place: text[Start:End], in bytes.
type Mention struct {
	Type, Text string
	Start, End int
	// Doubt says why the mention may be a slip of the pen: a wrong check digit.
	Doubt string
}

// Mentions are in the order of the text and do not overlap.
type Mentions []Mention

// Extractor holds recognisers made ready. It may be used by several goroutines.
type Extractor struct {
	patterns  []pattern
	gazetteer map[string][]listed // by first word, in lower case
}

type pattern struct {
	domain.Recogniser
	re       *regexp.Regexp
	priority int
}

// listed is an entry of a gazetteer.
type listed struct {
	words    []string // in lower case
	typ      string
	priority int
}

// New makes recognisers ready. Their order is their priority.
func New(recognisers []domain.Recogniser) (*Extractor, error) {
	x := &Extractor{gazetteer: map[string][]listed{}}
	for i, r := range recognisers {
		if r.Pattern != "" {
			re, err := regexp.Compile(r.Pattern)
			if err != nil {
				return nil, fmt.Errorf("recogniser of %q: %w", r.Type, err)
			}
			x.patterns = append(x.patterns, pattern{r, re, i})
		}
		for _, w := range r.Words {
			if words := strings.FieldsFunc(strings.ToLower(w), notWord); len(words) > 0 {
				x.gazetteer[words[0]] = append(x.gazetteer[words[0]], listed{words, r.Type, i})
			}
		}
	}
	return x, nil
}

// Extract is [New] and [Extractor.Extract] in one, for a single text.
func Extract(text string, recognisers []domain.Recogniser) (Mentions, error) {
	x, err := New(recognisers)
	if err != nil {
		return nil, err
	}
	return x.Extract(text), nil
}

// candidate is a match that may lose against an overlapping one.
type candidate struct {
	Mention
	priority int
}

// Extract finds the entities of a text. Of overlapping matches the longest
// wins, then the one without doubt, then the first recogniser. The time is
// linear in the length of the text.
func (x *Extractor) Extract(text string) Mentions {
	var all []candidate
	for _, p := range x.patterns {
		all = p.find(all, text)
	}
	all = x.listed(all, text)
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(b.End-b.Start, a.End-a.Start),
			cmp.Compare(len(a.Doubt), len(b.Doubt)),
			cmp.Compare(a.priority, b.priority),
			cmp.Compare(a.Start, b.Start),
		)
	})
	taken := make([]bool, len(text))
	var chosen Mentions
	for _, c := range all {
		if !slices.Contains(taken[c.Start:c.End], true) {
			chosen = append(chosen, c.Mention)
			for i := c.Start; i < c.End; i++ {
				taken[i] = true
			}
		}
	}
	slices.SortFunc(chosen, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
	return chosen
}

func (p pattern) find(all []candidate, text string) []candidate {
	for _, m := range p.re.FindAllStringSubmatchIndex(text, -1) {
		start, end := m[0], m[1]
		if len(m) > 3 && m[2] >= 0 {
			start, end = m[2], m[3]
		}
		if start == end {
			continue
		}
		c := candidate{Mention{Type: p.Type, Text: text[start:end], Start: start, End: end}, p.priority}
		if p.Check != "" && !Valid(p.Check, c.Text) {
			if !p.Lenient {
				continue
			}
			c.Doubt = "its check digits do not fit"
		}
		all = append(all, c)
	}
	return all
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// span is a word of the text.
type span struct{ start, end int }

// listed finds the entries of the gazetteers as whole words.
func (x *Extractor) listed(all []candidate, text string) []candidate {
	if len(x.gazetteer) == 0 {
		return all
	}
	words := wordsOf(text)
	for i, w := range words {
		for _, entry := range x.gazetteer[strings.ToLower(text[w.start:w.end])] {
			if !follows(entry.words, text, words[i:]) {
				continue
			}
			end := words[i+len(entry.words)-1].end
			all = append(all, candidate{Mention{Type: entry.typ, Text: text[w.start:end], Start: w.start, End: end}, entry.priority})
		}
	}
	return all
}

// follows reports whether the words stand at the start of the list, with little
// between them: "US dollar", "US-dollar", and not "in the US. Dollar".
func follows(want []string, text string, words []span) bool {
	if len(want) > len(words) {
		return false
	}
	for i, w := range want {
		if !strings.EqualFold(text[words[i].start:words[i].end], w) {
			return false
		}
		if i > 0 && (words[i].start-words[i-1].end > 1 || !strings.ContainsAny(text[words[i-1].end:words[i].start], " \t\n-")) {
			return false
		}
	}
	return true
}

func wordsOf(text string) []span {
	var list []span
	start := -1
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case notWord(r) && start >= 0:
			list = append(list, span{start, i})
			start = -1
		case !notWord(r) && start < 0:
			start = i
		}
		i += n
	}
	if start >= 0 {
		list = append(list, span{start, len(text)})
	}
	return list
}

// Grouped gives the texts by type, each once, in the form of the paper's
// section 4.
func (m Mentions) Grouped() map[string][]string {
	groups := map[string][]string{}
	for _, x := range m {
		if !slices.Contains(groups[x.Type], x.Text) {
			groups[x.Type] = append(groups[x.Type], x.Text)
		}
	}
	return groups
}

// Types lists the types found, in the order of the text.
func (m Mentions) Types() []string {
	var list []string
	for _, x := range m {
		if !slices.Contains(list, x.Type) {
			list = append(list, x.Type)
		}
	}
	return list
}
