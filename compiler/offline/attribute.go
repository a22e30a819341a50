package offline

import (
	"slices"
	"strings"

	"genplanx/domain"
)

// attribute reads "with title X", "the name of the model is investor", "cost of
// reading 1": a slot called by its noun, and its value.
func (p *parser) attribute() bool {
	i := p.i
	if p.onAxis(i) || p.isText(i, "with", "use", "using", "put", "take") && p.onAxis(i+1) {
		return true
	}
	for _, f := range p.words.at(p.ts, i) {
		if slices.ContainsFunc(f.senses, func(s sense) bool { return s.class == mark || s.class == wh }) || p.isText(i, "with", "having", "has", "have", "set", "use", "using", "give", "under", "at") {
			if p.attributeAt(i + f.n) {
				return true
			}
		}
	}
	if p.isText(i, "with", "having", "has", "have", "using") && p.attributeAt(i+1) {
		return true
	}
	return p.attributeAt(i)
}

// onAxis reads "year on the x axis": a value before the noun of its slot.
func (p *parser) onAxis(i int) bool {
	for _, o := range p.options(i) {
		if o.n.name() != nameKind && o.n.name() != columnKind || !p.isText(o.to, "on", "for", "as", "along") {
			continue
		}
		j := o.to + 1
		if _, n := p.has(j, determiner); n > 0 {
			j += n
		}
		s, n := p.has(j, slotNoun)
		if n == 0 {
			continue
		}
		var g *node
		if head, _ := p.ownerOf(s.text); head != nil {
			slot := slotCalled(head, s.text)
			f, ok := p.fit(slot, o.n)
			if !ok {
				continue
			}
			p.place(head, slot, f)
			g = f
		} else if p.valueSlotTakes(s.text, columnKind) {
			f, ok := p.fit(&domain.Slot{Takes: columnKind}, o.n)
			if !ok {
				continue
			}
			p.later = append(p.later, pending{s.text, p.register(f), i, j + n})
			g = f
		} else {
			continue
		}
		p.keep(g)
		p.i = j + n
		p.coord, p.start = false, false
		return true
	}
	return false
}

func (p *parser) attributeAt(i int) bool {
	if s, n := p.has(i, determiner); n > 0 && s.text != "" {
		if p.slotNounAt(i + n) {
			return true
		}
	}
	return p.slotNounAt(i)
}

func (p *parser) slotNounAt(i int) bool {
	if _, n := p.has(i, mark); n > 0 && len(p.frontier) > 0 && strings.HasSuffix(p.ts[i].norm, "s") {
		return false // "db1 costs 1"
	}
	for _, f := range p.words.at(p.ts, i) {
		for _, s := range f.senses {
			if s.class == slotNoun && p.slotValue(s.text, i+f.n) {
				return true
			}
		}
	}
	return false
}

// slotValue reads the owner, if it is named, and the value.
func (p *parser) slotValue(noun string, i int) bool {
	var owner *node
	if strings.HasSuffix(noun, "reading") || strings.HasSuffix(noun, " read") {
		for _, o := range p.options(i) {
			if _, n := p.has(o.to, copula); n > 0 && slotCalled(p.owning(o.n), noun) != nil {
				owner, i = p.owning(o.n), o.to
				break
			}
		}
	}
	if owner == nil && p.isText(i, "of", "for", "from") {
		for _, o := range p.options(i + 1) {
			if n := p.owning(o.n); n.kind != nil && slotCalled(n, noun) != nil || n.det == "pronoun" {
				owner, i = n, o.to
				break
			}
		}
		number := p.isText(i, "of") && i+1 < len(p.ts) && p.ts[i+1].kind == number && p.valueSlotTakes(noun, numberKind)
		if owner == nil && !number && !p.valueSlotTakes(noun, columnKind) {
			return false
		}
	}
	if _, n := p.has(i, copula); n > 0 {
		i += n
	} else if i < len(p.ts) && slices.Contains([]string{":", "=", ",", "of", "to", "as", "set to", "called", "being"}, p.ts[i].norm) && (p.ts[i].norm != "," || p.valueFollows(noun, i+1)) {
		i++
	}
	v, to := p.valueFor(noun, i)
	if v == nil {
		return false
	}
	if owner != nil {
		return p.setOwner(owner, noun, v, to)
	}
	if head, h := p.ownerOf(noun); head != nil {
		s := slotCalled(head, noun)
		g, ok := p.fit(s, v)
		if !ok {
			return false
		}
		p.place(head, s, g)
		p.keep(g)
		p.last = append(p.last, placed{head, s.Name, "-"})
		p.frontier = append(p.frontier[:h+1:h+1], g)
	} else {
		if s, n := p.has(p.i, slotNoun); n == 0 || s.text != noun {
			if _, n := p.has(p.i+1, slotNoun); n == 0 || len(p.frontier) > 0 {
				return false // not at the beginning: "with the text"
			}
		}
		p.later = append(p.later, pending{noun, p.register(v), p.i, to})
	}
	p.i = to
	p.coord, p.start = false, false
	return true
}

