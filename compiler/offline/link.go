package offline

import (
	"slices"
	"strings"
)

// link does what the verb of the clause says: "object.file = to".
func (p *parser) link() {
	for _, l := range p.verb.verb.Links {
		left, right, _ := strings.Cut(l, "=")
		owner, slot, _ := strings.Cut(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(left), "+")), ".")
		right = strings.TrimSpace(right)
		owners := p.verb.get(owner)
		if owner == "made" && slot != "is" && p.verbMade != nil {
			owners = []*node{p.verbMade.find()}
		}
		for _, o := range owners {
			for _, f := range p.verb.get(right) {
				p.linkOne(o, slot, f)
			}
		}
	}
}

func (p *parser) linkOne(o *node, slot string, f *node) {
	for _, name := range strings.Split(slot, "|") {
		s := o.slot(name)
		if s == nil {
			continue
		}
		g, ok := p.fit(s, f)
		if !ok {
			continue
		}
		if old := o.one(name); !s.Many && !p.verb.plural && old != nil && !alike(old, g) && !exclusive(old, g) {
			p.ask(f, "Two different things were said of the "+name+" of the "+o.name()+"; which one is meant, %s?")
			return
		}
		p.place(o, s, g)
		return
	}
	if o.verb == nil {
		if g := p.wider(o, slot); g != nil {
			p.linkOne(g, slot, f)
			return
		}
	}
	p.noteNode(f)
}

// exclusive reports whether two things stand in different branches, so that at
// most one of them comes about.
func exclusive(a, b *node) bool {
	return a.part != nil && b.part != nil && a.part != b.part && a.part.of == b.part.of
}

// wider finds what a thing becomes when something is said of it that only
// another kind takes: a file to be saved is the table in it.
func (p *parser) wider(o *node, slot string) *node {
	for _, c := range p.lex.Coercions {
		if c.From != o.name() || c.Makes {
			continue
		}
		k := p.kinds[c.To]
		for _, s := range k.Slots {
			if slices.Contains(strings.Split(slot, "|"), s.Name) {
				return p.wrap(c, o)
			}
		}
	}
	return nil
}

// linksFit reports whether a thing can be the object of the verb with its other
// fillers: what is saved as a.pptx is a presentation.
func (p *parser) linksFit(f *node) bool {
	for _, l := range p.verb.verb.Links {
		left, right, _ := strings.Cut(l, "=")
		owner, slot, _ := strings.Cut(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(left), "+")), ".")
		right = strings.TrimSpace(right)
		if owner == "object" {
			for _, g := range p.verb.get(right) {
				if !p.takesIn(f, slot, g) {
					return false
				}
			}
		}
		if right == "object" {
			for _, o := range p.verb.get(owner) {
				if o.kind != nil && !p.takesIn(o, slot, f) {
					return false
				}
			}
		}
	}
	return true
}

func (p *parser) takesIn(o *node, slot string, f *node) bool {
	for _, name := range strings.Split(slot, "|") {
		if s := o.slot(name); s != nil && p.fits(s, f) && (s.Many || o.one(name) == nil || alike(o.one(name), f)) {
			return true
		}
	}
	for _, c := range p.lex.Coercions {
		if k := p.kinds[c.To]; c.From == o.name() && !c.Makes && k != nil {
			probe := &node{kind: k}
			for _, name := range strings.Split(slot, "|") {
				if s := probe.slot(name); s != nil && p.fits(s, f) {
					return true
				}
			}
		}
	}
	return false
}

// carry keeps the object of "use" for the clause that says what for.
func (p *parser) carry() {
	if p.verb.verb.Name != "use" || p.verb.one("object") == nil {
		return
	}
	p.verb.det = "using"
	p.carried = p.verb
}
