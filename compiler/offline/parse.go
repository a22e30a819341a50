package offline

import (
	"slices"
	"strings"

	"genplanx/compiler"
	"genplanx/domain"
)

// parser holds what is known of one request while it is read from left to
// right. The frontier is the list of things that a phrase can still be said of,
// the innermost last: the verb, its object, what stands with that.
type parser struct {
	lex     *domain.Lexicon
	kinds   map[string]*domain.Kind
	words   *index
	request compiler.Request
	sources []source

	ts       []token
	i        int
	nodes    []*node
	frontier []*node
	last     []placed // attachments of the clause, for "and"
	verb     *node
	verbAt   int
	verbMade *node // what the verb makes
	patient  *node // what the verbs of the sentence are said of: "... is made and saved"
	clause   int
	sentence int
	waiting  []attachment // phrases before the verb
	gaps     []*node      // earlier objects and targets of the verb
	carried  *node        // object of "use", for the clause after it
	coord    bool
	start    bool // at the start of a clause: a verb may come
	asking   bool // after "how many", "which", "what": verbs of having mean nothing
	focus    [][]*node
	topic    *node
	noted    []bool // tokens that were not understood
	asks     []string
	later    []pending // "the title is X", before there is something with a title
	branches []*branch
	opening  *branch // its condition is being read
	part     *part
	seen     map[string]bool
	spoken   map[string]bool // kinds of which some noun is used
	depth    int             // of noun phrases in noun phrases
}

type placed struct {
	head *node
	slot string
	mark string
}

type pending struct {
	noun   string
	value  *node
	at, to int
}

func (p *parser) run() {
	p.ts = tokens(p.request.Text)
	p.noted = make([]bool, len(p.ts))
	p.start = true
	p.seen, p.spoken = map[string]bool{}, map[string]bool{}
	p.dropRepeats()
	for p.i < len(p.ts) {
		at := p.i
		p.step()
		if p.i <= at {
			p.i = at + 1
		}
	}
	p.endSentence()
}

// dropRepeats removes a sentence that is there twice, word for word: the paper
// prints a request whose last sentences are doubled.
func (p *parser) dropRepeats() {
	var kept []token
	for i := 0; i < len(p.ts); {
		j := i
		var key strings.Builder
		for j < len(p.ts) && !p.ts[j].ends {
			key.WriteString(string(rune('0'+int(p.ts[j].kind))) + p.ts[j].text + " ")
			j++
		}
		end := min(j+1, len(p.ts))
		if !p.seen[key.String()] {
			kept = append(kept, p.ts[i:end]...)
		}
		p.seen[key.String()] = j-i > 3
		i = end
	}
	p.ts = kept
	p.noted = make([]bool, len(p.ts))
}

// step reads one phrase.
func (p *parser) step() {
	t := p.ts[p.i]
	switch {
	case t.ends:
		p.endSentence()
		p.i++
	case p.conditional(), p.skip(), p.punctuation(), p.coordinate(), p.attribute(), p.startVerb(), p.passive(), p.filter(), p.copular(), p.having(), p.marked(), p.bare():
	default:
		p.note(p.i)
		p.i++
	}
}

func (p *parser) note(i int) {
	if i < len(p.noted) {
		p.noted[i] = true
	}
}

func (p *parser) noteNode(n *node) {
	for i := n.at; i < n.to; i++ {
		p.note(i)
	}
}

// has returns the longest phrase of a class at i, its length and sense.
func (p *parser) has(i int, c class) (sense, int) {
	if i < len(p.ts) {
		for _, f := range p.words.at(p.ts, i) {
			for _, s := range f.senses {
				if s.class == c {
					return s, f.n
				}
			}
		}
	}
	return sense{}, 0
}

// known reports whether some phrase of the lexicon starts at i.
func (p *parser) known(i int) bool { return i < len(p.ts) && len(p.words.at(p.ts, i)) > 0 }

func (p *parser) isText(i int, text ...string) bool {
	return i < len(p.ts) && slices.Contains(text, p.ts[i].norm)
}

