package offline

import (
	"genplanx/domain"
	"slices"
	"strconv"
	"strings"
)

// severalFiles asks when one table is to come from several files: alternatives
// are databases, or joined by "or".
func (p *parser) severalFiles(n *node, s *domain.Slot) {
	fs := n.get(s.Name)
	if !s.Or || len(fs) < 2 || !slices.ContainsFunc(fs, func(f *node) bool { return f.name() == fileKind }) || p.saysOr(fs) {
		return
	}
	p.ask(n, "Is each of "+p.describe(fs)+" to be read on its own for %s? Speak of the data in each file by its name.")
}

// readAfterWrite asks which content of a file is meant when the request first
// saves something into it and then reads it as if it were there before.
func (p *parser) readAfterWrite(t *node, s *domain.Slot) {
	if t.name() != tableKind || !s.Or {
		return
	}
	for _, f := range t.get(s.Name) {
		for _, o := range p.nodes {
			if o.alias == nil && o != t && o.verb == nil && o.one("file") == f && f.at < t.at && o.at < t.at {
				p.ask(f, "Is %s meant as it is now, or as it is after saving?")
			}
		}
	}
}

// agree asks when two slots that must say the same do not.
func (p *parser) agree(n *node, s *domain.Slot) {
	slot, other, _ := strings.Cut(s.Agree, ".")
	if s.Agree == "" || n.one(slot) == nil || n.one(s.Name) == nil {
		return
	}
	if f := n.one(slot).one(other); f != nil && !alike(f, n.one(s.Name)) {
		p.ask(n.one(s.Name), "The "+slot+" is for "+strconv.Quote(f.text)+"; what is meant with %s?")
	}
}

// nameless asks for the names of files that are to be used.
func (p *parser) nameless() {
	for _, f := range p.things(fileKind) {
		if f.text == "" && !strings.HasPrefix(f.det, "which ") && slices.ContainsFunc(p.nodes, func(n *node) bool {
			return n.alias == nil && !n.group && n.verb == nil && slices.ContainsFunc(n.frame(), func(s domain.Slot) bool { return slices.Contains(n.get(s.Name), f) })
		}) {
			if p.isTarget(f) {
				p.ask(f, "Into which file should it be saved? %s has no name.")
				continue
			}
			p.ask(f, "What is the name of %s?")
		}
	}
}

// isTarget reports whether something is to be saved into a file.
func (p *parser) isTarget(f *node) bool {
	return slices.ContainsFunc(p.nodes, func(n *node) bool {
		return n.alias == nil && n.verb == nil && slices.Contains(n.get("file"), f) && !slices.Contains(n.get("source"), f)
	})
}

// saysOr reports whether "or" stands between the mentions.
func (p *parser) saysOr(fs []*node) bool {
	for i := fs[0].to; i < fs[len(fs)-1].at; i++ {
		if p.isText(i, "or") {
			return true
		}
	}
	return false
}

// targets asks for what a verb needs: into which file to save a table.
func (p *parser) targets(v *node) {
	for _, l := range v.verb.Links {
		left, right, _ := strings.Cut(l, "=")
		owner, name, _ := strings.Cut(strings.Trim(left, " +"), ".")
		s := v.slot(strings.TrimSpace(right))
		if s == nil || s.Ask == "" || v.one(s.Name) != nil {
			continue
		}
		for _, o := range v.get(owner) {
			if t := o.slot(name); t != nil && o.one(name) == nil && t.Default.Text == "" {
				p.ask(o, s.Ask)
			}
		}
	}
}

// counts asks when the request speaks of two slides and describes another
// number of them.
func (p *parser) counts() {
	for _, n := range p.nodes {
		if n.count == "" || n.kind == nil || n.find().kind == nil {
			continue
		}
		want := len(p.things(n.kind.Name))
		if n.alias == nil && !n.group && want != 1 || n.count != strconv.Itoa(want) {
			p.ask(n, "%s: which ones? The request describes "+strconv.Itoa(want)+".")
		}
	}
}

// given reports whether a slot needs nothing more, because another one that
// stands for it is filled.
func (p *parser) given(n *node, s *domain.Slot) bool {
	for _, other := range list(s.Unless) {
		name, value, test := strings.Cut(other, "=")
		switch {
		case test && name == "" && n.variant != nil && n.variant.Name == value:
			return true
		case test && name == "fn" && n.fn == value:
			return true
		case !test && n.one(name) != nil:
			return true
		}
	}
	return false
}
