package offline

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/domain"
)

func (p *parser) beginClause() {
	p.endClause()
	p.clause++
	p.last = nil
	p.coord, p.start, p.asking = false, false, false
}

// endClause settles what the mentions of a clause stand for, in the order of
// the text, and does what its verb says.
func (p *parser) endClause() {
	if p.verb == nil && len(p.frontier) == 0 {
		return
	}
	p.counted()
	p.impliedObject()
	p.attachWaiting()
	for i := 0; i < len(p.nodes); i++ {
		if n := p.nodes[i]; n.clause == p.clause && n.alias == nil && !n.settled && !n.group {
			p.resolve(n)
		}
	}
	if p.verb != nil {
		p.idle()
		p.carry()
		for _, v := range append(p.gaps, p.verb) {
			p.verb = v
			p.link()
		}
		p.gaps = nil
	}
	p.early()
	p.remember()
	p.verb, p.frontier = nil, nil
}

// idle refuses a verb of which nothing was said that it can work on.
func (p *parser) idle() {
	for _, n := range p.nodes {
		if n.clause == p.clause && n != p.verb && n.kind != nil {
			if n.at != p.verb.at || len(n.slots) > 0 || !n.sel.empty() || n.fn != "" {
				return
			}
		}
	}
	if len(p.verb.slots) == 0 {
		p.noteNode(p.verb)
	}
}

func (p *parser) endSentence() {
	p.endClause()
	for _, w := range p.waiting {
		p.noteNode(w.filler)
		if w.filler.at > 0 {
			p.note(w.filler.at - 1)
		}
	}
	p.waiting = nil
	if p.carried != nil {
		// "Use a.csv." names what the rest is about.
		for _, f := range p.carried.get("object") {
			if f.name() == fileKind {
				p.fit(&domain.Slot{Takes: tableKind}, f)
			} else if f.id == 0 || f.alias == nil && f.kind == nil {
				p.noteNode(f)
			}
		}
		p.carried = nil
	}
	p.topic = nil
	p.sentence++
	p.start, p.coord, p.asking = true, false, false
	p.endBranch()
}

// attachWaiting gives phrases that came before the verb to the first thing of
// the clause that takes them: "from a.csv, plot sales by region".
func (p *parser) attachWaiting() {
	var left []attachment
	for _, w := range p.waiting {
		if f := w.filler.find(); f.clause != p.clause || !f.settled {
			f.clause = p.clause
			if f.kind != nil && !f.settled {
				p.resolve(f)
			}
		}
		if f := w.filler.find(); f.name() == tableKind {
			p.topic = f
		}
		if !p.attachInClause(w) {
			left = append(left, w)
		}
	}
	p.waiting = left
}

func (p *parser) attachInClause(w attachment) bool {
	frontier := p.frontier
	defer func() { p.frontier = frontier }()
	for i := len(p.nodes) - 1; i >= 0; i-- {
		n := p.nodes[i]
		if n.clause != p.clause || n.alias != nil || n == w.filler.find() {
			continue
		}
		p.frontier = []*node{n}
		if p.attachTo(0, w.mark, w.filler.find(), nil) {
			return true
		}
	}
	return w.mark == "of" && p.topic != nil && w.filler.find() == p.topic
}

// impliedObject reads "and save as a.pptx" as "and save it as a.pptx".
func (p *parser) impliedObject() {
	if p.verb == nil || p.verb.one("object") != nil {
		return
	}
	s := p.verb.slot("object")
	if s == nil || s.Ask == "" {
		return
	}
	it := &node{det: "pronoun", at: p.verb.at, to: p.verb.to, takes: list(s.Takes)}
	p.register(it)
	p.verb.put("object", it)
}

// resolve decides whether a mention is something new or something known.
func (p *parser) resolve(n *node) {
	n.settled = true
	switch {
	case n.verb != nil:
		return
	case strings.HasPrefix(n.det, "which "):
		p.ask(n, "Which file do you mean by %s: "+strings.TrimPrefix(n.det, "which ")+"?")
		return
	case n.kind == nil:
		p.resolvePronoun(n)
		return
	case n.kind.Name == nameKind:
		p.noteNode(n)
		return
	case n.kind.Named && n.text != "":
		p.sameText(n)
		return
	}
	for _, c := range n.get("columns") {
		n.sel.columns = append(n.sel.columns, c.text)
	}
	if !n.sel.empty() && n.kind.Via == "self" {
		p.view(n)
		return
	}
	if p.sameSlot(n) {
		return
	}
	if target := p.antecedent(n); target == n || target != nil && target.absorb(n) {
		return
	}
	p.introduce(n)
}

