package pddl

import (
	"github.com/alecthomas/participle/v2/lexer"

	"genplanx/pddl/diag"
)

// What is kept of a text, at most. A token takes about 220 bytes and a fact about
// 120 while they are read, so that a text of parentheses needs 200 times its size.
const (
	maxTokens = 10_000_000
	maxOpen   = 1_000_000  // lists left open; far fewer are mended and told one by one
	maxFacts  = 10_000_000 // in :init; also names in :objects
)

// tooMuch refuses a text with more tokens than can be kept, before they are. The
// two sections that make problems large are one token each if sections says so.
func tooMuch(text string, sections bool) (diag.Diagnostic, bool) {
	if len(text) <= maxOpen {
		return diag.Diagnostic{}, false
	}
	open := 0
	s := scanner{text: text, sections: sections, at: bomLength(text)}
	for n := 0; ; n++ {
		kind, start := s.scan()
		d := diag.Diagnostic{Severity: diag.Error, Span: diag.Span{Start: int32(start), End: int32(s.at)}}
		switch {
		case kind == lexer.EOF:
			return d, false
		case n == maxTokens:
			d.Code, d.Message = diag.FileTooLarge, "10000000 names and parentheses stand before this"
			d.Hint = "no more can be read, not counting those in :init and :objects"
			return d, true
		case open > maxOpen:
			d.Code, d.Message = diag.NestingTooDeep, "1000000 lists are open here"
			d.Hint = "look for a run of surplus `(`"
			return d, true
		case kind == tokenOpen:
			open++
		case kind == tokenClose && open > 0:
			open--
		}
	}
}

func (r *reader) tooManyElements(section string, at int) {
	r.fault(diag.FileTooLarge, diag.Span{Start: int32(at), End: int32(at) + 1}, "%d elements of `%s` stand before this", maxFacts, section).Hint =
		"no more can be read"
}
