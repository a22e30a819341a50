package offline

import (
	"strings"
)

// nounOptions reads nouns of the lexicon, with the name that may follow.
func (p *parser) nounOptions(ph phrase) []option {
	var out []option
	for _, f := range p.words.at(p.ts, ph.i) {
		for _, s := range f.senses {
			if s.class != noun {
				continue
			}
			n := &node{kind: s.kind, variant: s.variant, det: ph.det, ordinal: ph.ordinal, at: ph.at, to: ph.i + f.n}
			n.plural = strings.HasSuffix(p.ts[n.to-1].norm, "s")
			if n.name() == tableKind {
				n.sel.limit = ph.count
			} else {
				n.count = ph.count
			}
			p.conditionsOf(n, ph)
			n.to += p.again(n)
			out = append(out, p.withName(n)...)
			if s.kind.Name != columnKind {
				out = append(out, option{n, n.to})
			}
		}
	}
	return out
}

// again counts the words that repeat the noun: "the DecisionTree algorithm".
func (p *parser) again(n *node) int {
	if n.variant == nil {
		return 0
	}
	s, k := p.has(n.to, noun)
	if k > 0 && s.kind == n.kind && s.variant == nil {
		return k
	}
	return 0
}

func (p *parser) conditionsOf(n *node, ph phrase) {
	for _, c := range ph.flags {
		n.sel.conditions = append(n.sel.conditions, []condition{c})
	}
}

// withName reads "column X", "database db1", "model investor", "file 'a.csv'".
func (p *parser) withName(n *node) []option {
	i := n.to
	if i >= len(p.ts) {
		return nil
	}
	if p.isText(i, "called", "named") && i+1 < len(p.ts) && (p.ts[i+1].kind == file || n.name() == fileKind && p.ts[i+1].kind == quoted) {
		i++
	}
	t := p.ts[i]
	var out []option
	switch {
	case n.name() == fileKind && (t.kind == file || t.kind == quoted):
		f := p.fileNode(t.text, n.at, i+1)
		f.det = n.det
		return []option{{f, i + 1}}
	case t.kind == file || t.kind == quoted && p.isFile(&node{text: t.text}):
		f := p.fileNode(t.text, i, i+1)
		for _, s := range n.kind.Slots {
			if (s.Name == "source" || s.Name == "file") && p.takesItself(&s, f) {
				c := *n
				c.slots = nil
				c.to = i + 1
				c.put(s.Name, f)
				return []option{{&c, c.to}}
			}
		}
	case n.kind.Named && n.variant == nil && (t.kind == quoted || t.kind == word && (!p.known(i) || p.delimited(i+1) && p.nameable(i))):
		c := *n
		c.text, c.to, c.settled = p.nameFor(n.kind, t.text), i+1, true
		if name, k := p.columnAt(i); n.name() == columnKind && k > 0 {
			c.text, c.to = name, i+k
		}
		out = append(out, option{&c, c.to})
	case n.name() == textKind && t.kind == quoted:
		c := *n
		c.text, c.quoted, c.settled, c.to = t.text, true, true, i+1
		out = append(out, option{&c, c.to})
	case t.kind == quoted || t.kind == word && !p.known(i) && t.spaced:
		for _, s := range n.kind.Slots {
			if s.Takes == textKind && (s.Name == "name" || t.kind == quoted) {
				c := *n
				c.slots = nil
				c.to = i + 1
				title := p.new(textKind, i, i+1)
				title.text, title.settled = t.text, true
				c.put(s.Name, title)
				return []option{{&c, c.to}}
			}
		}
	}
	return out
}

// nameOptions reads a word that the lexicon does not know, or that is a column
// as well, as a name.
func (p *parser) nameOptions(ph phrase) []option {
	if ph.count != "" || len(ph.flags) > 0 {
		return nil
	}
	text, n := p.columnAt(ph.i)
	if n == 0 {
		if p.known(ph.i) && !p.soft(ph.i) && !p.beforeColumn(ph.i) || ph.det == "indefinite" || ph.det == "fresh" || ph.det == "possessive" {
			return nil
		}
		text, n = p.ts[ph.i].text, 1
	}
	c := &node{kind: nameOnly, text: text, at: ph.at, to: ph.i + n}
	return p.beforeNoun(ph, c, []option{{c, c.to}})
}

// beforeColumn reports whether the word "column" follows, so that any word can
// be its name.
func (p *parser) beforeColumn(i int) bool {
	s, n := p.has(i+1, noun)
	return n > 0 && s.kind.Name == columnKind
}

// soft reports whether a word of the lexicon can be a name where a verb cannot
// stand: "a chart of cost by month".
func (p *parser) soft(i int) bool {
	for _, f := range p.words.at(p.ts, i) {
		for _, s := range f.senses {
			if s.class != slotNoun && s.class != verbal {
				return false
			}
		}
	}
	return p.delimited(i + 1)
}

// nameable reports whether a word after "column" can be its name.
func (p *parser) nameable(i int) bool {
	for _, c := range []class{skipped, coordinator, copula, negation, pronoun, determiner, breaker} {
		if _, n := p.has(i, c); n > 0 {
			return false
		}
	}
	return true
}
