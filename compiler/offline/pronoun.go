package offline

import (
	"slices"
)

// resolvePronoun finds the most recent thing that fits what is said of "it":
// the object of the clause before comes first.
func (p *parser) resolvePronoun(n *node) {
	if n.text != "" {
		p.resolveName(n)
		return
	}
	if !p.referTo(n, false) && !p.referTo(n, true) {
		p.noteNode(n)
	}
}

// referTo looks for what a pronoun means: things themselves before what they are
// drawn from, such as a database that was listed.
func (p *parser) referTo(n *node, coerced bool) bool {
	for _, group := range slices.Backward(p.focus) {
		var fits []*node
		for k, f := range group {
			f = f.find()
			if !coerced && f.kind != nil && !slices.Contains(n.takes, f.name()) && (f.kind.Named || f.name() == fileKind && slices.Equal(n.takes, []string{tableKind})) {
				continue
			}
			if f.fn == "COUNT" && f.one("group") == nil && (n.plural || p.decides(f)) {
				continue // "them" are the rows, not their number
			}
			if p.suits(f, n) && !slices.Contains(fits, f) && !p.feedsAny(group, f, n) {
				fits = append(fits, f)
			}
			if k == 0 && len(fits) == 1 && !n.plural && !p.paired(group) {
				break
			}
		}
		if p.unsaid(group, fits, n) {
			return false
		}
		if len(fits) == 0 {
			continue
		}
		if fits[0].name() == tableKind {
			fits = p.leaves(fits)
			if len(fits) == 0 {
				continue
			}
		}
		fits = slices.DeleteFunc(fits, func(f *node) bool { return n.plural && f.kind != fits[0].kind })
		if len(fits) > 1 && p.paired(group) && n.plural {
			p.spread(n, fits)
			return true
		}
		if len(fits) > 1 && p.paired(group) && fits[0].kind == fits[1].kind {
			p.ask(n, "Which one do you mean by %s? There are "+spelled(len(fits))+".")
		}
		n.alias = p.countedRows(group, fits[0])
		p.replay(n)
		return true
	}
	return false
}

// resolveName makes a thing of a name of which only was said what things of one
// kind do: "db1 supports basic query".
func (p *parser) resolveName(n *node) {
	for i := range p.lex.Kinds {
		k := &p.lex.Kinds[i]
		if probe := (&node{kind: k}); k.Named && len(n.raw) > 0 && p.suits(probe, n) {
			named := p.become(&node{kind: nameOnly, text: n.text, at: n.at, to: n.to}, k.Name)
			named.clause = p.clause
			n.alias = named
			p.replay(n)
			return
		}
	}
	p.noteNode(n)
}

// paired reports whether the clause spoke of two things of one kind.
func (p *parser) paired(group []*node) bool {
	return len(group) > 1 && group[0].find().kind == group[1].find().kind && group[0].find() != group[1].find()
}

// spread lets "them" stand for all things of the clause before, where the slot
// takes several.
func (p *parser) spread(n *node, all []*node) {
	for _, f := range all {
		for _, s := range n.frame() {
			for _, g := range n.get(s.Name) {
				p.place(f, &s, g)
			}
		}
	}
	n.alias = all[0]
	for _, head := range p.nodes {
		for slot, fs := range head.slots {
			if !slices.Contains(fs, n) {
				continue
			}
			if s := head.slot(slot); s == nil || !s.Many {
				p.ask(n, "Which one do you mean by %s?")
				continue
			}
			for _, f := range all[1:] {
				head.put(slot, f)
			}
		}
	}
	raw := n.raw
	for _, f := range all {
		n.alias, n.raw = f, raw
		p.replay(n)
	}
	n.alias = all[0]
}

// suits reports whether all that is said of a pronoun can be said of a thing.
func (p *parser) suits(f, n *node) bool {
	if f.kind == nil || f.verb != nil || len(n.takes) > 0 && !p.leads(f.name(), n.takes) {
		return false
	}
	if f.name() == columnKind && !slices.Contains(n.takes, columnKind) {
		return false // "it" is not the column that a chart shows
	}
	if t := f.slot("file"); t != nil && t.Default.Alone && f.one("file") == nil && p.goesAs(n, "file") {
		if p.markHeld(); f.held {
			return false // a chart on a slide has no file
		}
	}
	for _, a := range n.raw {
		ok := false
		for _, s := range f.frame() {
			ok = ok || marksOf(&s, a.mark) && p.fits(&s, a.filler)
		}
		if !ok {
			return false
		}
	}
	if v := p.verb; v != nil && slices.ContainsFunc(v.get("object"), func(o *node) bool { return o == n }) {
		return p.linksFit(f)
	}
	return true
}

// feedsAny reports whether a table is only what another thing of the clause is
// made from; rows can be counted again.
func (p *parser) feedsAny(group []*node, f, n *node) bool {
	return slices.ContainsFunc(group, func(o *node) bool {
		return p.feeds(o.find(), f) && !(o.find().fn == "COUNT" && (n.plural || p.decides(o.find()) || slices.Equal(n.takes, []string{tableKind})))
	})
}

// countedRows lets "how many of them" speak of the rows that were counted, not of
// all those that they were counted among.
func (p *parser) countedRows(group []*node, t *node) *node {
	for _, m := range group {
		if m = m.find(); m.fn != "COUNT" || m.sel.empty() || m.one("data") != t {
			continue
		}
		rows := p.register(p.new(tableKind, m.at, m.to))
		rows.sel, rows.settled, rows.said = m.sel, true, m.said
		rows.put("base", t)
		m.sel = selection{}
		m.slots["data"] = []*node{rows}
		return rows
	}
	return t
}

// goesAs reports whether a mention stands where in the end another thing of it
// goes: its file into a mail.
func (p *parser) goesAs(n *node, last string) bool {
	for _, head := range p.nodes {
		for slot, fs := range head.slots {
			if s := head.slot(slot); s != nil && s.Last == last && slices.Contains(fs, n) {
				return true
			}
		}
	}
	return false
}

func (p *parser) replay(n *node) {
	for _, a := range n.raw {
		p.frontier = []*node{n.find()}
		if !p.attachTo(0, a.mark, a.filler.find(), nil) {
			p.noteNode(a.filler)
		}
	}
	n.raw = nil
}

// remember keeps what the clause spoke of, for pronouns: objects first.
func (p *parser) remember() {
	var group []*node
	add := func(n *node) {
		if n = n.find(); n.kind != nil && n.kind.Name != nameKind && !slices.Contains(group, n) {
			group = append(group, n)
		}
	}
	if p.verb != nil {
		for _, o := range p.verb.get("object") {
			add(o)
		}
	}
	if p.verb != nil {
		for _, o := range p.verb.get("to") {
			add(o)
		}
	}
	for _, n := range p.nodes {
		if n.clause == p.clause && n.verb == nil {
			add(n)
		}
	}
	if len(group) > 0 {
		p.focus = append(p.focus, group)
	}
}

// decides reports whether a value is what a condition looks at, not something to
// be saved or shown.
func (p *parser) decides(m *node) bool {
	return p.part != nil && p.part.of.on.find() == m
}
