package offline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"genplanx/domain"
)

// early fills what was left open and can be known by now: a chart made before
// the rows were filtered shows all rows.
func (p *parser) early() {
	for _, n := range slices.Clone(p.nodes) {
		if n.clause == p.clause && n.alias == nil && n.kind != nil && !n.group {
			for _, s := range n.frame() {
				if s.Default.Only == tableKind && n.one(s.Name) == nil && !p.given(n, &s) {
					if t := p.choose(n, &s); len(t) == 1 {
						n.put(s.Name, t[0])
					}
				}
			}
		}
	}
}

// complete fills every slot that has a default, and asks for what is missing.
func (p *parser) complete() {
	p.endPending()
	for _, n := range p.nodes {
		if n.alias == nil && n.kind == nil && n.verb == nil {
			p.noteNode(n)
		}
	}
	p.share()
	defer p.counts()
	for i := 0; i < len(p.nodes); i++ { // defaults can make more things
		n := p.nodes[i]
		if n.alias != nil || n.group || n.kind == nil {
			continue
		}
		for _, s := range n.frame() {
			if n.one(s.Name) == nil && !p.given(n, &s) {
				p.fillDefault(n, &s)
			}
		}
	}
	p.measured()
	p.house()
	for i := 0; i < len(p.nodes); i++ {
		n := p.nodes[i]
		if n.verb != nil {
			p.targets(n)
		}
		if n.alias != nil || n.group || n.kind == nil {
			continue
		}
		p.inTurn(n)
		p.sameFile(n)
		for _, s := range n.frame() {
			p.texts(n, &s)
			p.lastOf(n, &s)
			p.severalFiles(n, &s)
			p.readAfterWrite(n, &s)
			p.agree(n, &s)
			if s.Ask != "" && len(n.get(s.Name)) == 0 && !p.given(n, &s) {
				p.ask(n, s.Ask)
			}
		}
	}
	p.nameless()
	p.missing()
}

// share gives a measure without a column that of the next: "the lowest and the
// highest balance".
func (p *parser) share() {
	var next *node
	for _, n := range slices.Backward(p.nodes) {
		if n.alias != nil || n.name() != measureKind || n.fn == "COUNT" {
			continue
		}
		if n.one("column") != nil && n.one("group") == nil && next != nil && next.one("group") != nil && next.clause == n.clause {
			p.ask(n, "Is %s meant per "+next.one("group").text+" too, or over all rows?")
		}
		if n.one("column") == nil && next != nil {
			for _, slot := range []string{"column", "group", "data"} {
				if f := next.one(slot); f != nil && n.one(slot) == nil {
					n.put(slot, f)
				}
			}
			n.sel.conditions = append(n.sel.conditions, next.sel.conditions...)
		}
		next = n
	}
}

func (p *parser) fillDefault(n *node, s *domain.Slot) {
	d := s.Default
	if d.All != "" {
		for _, o := range p.things(d.All) {
			if d.Except == "" || !p.excepted(o, d.Except) {
				n.put(s.Name, o)
			}
		}
		if n.one(s.Name) != nil {
			return
		}
	}
	if d.Loose != "" {
		p.markHeld()
		for _, kind := range list(d.Loose) {
			for _, o := range p.things(kind) {
				if o.held || o == n {
					continue
				}
				if g, ok := p.fit(s, o); ok {
					n.put(s.Name, g)
				}
			}
		}
	}
	if d.Of != "" {
		slot, inner, _ := strings.Cut(d.Of, ".")
		for _, o := range n.get(slot) {
			if f := o.one(inner); f != nil {
				n.put(s.Name, f)
				return
			}
		}
	}
	if kind, rest, ok := strings.Cut(d.User, "."); ok {
		slot, other, _ := strings.Cut(rest, ".")
		for _, u := range p.things(kind) {
			if f := u.one(other); f != nil && slices.Contains(u.get(slot), n) {
				n.put(s.Name, f)
				return
			}
		}
	}
	if d.Only == "" {
		return
	}
	switch found := p.choose(n, s); {
	case len(found) == 1:
		n.put(s.Name, found[0])
	case len(found) > 1:
		p.ask(n, "Which "+d.Only+" is meant for %s? There are "+spelled(len(found))+": "+p.describe(found)+".")
	}
}

// choose lists what can fill a slot: of several tables those of which the
// columns are known to fit.
func (p *parser) choose(n *node, s *domain.Slot) []*node {
	kind := s.Default.Only
	if kind == tableKind && p.topic != nil {
		return []*node{p.topic.find()}
	}
	var found []*node
	for _, o := range p.things(kind) {
		if kind == fileKind && !p.takesItself(s, o) || o.text == "" && kind == fileKind {
			continue
		}
		if o != n && !o.local && !p.excepted(o, s.Default.Except) && !p.depends(o, n) {
			found = append(found, o)
		}
	}
	if kind == tableKind {
		found = p.leaves(found)
		if len(found) > 1 {
			found = p.withColumns(n, found)
		}
		if near := slices.DeleteFunc(slices.Clone(found), func(o *node) bool { return o.sentence != n.sentence }); len(near) == 1 {
			return near // the table of the same sentence
		}
	}
	return found
}

// depends reports whether a is made from b, so that b cannot be made from a.
func (p *parser) depends(a, b *node) bool {
	seen := map[*node]bool{}
	var walk func(n *node) bool
	walk = func(n *node) bool {
		if n = n.find(); n == b {
			return true
		}
		if seen[n] {
			return false
		}
		seen[n] = true
		for _, s := range n.frame() {
			if s.Into != "" {
				continue
			}
			if slices.ContainsFunc(n.get(s.Name), walk) {
				return true
			}
		}
		return false
	}
	return walk(a)
}

