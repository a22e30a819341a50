package offline

import (
	"slices"
	"strings"
)

// branch is a condition of the request and what depends on it.
type branch struct {
	on       *node  // what is looked at
	test     string // "> 3"
	at, to   int
	yes, no  part
	yesGoals []string
	noGoals  []string
}

// part is one side of a branch.
type part struct {
	of  *branch
	yes bool
}

// conditional reads "if there are more than 3 rows," and "otherwise".
func (p *parser) conditional() bool {
	if p.isText(p.i, "otherwise", "else") && len(p.branches) > 0 && (p.start || p.coord) {
		p.endClause()
		p.part = &p.branches[len(p.branches)-1].no
		p.i++
		p.start = true
		return true
	}
	if !p.isText(p.i, "if") || !p.start || p.part != nil || p.opening != nil {
		return false
	}
	i := p.i + 1
	for p.isText(i, "there") && p.isText(i+1, "are", "is") {
		i += 2
	}
	if test, k := p.test(i); k > 0 {
		for _, o := range p.options(k) {
			if o.n.name() != tableKind {
				continue
			}
			m := p.new(measureKind, o.n.at, o.n.to)
			m.fn, m.det, m.settled = "COUNT", "fresh", true
			m.put("data", o.n)
			return p.open(m, o.to, test)
		}
		if counts := p.things(measureKind); len(counts) > 0 && counts[len(counts)-1].fn == "COUNT" && p.isText(k, ",") {
			return p.open(counts[len(counts)-1], k, test) // of those that were counted
		}
		return false
	}
	for _, o := range p.options(i) {
		_, n := p.has(o.to, copula)
		test, k := p.test(o.to + n)
		if n == 0 || k == 0 || o.n.name() != measureKind {
			continue
		}
		return p.open(o.n, k, test)
	}
	return false
}

// test reads a comparison with a number: "more than 3".
func (p *parser) test(i int) (string, int) {
	s, n := p.has(i, comparator)
	if n == 0 || !slices.Contains([]string{">", ">=", "<", "<=", "==", "!="}, s.text) {
		return "", 0
	}
	v, to := p.conditionValue(i+n, true)
	if to == 0 || !v.bare || v.text == "True" || v.text == "False" {
		return "", 0
	}
	return s.text + " " + v.text, to
}

func (p *parser) open(m *node, to int, test string) bool {
	p.beginClause()
	p.keep(m)
	m.held = true // looked at, not told
	p.opening = &branch{on: m, test: test, at: p.i, to: to}
	p.opening.yes, p.opening.no = part{p.opening, true}, part{p.opening, false}
	p.frontier = nil
	p.extend(-1, m, m)
	p.i = to
	p.start = false
	return true
}

// opened ends the condition; what follows depends on it.
func (p *parser) opened() {
	if p.opening == nil {
		return
	}
	p.endClause()
	p.branches = append(p.branches, p.opening)
	p.part, p.opening = &p.opening.yes, nil
}

// endBranch ends what depends on the last condition, unless an "otherwise"
// follows.
func (p *parser) endBranch() {
	if p.opening != nil { // no consequence was found
		for i := p.opening.at; i < p.opening.to; i++ {
			p.note(i)
		}
		p.opening = nil
	}
	p.part = nil
}

// counted takes "how many there are" as the number that the condition looks at.
func (p *parser) counted() {
	if p.part == nil {
		return
	}
	for _, n := range p.nodes {
		if n.clause == p.clause && n.alias == nil && n.name() == measureKind && n.fn == "COUNT" && len(n.slots) == 0 && n.sel.empty() {
			n.alias = p.part.of.on
		}
	}
}

func samePart(all []*node, at *part) *node {
	for _, n := range all {
		if n.part == at {
			return n
		}
	}
	return nil
}

// goalsOf adds goals: to the branch that one of their objects stands in, else
// to those of the whole request.
func (c *composer) goalsOf(n *node, text string) {
	for _, l := range literalsOf(text) {
		at := n.part
		for _, name := range strings.Fields(strings.Trim(l, "()"))[1:] {
			if q := c.parts[name]; q != nil {
				if at != nil && at != q {
					c.p.noteNode(n) // in both branches at once
				}
				at = q
			}
		}
		to := &c.goals
		switch {
		case at != nil && at.yes:
			to = &at.of.yesGoals
		case at != nil:
			to = &at.of.noGoals
		}
		c.literals(to, l)
	}
}

// branches writes the conditions.
func (c *composer) branches() {
	for _, b := range c.p.branches {
		if len(b.yesGoals)+len(b.noGoals) == 0 {
			for i := b.at; i < b.to; i++ {
				c.p.note(i)
			}
			continue
		}
		name := c.fresh("condition")
		c.refs[b.on.find()] = true
		c.objects = append(c.objects, object{name, map[string]any{"type": "condition", "value": b.test, "on": c.name(b.on)}})
		when := map[string]any{"if": name, "then": conjunction(b.yesGoals)}
		if len(b.noGoals) > 0 {
			when["else"] = conjunction(b.noGoals)
		}
		c.whens = append(c.whens, when)
	}
}

func conjunction(goals []string) string {
	if len(goals) == 0 {
		return ""
	}
	return "(and " + strings.Join(goals, " ") + ")"
}

// endPending gives "the title is X" to the one thing that has a title.
func (p *parser) endPending() {
	for _, l := range p.later {
		var owners []*node
		for _, n := range p.nodes {
			if n.alias == nil && !n.group && n.kind != nil {
				if s := slotCalled(n, l.noun); s != nil && n.one(s.Name) == nil && p.fits(s, l.value) {
					owners = append(owners, n)
				}
			}
		}
		switch len(owners) {
		case 0:
			for i := l.at; i < l.to; i++ {
				p.note(i)
			}
		case 1:
			s := slotCalled(owners[0], l.noun)
			if g, ok := p.fit(s, l.value); ok {
				p.place(owners[0], s, g)
			}
		default:
			p.ask(l.value, "Whose "+l.noun+" is %s?")
		}
	}
	p.later = nil
}