func (p *parser) sameText(n *node) {
	for _, old := range p.things(n.name()) {
		if old != n && old.text == n.text && old.id < n.id && old.absorb(n) {
			return
		}
	}
}

// sameSlot unites mentions that agree in a slot that tells things apart.
func (p *parser) sameSlot(n *node) bool {
	for _, slot := range list(n.kind.Same) {
		f := n.one(slot)
		if f == nil {
			continue
		}
		for _, old := range p.things(n.name()) {
			if old != n && old.sel.empty() && slices.ContainsFunc(old.get(slot), func(g *node) bool { return alike(f, g) }) && old.absorb(n) {
				return true
			}
		}
	}
	return false
}

// introduce takes a mention as something new and gives it what its noun says.
func (p *parser) introduce(n *node) {
	if n.name() == measureKind && n.fn == "" {
		p.noteNode(n) // "the count" of nothing
		return
	}
	n.forward = n.det == "definite" || n.det == "demonstrative"
	if n.variant != nil && n.variant.Fill != "" && len(n.get(strings.SplitN(n.variant.Fill, "=", 2)[0])) == 0 {
		p.fill(n, n.variant.Fill)
	}
}

// view makes the rows of a table that a selection leaves.
func (p *parser) view(n *node) {
	under := &node{kind: n.kind, variant: n.variant, det: n.det, at: n.at, to: n.to, slots: n.slots, clause: n.clause, settled: true}
	if under.det == "" || under.det == "indefinite" {
		under.det = "definite"
	}
	n.slots, n.variant = nil, nil
	delete(under.slots, "columns")
	for _, s := range n.kind.Slots {
		if s.Into != "" || s.Name == "file" { // what becomes of the rows, not where they come from
			for _, f := range under.get(s.Name) {
				n.put(s.Name, f)
			}
			delete(under.slots, s.Name)
		}
	}
	p.register(under)
	local := n.local
	n.local = true // not what it is made from
	if !p.sameSlot(under) {
		if t := p.antecedent(under); t == nil || !t.absorb(under) {
			p.introduce(under)
		}
	}
	n.local = local
	n.put("base", under.find())
	for _, old := range p.things(n.name()) {
		if old != n && !old.sel.empty() && old.one("base") == n.one("base") && old.sel.key() == n.sel.key() {
			n.sel = selection{}
			old.absorb(n)
			return
		}
	}
}

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

// resolvePronoun finds the most recent thing that fits what is said of "it":
// the object of the clause before comes first.
func (p *parser) resolvePronoun(n *node) {
	if n.text != "" {
		p.resolveName(n)
		return
	}
	for _, group := range slices.Backward(p.focus) {
		var fits []*node
		for k, f := range group {
			f = f.find()
			if p.suits(f, n) && !slices.Contains(fits, f) && !p.feedsAny(group, f) {
				fits = append(fits, f)
			}
			if k == 0 && len(fits) == 1 && !n.plural && !p.paired(group) {
				break
			}
		}
		if len(fits) == 0 {
			continue
		}
		if fits[0].name() == tableKind {
			fits = p.leaves(fits)
			if len(fits) == 0 {
				continue
			}
		}
		fits = slices.DeleteFunc(fits, func(f *node) bool { return n.plural && f.kind != fits[0].kind })
		if len(fits) > 1 && p.paired(group) && n.plural {
			p.spread(n, fits)
			return
		}
		if len(fits) > 1 && p.paired(group) && fits[0].kind == fits[1].kind {
			p.ask(n, "Which one do you mean by %s? There are "+spelled(len(fits))+".")
		}
		n.alias = fits[0]
		p.replay(n)
		return
	}
	p.noteNode(n)
}

// resolveName makes a thing of a name of which only was said what things of one
// kind do: "db1 supports basic query".
func (p *parser) resolveName(n *node) {
	for i := range p.lex.Kinds {
		k := &p.lex.Kinds[i]
		if probe := (&node{kind: k}); k.Named && len(n.raw) > 0 && p.suits(probe, n) {
			named := p.become(&node{kind: nameOnly, text: n.text, at: n.at, to: n.to}, k.Name)
			named.clause = p.clause
			n.alias = named
			p.replay(n)
			return
		}
	}
	p.noteNode(n)
}