// skip passes phrases that mean nothing, unless a longer phrase means something.
func (p *parser) skip() bool {
	all := p.words.at(p.ts, p.i)
	if len(all) == 0 {
		return false
	}
	if p.isText(p.i, "both", "all", "each") {
		if _, n := p.has(p.i+1, mark); n > 0 && !p.isText(p.i+1, "of") {
			p.i++
			return true
		}
	}
	if p.isText(p.i, "which", "what") && p.verb != nil && p.verb.verb.Makes != "" && p.i-p.verb.to <= 1 && p.verbMade != nil && len(p.verbMade.slots) == 0 {
		p.i++ // "tell me which rows"
		p.asking = true
		return true
	}
	if n := p.relative(); n > 0 {
		p.i += n
		return true
	}
	for _, s := range all[0].senses {
		if s.class == wh && p.isText(p.i, "which", "that") && len(p.frontier) > 0 {
			if _, n := p.has(p.i+1, mark); n > 0 {
				p.i++
				return true
			}
		}
		if s.class == skipped || s.class == breaker {
			if s.class == breaker {
				p.coord, p.start = true, true
			}
			p.i += all[0].n
			return true
		}
	}
	return false
}

func (p *parser) punctuation() bool {
	if p.ts[p.i].kind != punct {
		return false
	}
	switch p.ts[p.i].text {
	case ",":
		p.opened()
		p.start, p.coord = true, true
		p.asking = false
	case "(":
		if p.columnOfFlag() {
			return true
		}
	case ":":
		p.listed()
	case ")", "-", "–", "—", "*", "•", "\n":
	default:
		return false
	}
	p.i++
	return true
}

// listed takes what follows "two slides:" in the place of the slides.
func (p *parser) listed() {
	if p.verb == nil && len(p.frontier) == 1 && p.frontier[0].find().plural {
		p.coord = true // "there are two databases: a and b"
		return
	}
	if len(p.last) == 0 || len(p.frontier) == 0 {
		return
	}
	at, n := p.last[len(p.last)-1], p.frontier[len(p.frontier)-1].find()
	s := at.head.find().slot(at.slot)
	if s == nil || !s.Many || !n.plural || n.to != p.i {
		return
	}
	n.group = true
	at.head.find().slots[at.slot] = slices.DeleteFunc(at.head.find().slots[at.slot], func(f *node) bool { return f.find() == n })
	p.coord = true
}

// columnOfFlag reads the column after an adjective that selects rows:
// "recurring (isrecurring)".
func (p *parser) columnOfFlag() bool {
	at := len(p.frontier) - 1
	for at >= 0 && len(p.frontier[at].find().sel.conditions) == 0 {
		at--
	}
	if at < 0 || p.i+2 >= len(p.ts) || p.ts[p.i+2].text != ")" || p.ts[p.i+1].kind == punct {
		return false
	}
	n := p.frontier[at].find()
	last := n.sel.conditions[len(n.sel.conditions)-1]
	if len(last) != 1 || last[0].op != "==" || last[0].value.text != "True" && last[0].value.text != "False" {
		return false
	}
	last[0].column = p.columnName(p.ts[p.i+1].text)
	p.i += 3
	return true
}

func (p *parser) coordinate() bool {
	s, n := p.has(p.i, coordinator)
	if n == 0 || s.class != coordinator {
		return false
	}
	if p.isText(p.i, "or", "but") && !p.alternatives() {
		return false // a choice that was not understood, "but not"
	}
	p.i += n
	p.coord, p.start = true, true
	return true
}

// alternatives reports whether "or" goes on with a list of alternatives.
func (p *parser) alternatives() bool {
	for _, at := range p.last {
		if at.slot == "=" {
			return p.isText(p.i, "or")
		}
		if s := at.head.find().slot(at.slot); s != nil && s.Or {
			return p.isText(p.i, "or")
		}
	}
	return false
}

// startVerb begins a clause where a verb can stand.
func (p *parser) startVerb() bool {
	to := 0
	if p.isText(p.i, "to") && (p.carried != nil || p.verb != nil || len(p.frontier) == 0) {
		to = 1
	}
	if !p.start && to == 0 {
		return false
	}
	s, n := p.has(p.i+to, verbal)
	if n == 0 || s.form != base {
		return false
	}
	if _, k := p.has(p.i, wh); k > 0 && len(p.frontier) > 0 {
		return false // "a database which supports"
	}
	if _, k := p.has(p.i, mark); to == 1 && k > 1 && p.carried == nil && len(p.frontier) > 0 && (p.verb == nil || p.verb.verb.Name != "use") {
		return false // "a model to predict X"
	}
	if _, k := p.has(p.i+to, noun); k > 0 && to == 0 && (k > n || p.nounHere(p.i+k)) {
		return false
	}
	if _, k := p.has(p.i+to, skipped); k > n {
		return false
	}
	s = p.pickVerb(s, p.i+to, n)
	p.beginClause()
	p.verb = &node{verb: s.verb, at: p.i, to: p.i + to + n}
	p.verbAt = p.i + to
	p.i += to + n
	p.register(p.verb)
	p.frontier = []*node{p.verb}
	p.verbMade = nil
	if s.verb.Makes != "" {
		made := p.new(s.verb.Makes, p.verb.at, p.verb.to)
		if old := p.things(s.verb.Makes); made.kind.Single && len(old) > 0 && samePart(old, p.part) != nil {
			made = samePart(old, p.part)
		}
		made.made = true
		p.fill(made, s.verb.Fill)
		p.frontier = append(p.frontier, made)
		p.verbMade = p.register(made)
	}
	p.useCarried()
	return true
}

