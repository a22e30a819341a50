package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"genplanx/domain"
)

// marked reads a preposition or the like and what it introduces.
func (p *parser) marked() bool {
	for _, f := range p.words.at(p.ts, p.i) {
		if !slices.ContainsFunc(f.senses, func(s sense) bool { return s.class == mark }) {
			continue
		}
		m := p.phraseText(p.i, f.n)
		if p.markedText(m, p.i+f.n) {
			return true
		}
		for _, o := range p.options(p.i + f.n) {
			if o.n.name() == nameKind && p.ambiguousName(o) {
				continue
			}
			if p.form(m, o) || p.accept(m, o) {
				return true
			}
		}
	}
	return false
}

func (p *parser) phraseText(i, n int) string {
	parts := make([]string, n)
	for k := range n {
		parts[k] = p.ts[i+k].norm
	}
	return strings.Join(parts, " ")
}

// ambiguousName refuses names of two unquoted words: "a chart of net sales" may
// be one column or a slip.
func (p *parser) ambiguousName(o option) bool {
	return !o.n.quoted && o.to < len(p.ts) && p.ts[o.to].kind == word && !p.known(o.to) && p.ts[o.to].spaced && !p.isColumn(o.to) &&
		!p.ts[o.to].ends
}

// accept attaches one reading of a phrase and moves past it.
func (p *parser) accept(m string, o option) bool {
	n := o.n
	nodes := len(p.nodes)
	if len(p.frontier) == 0 && m != "-" {
		if n.name() == nameKind && p.isFile(n) {
			n = p.become(n, fileKind)
		}
		if p.beforeVerb(m, n) {
			p.i = o.to
			p.coord, p.start = false, true
			return true
		}
		p.waiting = append(p.waiting, attachment{m, p.register(n)})
		p.i = o.to
		p.coord, p.start = false, true
		return true
	}
	if p.isMade(m, o) {
		return true
	}
	at := p.i
	p.i = o.to
	if !p.attach(m, n) {
		p.i = at
		p.nodes = p.nodes[:nodes]
		return false
	}
	p.keep(n)
	p.coord, p.start = false, false
	return true
}

// beforeVerb attaches a phrase to the one before it, when both come before the
// verb: "of the appointments in a.csv, count ...".
func (p *parser) beforeVerb(m string, n *node) bool {
	if len(p.waiting) == 0 {
		return false
	}
	p.frontier = []*node{p.waiting[len(p.waiting)-1].filler.find()}
	defer func() { p.frontier = nil }()
	if !p.attachTo(0, m, n, nil) {
		return false
	}
	p.keep(n)
	return true
}

// isMade takes "plot ... as a bar chart" and "count how many": a phrase for the
// very thing that the verb makes.
func (p *parser) isMade(m string, o option) bool {
	if p.verb == nil || p.verb.verb.Makes != o.n.name() || len(p.frontier) < 2 || !slices.Contains([]string{"-", "as", "in", "with", "using", "on"}, m) {
		return false
	}
	made := p.frontier[1].find()
	if m == "-" && p.coord {
		return false // "count the rows and how many are recurring": two counts
	}
	if made.name() != o.n.name() || !made.made || len(made.get("data")) > 0 && o.n.one("data") != nil || made.fn != o.n.fn || made.variant != nil && o.n.variant != nil || !made.absorb(o.n) {
		return false
	}
	made.made = false // it has been named
	p.keep(made)
	p.frontier = p.frontier[:1]
	p.extend(0, made, made)
	p.i = o.to
	p.coord, p.start = false, false
	return true
}

func (p *parser) keep(n *node) {
	n = n.find()
	for _, s := range n.frame() {
		for _, f := range n.get(s.Name) {
			if f.id == 0 {
				p.keep(f)
			}
		}
	}
	p.register(n)
	n.find().clause = p.clause
}

// bare reads a phrase without a mark: the object of the verb, the next of a
// list, a subject.
func (p *parser) bare() bool {
	if p.bareText() {
		return true
	}
	options := p.options(p.i)
	for _, o := range options {
		if p.coord && (p.fork(o) || p.second(o) || p.alongside(o)) {
			return true
		}
	}
	if p.coord && p.verb == nil && len(p.frontier) == 1 && p.frontier[0].find().plural {
		for _, o := range options { // "two databases, a and b"
			if p.equate(p.frontier[0].find(), o) {
				return true
			}
		}
	}
	if len(p.frontier) > 0 {
		for _, o := range options {
			if o.n.name() == nameKind && p.ambiguousName(o) {
				continue
			}
			if p.accept("-", o) {
				return true
			}
		}
	}
	if !p.start {
		return false
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(p.vague(a), p.vague(b)) })
	for _, o := range options {
		if p.subject(o) {
			return true
		}
	}
	return false
}

