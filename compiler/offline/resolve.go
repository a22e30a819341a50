package offline

import (
	"slices"
	"strings"

	"genplanx/domain"
)

func (p *parser) beginClause() {
	p.endClause()
	p.clause++
	p.last = nil
	p.coord, p.start, p.asking = false, false, false
}

// endClause settles what the mentions of a clause stand for, in the order of
// the text, and does what its verb says.
func (p *parser) endClause() {
	if p.verb == nil && len(p.frontier) == 0 {
		return
	}
	p.counted()
	p.impliedObject()
	p.attachWaiting()
	for i := 0; i < len(p.nodes); i++ {
		if n := p.nodes[i]; n.clause == p.clause && n.alias == nil && !n.settled && !n.group {
			p.resolve(n)
		}
	}
	if p.verb != nil {
		p.idle()
		p.carry()
		for _, v := range append(p.gaps, p.verb) {
			p.verb = v
			p.link()
		}
		p.gaps = nil
	}
	p.early()
	p.remember()
	p.verb, p.frontier = nil, nil
}

// idle refuses a verb of which nothing was said that it can work on.
func (p *parser) idle() {
	for _, n := range p.nodes {
		if n.clause == p.clause && n != p.verb && n.kind != nil {
			if n.at != p.verb.at || len(n.slots) > 0 || !n.sel.empty() || n.fn != "" {
				return
			}
		}
	}
	if len(p.verb.slots) == 0 {
		p.noteNode(p.verb)
	}
}

func (p *parser) endSentence() {
	p.endClause()
	for _, w := range p.waiting {
		p.noteNode(w.filler)
		if w.filler.at > 0 {
			p.note(w.filler.at - 1)
		}
	}
	p.waiting = nil
	if p.carried != nil {
		// "Use a.csv." names what the rest is about.
		for _, f := range p.carried.get("object") {
			if f.name() == fileKind {
				p.fit(&domain.Slot{Takes: tableKind}, f)
			} else if f.id == 0 || f.alias == nil && f.kind == nil {
				p.noteNode(f)
			}
		}
		p.carried = nil
	}
	p.topic, p.patient = nil, nil
	p.sentence++
	p.start, p.coord, p.asking = true, false, false
	p.endBranch()
}

// attachWaiting gives phrases that came before the verb to the first thing of
// the clause that takes them: "from a.csv, plot sales by region".
func (p *parser) attachWaiting() {
	var left []attachment
	for _, w := range p.waiting {
		if f := w.filler.find(); f.clause != p.clause || !f.settled {
			f.clause = p.clause
			if f.kind != nil && !f.settled {
				p.resolve(f)
			}
		}
		if f := w.filler.find(); f.name() == tableKind {
			p.topic = f
		}
		if !p.attachInClause(w) {
			left = append(left, w)
		}
	}
	p.waiting = left
}

func (p *parser) attachInClause(w attachment) bool {
	frontier := p.frontier
	defer func() { p.frontier = frontier }()
	for i := len(p.nodes) - 1; i >= 0; i-- {
		n := p.nodes[i]
		if n.clause != p.clause || n.alias != nil || n == w.filler.find() {
			continue
		}
		p.frontier = []*node{n}
		if p.attachTo(0, w.mark, w.filler.find(), nil) {
			return true
		}
	}
	return w.mark == "of" && p.topic != nil && w.filler.find() == p.topic
}

// impliedObject reads "and save as a.pptx" as "and save it as a.pptx".
func (p *parser) impliedObject() {
	if p.verb == nil || p.verb.one("object") != nil {
		return
	}
	s := p.verb.slot("object")
	if s == nil || s.Ask == "" {
		return
	}
	it := &node{det: "pronoun", at: p.verb.at, to: p.verb.to, takes: list(s.Takes)}
	p.register(it)
	p.verb.put("object", it)
}

// resolve decides whether a mention is something new or something known.
func (p *parser) resolve(n *node) {
	n.settled = true
	switch {
	case n.verb != nil:
		return
	case strings.HasPrefix(n.det, "which "):
		p.ask(n, "Which file do you mean by %s: "+strings.TrimPrefix(n.det, "which ")+"?")
		return
	case n.kind == nil:
		p.resolvePronoun(n)
		return
	case n.kind.Name == nameKind:
		p.noteNode(n)
		return
	case n.kind.Named && n.text != "":
		p.sameText(n)
		return
	}
	for _, c := range n.get("columns") {
		n.sel.columns = append(n.sel.columns, c.text)
		c.used = true
	}
	if !n.sel.empty() && n.kind.Via == "self" {
		p.view(n)
		return
	}
	if p.sameSlot(n) {
		return
	}
	if target := p.antecedent(n); target == n || target != nil && target.absorb(n) {
		return
	}
	p.introduce(n)
}

func (p *parser) sameText(n *node) {
	for _, old := range p.things(n.name()) {
		if old != n && old.text == n.text && old.id < n.id && old.absorb(n) {
			return
		}
	}
}

// sameSlot unites mentions that agree in a slot that tells things apart.
func (p *parser) sameSlot(n *node) bool {
	for _, slot := range list(n.kind.Same) {
		f := n.one(slot)
		if f == nil {
			continue
		}
		for _, old := range p.things(n.name()) {
			if old != n && old.sel.empty() && slices.ContainsFunc(old.get(slot), func(g *node) bool { return alike(f, g) }) && old.absorb(n) {
				return true
			}
		}
	}
	return false
}

// introduce takes a mention as something new and gives it what its noun says.
func (p *parser) introduce(n *node) {
	if n.name() == measureKind && n.fn == "" {
		p.noteNode(n) // "the count" of nothing
		return
	}
	n.forward = n.det == "definite" || n.det == "demonstrative"
	if n.variant != nil && n.variant.Fill != "" && len(n.get(strings.SplitN(n.variant.Fill, "=", 2)[0])) == 0 {
		p.fill(n, n.variant.Fill)
	}
}

// view makes the rows of a table that a selection leaves.
func (p *parser) view(n *node) {
	under := &node{kind: n.kind, variant: n.variant, det: n.det, at: n.at, to: n.to, slots: n.slots, clause: n.clause, settled: true}
	if under.det == "" || under.det == "indefinite" {
		under.det = "definite"
	}
	other := p.beside(n)
	n.slots, n.variant = nil, nil
	delete(under.slots, "columns")
	for _, s := range n.kind.Slots {
		if s.Into != "" || s.Name == "file" { // what becomes of the rows, not where they come from
			for _, f := range under.get(s.Name) {
				n.put(s.Name, f)
			}
			delete(under.slots, s.Name)
		}
	}
	p.register(under)
	local := n.local
	n.local = true // not what it is made from
	if other != nil {
		under.alias = other
	} else if !p.sameSlot(under) {
		if t := p.antecedent(under); t == nil || !t.absorb(under) {
			p.introduce(under)
		}
	}
	n.local = local
	n.put("base", under.find())
	for _, old := range p.things(n.name()) {
		if old != n && !old.sel.empty() && old.one("base") == n.one("base") && old.sel.key() == n.sel.key() {
			n.sel = selection{}
			old.absorb(n)
			return
		}
	}
}

func (p *parser) ask(n *node, format string) {
	text := "this"
	if n != nil && n.at < n.to && n.to <= len(p.ts) {
		text = "\"" + p.request.Text[p.ts[n.at].start:p.ts[n.to-1].end] + "\""
	}
	p.askText(strings.Replace(format, "%s", text, 1))
}
