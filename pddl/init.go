package pddl

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"genplanx/pddl/diag"
)

// The two sections that make problems large are decoded straight from their
// bytes. What is not plain, (p a b) or (= (f a) 3), goes the thorough way one
// element at a time, so that every fault is found by one piece of code.

// initSection decodes a balanced "(:init ...)".
func (r *reader) initSection(span diag.Span, p *Problem) {
	i := int(span.Start) + 1
	i += strings.IndexByte(r.text[i:], ':') + len(":init")
	for end := int(span.End) - 1; i < end; {
		if len(p.Init)+len(p.Costs)+len(r.denied) > maxFacts {
			r.tooManyElements(":init", i)
			return
		}
		switch c := r.text[i]; {
		case isSpace(c):
			i++
		case c == ';':
			i = r.sectionComment(i)
		default:
			if next := r.plainElement(i, p); next > 0 {
				i = next
				continue
			}
			nodes, next := r.elementAt(i)
			for k := range nodes {
				r.initElement(&nodes[k], p)
			}
			i = next
		}
	}
}

// plainElement decodes (p a b) or (= (f a) 3) at i and returns its end, or 0.
func (r *reader) plainElement(i int, p *Problem) int {
	text := r.text
	if text[i] != '(' {
		return 0
	}
	start := i
	if text[i+1] == '=' {
		return r.plainAssignment(i, p)
	}
	base := r.room()
	i = r.plainNames(i + 1)
	if i == 0 || len(r.names) == base || isConnective(r.names[base].Text) {
		r.names = r.names[:base]
		return 0
	}
	predicate := r.names[base]
	p.Init = append(p.Init, Fact{
		Predicate: predicate, Args: r.takeArgs(base),
		Span: diag.Span{Start: int32(start), End: int32(i)},
	})
	return i
}

func (r *reader) plainAssignment(start int, p *Problem) int {
	text, i := r.text, start+2
	for isSpace(text[i]) {
		i++
	}
	base := r.room()
	if text[i] != '(' {
		return 0
	}
	if i = r.plainNames(i + 1); i == 0 || len(r.names) == base {
		r.names = r.names[:base]
		return 0
	}
	for isSpace(text[i]) {
		i++
	}
	digits := i
	for text[i] >= '0' && text[i] <= '9' {
		i++
	}
	value, err := strconv.ParseInt(text[digits:i], 10, 64)
	for isSpace(text[i]) {
		i++
	}
	if err != nil || text[i] != ')' {
		r.names = r.names[:base]
		return 0
	}
	function := r.names[base]
	p.Costs = append(p.Costs, Assignment{
		Function: function, Args: r.takeArgs(base), Value: value,
		Span: diag.Span{Start: int32(start), End: int32(i + 1)},
	})
	return i + 1
}

// maxPlain is how many names a plain list holds at most.
const maxPlain = 16

// room makes place for a plain list on the arena and returns where it starts.
func (r *reader) room() int {
	if cap(r.names)-len(r.names) < maxPlain {
		r.names = make([]Name, 0, 4096)
	}
	return len(r.names)
}

// takeArgs cuts the arguments of the names from base on off the arena.
func (r *reader) takeArgs(base int) []Name {
	n := len(r.names)
	if base+1 == n {
		r.names = r.names[:base]
		return nil
	}
	return r.names[base+1 : n : n]
}

// plainNames reads names up to ")" onto the arena and returns the place after
// it, or 0 when something else stands there. The text is balanced, so a ")"
// always comes.
func (r *reader) plainNames(i int) int {
	text := r.text
	for n := 0; ; n++ {
		for isSpace(text[i]) {
			i++
		}
		start := i
		for nameByte[text[i]] && text[i] < 0x80 {
			i++
		}
		if start == i || n == maxPlain {
			if text[i] == ')' && start == i {
				return i + 1
			}
			return 0
		}
		if !validFirst(text[start]) || !isSpace(text[i]) && text[i] != ')' {
			return 0
		}
		r.names = append(r.names, Name{text[start:i], diag.Span{Start: int32(start), End: int32(i)}})
	}
}

func validFirst(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// elementAt reads the one expression that starts at i the ordinary way and
// returns it with its end.
func (r *reader) elementAt(i int) ([]node, int) {
	f := forest{}
	b := builder{forest: &f}
	s := scanner{text: r.text, at: i}
	for first := true; first || len(b.open) > 0 || b.tooDeep > 0; first = false {
		kind, start := s.scan()
		if kind == lexer.EOF {
			break
		}
		b.token(kind, r.text[start:s.at], start)
	}
	b.finish()
	for _, d := range f.faults {
		r.add(d)
	}
	r.forest.comments = append(r.forest.comments, f.comments...)
	return f.items, s.at
}

// expand reads a section node as the list it is.
func (r *reader) expand(n *node) *node {
	items, _ := r.elementAt(int(n.span.Start))
	return &items[0]
}

// objectsSection decodes a balanced "(:objects ...)".
func (r *reader) objectsSection(n *node, p *Problem) {
	comments := len(r.forest.comments)
	objects, ok := r.plainObjects(n.span)
	if len(objects) > maxFacts {
		r.tooManyElements(":objects", int(objects[maxFacts].Name.Span.Start))
		return
	}
	if !ok {
		r.forest.comments = r.forest.comments[:comments]
		n = r.expand(n)
		objects = r.named(n.kids[1:], "object")
	}
	p.Objects = append(p.Objects, objects...)
}

// plainObjects decodes "a b - t c"; false when there is anything else.
func (r *reader) plainObjects(span diag.Span) ([]TypedName, bool) {
	text, i := r.text, int(span.Start)+1
	i += strings.IndexByte(text[i:], ':') + len(":objects")
	var out []TypedName
	untyped, typeNext := 0, false
	for end := int(span.End) - 1; i < end && len(out) <= maxFacts; {
		switch c := text[i]; {
		case isSpace(c):
			i++
			continue
		case c == ';':
			i = r.sectionComment(i)
			continue
		}
		start := i
		for nameByte[text[i]] && text[i] < 0x80 {
			i++
		}
		word := Name{text[start:i], diag.Span{Start: int32(start), End: int32(i)}}
		switch {
		case start == i || !isSpace(text[i]) && text[i] != ')' && text[i] != ';':
			return nil, false
		case word.Text == "-" && !typeNext && untyped < len(out):
			typeNext = true
		case !validFirst(text[start]):
			return nil, false
		case typeNext:
			var types []Name
			if word.Text != objectType {
				types = []Name{word}
			}
			for ; untyped < len(out); untyped++ {
				out[untyped].Types = types
			}
			typeNext = false
		default:
			out = append(out, TypedName{Name: word})
		}
	}
	return out, !typeNext
}

// sectionComment records the comment at i and returns its end.
func (r *reader) sectionComment(i int) int {
	end := lineEnd(r.text, i)
	r.forest.comments = append(r.forest.comments, Comment{Text: r.text[i:end], Span: diag.Span{Start: int32(i), End: int32(end)}})
	return end
}
