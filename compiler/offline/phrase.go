package offline

import (
	"maps"
	"slices"
	"strings"

	"genplanx/compiler"
	"genplanx/domain"
)

// option is one way of reading a noun phrase; the first that finds a place is
// taken.
type option struct {
	n  *node
	to int
}

// phrase is the beginning of a noun phrase: what stands before its head.
type phrase struct {
	at, i   int
	det     string
	ordinal int
	count   string
	limit   string
	end     string // top, bottom
	fn      string
	flags   []condition
	once    bool // "distinct"
}

// options reads the noun phrase at i in every way that the lexicon allows.
func (p *parser) options(i int) []option {
	if i >= len(p.ts) || p.depth > 3 {
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	var out []option
	ph := p.before(i)
	if ph.fn != "" {
		out = append(out, p.measures(ph)...)
	}
	if ph.end != "" || ph.limit != "" {
		out = append(out, p.ordered(ph)...)
	}
	switch {
	case ph.once:
		return p.distinct(ph, out)
	case ph.fn == "" && ph.end == "":
		out = append(out, p.heads(ph)...)
	}
	if p.isText(i, "a", "i") && p.delimited(i+1) {
		c := &node{kind: nameOnly, text: p.ts[i].text, at: i, to: i + 1}
		out = append(out, option{c, c.to})
	}
	if s, n := p.has(i, pronoun); n > 0 {
		n1 := &node{at: i, to: i + n, det: "pronoun", text: ""}
		switch {
		case strings.HasSuffix(s.text, "former"), p.isText(i, "the first"):
			n1.ordinal = 1
		}
		n1.plural = p.isText(i, "them", "these", "those", "both")
		out = append(out, option{n1, i + n})
	}
	return out
}

// distinct reads "distinct customers": the values of a column, each once.
func (p *parser) distinct(ph phrase, out []option) []option {
	if ph.fn == "COUNT" {
		return p.counting(ph, p.distinct(phrase{at: ph.i, i: ph.i}, nil))
	}
	if ph.fn != "" || ph.end != "" || ph.count != "" {
		return out
	}
	once := ph
	once.once = false
	for _, o := range p.heads(once) {
		if name := o.n.name(); name != columnKind && name != nameKind || p.kinds[tableKind] == nil {
			continue
		}
		t := p.new(tableKind, ph.at, o.to)
		t.det = "definite"
		t.sel.columns, t.sel.distinct = []string{p.columnName(o.n.text)}, true
		out = append(out, option{t, o.to})
	}
	return out
}

// counting makes counts of tables.
func (p *parser) counting(ph phrase, tables []option) []option {
	var out []option
	for _, o := range tables {
		m := p.new(measureKind, ph.at, o.to)
		m.fn, m.det = ph.fn, "fresh"
		m.put("data", o.n)
		out = append(out, option{m, o.to})
	}
	return out
}

// before reads determiners, adjectives and numbers.
func (p *parser) before(i int) phrase {
	ph := phrase{at: i, i: i}
	for ph.i < len(p.ts) {
		if !p.modifier(&ph) {
			break
		}
	}
	return ph
}

func (p *parser) modifier(ph *phrase) bool {
	i := ph.i
	if s, n := p.has(i, ordering); n > 0 && ph.fn == "" && p.ordering(ph, s, n) {
		return true
	}
	if s, n := p.functionAt(i); n > 0 && ph.fn == "" && !p.isColumn(i) {
		ph.fn, ph.i = s.text, i+n
		return true
	}
	if s, n := p.has(i, determiner); n > 0 && (ph.det == "" || s.text == "possessive") && ph.flags == nil {
		if k := p.numeralAt(i); k == "" || ph.det == "" {
			ph.det, ph.i = s.text, i+n
			return true
		}
	}
	if p.isText(i, "distinct", "unique", "different") && !p.isColumn(i) && !ph.once {
		ph.once, ph.i = true, i+1
		return true
	}
	if _, n := p.has(i, plain); n > 0 && !p.isColumn(i) {
		ph.i = i + n
		return true
	}
	if k, ok := map[string]int{"first": 1, "second": 2, "third": 3, "last": -1, "1st": 1, "2nd": 2, "3rd": 3, "fourth": 4}[p.ts[i].norm]; ok && i+1 < len(p.ts) && ph.ordinal == 0 {
		if _, n := p.has(i+1, noun); n > 0 {
			ph.ordinal, ph.i = k, i+1
			return true
		}
	}
	if p.isYear(i) && ph.count == "" && i+1 < len(p.ts) {
		if s, n := p.has(i+1, noun); n > 0 && s.kind.Name == tableKind {
			ph.flags = append(ph.flags, condition{column: p.columnName(p.lex.Times.Year), op: "==", value: literal{p.ts[i].text, true}})
			ph.i = i + 1
			return true
		}
	}
	if k := p.numeralAt(i); k != "" && ph.count == "" && i+1 < len(p.ts) {
		_, n := p.has(i+1, noun)
		if _, m := p.has(i+1, ordering); n > 0 || m > 0 {
			ph.count, ph.i = k, i+1
			return true
		}
	}
	return p.flagged(ph)
}

// functionAt finds the longest name of a function that takes in no column: the
// "amount" of "total amount of all orders" may be one.
func (p *parser) functionAt(i int) (sense, int) {
	for _, f := range p.words.at(p.ts, i) {
		inner := false
		for k := i + 1; k < i+f.n; k++ {
			inner = inner || p.isColumn(k)
		}
		k := slices.IndexFunc(f.senses, func(s sense) bool { return s.class == function })
		if k >= 0 && !inner {
			return f.senses[k], f.n
		}
	}
	return sense{}, 0
}

// flagged reads "recurring" and "not recurring" before a noun.
func (p *parser) flagged(ph *phrase) bool {
	i, not := ph.i, false
	if p.isText(i, "not", "non") {
		i, not = i+1, true
	}
	column, n := p.flagAt(i)
	if n == 0 {
		return false
	}
	if _, k := p.has(i+n, noun); k == 0 {
		if _, m := p.flagAt(i + n); m == 0 {
			return false
		}
	}
	ph.flags = append(ph.flags, flagCondition(column, not))
	ph.i = i + n
	return true
}

func flagCondition(column string, not bool) condition {
	value := literal{"True", true}
	if not {
		value.text = "False"
	}
	return condition{column: column, op: "==", value: value}
}

// flagAt finds an adjective that selects rows; "non-recurring" is one word.
func (p *parser) flagAt(i int) (string, int) {
	if s, n := p.has(i, flag); n > 0 {
		return p.columnName(s.text), n
	}
	return "", 0
}

// ordering reads "top 5", "5 largest", "first 10".
func (p *parser) ordering(ph *phrase, s sense, n int) bool {
	i := ph.i
	if k := p.numeralAt(i + n); k != "" {
		ph.end, ph.limit, ph.i = s.text, k, i+n+1
		return true
	}
	if ph.count != "" {
		ph.end, ph.limit, ph.i = s.text, ph.count, i+n
		return true
	}
	return false
}

// numeralAt reads a whole number in figures or words.
func (p *parser) numeralAt(i int) string {
	if i >= len(p.ts) {
		return ""
	}
	if t := p.ts[i]; t.kind == number && strings.Trim(t.text, "0123456789") == "" {
		return t.text
	}
	if s, n := p.has(i, numeral); n == 1 {
		return s.text
	}
	return ""
}

// heads reads what the phrase is about.
func (p *parser) heads(ph phrase) []option {
	if ph.i >= len(p.ts) {
		return nil
	}
	var out []option
	t := p.ts[ph.i]
	switch t.kind {
	case quoted:
		n := p.new(nameKind, ph.at, ph.i+1)
		n.kind, n.text, n.quoted = nameOnly, t.text, true
		return p.beforeNoun(ph, n, append(out, option{n, ph.i + 1}))
	case file:
		return p.beforeNoun(ph, p.fileNode(t.text, ph.at, ph.i+1), []option{{p.fileNode(t.text, ph.at, ph.i+1), ph.i + 1}})
	case address, number:
		kind := map[tokenKind]string{address: addressKind, number: numberKind}[t.kind]
		n := p.new(kind, ph.at, ph.i+1)
		n.text, n.settled = t.text, true
		return []option{{n, ph.i + 1}}
	case word:
	default:
		return nil
	}
	source := p.sourceOptions(ph)
	out = append(out, source...)
	out = append(out, p.columnOptions(ph)...)
	out = append(out, p.nounOptions(ph)...)
	rows, names := p.fileWords(ph), p.nameOptions(ph)
	if len(rows) > 0 && p.columnsKnown(rows[0].n) {
		return slices.Concat(out, rows, names) // the file has no column of that name
	}
	return slices.Concat(out, names, rows)
}

var nameOnly = &domain.Kind{Name: nameKind}

// beforeNoun reads "'sales' column", "a.csv file", "the DecisionTree algorithm".
func (p *parser) beforeNoun(ph phrase, n *node, out []option) []option {
	for _, f := range p.words.at(p.ts, n.to) {
		for _, s := range f.senses {
			if s.class != noun || s.kind.Name != n.name() && !(n.name() == nameKind && s.kind.Named && s.variant == nil) {
				continue
			}
			c := *n
			c.to = n.to + f.n
			c.det = ph.det
			if n.name() == nameKind {
				c.kind, c.settled = s.kind, true
				c.text = p.nameFor(s.kind, c.text)
			}
			return append([]option{{&c, c.to}}, out...)
		}
	}
	return out
}

func (p *parser) nameFor(k *domain.Kind, text string) string {
	if k.Name == columnKind {
		return p.columnName(text)
	}
	return text
}

func (p *parser) fileNode(path string, at, to int) *node {
	n := p.new(fileKind, at, to)
	n.text, n.settled = p.fileNamed(path), true
	n.variant = p.extension(n.text)
	return n
}

// columnOptions reads the columns of the workspace's files by their names,
// which may be several words, and "column X".
func (p *parser) columnOptions(ph phrase) []option {
	var out []option
	if name, n := p.columnAt(ph.i); n > 0 {
		c := p.columnNode(name, ph.at, ph.i+n)
		out = p.beforeNoun(ph, c, []option{{c, c.to}})
		if _, m := p.has(ph.i, noun); m > 0 {
			return nil // a noun as well: nounOptions, then nameOptions
		}
	}
	return out
}

func (p *parser) columnNode(name string, at, to int) *node {
	c := p.new(columnKind, at, to)
	c.text, c.settled = p.columnName(name), true
	return c
}

// fileWords reads a word that a file is called by, in the request or in the
// workspace: "the orders" of orders.csv.
func (p *parser) fileWords(ph phrase) []option {
	if p.kinds[tableKind] == nil || ph.i >= len(p.ts) || p.ts[ph.i].kind != word || p.known(ph.i) && !p.soft(ph.i) && !p.inflected(ph.i) {
		return nil
	}
	if p.namesThings() {
		return nil
	}
	want := strings.TrimSuffix(normal(p.ts[ph.i].text), "s")
	var hits []string
	for _, s := range p.knownFiles() {
		if strings.TrimSuffix(strings.Join(s.words, " "), "s") == want && !slices.Contains(hits, s.path) {
			hits = append(hits, s.path)
		}
	}
	if len(hits) != 1 || !p.takesItself((&node{kind: p.kinds[tableKind]}).slot("source"), p.fileNode(hits[0], ph.i, ph.i+1)) {
		return nil
	}
	t := p.new(tableKind, ph.at, ph.i+1)
	t.det = ph.det
	t.put("source", p.fileNode(hits[0], ph.i, ph.i+1))
	p.conditionsOf(t, ph)
	return []option{{t, t.to}}
}

// columnsKnown reports whether the columns of the file in a table are known.
func (p *parser) columnsKnown(t *node) bool {
	return slices.ContainsFunc(p.sources, func(s source) bool { return s.path == t.one("source").text && len(s.columns) > 0 })
}

// inflected reports whether a word is a verb only, in a form that orders
// nothing: "the orders".
func (p *parser) inflected(i int) bool {
	for _, f := range p.words.at(p.ts, i) {
		for _, s := range f.senses {
			if s.class != verbal || s.form == base {
				return false
			}
		}
	}
	return true
}

// knownFiles lists the files of the workspace and of the request.
func (p *parser) knownFiles() []source {
	all := slices.Clone(p.sources)
	for _, t := range p.ts {
		if t.kind == file || t.kind == quoted && p.isFile(&node{text: t.text}) {
			all = append(all, prepare([]compiler.Source{{Path: p.fileNamed(t.text)}})...)
		}
	}
	return all
}

// measures reads "total sales", "number of rows", "average of the balance".
func (p *parser) measures(ph phrase) []option {
	m := p.new(measureKind, ph.at, ph.i)
	if m.kind == nil {
		return nil
	}
	m.fn, m.det = ph.fn, "fresh"
	if p.isText(ph.at, "their") { // of what was spoken of, not of all
		m.put("data", p.theirs(ph.at))
	}
	i := ph.i
	if p.isText(i, "of") {
		i++
	}
	var out []option
	_, n := p.has(ph.i, coordinator)
	if n == 0 && ph.i < len(p.ts) && p.ts[ph.i].text == "," {
		n = 1
	}
	if n > 0 && ph.fn != "COUNT" { // "the lowest and the highest balance"
		if next := p.before(ph.i + n); next.fn != "" {
			return []option{{m, ph.i}}
		}
	}
	for _, o := range p.options(i) {
		c := *m
		c.slots = maps.Clone(m.slots)
		c.to = o.to
		f := o.n
		switch {
		case f.name() == nameKind || f.name() == columnKind:
			if ph.fn == "COUNT" {
				continue
			}
			f.kind, f.text, f.settled = p.kinds[columnKind], p.columnName(f.text), true
			c.put("column", f)
		case ph.fn == "COUNT" && (f.name() == tableKind || f.det == "pronoun"):
			f.takes = []string{tableKind}
			c.put("data", f)
		default:
			continue
		}
		p.measureFlags(&c, ph)
		out = append(out, option{&c, o.to})
	}
	if ph.fn == "COUNT" && p.isText(ph.i-1, "many") {
		out = append(out, option{m, ph.i})
	}
	return out
}

func (p *parser) theirs(i int) *node {
	return &node{det: "pronoun", plural: true, at: i, to: i + 1, takes: []string{tableKind}}
}

func (p *parser) measureFlags(c *node, ph phrase) {
	for _, f := range ph.flags {
		c.sel.conditions = append(c.sel.conditions, []condition{f})
	}
}

// ordered reads "top 5 rows", "3 largest balances": rows in an order.
func (p *parser) ordered(ph phrase) []option {
	var out []option
	for _, o := range p.heads(phrase{at: ph.at, i: ph.i, det: "definite", flags: ph.flags}) {
		n := o.n
		switch n.name() {
		case tableKind:
		case columnKind, nameKind:
			if ph.end == "first" || ph.end == "last" {
				continue
			}
			t := p.new(tableKind, ph.at, o.to)
			t.sel.order = p.columnName(n.text)
			n = t
		default:
			continue
		}
		n.det = "definite"
		n.sel.limit = ph.limit
		n.sel.descending, n.sel.last = ph.end == "desc", ph.end == "last"
		n.at, n.to = ph.at, o.to
		out = append(out, option{n, o.to})
	}
	return slices.Clip(out)
}
