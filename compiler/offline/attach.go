package offline

import (
	"slices"
	"strings"

	"genplanx/domain"
)

// attach finds the place of a filler: the innermost thing on the frontier that
// has a free slot for it under the mark. Strong slots of the verb come first.
func (p *parser) attach(markText string, f *node) bool {
	for _, s := range []func(string, *node) bool{p.attachStrong, p.attachNew, p.attachAny} {
		if s(markText, f) {
			return true
		}
	}
	return false
}

func (p *parser) attachStrong(m string, f *node) bool {
	p.gap(m, f)
	return p.verb != nil && len(p.frontier) > 0 && p.frontier[0] == p.verb && p.attachTo(0, m, f, func(s *domain.Slot) bool {
		return s.Strong && !p.betterLater(s, m, f)
	})
}

// gap reads "put the chart into a slide and the slide into a deck": the verb
// goes on with what came after its first target.
func (p *parser) gap(m string, f *node) {
	if p.verb == nil || len(p.last) == 0 || p.last[len(p.last)-1].slot != "object" {
		return
	}
	for _, s := range p.verb.frame() {
		if !s.Strong || !marksOf(&s, m) || !p.fits(&s, f) || p.verb.one(s.Name) == nil || len(p.verb.get("object")) < 2 {
			continue
		}
		objects := p.verb.slots["object"]
		next := &node{verb: p.verb.verb, at: p.verb.at, to: p.verb.to, settled: true}
		p.register(next)
		next.slots = map[string][]*node{"object": objects[len(objects)-1:]}
		p.verb.slots["object"] = objects[:len(objects)-1]
		p.gaps = append(p.gaps, p.verb)
		for i, h := range p.frontier {
			if h == p.verb {
				p.frontier[i] = next
			}
		}
		p.verb = next
	}
}

// betterLater keeps "the data in a.csv" together in "save the data in a.csv to
// b.csv".
func (p *parser) betterLater(s *domain.Slot, m string, f *node) bool {
	if m != "in" && m != "on" && m != "from" {
		return false
	}
	for i := p.i; i+1 < len(p.ts) && !p.ts[i].ends; i++ {
		if _, n := p.has(i, coordinator); n > 0 {
			return false
		}
		if p.isText(i, "to", "as", "into", "under") && slices.Contains(list(s.Marks), p.ts[i].norm) && p.ts[i+1].kind == f.tokenKind() {
			return true
		}
	}
	return false
}

func (n *node) tokenKind() tokenKind {
	if n.name() == fileKind {
		return file
	}
	return broken
}

func (p *parser) attachNew(m string, f *node) bool {
	for h := len(p.frontier) - 1; h >= 0; h-- {
		if p.refers(p.frontier[h]) {
			continue
		}
		if p.attachTo(h, m, f, nil) {
			return true
		}
	}
	return false
}

func (p *parser) attachAny(m string, f *node) bool {
	for h := len(p.frontier) - 1; h >= 0; h-- {
		if p.attachTo(h, m, f, nil) {
			return true
		}
	}
	return false
}

// refers reports whether a mention speaks of something already known; what is
// said with it is then first sought a place at the new things around it.
func (p *parser) refers(n *node) bool {
	if n.verb != nil || n.kind == nil || n.made {
		return false
	}
	switch n.det {
	case "indefinite", "fresh":
		return false
	}
	return n.name() != tableKind && n.name() != fileKind && n.text == "" && len(p.candidates(n)) > 0
}

func (p *parser) attachTo(h int, m string, f *node, only func(*domain.Slot) bool) bool {
	head := p.frontier[h].find()
	if head == f || head.alias == f {
		return false
	}
	if head.kind == nil && head.verb == nil {
		return p.attachRaw(h, head, m, f, only)
	}
	for _, s := range head.frame() {
		if !marksOf(&s, m) || only != nil && !only(&s) || !s.Many && head.one(s.Name) != nil {
			continue
		}
		if m == "-" && head.one(s.Name) != nil && !p.coord {
			continue // a second object needs an "and"
		}
		if s.Many && !p.coord && head.one(s.Name) != nil && (f.name() == nameKind || f.name() == columnKind) {
			continue // a second column needs an "and": "for my boss" is none
		}
		if s.Into != "" && f.kind != nil && !p.takesItself(&s, f) {
			continue // a chart goes on a slide, not on what a file could become
		}
		if s.Or && f.name() == fileKind && f.det == "indefinite" && f.text != "" {
			continue // "a file called x.csv" is not there yet
		}
		if s.Into != "" && h > 0 && p.feeds(p.frontier[h-1].find(), head) {
			continue // "a chart from a.csv in a deck": the chart goes there
		}
		g, ok := p.fit(&s, f)
		if !ok {
			continue
		}
		p.place(head, &s, g)
		p.last = append(p.last, placed{head, s.Name, m})
		if g != f && g.name() == tableKind && len(g.get("columns")) > 0 {
			p.last = append(p.last, placed{g, "columns", m})
		}
		p.extend(h, g, f)
		return true
	}
	return false
}

