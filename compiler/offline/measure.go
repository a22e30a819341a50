package offline

import "slices"

// measured turns charts of sums into charts of a table of sums: the measure
// takes the chart's data and its grouping column.
func (p *parser) measured() {
	for _, n := range slices.Clone(p.nodes) {
		if n.alias != nil || n.group || n.kind == nil || n.name() == measureKind {
			continue
		}
		for _, s := range n.frame() {
			if s.By == "" {
				continue
			}
			fs := n.get(s.Name)
			k := slices.IndexFunc(fs, func(f *node) bool { return f.name() == measureKind })
			if k < 0 {
				continue
			}
			if len(fs) > 1 {
				p.ask(n, "Sums and the like are charted one at a time; which one is wanted for %s?")
				continue
			}
			p.measureIn(n, s.Name, s.By, fs[0])
		}
	}
	for _, n := range slices.Clone(p.nodes) {
		if n.alias == nil && !n.group && n.kind != nil && n.kind.Via != "" && n.kind.Via != "self" && !n.sel.empty() && !n.sums() {
			p.narrow(n)
		}
	}
}

// sums reports whether a measure is a query of its own, which can select the
// rows as well.
func (n *node) sums() bool {
	return n.name() == measureKind && (n.fn != "COUNT" || n.one("group") != nil)
}

func (p *parser) measureIn(n *node, slot, by string, m *node) {
	via := n.kind.Via
	if d := n.one(via); d != nil && m.one(via) == nil {
		m.put(via, d)
	} else if d != nil && d != m.one(via) {
		d.absorb(m.one(via)) // the rows of one file
	}
	if m.one("group") == nil && n.one(by) != nil {
		m.put("group", n.one(by))
	}
	m.sel.conditions = append(m.sel.conditions, n.sel.conditions...)
	n.sel.conditions = nil
	n.slots[via] = []*node{m}
	y := p.literal(columnKind, m.result(), m.at, m.to).find()
	n.slots[slot] = []*node{y}
	if g := m.one("group"); g != nil && n.one(by) == nil {
		n.put(by, g)
	}
}

// result is the name of the column that a measure makes.
func (n *node) result() string {
	if c := n.one("column"); c != nil {
		return c.text
	}
	return "count"
}

// narrow puts the selected rows between a thing and its table.
func (p *parser) narrow(n *node) {
	base := n.one(n.kind.Via)
	if base == nil {
		return
	}
	for _, old := range p.things(tableKind) {
		if old.one("base") == base && old.sel.key() == n.sel.key() {
			n.slots[n.kind.Via] = []*node{old}
			return
		}
	}
	mention := n.slots[n.kind.Via][0]
	t := p.register(p.new(tableKind, mention.at, mention.to))
	t.sel, t.local, t.settled = n.sel, true, true
	t.put("base", base)
	n.sel = selection{}
	n.slots[n.kind.Via] = []*node{t}
}

// query writes what a table or measure selects.
func (n *node) query() string {
	if n.name() != measureKind {
		return n.sel.query()
	}
	what := n.fn + "(*) AS " + identifier("count")
	if c := n.one("column"); c != nil {
		c.used = true
		what = n.fn + "(" + identifier(c.text) + ") AS " + identifier(c.text)
	}
	if g := n.one("group"); g != nil {
		g.used = true
		return n.sel.sql(identifier(g.text)+", "+what, identifier(g.text))
	}
	return n.sel.sql(what, "")
}
