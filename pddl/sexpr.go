package pddl

import (
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"genplanx/pddl/diag"
)

// file is the grammar participle builds the parser from. All structure of PDDL
// is in its lists; the typed reader (read*.go) gives them meaning, because only
// it can say what was meant where something is wrong.
type file struct {
	Forest *forest `parser:"@@"`
}

// annotatedFile is the grammar of the formatter.
type annotatedFile struct {
	Forest *annotated `parser:"@@"`
}

var (
	fileParser      = participle.MustBuild[file](participle.Lexer(definition{sections: true}))
	annotatedParser = participle.MustBuild[annotatedFile](participle.Lexer(definition{}))
)

// maxDepth bounds nesting, so that no reader of the tree needs to fear its own
// recursion. Nothing written by people or planners' authors comes near.
const maxDepth = 500

// kind tells what a node is.
type kind uint8

const (
	wordNode kind = iota + 1
	listNode
	sectionNode // undecoded "(:init ...)" or "(:objects ...)"
	commentNode // only when reading for the formatter
)

// node is one S-expression.
type node struct {
	text string // of a word, comment or section
	kids []node // of a list
	span diag.Span
	kind kind
}

func (n *node) isList() bool { return n.kind == listNode }
func (n *node) isWord() bool { return n.kind == wordNode }

// head returns the first word of a list, or "".
func (n *node) head() string {
	if n.kind == sectionNode {
		return sectionHead(n.text)
	}
	if n.kind == listNode && len(n.kids) > 0 && n.kids[0].kind == wordNode {
		return n.kids[0].text
	}
	return ""
}

// tight is where a caret goes for a node: a word itself, of a list its head.
func (n *node) tight() diag.Span {
	switch {
	case n.isWord():
		return n.span
	case n.isList() && len(n.kids) > 0 && n.kids[0].isWord():
		return diag.Span{Start: n.span.Start, End: n.kids[0].span.End}
	case n.kind == sectionNode:
		return diag.Span{Start: n.span.Start, End: n.span.Start + int32(strings.IndexByte(n.text, ':')+len(sectionHead(n.text)))}
	}
	return diag.Span{Start: n.span.Start, End: n.span.Start + 1}
}

// forest is all S-expressions of a text, with the faults of their structure.
type forest struct {
	items    []node
	comments []Comment
	faults   diag.List
}

var _ participle.Parseable = (*forest)(nil)

// Parse implements [participle.Parseable]: it takes all tokens. It never
// fails; faults are in the forest, mended as well as can be.
func (f *forest) Parse(lex *lexer.PeekingLexer) error {
	b := builder{forest: f, mend: true}
	b.all(lex)
	return nil
}

// annotated is a forest that keeps comments among its nodes, for the formatter.
type annotated struct{ forest }

// Parse implements [participle.Parseable].
func (f *annotated) Parse(lex *lexer.PeekingLexer) error {
	b := builder{forest: &f.forest, mend: true, keep: true}
	b.all(lex)
	return nil
}

func (b *builder) all(lex *lexer.PeekingLexer) {
	for t := lex.Next(); !t.EOF(); t = lex.Next() {
		b.token(t.Type, t.Value, t.Pos.Offset)
	}
	b.finish()
}

// frame is a list that is still open: where it opens and where its parts
// start on the builder's stack.
type frame struct {
	start int32
	base  int
}

// builder turns tokens into nodes without recursion. The parts of all open
// lists lie on one stack and are copied to their list when it closes.
type builder struct {
	forest     *forest
	stack      []node
	open       []frame
	arena      []node
	end        int32 // end of the last token
	tooDeep    int   // lists open beyond maxDepth
	sawTooDeep bool
	mend       bool // mend missing and surplus parentheses
	keep       bool // keep comments among the nodes
}

// token takes one token; start is its place in the text.
func (b *builder) token(kind lexer.TokenType, value string, start int) {
	span := diag.Span{Start: int32(start), End: int32(start + len(value))}
	switch kind {
	case tokenOpen:
		b.openList(span)
	case tokenClose:
		b.closeList(span)
	case tokenWord:
		b.word(node{kind: wordNode, text: value, span: span})
	case tokenSection:
		b.beforeKeyword(value, span)
		b.push(node{kind: sectionNode, text: value, span: span})
	case tokenComment:
		b.comment(value, span)
	case tokenStray:
		b.stray(value, span)
	}
	b.end = span.End
}

// stray reports illegal characters. What they quote is read all the same, so
// that a name in quotes is not missed as well.
func (b *builder) stray(text string, span diag.Span) {
	b.fault(strayFault(text, span))
	name := strings.Trim(text, "\"'`“”‘’,")
	if from := strings.Index(text, name); from > 0 && wordEnd(name, 0) == len(name) {
		start := span.Start + int32(from)
		b.push(node{kind: wordNode, text: name, span: diag.Span{Start: start, End: start + int32(len(name))}})
	}
}

func (b *builder) push(n node) {
	if b.tooDeep == 0 {
		b.stack = append(b.stack, n)
	}
}

func (b *builder) comment(text string, span diag.Span) {
	if b.keep {
		b.push(node{kind: commentNode, text: text, span: span})
		return
	}
	b.forest.comments = append(b.forest.comments, Comment{Text: text, Span: span})
}

func (b *builder) openList(span diag.Span) {
	if len(b.open) < maxDepth && b.tooDeep == 0 {
		b.open = append(b.open, frame{span.Start, len(b.stack)})
		return
	}
	b.tooDeep++
	if !b.sawTooDeep {
		b.sawTooDeep = true
		b.fault(diag.Diagnostic{
			Severity: diag.Error, Code: diag.NestingTooDeep, Span: span,
			Message: "lists are nested deeper than 500 levels here",
			Hint:    "no PDDL needs that; look for a run of surplus `(`",
		})
	}
}

func (b *builder) closeList(span diag.Span) {
	switch {
	case b.tooDeep > 0:
		b.tooDeep--
	case len(b.open) == 0:
		b.surplus(span)
	default:
		b.pop(span.End)
	}
}

// pop closes the innermost list at end.
func (b *builder) pop(end int32) {
	f := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	kids := b.copy(b.stack[f.base:])
	b.stack = append(b.stack[:f.base], node{kind: listNode, kids: kids, span: diag.Span{Start: f.start, End: end}})
}

// copy moves nodes to memory that is not reused. Slices have no spare
// capacity, so that appending to one cannot overwrite its neighbour.
func (b *builder) copy(nodes []node) []node {
	n := len(nodes)
	if n == 0 {
		return nil
	}
	if len(b.arena) < n {
		b.arena = make([]node, max(n, min(4096, 16+2*len(b.stack))))
	}
	out := b.arena[:n:n]
	b.arena = b.arena[n:]
	copy(out, nodes)
	return out
}
