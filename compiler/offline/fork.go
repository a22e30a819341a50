package offline

import "slices"

// fork reads the next of a list as the beginning of another thing of the same
// kind, when the phrases after the first were said of that one: "email a.csv to
// ann@x.com and b.csv to bob@x.com" are two mails, "count the rows where x is 1
// and the rows where x is 2" two counts.
func (p *parser) fork(o option) bool {
	if p.verb == nil || p.verbMade == nil || !p.coord {
		return false
	}
	made := p.verbMade.find()
	if made.kind == nil || made.kind.Single || made.name() != p.verb.verb.Makes {
		return false
	}
	slot := p.secondOf(made, o)
	if slot == "" {
		return false
	}
	next := &node{kind: made.kind, fn: made.fn, det: "fresh", at: o.n.at, to: o.to, made: true}
	s := next.slot(slot)
	g, ok := p.fit(s, o.n)
	if !ok {
		return false
	}
	p.register(next)
	p.place(next, s, g)
	p.last = append(p.last, placed{next, slot, "-"})
	p.verbMade = next
	p.frontier = []*node{p.verb, next}
	p.extend(1, g, o.n)
	p.keep(o.n)
	p.keep(g)
	p.i = o.to
	p.coord, p.start = false, false
	return true
}

// secondOf finds the slot that the phrase fills a second time, in a thing of its
// own; "" when it goes on with the list of the first.
func (p *parser) secondOf(made *node, o option) string {
	for _, s := range made.frame() {
		if made.one(s.Name) == nil || !marksOf(&s, "-") || !p.fits(&s, o.n) {
			continue
		}
		if !s.Many {
			if o.n.name() == tableKind && made.fn != "" && !o.n.sel.empty() || p.rowsFollow(made, o) {
				return s.Name
			}
			continue
		}
		for _, t := range made.frame() {
			if t.Name != s.Name && made.one(t.Name) != nil && p.saidAfter(made, s.Name, t.Name) && p.markAt(o.to, t.Name, made) {
				return s.Name
			}
		}
	}
	return ""
}

// rowsFollow reports whether rows with a condition of their own follow "count
// the rows where ... and".
func (p *parser) rowsFollow(made *node, o option) bool {
	if made.fn == "" || o.n.name() != tableKind {
		return false
	}
	groups, to := p.conditions(o.to, o.n)
	return to > o.to && len(groups) > 0
}

// saidAfter reports whether the second slot was filled after the first.
func (p *parser) saidAfter(n *node, first, second string) bool {
	at := func(slot string) int {
		return slices.MaxFunc(n.get(slot), func(a, b *node) int { return a.at - b.at }).at
	}
	return at(first) < at(second)
}

// markAt reports whether a mark of the slot and a filler stand at i.
func (p *parser) markAt(i int, slot string, n *node) bool {
	s := n.slot(slot)
	for _, f := range p.words.at(p.ts, i) {
		if !marksOf(s, p.phraseText(i, f.n)) {
			continue
		}
		for _, o := range p.options(i + f.n) {
			if p.fits(s, o.n) {
				return true
			}
		}
	}
	return false
}

// inTurn asks when things and receivers were listed in turn, as if each pair
// belonged together: all of them would go to all.
func (p *parser) inTurn(n *node) {
	type said struct {
		at   int
		slot string
	}
	var all []said
	for _, s := range n.frame() {
		if !s.Many {
			continue
		}
		for _, f := range n.get(s.Name) {
			if f.at < f.to {
				all = append(all, said{f.at, s.Name})
			}
		}
	}
	slices.SortFunc(all, func(a, b said) int { return a.at - b.at })
	all = slices.CompactFunc(all, func(a, b said) bool { return a.slot == b.slot })
	if len(all) > 3 && all[0].slot == all[2].slot && all[1].slot == all[3].slot {
		p.ask(n, "What goes with what in %s? Say one sentence for each "+n.name()+".")
	}
}