// feeds reports whether a table is only what another thing is made from.
func (p *parser) feeds(outer, n *node) bool {
	return outer.kind != nil && outer.kind.Via != "" && slices.Contains(outer.get(outer.kind.Via), n)
}

// extend makes a filler the innermost thing; what it was wrapped in, a slide for
// a chart, stands around it.
func (p *parser) extend(h int, g, f *node) {
	made := h == 0 && p.verbMade != nil && len(p.frontier) > 1 && p.frontier[0] == p.verb && p.frontier[1].find() == p.verbMade.find() && g.find() != p.verbMade.find()
	p.frontier = append(p.frontier[:min(h+1, len(p.frontier)):min(h+1, len(p.frontier))], g)
	if made { // "apply the model to a.csv": the rest is said of what is made
		p.frontier = []*node{p.verb, p.verbMade, g}
	}
	if f.name() == measureKind && f.one("data") != nil {
		p.frontier = append(p.frontier, f.slots["data"][0])
	}
	if f = f.find(); f != g.find() && f.kind != nil && f.name() != nameKind {
		p.frontier = append(p.frontier, f)
	}
}

// attachRaw keeps a phrase at a pronoun until it is known what that is.
func (p *parser) attachRaw(h int, head *node, m string, f *node, only func(*domain.Slot) bool) bool {
	if only != nil || m == "-" {
		return false
	}
	for i := range p.lex.Kinds {
		k := &p.lex.Kinds[i]
		if len(head.takes) > 0 && !p.leads(k.Name, head.takes) {
			continue
		}
		for _, s := range k.Slots {
			if marksOf(&s, m) && p.fits(&s, f) {
				head.raw = append(head.raw, attachment{m, f})
				p.frontier = append(p.frontier[:h+1:h+1], f)
				return true
			}
		}
	}
	return false
}

func marksOf(s *domain.Slot, m string) bool { return slices.Contains(list(s.Marks), m) }

// place puts a filler into a slot; a slot with Into works the other way round.
func (p *parser) place(head *node, s *domain.Slot, f *node) {
	if s.Into == "" {
		head.put(s.Name, f)
		return
	}
	if target := f.slot(s.Into); target != nil {
		if g, ok := p.fit(target, head); ok {
			f.put(s.Into, g)
		}
	}
	head.put(s.Name, f)
}

func (p *parser) fits(s *domain.Slot, f *node) bool {
	n := len(p.nodes)
	copied := *f
	copied.slots = nil
	_, ok := p.fitting(s, &copied, true)
	p.nodes = p.nodes[:n]
	return ok
}

// fit returns what a filler becomes in a slot: itself, a name turned into a
// column, a file turned into the table that it holds.
func (p *parser) fit(s *domain.Slot, f *node) (*node, bool) { return p.fitting(s, f, false) }

func (p *parser) fitting(s *domain.Slot, f *node, dry bool) (*node, bool) {
	takes := list(s.Takes)
	if f.kind == nil && f.verb == nil { // a pronoun
		if !slices.ContainsFunc(takes, func(t string) bool { return t != addressKind && t != textKind && t != numberKind }) {
			return nil, false
		}
		if !dry && f.takes == nil {
			f.takes = takes
		}
		return f, true
	}
	if f.name() == nameKind {
		return p.named(s, f, dry)
	}
	if p.takesItself(s, f) {
		return f, true
	}
	for _, c := range p.lex.Coercions {
		if s.Exact != c.Makes || c.Makes && f.text == "" || c.From != f.name() || !slices.Contains(takes, c.To) && !slices.ContainsFunc(takes, func(t string) bool { return p.coerces(c.To, t) }) {
			continue
		}
		if k := p.kinds[c.To]; k == nil || !p.leadsBy(k, c.Slot, f) {
			continue
		}
		if dry {
			return f, true
		}
		g := p.wrap(c, f)
		if slices.Contains(takes, c.To) {
			return g, true
		}
		return p.fitting(s, g, dry)
	}
	return nil, false
}

// leadsBy reports whether the slot of a coercion takes the filler.
func (p *parser) leadsBy(k *domain.Kind, slot string, f *node) bool {
	s := (&node{kind: k}).slot(slot)
	return s != nil && p.takesItself(s, f)
}

