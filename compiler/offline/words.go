package offline

import (
	"slices"
	"strings"

	"genplanx/domain"
)

// sense is one meaning of a phrase of the lexicon.
type sense struct {
	class   class
	kind    *domain.Kind    // noun
	variant *domain.Variant // noun
	verb    *domain.Verb
	form    form // verb
	degree  *domain.Degree
	text    string // operator, function, column; the noun of a slot
}

type class uint8

const (
	skipped class = iota
	plain
	noun
	slotNoun
	verbal
	mark
	determiner
	pronoun
	coordinator
	negation
	copula
	comparator
	function // sum, average
	ordering // top, largest
	flag
	degree  // older than
	wh      // which, that, where
	numeral // one, two
	month
	breaker // then
)

type form uint8

const (
	base form = iota
	past
	gerund
	third
)

// index finds phrases of the lexicon in tokens, longest first.
type index struct {
	senses  map[string][]sense
	longest int
}

func newIndex(l *domain.Lexicon) *index {
	x := &index{senses: map[string][]sense{}}
	x.english()
	for _, w := range list(l.Skip) {
		x.add(w, sense{class: skipped})
	}
	for _, w := range list(l.Plain) {
		x.add(w, sense{class: plain})
	}
	for i := range l.Kinds {
		x.kind(&l.Kinds[i])
	}
	for i := range l.Verbs {
		x.verb(&l.Verbs[i])
	}
	for i := range l.Degrees {
		for _, w := range list(l.Degrees[i].Words) {
			x.add(w, sense{class: degree, degree: &l.Degrees[i]})
		}
	}
	for _, f := range l.Flags {
		for _, w := range list(f.Words) {
			x.add(w, sense{class: flag, text: f.Column})
		}
	}
	return x
}

func (x *index) add(phrase string, s sense) {
	phrase = strings.ReplaceAll(phrase, "-", " ")
	if slices.Contains(x.senses[phrase], s) {
		return
	}
	x.senses[phrase] = append(x.senses[phrase], s)
	x.longest = max(x.longest, strings.Count(phrase, " ")+1)
}

func (x *index) kind(k *domain.Kind) {
	x.nouns(k.Nouns, sense{class: noun, kind: k})
	for i := range k.Variants {
		x.nouns(k.Variants[i].Nouns, sense{class: noun, kind: k, variant: &k.Variants[i]})
	}
	x.slots(k.Slots)
}

func (x *index) nouns(words string, s sense) {
	for _, w := range list(words) {
		x.add(w, s)
		x.add(plural(w), s)
	}
}

func (x *index) slots(slots []domain.Slot) {
	for _, s := range slots {
		for _, m := range list(s.Marks) {
			if m != "-" {
				x.add(m, sense{class: mark})
			}
		}
		for _, n := range list(s.Nouns) {
			x.add(n, sense{class: slotNoun, text: n})
			x.add(plural(n), sense{class: slotNoun, text: n})
		}
	}
}

func (x *index) verb(v *domain.Verb) {
	for _, w := range list(v.Words) {
		forms := strings.Split(w, "/")
		b := forms[0]
		first, rest, _ := strings.Cut(b, " ")
		tail := ""
		if rest != "" {
			tail = " " + rest
		}
		x.add(b, sense{class: verbal, verb: v})
		x.add(plural(first)+tail, sense{class: verbal, verb: v, form: third})
		if len(forms) > 1 {
			for _, f := range forms[1:] {
				g := past
				if strings.HasSuffix(strings.Fields(f)[0], "ing") {
					g = gerund
				}
				x.add(f, sense{class: verbal, verb: v, form: g})
			}
			continue
		}
		x.add(strings.TrimSuffix(first, "e")+"ed"+tail, sense{class: verbal, verb: v, form: past})
		x.add(strings.TrimSuffix(first, "e")+"ing"+tail, sense{class: verbal, verb: v, form: gerund})
	}
	x.slots(v.Slots)
}

// found is a phrase at a place: the senses of n tokens.
type found struct {
	n      int
	senses []sense
}

// at lists the phrases that start at token i, longest first.
func (x *index) at(ts []token, i int) []found {
	var all []found
	var b strings.Builder
	for n := 1; i+n <= len(ts); n++ {
		t := ts[i+n-1]
		if t.kind != word && t.kind != number && (t.kind != punct || n > 1 || t.ends) {
			break
		}
		if n > 1 {
			b.WriteByte(' ')
		}
		b.WriteString(t.norm)
		if strings.Count(b.String(), " ") >= x.longest {
			break
		}
		if s := x.senses[b.String()]; len(s) > 0 {
			all = append(all, found{n, s})
		}
	}
	slices.Reverse(all)
	return all
}

// list splits a list of words of the lexicon.
func list(words string) []string {
	var out []string
	for _, w := range strings.Split(words, ",") {
		if w = strings.Join(strings.Fields(w), " "); w != "" {
			out = append(out, w)
		}
	}
	return out
}

func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}