// paired reports whether the clause spoke of two things of one kind.
func (p *parser) paired(group []*node) bool {
	return len(group) > 1 && group[0].find().kind == group[1].find().kind && group[0].find() != group[1].find()
}

// spread lets "them" stand for all things of the clause before, where the slot
// takes several.
func (p *parser) spread(n *node, all []*node) {
	for _, f := range all {
		for _, s := range n.frame() {
			for _, g := range n.get(s.Name) {
				p.place(f, &s, g)
			}
		}
	}
	n.alias = all[0]
	for _, head := range p.nodes {
		for slot, fs := range head.slots {
			if !slices.Contains(fs, n) {
				continue
			}
			if s := head.slot(slot); s == nil || !s.Many {
				p.ask(n, "Which one do you mean by %s?")
				continue
			}
			for _, f := range all[1:] {
				head.put(slot, f)
			}
		}
	}
	raw := n.raw
	for _, f := range all {
		n.alias, n.raw = f, raw
		p.replay(n)
	}
	n.alias = all[0]
}

// suits reports whether all that is said of a pronoun can be said of a thing.
func (p *parser) suits(f, n *node) bool {
	if f.kind == nil || f.verb != nil || len(n.takes) > 0 && !p.leads(f.name(), n.takes) {
		return false
	}
	if f.name() == columnKind && !slices.Contains(n.takes, columnKind) {
		return false // "it" is not the column that a chart shows
	}
	if t := f.slot("file"); t != nil && t.Default.Alone && f.one("file") == nil && p.goesAs(n, "file") {
		if p.markHeld(); f.held {
			return false // a chart on a slide has no file
		}
	}
	for _, a := range n.raw {
		ok := false
		for _, s := range f.frame() {
			ok = ok || marksOf(&s, a.mark) && p.fits(&s, a.filler)
		}
		if !ok {
			return false
		}
	}
	if v := p.verb; v != nil && slices.ContainsFunc(v.get("object"), func(o *node) bool { return o == n }) {
		return p.linksFit(f)
	}
	return true
}

// feedsAny reports whether a table is only what another thing of the clause is
// made from.
func (p *parser) feedsAny(group []*node, f *node) bool {
	return slices.ContainsFunc(group, func(o *node) bool { return p.feeds(o.find(), f) })
}

// goesAs reports whether a mention stands where in the end another thing of it
// goes: its file into a mail.
func (p *parser) goesAs(n *node, last string) bool {
	for _, head := range p.nodes {
		for slot, fs := range head.slots {
			if s := head.slot(slot); s != nil && s.Last == last && slices.Contains(fs, n) {
				return true
			}
		}
	}
	return false
}

func (p *parser) replay(n *node) {
	for _, a := range n.raw {
		p.frontier = []*node{n.find()}
		if !p.attachTo(0, a.mark, a.filler.find(), nil) {
			p.noteNode(a.filler)
		}
	}
	n.raw = nil
}

func (p *parser) ask(n *node, format string) {
	text := "this"
	if n != nil && n.at < n.to && n.to <= len(p.ts) {
		text = "\"" + p.request.Text[p.ts[n.at].start:p.ts[n.to-1].end] + "\""
	}
	if q := strings.Replace(format, "%s", text, 1); !slices.Contains(p.asks, q) {
		p.asks = append(p.asks, q)
	}
}

// remember keeps what the clause spoke of, for pronouns: objects first.
func (p *parser) remember() {
	var group []*node
	add := func(n *node) {
		if n = n.find(); n.kind != nil && n.kind.Name != nameKind && !slices.Contains(group, n) {
			group = append(group, n)
		}
	}
	if p.verb != nil {
		for _, o := range p.verb.get("object") {
			add(o)
		}
	}
	if p.verb != nil {
		for _, o := range p.verb.get("to") {
			add(o)
		}
	}
	for _, n := range p.nodes {
		if n.clause == p.clause && n.verb == nil {
			add(n)
		}
	}
	if len(group) > 0 {
		p.focus = append(p.focus, group)
	}
}
