package offline

import (
	"slices"
	"strings"

	"genplanx/domain"
)

// Kinds that the machinery itself makes; a lexicon defines them and gives them
// slots.
const (
	columnKind  = "column"
	textKind    = "text"
	numberKind  = "number"
	fileKind    = "file"
	addressKind = "address"
	tableKind   = "table"
	measureKind = "measure" // a sum, an average, a count
	nameKind    = "name"    // a word or quoted text before a slot says what it is
)

// node is a mention of something, and after resolving the thing itself.
type node struct {
	id       int
	kind     *domain.Kind // nil while a pronoun or a name says nothing of it
	verb     *domain.Verb // the clause's verb is a node as well
	variant  *domain.Variant
	det      string // determiner, "" for none
	ordinal  int    // 1 for "the first file", -1 for the last
	count    string // "two" slides
	text     string // of a literal: the column's name, the title
	quoted   bool
	fn       string // of a measure: SUM
	slots    map[string][]*node
	sel      selection
	said     []span       // what was said of the rows
	raw      []attachment // on a node without kind: decided when it is resolved
	takes    []string     // of a node without kind: what its place allows
	alias    *node
	at, to   int // tokens
	clause   int
	sentence int
	part     *part // the branch of a condition that it stands in
	made     bool  // introduced as the object of a verb that makes it
	settled  bool
	forward  bool // spoken of as known, before it was
	plural   bool // of a verb: it has more than one target
	unnamed  bool // its text came from a default
	held     bool // something holds it
	used     bool // its text went into the problem
	supplied bool // nobody said it; a default
	group    bool // a word for several things, which then were listed
	local    bool // a table that only serves one thing
}

type attachment struct {
	mark   string
	filler *node
}

func (n *node) find() *node {
	for n != nil && n.alias != nil {
		n = n.alias
	}
	return n
}

func (n *node) name() string {
	if n.kind == nil {
		return ""
	}
	return n.kind.Name
}

// get lists what fills a slot.
func (n *node) get(slot string) []*node {
	var out []*node
	for _, f := range n.slots[slot] {
		if f = f.find(); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// one returns what fills a slot first, nil when nothing does.
func (n *node) one(slot string) *node {
	if f := n.slots[slot]; len(f) > 0 {
		return f[0].find()
	}
	return nil
}

func (n *node) put(slot string, f *node) {
	if n.slots == nil {
		n.slots = map[string][]*node{}
	}
	if !slices.Contains(n.get(slot), f.find()) {
		n.slots[slot] = append(n.slots[slot], f)
	}
}

// frame lists the slots of a node.
func (n *node) frame() []domain.Slot {
	switch {
	case n.verb != nil:
		return n.verb.Slots
	case n.kind != nil:
		return n.kind.Slots
	}
	return nil
}

func (n *node) slot(name string) *domain.Slot {
	frame := n.frame()
	for i := range frame {
		if frame[i].Name == name {
			return &frame[i]
		}
	}
	return nil
}

// absorb moves everything said of m to n; m is then another name of n. It says
// no when they differ in something there can be only one of.
func (n *node) absorb(m *node) bool {
	if n == m {
		return true
	}
	if n.apart(m) {
		return false
	}
	for _, s := range m.frame() {
		if !s.Many && n.one(s.Name) != nil && m.one(s.Name) != nil && !alike(n.one(s.Name), m.one(s.Name)) {
			return false
		}
	}
	for _, s := range m.frame() {
		if !s.Many && n.one(s.Name) != nil {
			continue
		}
		for _, f := range m.get(s.Name) {
			n.put(s.Name, f)
		}
	}
	if n.variant == nil || n.forward && m.variant != nil {
		n.variant = m.variant
	}
	if n.text == "" {
		n.text, n.quoted = m.text, m.quoted
	}
	n.made = n.made || m.made
	n.forward = n.forward && (m.forward || m.det == "definite" || m.det == "demonstrative" || m.det == "possessive")
	n.sel.conditions = append(n.sel.conditions, m.sel.conditions...)
	for _, s := range m.said {
		n.say(s.at, s.to)
	}
	m.alias = n
	return true
}

// apart reports whether two things differ in a slot that tells things of their
// kind apart: tables from different files.
func (n *node) apart(m *node) bool {
	if n.kind == nil {
		return false
	}
	for _, slot := range list(n.kind.Same) {
		a, b := n.get(slot), m.get(slot)
		if len(a) > 0 && len(b) > 0 && !slices.ContainsFunc(a, func(f *node) bool {
			return slices.ContainsFunc(b, func(g *node) bool { return alike(f, g) })
		}) {
			return true
		}
	}
	return false
}

func alike(a, b *node) bool {
	a, b = a.find(), b.find()
	return a == b || a.kind == b.kind && a.text != "" && a.text == b.text
}

// calledBefore finds the named thing, a database say, that a bare name repeats.
func (p *parser) calledBefore(n *node) *node {
	for _, old := range p.nodes {
		if old.alias == nil && old.kind != nil && old.kind.Named && old.kind.Name != columnKind && strings.EqualFold(old.text, n.text) {
			return old
		}
	}
	return nil
}
