package compiler

import (
	"fmt"
	"strconv"
	"strings"

	"genplanx/pddl/diag"
)

// nameTable maps the keys of an answer to names that PDDL allows, and finds
// them again in literals.
type nameTable struct {
	voc     *vocabulary
	final   map[string]string   // key in lower case to name
	taken   map[string]int      // name to the entry that has it
	similar map[string][]string // sameName of a name to the names
	phrases map[string]string   // keys of several words to names
	next    map[string]int      // the first number that free has not tried, by stem
}

// maxPhrase is how many words a key may have to be found without quotes.
const maxPhrase = 8

// nameObjects gives every entry its name and reports clashes. A key that is a
// legal name keeps it; the others get one that no other entry has.
func (d *decoder) nameObjects() {
	t := &nameTable{voc: d.voc, final: map[string]string{}, taken: map[string]int{},
		similar: map[string][]string{}, phrases: map[string]string{}, next: map[string]int{}}
	d.names = t
	for i := range d.entries {
		e := &d.entries[i]
		if e.name = lowerASCII(e.key); legalName(e.name) && !d.voc.types.Has(e.name) {
			d.register(i)
		} else {
			e.name = ""
		}
	}
	for i := range d.entries {
		if e := &d.entries[i]; e.name == "" {
			d.rename(i)
			d.register(i)
		}
	}
}

// rename makes a legal name out of a key.
func (d *decoder) rename(i int) {
	e := &d.entries[i]
	base := plainName(e.key)
	stem, _ := d.voc.typeNamed(member(e.value, "type").String())
	if stem == "" {
		stem = "object"
	}
	switch {
	case base == "":
		e.name = d.names.free(stem)
	case d.voc.types.Has(base):
		e.name = d.names.free(base)
	case !legalName(base):
		e.name = stem + "-" + base
	default:
		e.name = base
	}
	d.note(RenamedObject, e.key, "%q is called %s in the problem", e.key, e.name)
}

// free returns the first of stem1, stem2 ... that no entry has.
func (t *nameTable) free(stem string) string {
	for {
		t.next[stem]++
		name := stem + strconv.Itoa(t.next[stem])
		if _, taken := t.taken[name]; !taken {
			return name
		}
	}
}

func (d *decoder) register(i int) {
	e, t := &d.entries[i], d.names
	if first, taken := t.taken[e.name]; taken {
		if strings.EqualFold(strings.TrimSpace(d.entries[first].key), strings.TrimSpace(e.key)) {
			return // reported as a key that stands twice
		}
		f := d.fault(NameClash, e.key, e.span, "%q and %q are the same name, %s", d.entries[first].key, e.key, e.name)
		f.Hint = "give each object a name of its own, in lower case, of letters, digits and `-`"
		return
	}
	t.taken[e.name] = i
	same := t.voc.sameName(e.name)
	t.similar[same] = append(t.similar[same], e.name)
	key := strings.ToLower(strings.TrimSpace(e.key))
	t.final[key] = e.name
	if words := strings.Fields(key); len(words) > 1 {
		t.phrases[strings.Join(words, " ")] = e.name
	}
}

// resolve finds the object that a word in a literal names. mended is set when
// the word is not its key but says the same.
func (t *nameTable) resolve(word string) (name string, mended, ok bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if name, ok := t.final[word]; ok {
		return name, false, true
	}
	if _, ok := t.taken[word]; ok {
		return word, false, true
	}
	if _, ok := t.voc.constants[word]; ok {
		return word, false, true
	}
	if list := t.similar[t.voc.sameName(plainName(word))]; len(list) == 1 {
		return list[0], true, true
	}
	return word, false, false
}

// phraseAt returns the longest key of several words that stands at the start
// of words, and how many words it takes. A key whose words are all keys of
// their own could be read two ways and is left alone.
func (t *nameTable) phraseAt(words []string) (name string, length int) {
	if len(t.phrases) == 0 {
		return "", 0
	}
	for n := min(len(words), maxPhrase); n > 1; n-- {
		name, ok := t.phrases[strings.ToLower(strings.Join(words[:n], " "))]
		if ok && !t.allResolve(words[:n]) {
			return name, n
		}
	}
	return "", 0
}

func (t *nameTable) allResolve(words []string) bool {
	for _, w := range words {
		if _, _, ok := t.resolve(w); !ok {
			return false
		}
	}
	return true
}

// legalName reports whether PDDL allows the name.
func legalName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '_')) {
			return false
		}
	}
	return s != ""
}

// plainName turns anything into a name, as far as its letters and digits go:
// "Bar Chart 1" into "bar-chart-1". It may be empty or start with a digit.
func plainName(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
			continue
		}
		gap = true
	}
	return b.String()
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// known lists the objects and constants that literals may name, for messages.
func (t *nameTable) known() []string {
	list := names(t.taken)
	return append(list, names(t.voc.constants)...)
}

// suggestName gives the hint for a word that names nothing.
func (t *nameTable) suggestName(word string) string {
	if s := diag.Suggest(word, t.known()); s != "" {
		return fmt.Sprintf("did you mean %s? Else add an entry \"%s\" with its type to the dictionary", s, word)
	}
	return fmt.Sprintf("add an entry \"%s\" with its type to the dictionary, or use one of: %s", word, listing(names(t.taken)))
}

// listing joins names for a message, and cuts a long list.
func listing(list []string) string {
	const most = 40
	if len(list) == 0 {
		return "(none)"
	}
	if len(list) > most {
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", len(list)-most)
	}
	return strings.Join(list, ", ")
}