// vague puts readings that say what a thing is before bare names.
func (p *parser) vague(o option) int {
	if o.n.name() == nameKind {
		return 1
	}
	return 0
}

// bareText reads the name in "call the model churn".
func (p *parser) bareText() bool {
	if p.verb == nil || p.verb.one("object") == nil || p.coord {
		return false
	}
	for _, s := range p.verb.frame() {
		if s.Takes != textKind || !marksOf(&s, "-") || p.verb.one(s.Name) != nil {
			continue
		}
		if v, to := p.textAt(p.i); v != nil {
			p.keep(v)
			p.verb.put(s.Name, v)
			p.i = to
			p.start = false
			return true
		}
	}
	return false
}

// alongside puts the next of a list where the one before it went.
func (p *parser) alongside(o option) bool {
	for k := len(p.last) - 1; k >= 0; k-- {
		at := p.last[k]
		head := at.head.find()
		if at.slot == "=" && p.equate(head, o) {
			return true
		}
		s := head.slot(at.slot)
		if s == nil || !s.Many || o.n.name() == nameKind && p.ambiguousName(o) {
			continue
		}
		g, ok := p.fit(s, o.n)
		if !ok {
			continue
		}
		p.place(head, s, g)
		h := slices.Index(p.frontier, at.head)
		if h < 0 {
			h = 0
		}
		p.extend(h, g, o.n)
		p.last = append(p.last[:k+1:k+1], placed{head, at.slot, at.mark})
		p.keep(o.n)
		p.keep(g)
		p.i = o.to
		p.coord, p.start = false, false
		return true
	}
	return false
}

// subject begins a clause that opens with a thing: "the data is in a.csv".
func (p *parser) subject(o option) bool {
	n := o.n
	if !p.predicate(o.to) && n.name() == nameKind {
		return false
	}
	if n.name() == nameKind {
		if old := p.calledBefore(n); old != nil {
			n = old
		} else if !n.quoted && p.isColumn(p.i) {
			n.kind, n.settled = p.kinds[columnKind], true
			n.text = p.columnName(n.text)
		} else {
			n.kind = nil
		}
	}
	p.beginClause()
	if n.kind != nil && n.kind.Via != "" {
		p.useCarried()
	}
	p.i = o.to
	p.keep(n)
	p.frontier = nil
	p.extend(-1, n, n)
	p.coord, p.start = false, false
	return true
}

// predicate reports whether something is said after i of what stood before.
func (p *parser) predicate(i int) bool {
	if _, n := p.has(i, copula); n > 0 {
		return true
	}
	if _, n := p.has(i, mark); n > 0 {
		return true
	}
	return p.isText(i, "has", "have") || i < len(p.ts) && p.ts[i].text == "("
}

// copular reads "is", and what the subject is said to be.
func (p *parser) copular() bool {
	_, n := p.has(p.i, copula)
	if n == 0 {
		return false
	}
	if len(p.frontier) == 0 || p.verb != nil && !p.asking {
		return false
	}
	if _, k := p.has(p.i, mark); k > n {
		return false
	}
	i := p.i + n
	subject := p.frontier[0].find()
	if _, k := p.has(i, mark); k == 0 {
		for _, o := range p.options(i) {
			if p.equate(subject, o) {
				return true
			}
		}
	}
	p.i = i
	return true
}

// equate takes "the databases are db1 and db2" and "the chart is a pie chart".
func (p *parser) equate(subject *node, o option) bool {
	f := o.n
	switch {
	case subject.kind == nil:
		return false
	case subject.text != "" && f.text != "" && subject.text != f.text:
		return false
	case f.name() == nameKind && subject.kind.Named:
		f = p.become(f, subject.name())
		p.groupOf(subject, f)
	case f.name() == subject.name() && subject.kind.Named && f.text != "":
		p.groupOf(subject, f)
	case f.name() == subject.name() || subject.name() == fileKind && f.name() == fileKind:
		p.keep(f)
		if !subject.absorb(f) {
			return false
		}
		p.frontier = []*node{subject}
		p.i = o.to
		return true
	case p.coercible(f.name(), subject.name()):
		g, ok := p.fit(&domain.Slot{Takes: subject.name()}, f)
		if !ok || !g.absorb(subject) {
			return false
		}
		p.frontier = []*node{g}
		p.i = o.to
		p.keep(g)
		return true
	default:
		return false
	}
	p.keep(f)
	p.frontier = []*node{subject, f}
	p.i = o.to
	p.coord, p.start = false, false
	return true
}

func (p *parser) coercible(from, to string) bool { return from != "" && p.coerces(from, to) }