func (p *parser) takesItself(s *domain.Slot, f *node) bool {
	for _, t := range list(s.Takes) {
		kind, variant, special := strings.Cut(t, ":")
		if f.kind != nil && f.kind.Is != "" && kind == f.kind.Is && f.name() != measureKind {
			return true
		}
		if kind == f.name() && (!special || p.variantFits(f, variant)) {
			return true
		}
	}
	return false
}

func (p *parser) variantFits(f *node, variant string) bool {
	if f.variant != nil {
		return f.variant.Name == variant || f.variant.Type == variant
	}
	return f.name() == fileKind && (f.text == "" || variant == "bare")
}

func (p *parser) coerces(from, to string) bool {
	return slices.ContainsFunc(p.lex.Coercions, func(c domain.Coercion) bool { return c.From == from && c.To == to })
}

// leads reports whether a kind is one of those, or can become one.
func (p *parser) leads(kind string, takes []string) bool {
	for _, t := range takes {
		t, _, _ = strings.Cut(t, ":")
		if t == kind || p.coerces(kind, t) {
			return true
		}
	}
	return false
}

// wrap makes the thing that a coercion leads to, or finds the one that there
// is already: a file holds one table.
func (p *parser) wrap(c domain.Coercion, f *node) *node {
	if n := p.holder(c.To, c.Slot, f); n != nil {
		return n
	}
	n := p.new(c.To, f.at, f.to)
	n.put(c.Slot, f)
	n.made, n.settled = true, f.text != "" && c.Slot != "columns"
	n.det = f.det
	return p.register(n)
}

func (p *parser) holder(kind, slot string, f *node) *node {
	for _, n := range p.things(kind) {
		if slices.ContainsFunc(n.get(slot), func(g *node) bool { return alike(g, f) }) && n.sel.empty() {
			return n
		}
	}
	if kind != tableKind {
		return nil
	}
	// A table that was saved into a file before is what the file holds.
	for _, n := range p.things(kind) {
		if slices.ContainsFunc(n.get("file"), func(g *node) bool { return alike(g, f) }) {
			return n
		}
	}
	return nil
}

// named decides what a bare name is in a slot.
func (p *parser) named(s *domain.Slot, f *node, dry bool) (*node, bool) {
	for _, t := range list(s.Takes) {
		t, _, _ = strings.Cut(t, ":")
		k := p.kinds[t]
		if old := p.byName(t, f.text); old != nil {
			if !dry {
				f.alias = old
			}
			return old, true
		}
		switch {
		case t == columnKind && (!p.isFile(f) || p.isKnownColumn(f.text)):
		case t == textKind && f.quoted:
		case t == fileKind && p.isFile(f):
		case t == tableKind && p.isFile(f):
			g, _ := p.named(&domain.Slot{Takes: fileKind}, f, dry)
			if dry {
				return f, true
			}
			return p.fitting(s, g, dry)
		case k != nil && k.Named && t != columnKind && p.speaksOf(k):
		default:
			continue
		}
		if dry {
			return f, true
		}
		return p.become(f, t), true
	}
	return nil, false
}

// speaksOf reports whether the request uses a noun of a kind, or of one of its
// slots; only then can a word that nobody knows be the name of such a thing.
func (p *parser) speaksOf(k *domain.Kind) bool {
	if is, ok := p.spoken[k.Name]; ok {
		return is
	}
	p.spoken[k.Name] = false
	for i := range p.ts {
		for _, f := range p.words.at(p.ts, i) {
			for _, s := range f.senses {
				if s.class == noun && (s.kind == k || p.fillsSlotOf(k, s.kind)) || s.class == slotNoun && slotCalled(&node{kind: k}, s.text) != nil {
					p.spoken[k.Name] = true
				}
			}
		}
	}
	return p.spoken[k.Name]
}

func (p *parser) fillsSlotOf(k, filler *domain.Kind) bool {
	return slices.ContainsFunc(k.Slots, func(s domain.Slot) bool { return s.Takes == filler.Name })
}

// byName finds a thing by the name that the request gave it.
func (p *parser) byName(kind, name string) *node {
	for _, n := range p.things(kind) {
		if f := n.one("name"); f != nil && strings.EqualFold(f.text, name) {
			return n
		}
	}
	return nil
}

// become turns a name into a thing of a kind; the same name is the same thing.
func (p *parser) become(f *node, kind string) *node {
	text := f.text
	if kind == fileKind {
		text = p.fileNamed(f.text)
	}
	if kind != textKind {
		for _, n := range p.things(kind) {
			if n != f && n.text == text {
				f.alias = n
				return n
			}
		}
	}
	f.kind, f.text, f.settled = p.kinds[kind], text, true
	if kind == fileKind {
		f.variant = p.extension(text)
	}
	return p.register(f)
}
