package offline

import "slices"

// beside finds the table that a selection starts from anew, because the request
// did the same with another selection of it before: "save the rows where x is 1
// as a.csv and the rows where x is 2 as b.csv". Nil when the rows are those that
// were left before.
func (p *parser) beside(n *node) *node {
	if len(n.sel.conditions) == 0 || n.one("source") != nil || n.one("base") != nil || n.det == "demonstrative" || n.det == "pronoun" || p.result(n) {
		return nil
	}
	verb := p.outcome(n.clause)
	if verb == nil {
		return nil
	}
	for _, old := range slices.Backward(p.nodes) {
		if old.alias != nil || old == n || old.sentence != n.sentence || old.name() != n.name() || len(old.sel.conditions) == 0 || old.one("base") == nil || old.at >= n.at {
			continue
		}
		if v := p.outcome(old.clause); v != nil && v.verb == verb.verb {
			return old.one("base")
		}
	}
	return nil
}

// outcome is the verb of a clause, if it does something with what it selects
// instead of only selecting it.
func (p *parser) outcome(clause int) *node {
	for _, v := range p.nodes {
		if v.clause == clause && v.verb != nil && (v.verb.Makes != "" || len(v.verb.Links) > 0) {
			return v
		}
	}
	return nil
}

// unsaid reports whether a clause made something of which nothing can be said
// that is said of "it", so that only what it was made from would be left: "learn
// a model from a.csv and show it" does not mean the rows of a.csv.
func (p *parser) unsaid(group, fits []*node, n *node) bool {
	if n.plural {
		return false
	}
	for _, o := range group {
		if o = o.find(); o.kind == nil || o.kind.Via != "" || o.kind.Is != "" || p.suits(o, n) {
			continue
		}
		for _, s := range o.frame() {
			if s.Default.Only == tableKind && !slices.ContainsFunc(fits, func(f *node) bool { return f.name() == columnKind || !p.depends(o, f) }) {
				return true
			}
		}
	}
	return false
}

// sameFile asks for another file when a table is to be saved, as it is, into the
// file that it is read from.
func (p *parser) sameFile(n *node) {
	for _, f := range n.get("file") {
		if slices.Contains(n.get("source"), f) {
			p.ask(f, "%s is the file that the data comes from; into which other file should it be saved?")
		}
	}
}

// second reads another target of the verb: "save it as a.xlsx and b.csv".
func (p *parser) second(o option) bool {
	if p.verb == nil || !p.coord || len(p.last) == 0 || o.n.name() != fileKind {
		return false
	}
	at := p.last[len(p.last)-1]
	s := at.head.find().slot(at.slot)
	if at.head.find() != p.verb || s == nil || !s.Strong || s.Many || p.verb.one("object") == nil || p.verb.one(s.Name).name() != fileKind || !p.takesItself(s, o.n) || p.markAt(o.to, s.Name, p.verb) || len(p.verb.verb.Links) == 0 {
		return false
	}
	next := p.register(&node{verb: p.verb.verb, at: p.verb.at, to: p.verb.to, settled: true, plural: true})
	next.slots = map[string][]*node{"object": slices.Clone(p.verb.slots["object"])}
	p.gaps = append(p.gaps, p.verb)
	for i, h := range p.frontier {
		if h == p.verb {
			p.frontier[i] = next
		}
	}
	p.verb = next
	p.place(next, s, o.n)
	p.last = append(p.last, placed{next, s.Name, at.mark})
	p.keep(o.n)
	p.i = o.to
	p.coord, p.start = false, false
	return true
}

// form reads "in a table", which only says in which form a table is shown.
func (p *parser) form(m string, o option) bool {
	n := o.n
	if len(p.frontier) == 0 || n.name() != tableKind || n.det != "indefinite" || n.variant != nil || len(n.slots) > 0 || !n.sel.empty() || !slices.Contains([]string{"as", "in", "into"}, m) {
		return false
	}
	for _, f := range p.words.at(p.ts, o.to-1) {
		if slices.ContainsFunc(f.senses, func(s sense) bool { return s.class == noun && s.kind != n.kind }) {
			return false // "as a line": a chart
		}
	}
	if last := p.frontier[len(p.frontier)-1].find().name(); last != tableKind && last != fileKind && last != measureKind {
		return false
	}
	p.i = o.to
	p.coord, p.start = false, false
	return true
}