func (p *parser) withColumns(n *node, tables []*node) []*node {
	columns := p.columnsOf(n)
	if len(columns) == 0 {
		return tables
	}
	var fit []*node
	for _, t := range tables {
		has, known := false, false
		for _, f := range p.files(t) {
			h, k := p.fileHas(f.text, columns)
			has, known = has || h, known || k
		}
		if has || !known {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return tables
	}
	return fit
}

func (p *parser) columnsOf(n *node) []string {
	var out []string
	for _, s := range n.frame() {
		for _, f := range n.get(s.Name) {
			if f.name() == columnKind {
				out = append(out, f.text)
			}
			if f.name() == measureKind && f != n {
				out = append(out, p.columnsOf(f)...)
			}
		}
	}
	for _, g := range n.sel.conditions {
		out = append(out, g[0].column)
	}
	return out
}

// files lists the files that a table comes from.
func (p *parser) files(t *node) []*node {
	for t.one("base") != nil {
		t = t.one("base")
	}
	return t.get("source")
}

func (p *parser) describe(all []*node) string {
	var out []string
	for _, n := range all {
		text := n.text
		for _, f := range p.files(n) {
			text = f.text
		}
		if text == "" && n.at < n.to && n.to <= len(p.ts) {
			text = p.request.Text[p.ts[n.at].start:p.ts[n.to-1].end]
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// excepted reports whether a thing fills the slot "kind.slot" of another.
func (p *parser) excepted(o *node, except string) bool {
	for _, e := range list(except) {
		kind, slot, _ := strings.Cut(e, ".")
		for _, n := range p.things(kind) {
			if slices.Contains(n.get(slot), o) {
				return true
			}
		}
	}
	return false
}

// house puts things that nothing holds where their kind goes: a slide into the
// presentation, a count into the answer.
func (p *parser) house() {
	p.markHeld()
	for i := 0; i < len(p.nodes); i++ {
		n := p.nodes[i]
		if n.alias != nil || n.group || n.kind == nil || n.kind.Alone == "" || n.held || n.local || !p.alone(n) {
			continue
		}
		kind, slot, _ := strings.Cut(n.kind.Alone, ".")
		holders := slices.DeleteFunc(p.things(kind), func(h *node) bool { return h.part != n.part && h.part != nil })
		if len(holders) > 1 {
			p.ask(n, "Into which "+kind+" does %s go?")
			continue
		}
		if len(holders) == 0 {
			h := p.new(kind, n.at, n.to)
			h.settled = true
			p.part = n.part
			holders = []*node{p.register(h)}
			p.defaultsOf(h)
		}
		if s := holders[0].slot(slot); s != nil {
			if g, ok := p.fit(s, n); ok {
				holders[0].put(slot, g)
			}
			if holders[0].kind.Single { // one answer, in the order of the request
				slices.SortStableFunc(holders[0].slots[slot], func(a, b *node) int { return cmp.Compare(a.find().at, b.find().at) })
			}
		}
		p.markHeld()
	}
}

func (p *parser) alone(n *node) bool {
	return n.kind.AloneIf == "" || slices.ContainsFunc(list(n.kind.AloneIf), func(s string) bool { return n.one(s) != nil })
}

func (p *parser) defaultsOf(n *node) {
	for _, s := range n.frame() {
		if n.one(s.Name) == nil && !p.given(n, &s) {
			p.fillDefault(n, &s)
		}
	}
}

// markHeld finds the things that other things hold.
func (p *parser) markHeld() {
	for _, n := range p.nodes {
		if n.alias != nil || n.kind == nil || n.group {
			continue
		}
		for _, s := range n.frame() {
			if s.Into == "" {
				for _, f := range n.get(s.Name) {
					f.held = true
				}
			}
		}
		n.held = n.held || n.one("file") != nil
	}
}

// texts gives a slot the text that follows from other things: a title "balance
// by year", a file name from the title.
func (p *parser) texts(n *node, s *domain.Slot) {
	d := s.Default
	if d.Text == "" || n.one(s.Name) != nil || p.given(n, s) {
		return
	}
	if d.Of != "" {
		p.fillDefault(n, s)
		if n.one(s.Name) != nil {
			return
		}
	}
	if d.Alone && n.held {
		return
	}
	text := p.expandText(d.Text, n)
	if text == "" {
		return
	}
	f := p.literal(d.Kind, text, n.at, n.to)
	f.supplied = true
	f.unnamed = d.Kind == fileKind
	if d.Kind == fileKind {
		f.text = p.freshFile(f)
		f.variant = p.extension(f.text)
	}
	n.put(s.Name, f)
}

// lastOf replaces fillers by what they end up in: a presentation by its file.
func (p *parser) lastOf(n *node, s *domain.Slot) {
	if s.Last == "" {
		return
	}
	for i, f := range n.slots[s.Name] {
		f = f.find()
		if t := f.slot(s.Last); t != nil {
			p.texts(f, t)
			if g := f.one(s.Last); g != nil {
				n.slots[s.Name][i] = g
			}
		}
	}
}

// freshFile keeps two unnamed files apart.
func (p *parser) freshFile(f *node) string {
	name := f.text
	dot := strings.LastIndexByte(name, '.')
	for k := 2; ; k++ {
		if !slices.ContainsFunc(p.things(fileKind), func(o *node) bool { return o != f && o.text == name }) {
			return name
		}
		name = f.text[:dot] + "-" + strconv.Itoa(k) + f.text[dot:]
	}
}
