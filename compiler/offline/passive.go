package offline

import (
	"slices"

	"genplanx/domain"
)

// passive reads "a chart of x by y should be generated from a.csv and saved as
// b.png": what was the subject is the object of the verb.
func (p *parser) passive() bool {
	if len(p.frontier) == 0 {
		return false
	}
	_, n := p.has(p.i, copula)
	subject := p.frontier[0].find()
	switch {
	case n == 0 && p.coord && p.patient != nil: // "... and saved as b.png"
		subject = p.patient.find()
	case n == 0 || p.verb != nil || len(p.frontier[0].raw) > 0:
		return false
	}
	if _, k := p.has(p.i, mark); n > 0 && k > n {
		return false // "can be read from"
	}
	if _, k := p.has(p.i+n, mark); n > 0 && k > 0 {
		return false
	}
	s := p.participle(p.i + n)
	if s.verb == nil || subject.kind == nil {
		return false
	}
	slot := objectSlot(s.verb)
	if slot == nil || !p.fits(slot, subject) {
		return false
	}
	_, k := p.has(p.i+n, verbal)
	p.beginClause()
	p.verb = p.register(&node{verb: s.verb, at: p.i, to: p.i + n + k})
	p.verbAt, p.verbMade = p.i+n, nil
	p.i += n + k
	object, _ := p.fit(slot, subject.find())
	p.verb.put(slot.Name, object)
	p.frontier = []*node{p.verb, object}
	p.patient = object
	return true
}

// participle returns the verb of which a past form stands at i.
func (p *parser) participle(i int) sense {
	for _, f := range p.words.at(p.ts, i) {
		for _, s := range f.senses {
			if s.class == verbal && s.form == past && objectSlot(s.verb) != nil {
				return s
			}
		}
	}
	return sense{}
}

func objectSlot(v *domain.Verb) *domain.Slot {
	for i := range v.Slots {
		if slices.Contains(list(v.Slots[i].Marks), "-") {
			return &v.Slots[i]
		}
	}
	return nil
}

// relative passes "that was" and "which has been made" before a phrase that says
// the same without it: "a tree that was learned from a.csv".
func (p *parser) relative() int {
	i := p.i
	if !p.isText(i, "that", "which") || len(p.frontier) == 0 {
		return 0
	}
	_, n := p.has(i+1, copula)
	if p.isText(i+1, "has", "have") && p.isText(i+2, "been") {
		n = 2
	}
	if n == 0 {
		return 0
	}
	i += 1 + n
	if _, k := p.has(i, mark); k > 0 {
		return i - p.i
	}
	if s := p.participle(i); s.verb != nil && len(s.verb.Links) == 0 && s.verb.Makes == "" {
		_, k := p.has(i, verbal)
		if _, m := p.has(i+k, mark); m > 0 {
			return i + k - p.i
		}
	}
	return 0
}

// having reads "how many rows does a.csv have", "... does each customer have".
func (p *parser) having() bool {
	if !p.isText(p.i, "does", "do") || len(p.frontier) == 0 {
		return false
	}
	i, m := p.i+1, "in"
	if p.isText(i, "each", "every") {
		i, m = i+1, "for each"
	}
	for _, o := range p.options(i) {
		if !p.isText(o.to, "have", "contain", "place", "hold", "include") || m == "in" && o.n.name() != fileKind && o.n.name() != tableKind {
			continue
		}
		if p.accept(m, option{o.n, o.to + 1}) {
			return true
		}
	}
	return false
}