// useCarried gives the clause what the "using" before it named.
func (p *parser) useCarried() {
	if p.carried != nil {
		p.waiting = append(p.waiting, attachment{p.carried.det, p.carried.one("object")})
		p.carried = nil
	}
}

// pickVerb chooses between verbs of one word by what follows: "draw a chart",
// "draw sales by month".
func (p *parser) pickVerb(s sense, i, n int) sense {
	var fits []sense
	for _, f := range p.words.at(p.ts, i) {
		if f.n != n {
			continue
		}
		for _, other := range f.senses {
			if other.class == verbal && other.form == base && p.objectFits(other.verb, i+n) {
				fits = append(fits, other)
			}
		}
	}
	for _, other := range fits {
		if len(fits) > 1 && other.verb.Makes != "" && p.saidLater(other.verb.Makes, i+n) {
			return other // "show sales by month as a bar chart"
		}
	}
	if len(fits) > 0 {
		return fits[0]
	}
	return s
}

// saidLater reports whether a noun of a kind follows in the sentence.
func (p *parser) saidLater(kind string, i int) bool {
	for ; i < len(p.ts) && !p.ts[i].ends; i++ {
		if s, n := p.has(i, noun); n > 0 && s.kind.Name == kind {
			return true
		}
	}
	return false
}

func (p *parser) objectFits(v *domain.Verb, i int) bool {
	for _, k := range []string{"", "me", "us", "please"} { // "show me the rows"
		if k != "" && p.isText(i, k) {
			i++
		}
	}
	frames := v.Slots
	if v.Makes != "" {
		frames = slices.Concat(frames, p.kinds[v.Makes].Slots)
	}
	for _, o := range p.options(i) {
		for _, s := range frames {
			if marksOf(&s, "-") && o.n.kind != nil && p.fits(&s, o.n) {
				return true
			}
		}
	}
	return false
}

// nounHere tells "chart of sales" and "plot the sales" apart.
func (p *parser) nounHere(i int) bool {
	if p.isText(i, "of", "with", "showing") {
		return true
	}
	_, n := p.has(i, copula)
	return n > 0
}

func (p *parser) new(kind string, at, to int) *node {
	return &node{kind: p.kinds[kind], at: at, to: to}
}

// literal makes a node that is its own text.
func (p *parser) literal(kind, text string, at, to int) *node {
	n := p.new(kind, at, to)
	n.text, n.settled = text, true
	return p.register(n)
}

func (p *parser) register(n *node) *node {
	if n.id == 0 {
		n.id = len(p.nodes) + 1
		n.clause, n.sentence, n.part = p.clause, p.sentence, p.part
		p.nodes = append(p.nodes, n)
		p.unite(n)
	}
	return n
}

// unite makes one thing of those that a path or a name says to be one.
func (p *parser) unite(n *node) {
	if n.kind == nil || n.text == "" || n.name() != fileKind && !n.kind.Named {
		return
	}
	for _, old := range p.nodes {
		if old != n && old.alias == nil && old.kind == n.kind && old.text == n.text && !over(old, n) && old.absorb(n) {
			return
		}
	}
}

// fill gives a node the slots that its noun or verb fills by itself:
// "source=calendar", "fn=COUNT".
func (p *parser) fill(n *node, spec string) {
	for _, item := range list(spec) {
		slot, value, _ := strings.Cut(item, "=")
		switch slot {
		case "fn":
			n.fn = value
		default:
			kind, text, _ := strings.Cut(value, ":")
			f := p.new(kind, n.at, n.to)
			f.text, f.settled = text, true
			if p.kinds[kind] != nil && p.kinds[kind].Single {
				if old := p.things(kind); len(old) > 0 {
					f = old[0]
				}
			}
			n.put(slot, p.register(f))
		}
	}
}

// things lists the things of a kind, in the order of the request.
func (p *parser) things(kind string, also ...string) []*node {
	var out []*node
	for _, n := range p.nodes {
		if n.alias == nil && !n.group && n.kind != nil && (n.kind.Name == kind || len(also) > 0 && n.kind.Is == kind) {
			out = append(out, n)
		}
	}
	return out
}