// groupOf lists a thing as one of those that the subject stands for; what was
// said of the subject is said of each.
func (p *parser) groupOf(subject, f *node) {
	if len(p.last) == 0 || p.last[len(p.last)-1].slot != "=" {
		p.last = append(p.last, placed{subject, "=", "="})
	}
	for _, s := range subject.frame() {
		for _, g := range subject.get(s.Name) {
			f.put(s.Name, g)
		}
	}
	if subject != f && subject.text == "" {
		subject.group = true // the word for all of them, not one more
	}
}

// markedText reads a title and the like after its mark.
func (p *parser) markedText(m string, i int) bool {
	for h := len(p.frontier) - 1; h >= 0; h-- {
		head := p.frontier[h].find()
		if p.refers(p.frontier[h]) && h > 0 && !p.lastWith(h, m) {
			continue
		}
		for _, s := range head.frame() {
			if s.Takes != textKind || !marksOf(&s, m) || head.one(s.Name) != nil {
				continue
			}
			if v, to := p.textAt(i); v != nil && !(v.quoted && p.fileFor(head, m, v)) {
				p.keep(v)
				head.put(s.Name, v)
				p.frontier = p.frontier[:h+1]
				p.i = to
				p.coord, p.start = false, false
				return true
			}
		}
		if head.kind == nil && head.verb == nil && p.someText(m) {
			if v, to := p.textAt(i); v != nil {
				p.keep(v)
				head.raw = append(head.raw, attachment{m, v})
				p.i = to
				p.coord, p.start = false, false
				return true
			}
		}
	}
	return false
}

// fileFor reports whether a quoted name is a file that the same mark introduces:
// "called 'x.pptx'" is no title.
func (p *parser) fileFor(head *node, m string, v *node) bool {
	return p.isFile(v) && slices.ContainsFunc(head.frame(), func(s domain.Slot) bool {
		return marksOf(&s, m) && p.takesItself(&s, p.fileNode(v.text, v.at, v.to))
	})
}

// lastWith reports whether no other thing on the frontier takes the mark.
func (p *parser) lastWith(h int, m string) bool {
	for k := h - 1; k >= 0; k-- {
		for _, s := range p.frontier[k].find().frame() {
			if s.Takes == textKind && marksOf(&s, m) {
				return false
			}
		}
	}
	return true
}

func (p *parser) someText(m string) bool {
	for i := range p.lex.Kinds {
		for _, s := range p.lex.Kinds[i].Slots {
			if s.Takes == textKind && marksOf(&s, m) {
				return true
			}
		}
	}
	return false
}

// textAt reads a text: what stands in quotes, or the words up to where another
// phrase must begin.
func (p *parser) textAt(i int) (*node, int) {
	for i < len(p.ts) && (p.ts[i].text == ":" || p.ts[i].text == "=") {
		i++
	}
	if i >= len(p.ts) {
		return nil, 0
	}
	if p.ts[i].kind == quoted {
		v := p.text(p.ts[i].text, i, i+1)
		v.quoted = true
		return v, i + 1
	}
	j := i
	for j < len(p.ts) && !p.textEnds(i, j) {
		j++
	}
	if j == i {
		return nil, 0
	}
	return p.text(p.request.Text[p.ts[i].start:p.ts[j-1].end], i, j), j
}

func (p *parser) text(text string, at, to int) *node {
	n := p.new(textKind, at, to)
	n.text, n.settled = text, true
	return n
}

// textEnds reports whether a text without quotes that began at i ends before j.
// Words of the lexicon end it, unless they begin with a capital as in a heading.
func (p *parser) textEnds(i, j int) bool {
	t := p.ts[j]
	if t.kind != word && t.kind != number && t.text != "&" && t.text != "%" {
		return true
	}
	if j == i {
		return p.lowerKnown(j, skipped, negation, determiner, pronoun, coordinator, copula, mark, verbal, breaker, wh)
	}
	if p.lowerKnown(j, verbal, noun, skipped, negation, slotNoun, breaker, copula, determiner, pronoun) {
		return true
	}
	if _, n := p.has(j, coordinator); n > 0 {
		k := j + n
		_, verb := p.has(k, verbal)
		return k >= len(p.ts) || verb > 0 || p.lowerKnown(k, verbal, skipped, negation, determiner, pronoun, noun, slotNoun, breaker)
	}
	if _, n := p.has(j, mark); n > 0 {
		k := j + n
		if k >= len(p.ts) || p.ts[k].kind == file || p.ts[k].kind == quoted || p.ts[k].kind == address {
			return true
		}
		return p.lowerKnown(k, determiner, noun, pronoun, verbal, plain)
	}
	return false
}

func (p *parser) lowerKnown(i int, classes ...class) bool {
	if i >= len(p.ts) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.ts[i].text)
	if unicode.IsUpper(r) {
		return false
	}
	for _, c := range classes {
		if _, n := p.has(i, c); n > 0 {
			return true
		}
	}
	return false
}
