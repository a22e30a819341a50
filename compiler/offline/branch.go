package offline

// branch is a condition of the request and what depends on it.
type branch struct{}

func (p *parser) conditional() bool { return false }

func (p *parser) endBranch() {}

func (c *composer) goalsOf(_ *node, text string) { c.literals(&c.goals, text) }

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
