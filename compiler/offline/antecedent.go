package offline

import (
	"fmt"
	"slices"
)

// candidates lists the known things that a mention can mean.
func (p *parser) candidates(n *node) []*node {
	var out []*node
	for _, old := range p.things(n.name(), tables(n)...) {
		if old == n || !old.settled || old.local || old.id > n.id && n.id > 0 || p.conflict(old, n) {
			continue
		}
		if old.clause == p.clause && over(old, n) {
			continue
		}
		out = append(out, old)
	}
	if n.name() == tableKind && n.ordinal == 0 {
		out = p.leaves(out)
	}
	return out
}

// tables lists the kinds that a word for a table can also mean.
func tables(n *node) []string {
	if n.name() == tableKind {
		return []string{"*"}
	}
	return nil
}

// over reports whether one thing holds the other: a table in a table.
func over(a, b *node) bool {
	for _, fs := range a.slots {
		if slices.ContainsFunc(fs, func(f *node) bool { return f.find() == b }) {
			return true
		}
	}
	return false
}

// leaves drops tables from which other ones were made: "the data" is what was
// left by the last filter.
func (p *parser) leaves(in []*node) []*node {
	var out []*node
	for _, t := range in {
		used := false
		for _, o := range p.things(tableKind) {
			used = used || o != t && o.one("base") == t && !o.local
		}
		if t.name() == measureKind && t.one("group") == nil {
			continue
		}
		if !used {
			out = append(out, t)
		}
	}
	return out
}

func (p *parser) conflict(old, n *node) bool {
	if n.variant != nil && old.variant != nil && n.variant != old.variant {
		return true
	}
	if n.variant != nil && n.variant.Mine && n.det == "possessive" {
		return old.variant != n.variant
	}
	if n.variant != nil && n.variant.Type != "" && old.variant == nil && !old.forward {
		return true
	}
	for _, s := range n.frame() {
		a, b := old.one(s.Name), n.one(s.Name)
		if a != nil && b != nil && !s.Many && !alike(a, b) {
			return true
		}
	}
	for slot := range n.slots { // "the data is in a.csv" is not a sum
		if n.one(slot) != nil && old.slot(slot) == nil {
			return true
		}
	}
	if n.one("source") != nil && old.one("base") != nil {
		return true // rows of a file that was named are not those that a filter left
	}
	return old.apart(n)
}

// antecedent finds what a mention refers back to; nil when it is new.
func (p *parser) antecedent(n *node) *node {
	c := p.candidates(n)
	if n.ordinal != 0 {
		return p.byOrder(n)
	}
	if n.det == "fresh" || len(c) == 0 {
		return nil
	}
	if n.name() == tableKind && p.topic != nil && slices.Contains(c, p.topic.find()) {
		return p.topic.find()
	}
	own := slices.ContainsFunc(list(n.kind.Own), func(s string) bool { return len(n.get(s)) > 0 })
	forward := slices.DeleteFunc(slices.Clone(c), func(o *node) bool { return !o.forward })
	switch {
	case n.kind.Single:
		return c[0]
	case n.det == "indefinite" || n.det == "":
		if len(forward) == 1 {
			return forward[0]
		}
		if own || n.made {
			return nil
		}
	case n.det == "possessive" && n.variant != nil && n.variant.Mine:
		return c[len(c)-1]
	case own:
		c = p.agreeing(c, n)
	}
	if len(c) == 0 {
		return nil
	}
	if len(c) == 1 {
		return c[0]
	}
	if n.plural && n.det != "" && n.det != "indefinite" && n.name() != tableKind {
		p.spread(n, c)
		return n
	}
	if n.det == "demonstrative" || n.name() == tableKind && p.result(n) {
		return p.newest(c)
	}
	if n.det == "definite" || n.det == "possessive" {
		if n.name() == tableKind {
			return nil // left open: the columns may tell which
		}
		p.ask(n, "Which one do you mean by %s? There are "+spelled(len(c))+".")
		return c[len(c)-1]
	}
	if n.det == "" && n.name() == tableKind {
		return nil
	}
	p.ask(n, "Which one do you mean by %s? There are "+spelled(len(c))+".")
	return c[len(c)-1]
}

func spelled(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// agreeing drops the things of which something else was said before than is said
// of the mention: "the chart of sales" is not the chart of costs.
func (p *parser) agreeing(c []*node, n *node) []*node {
	return slices.DeleteFunc(slices.Clone(c), func(o *node) bool {
		for _, s := range list(n.kind.Own) {
			for _, f := range n.get(s) {
				if o.one(s) != nil && !slices.ContainsFunc(o.get(s), func(g *node) bool { return alike(f, g) }) {
					return true
				}
			}
		}
		return false
	})
}

// result reports whether a mention means what was made last: "the result".
func (p *parser) result(n *node) bool {
	for i := n.at; i < n.to; i++ {
		if p.isText(i, "result", "results", "outcome", "output", "filtered", "remaining", "rest", "resulting", "these", "those") {
			return true
		}
	}
	return false
}

func (p *parser) newest(c []*node) *node {
	for _, group := range slices.Backward(p.focus) {
		for _, f := range group {
			if slices.Contains(c, f.find()) {
				return f.find()
			}
		}
	}
	return c[len(c)-1]
}

func (p *parser) byOrder(n *node) *node {
	var all []*node
	for _, o := range p.things(n.name()) {
		if o.id < n.id && o != n && o.settled && (n.variant == nil || o.variant == n.variant) && (o.name() != fileKind || o.text != "") {
			all = append(all, o)
		}
	}
	k := n.ordinal - 1
	if n.ordinal < 0 {
		k = len(all) - 1
	}
	if k < 0 || k >= len(all) {
		p.noteNode(n)
		return nil
	}
	return all[k]
}
