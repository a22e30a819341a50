package offline

import (
	"slices"
	"strings"
)

// span is a part of the request, in tokens.
type span struct{ at, to int }

// longestLabel keeps labels short; what is said of the rows is left out of
// longer ones.
const longestLabel = 100

// label calls a part of an answer by the user's words: "recurring appointments"
// for "the number of recurring appointments".
func (p *parser) label(n *node) string {
	head := p.labelHead(n)
	full := head
	for _, s := range n.said {
		switch text, flag := p.saidText(s); {
		case text == "" || strings.Contains(head, text):
		case flag:
			full = text + " " + full
		default:
			full += " " + text
		}
	}
	if n.name() == measureKind {
		if g := n.one("group"); g != nil && !strings.Contains(full, g.text) {
			full += " per " + g.text
		}
	}
	if len(full) > longestLabel {
		return head
	}
	return full
}

func (p *parser) labelHead(n *node) string {
	head := p.headText(n.at, n.to, n.fn == "COUNT" || n.name() == tableKind)
	switch {
	case n.fn == "COUNT":
		if head == "" {
			head = p.rowsText(n)
		}
	case n.name() == measureKind:
		if head == "" {
			head = functionWords[n.fn]
		}
		if c := n.one("column"); c != nil && !strings.Contains(strings.ToLower(head), strings.ToLower(c.text)) {
			head += " " + c.text
		}
	case p.onlyFile(n.at, n.to) && len(n.said) > 0:
		head = "rows"
	case len(n.said) == 0 && n.one("source") != nil && n.one("source").name() == fileKind && n.one("source").text != "":
		head = n.one("source").text
	case head == "":
		head = p.nounOf(n)
	}
	return head
}

var functionWords = map[string]string{"SUM": "total", "AVG": "average", "MIN": "lowest", "MAX": "highest"}

// rowsText says what a measure counts.
func (p *parser) rowsText(n *node) string {
	if len(n.slots["data"]) == 0 {
		return "rows"
	}
	mention := n.slots["data"][0]
	if head := p.headText(mention.at, mention.to, true); head != "" && !p.onlyFile(mention.at, mention.to) {
		return head
	}
	return p.nounOf(mention.find())
}

// nounOf names the rows of a table that was not named itself.
func (p *parser) nounOf(t *node) string {
	for range 20 {
		if t.variant != nil && t.name() == tableKind {
			return t.variant.Name
		}
		next := t.one("base")
		if next == nil {
			break
		}
		t = next
	}
	if t.name() == tableKind {
		return "rows"
	}
	if nouns := list(t.kind.Nouns); len(nouns) > 0 {
		return plural(nouns[0])
	}
	return t.name()
}

func (p *parser) onlyFile(at, to int) bool {
	for i := at; i < to && i < len(p.ts); i++ {
		if p.ts[i].kind == file {
			return true
		}
	}
	return false
}

// headText is a mention without what introduces it.
func (p *parser) headText(at, to int, counted bool) string {
	classes := []class{determiner, pronoun, plain, verbal}
	if counted {
		classes = append(classes, function, mark)
	}
	for moved := true; moved && at < to; {
		moved = false
		for _, c := range classes {
			if s, n := p.has(at, c); n > 0 && at+n <= to && (c != verbal || s.form == base) && (c != verbal || counted || !p.headNoun(at)) {
				at, moved = at+n, true
				break
			}
		}
	}
	return p.wordsOf(at, to)
}

// headNoun tells a noun from the verb of the same form.
func (p *parser) headNoun(i int) bool {
	_, n := p.has(i, noun)
	return n > 0
}

func (p *parser) wordsOf(at, to int) string {
	if at >= to || to > len(p.ts) {
		return ""
	}
	return strings.Join(strings.Fields(p.request.Text[p.ts[at].start:p.ts[to-1].end]), " ")
}

// saidText is what was said of rows, as it can follow a noun; an adjective goes
// before it.
func (p *parser) saidText(s span) (text string, adjective bool) {
	at := s.at
	for at < s.to && p.isText(at, "that", "which", "who", "are", "is", "were", "was") {
		at++
	}
	if at < s.to && p.isText(at, "have", "has", "had") {
		return "with " + p.wordsOf(at+1, s.to), false
	}
	not := 0
	if p.isText(at, "not", "non") {
		not = 1
	}
	if _, n := p.flagAt(at + not); n > 0 && at+not+n == s.to {
		adjective = true
	}
	return p.wordsOf(at, s.to), adjective
}

// say keeps the words of a selection for the label.
func (n *node) say(at, to int) {
	if s := (span{at, to}); !slices.Contains(n.said, s) {
		n.said = append(n.said, s)
	}
}
