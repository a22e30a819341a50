package pddl

import (
	"bytes"
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

// Format lays PDDL text out anew: sections, clauses, facts and the parts of
// conjunctions on lines of their own, long lists broken. It changes white space
// only; every comment stays with what it stands by, single blank lines and
// upper case stay. The result formatted again is the same. Of text whose
// parentheses or characters are wrong it returns the faults and no bytes.
func Format(name string, text []byte) ([]byte, diag.List) {
	r := &reader{src: diag.NewSource(name, text), forest: &forest{}}
	if len(text) > maxText {
		r = newReader(name, text)
		return nil, r.finish()
	}
	r.text = lower(text)
	if d, refused := tooMuch(r.text, false); refused {
		r.add(d)
		return nil, r.finish()
	}
	f, err := annotatedParser.ParseString("", r.text)
	if err != nil {
		r.fault(diag.StrayToken, diag.Span{}, "%v", err)
		return nil, r.finish()
	}
	for _, d := range f.Forest.faults {
		r.add(d)
	}
	if r.faults.HasErrors() {
		return nil, r.finish()
	}
	l := &layout{text: text}
	l.kids(f.Forest.items, 0, listStyle{}, 0)
	if l.out.Len() > 0 {
		l.out.WriteByte('\n')
	}
	return bytes.TrimLeft(l.out.Bytes(), "\n"), r.finish()
}

// layout writes nodes; column is the width of the line so far.
type layout struct {
	text    []byte // as the user wrote it
	out     bytes.Buffer
	column  int
	comment bool // the line ends in a comment: nothing may follow on it
}

// listStyle says how the parts of a list are laid out.
type listStyle struct {
	head     int  // parts that stay on the first line
	perLine  bool // broken even where it fits, when it has two parts or more
	ownClose bool // ")" on a line of its own
	typed    bool // a typed list: a line a type
	clauses  bool // a keyword and its value stay on one line
}

func styleOf(n *node, depth int) listStyle {
	switch head := n.head(); {
	case head == "define" && depth == 0:
		return listStyle{head: 2, perLine: true, ownClose: true}
	case depth == 1 && isActionHead(head):
		return listStyle{head: 2, perLine: true, ownClose: true, clauses: true}
	case depth == 1 && slices.Contains([]string{":objects", ":constants", ":types"}, head):
		return listStyle{head: 1, perLine: true, ownClose: true, typed: true}
	case depth == 1 && slices.Contains([]string{":init", ":predicates", ":functions"}, head):
		return listStyle{head: 1, perLine: true, ownClose: true}
	case head == "and" && depth == 2: // of a clause; deeper ones stay on the line where they fit
		return listStyle{head: 1, perLine: true}
	case slices.Contains([]string{"forall", "exists", ":goal", ":derived"}, head):
		return listStyle{head: 2}
	}
	return listStyle{head: 1}
}

func (l *layout) write(s string) {
	l.out.WriteString(s)
	l.column += len(s)
	l.comment = false
}

func (l *layout) newline(indent int) {
	l.out.WriteByte('\n')
	for range indent {
		l.out.WriteByte(' ')
	}
	l.column, l.comment = indent, false
}

func (l *layout) raw(span diag.Span) string { return string(l.text[span.Start:span.End]) }

// node writes a node where the line stands; indent is that of the line.
func (l *layout) node(n *node, indent, depth int) {
	if !n.isList() {
		l.write(l.raw(n.span))
		return
	}
	style := styleOf(n, depth)
	if l.fits(n) && (!style.perLine || oneChunk(n.kids, style) && !style.clauses && depth > 0) {
		l.flat(n)
		return
	}
	l.write("(")
	l.kids(n.kids, indent+2, style, depth+1)
	if style.ownClose || l.comment {
		l.newline(indent)
	}
	l.write(")")
}

// kids writes the parts of a list: the head on the line, the others below.
func (l *layout) kids(kids []node, indent int, style listStyle, depth int) {
	onLine := true // what comes next may stand on the line
	for i := 0; i < len(kids); {
		n := &kids[i]
		first := i == 0
		if n.kind == commentNode && !l.startsLine(kids, i) && !(first && depth == 0) {
			if !first {
				l.write(" ")
			}
			l.write(l.raw(n.span))
			l.comment, onLine = true, false
			i++
			continue
		}
		if n.kind == commentNode {
			onLine = false
		}
		end := chunk(kids, i, style)
		if i < style.head && onLine && !l.comment {
			if !first {
				l.write(" ")
			}
		} else {
			onLine = l.separate(kids, i, end, indent, style, depth)
		}
		for k := i; k < end; k++ {
			if k > i {
				l.write(" ")
			}
			l.node(&kids[k], indent-boolInt(i < style.head && kids[k].isList())*2, depth)
		}
		if n.kind == commentNode {
			l.comment = true
		}
		i = end
	}
}

// oneChunk reports whether at most one thing follows the head.
func oneChunk(kids []node, style listStyle) bool {
	return len(kids) <= style.head || chunk(kids, style.head, style) == len(kids)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// separate goes to the place of a chunk that is not of the head: further on the
// line, when words are filled, or on a new one.
func (l *layout) separate(kids []node, i, end, indent int, style listStyle, depth int) bool {
	width := 1
	for k := i; k < end; k++ {
		width += l.width(&kids[k]) + 1
	}
	blank := l.blankBefore(kids, i) || depth == 1 && style.head == 2 && isBlockHead(kids[i].head()) && kids[i-1].kind != commentNode
	fill := kids[i].isWord() && i > 0 && kids[i-1].kind != commentNode && !style.clauses && !blank &&
		!l.comment && l.column+width <= maxLine && !(style.typed && (typeBefore(kids, i) || i == style.head)) && !(depth <= 1)
	if fill && (kids[i-1].isWord() || typeBefore(kids, i)) {
		l.write(" ")
		return true
	}
	if blank {
		l.out.WriteByte('\n')
	}
	if l.out.Len() > 0 || depth > 0 {
		l.newline(indent)
	}
	return true
}

// isBlockHead tells the sections that a blank line goes before.
func isBlockHead(s string) bool { return isActionHead(s) || s == ":derived" }

// typeBefore reports whether a "- type" ends right before part i.
func typeBefore(kids []node, i int) bool {
	return i >= 2 && kids[i-2].isWord() && kids[i-2].text == "-"
}

// chunk returns the end of the parts from i on that stay together: a keyword
// with its value, a name with its type.
func chunk(kids []node, i int, style listStyle) int {
	n := &kids[i]
	next := func(k int) *node {
		if k < len(kids) && kids[k].kind != commentNode {
			return &kids[k]
		}
		return nil
	}
	switch {
	case style.clauses && i >= style.head && n.isWord() && strings.HasPrefix(n.text, ":"):
		if v := next(i + 1); v != nil && !(v.isWord() && strings.HasPrefix(v.text, ":")) {
			return i + 2
		}
	case !(n.isWord() && n.text == "-") && i >= style.head || n.isWord() && strings.HasPrefix(n.text, "?"):
		if d, t := next(i+1), next(i+2); d != nil && t != nil && d.isWord() && d.text == "-" {
			return i + 3
		}
	case n.isWord() && n.text == "-":
		if next(i+1) != nil {
			return i + 2
		}
	}
	return i + 1
}

// between returns the text between part i and what stands before it in the
// list: the part before, or the opening parenthesis.
func (l *layout) between(kids []node, i int) []byte {
	from := int32(0)
	if i > 0 {
		from = kids[i-1].span.End
	} else if start := bytes.LastIndexByte(l.text[:kids[0].span.Start], '('); start >= 0 {
		from = int32(start)
	}
	return l.text[from:kids[i].span.Start]
}

// startsLine reports whether part i is the first on its line.
func (l *layout) startsLine(kids []node, i int) bool {
	return bytes.IndexByte(l.between(kids, i), '\n') >= 0
}

// blankBefore reports whether a blank line stands before part i.
func (l *layout) blankBefore(kids []node, i int) bool {
	return i > 0 && bytes.Count(l.between(kids, i), []byte("\n")) > 1
}

// fits reports whether the node has no comment and goes on the line.
func (l *layout) fits(n *node) bool { return l.column+l.width(n) <= maxLine }

// width is the length of the node on one line, or more than a line holds.
func (l *layout) width(n *node) int { return min(measure(n, maxLine), maxLine+1) }

// measure stops when the budget is used up, so that asking at each level of a
// deep tree stays cheap.
func measure(n *node, budget int) int {
	if n.kind == commentNode {
		return budget + 1
	}
	if !n.isList() {
		return int(n.span.End - n.span.Start)
	}
	w := 2 + max(len(n.kids)-1, 0)
	for i := range n.kids {
		if w > budget {
			break
		}
		w += measure(&n.kids[i], budget-w)
	}
	return w
}

// flat writes a node on the line.
func (l *layout) flat(n *node) {
	if !n.isList() {
		l.write(l.raw(n.span))
		return
	}
	l.write("(")
	for i := range n.kids {
		if i > 0 {
			l.write(" ")
		}
		l.flat(&n.kids[i])
	}
	l.write(")")
}