// owning is a thing, or what a bare name must be to have slots.
func (p *parser) owning(n *node) *node {
	if n.name() != nameKind {
		return n
	}
	if old := p.calledBefore(n); old != nil {
		return old
	}
	for i := range p.lex.Kinds {
		if k := &p.lex.Kinds[i]; k.Named && k.Name != columnKind && len(k.Slots) > 0 {
			c := *n
			c.kind, c.settled = k, true
			return &c
		}
	}
	return n
}

func (p *parser) setOwner(owner *node, noun string, v *node, to int) bool {
	if p.verb == nil {
		p.beginClause()
	}
	p.keep(owner)
	owner = owner.find()
	if owner.kind == nil {
		p.later = append(p.later, pending{noun, p.register(v), p.i, to})
		p.i = to
		return true
	}
	s := slotCalled(owner, noun)
	g, ok := p.fit(s, v)
	if !ok {
		return false
	}
	p.place(owner, s, g)
	p.keep(g)
	if p.verb == nil {
		p.frontier = []*node{owner}
	}
	p.i = to
	p.coord, p.start = false, false
	return true
}

// ownerOf finds the thing on the frontier that has a slot with this noun: new
// things before those already known.
func (p *parser) ownerOf(noun string) (*node, int) {
	for _, known := range []bool{false, true} {
		for h := len(p.frontier) - 1; h >= 0; h-- {
			head := p.frontier[h].find()
			if p.refers(p.frontier[h]) != known {
				continue
			}
			if s := slotCalled(head, noun); s != nil && (s.Many || head.one(s.Name) == nil) {
				return head, h
			}
		}
	}
	return nil, 0
}

func slotCalled(n *node, noun string) *domain.Slot {
	frame := n.frame()
	for i := range frame {
		if slices.Contains(list(frame[i].Nouns), noun) {
			return &frame[i]
		}
	}
	return nil
}

func (p *parser) valueSlotTakes(noun, kind string) bool {
	for _, k := range p.lex.Kinds {
		for _, s := range k.Slots {
			if slices.Contains(list(s.Nouns), noun) && slices.Contains(list(s.Takes), kind) {
				return true
			}
		}
	}
	return false
}

// valueFollows looks past a comma: "with cost of reading, 1".
func (p *parser) valueFollows(noun string, i int) bool {
	if i >= len(p.ts) {
		return false
	}
	return p.ts[i].kind == number && p.valueSlotTakes(noun, numberKind) || p.ts[i].kind == quoted
}

// valueFor reads a value of what the slots of that noun take.
func (p *parser) valueFor(noun string, i int) (*node, int) {
	if i >= len(p.ts) {
		return nil, 0
	}
	if p.valueSlotTakes(noun, textKind) {
		if _, n := p.has(i, mark); n > 0 && p.ts[i].kind != quoted && strings.ToLower(p.ts[i].text) == p.ts[i].text {
			return nil, 0
		}
		return p.textAt(i)
	}
	for _, o := range p.options(i) {
		name := o.n.name()
		if name == nameKind && p.ambiguousName(o) {
			continue
		}
		for _, k := range p.lex.Kinds {
			for _, s := range k.Slots {
				if slices.Contains(list(s.Nouns), noun) && (p.fits(&s, o.n)) {
					return o.n, o.to
				}
			}
		}
	}
	return nil, 0
}
