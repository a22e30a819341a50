package pddl

import (
	"fmt"
	"slices"

	"genplanx/pddl/diag"
)

// Limits of the reader: spans are 32-bit, and a broken file must not make a
// list of faults larger than itself.
const (
	maxText   = 1 << 30
	maxFaults = 500 // of each severity
)

// FileKind is what a PDDL file holds.
type FileKind uint8

const (
	// Neither is a file that is no PDDL, or holds neither form.
	Neither FileKind = iota
	// DomainFile holds (define (domain ...) ...).
	DomainFile
	// ProblemFile holds (define (problem ...) ...).
	ProblemFile
)

// Detect tells what a file holds by its first words; it reads no further.
func Detect(text []byte) FileKind {
	var words []string
	// 64 KiB of comments before the first word is not a PDDL file.
	s := scanner{text: lower(text[:min(len(text), 1<<16)])}
	s.at = bomLength(s.text)
	for len(words) < 2 {
		switch kind, start := s.scan(); kind {
		case tokenOpen, tokenComment:
		case tokenWord:
			words = append(words, s.text[start:s.at])
		default:
			return Neither
		}
	}
	if words[0] != "define" {
		return Neither
	}
	switch words[1] {
	case "domain":
		return DomainFile
	case "problem":
		return ProblemFile
	}
	return Neither
}

// ReadDomain reads a domain file. It returns as much of the tree as could be
// read, never nil, and all faults of form; [CheckDomain] finds those of meaning.
// text must not change afterwards.
func ReadDomain(name string, text []byte) (*Domain, diag.List) {
	r := newReader(name, text)
	d := &Domain{Source: r.src}
	if form, parts := r.define("domain"); form != nil {
		d.Span, d.Name = form.span, r.formName
		r.domain(d, parts)
	}
	d.Comments = r.comments()
	return d, r.finish()
}

// ReadProblem reads a problem file, as [ReadDomain] reads a domain.
func ReadProblem(name string, text []byte) (*Problem, diag.List) {
	r := newReader(name, text)
	p := &Problem{Source: r.src}
	if form, parts := r.define("problem"); form != nil {
		p.Span, p.Name = form.span, r.formName
		r.problem(p, parts)
	}
	p.Comments = r.comments()
	return p, r.finish()
}

// reader gives lists their meaning and gathers faults.
type reader struct {
	src      *diag.Source
	text     string // of src, in lower case
	forest   *forest
	formName Name
	context  diag.Span // the form being read, for diagnostics
	faults   diag.List
	reported severities
	names    []Name // arena of facts' arguments
	denied   []Fact // negated in :init
	lastBare int32  // end of the last word in :init that stands outside of a fact
}

func newReader(name string, text []byte) *reader {
	r := &reader{src: diag.NewSource(name, text), forest: &forest{}}
	if len(text) > maxText {
		r.src = diag.NewSource(name, nil)
		r.fault(diag.FileTooLarge, diag.Span{}, "the file has %d bytes; at most %d can be read", len(text), maxText)
		return r
	}
	r.text = lower(text)
	if d, refused := tooMuch(r.text, true); refused {
		r.add(d)
		return r
	}
	f, err := fileParser.ParseString("", r.text)
	if err != nil { // the forest takes every token, so this is a fault of ours
		r.fault(diag.StrayToken, diag.Span{}, "%v", err)
		return r
	}
	r.forest = f.Forest
	for _, d := range r.forest.faults {
		r.add(d)
	}
	return r
}

// finish returns the faults in order of place.
func (r *reader) finish() diag.List {
	r.faults.Sort()
	return r.faults
}

// comments returns all comments in order of place, as they were written: the
// forest has them in lower case, and those of undecoded sections last.
func (r *reader) comments() []Comment {
	all := r.forest.comments
	slices.SortFunc(all, func(a, b Comment) int { return int(a.Span.Start) - int(b.Span.Start) })
	for i, c := range all {
		all[i].Text = string(r.src.Text[c.Span.Start:c.Span.End])
	}
	return all
}

// add appends a fault, up to maxFaults of its severity.
func (r *reader) add(d diag.Diagnostic) *diag.Diagnostic {
	if !r.reported.admit(&d) {
		return &diag.Diagnostic{}
	}
	if d.Context == (diag.Span{}) {
		d.Context = r.context
	}
	d.Source = r.src
	r.faults = append(r.faults, d)
	return &r.faults[len(r.faults)-1]
}

// fault reports an error; the caller may add a hint to what is returned.
func (r *reader) fault(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return r.report(diag.Error, code, span, format, args...)
}

func (r *reader) report(s diag.Severity, code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return r.add(diag.Diagnostic{Severity: s, Code: code, Span: span, Message: fmt.Sprintf(format, args...)})
}

// define finds the (define (WANT name) ...) form of the file and returns it
// with the parts after the name.
func (r *reader) define(want string) (form *node, parts []node) {
	for i := range r.forest.items {
		n := &r.forest.items[i]
		head := n.head()
		switch {
		case form == nil && (head == "define" || diag.Suggest(head, []string{"define"}) != ""):
			if head != "define" {
				r.fault(diag.UnknownKeyword, n.kids[0].span, "unknown keyword `%s`", head).Hint = "did you mean `define`?"
			}
			form, parts = n, r.header(n, want)
		case head == "define":
			r.fault(diag.StrayToken, n.tight(), "a second (define ...) in one file").Hint = "put domain and problem in files of their own"
		default:
			r.fault(diag.StrayToken, n.tight(), "%s has no place outside of (define (%s ...) ...)", describe(n), want)
		}
	}
	if form == nil && !r.faults.HasErrors() {
		r.fault(diag.WrongFile, diag.Span{}, "no (define (%s ...) ...) here", want).Hint =
			fmt.Sprintf("a %s file starts with (define (%s NAME)", want, want)
	}
	return form, parts
}

// header reads "(domain NAME)" of a define form.
func (r *reader) header(form *node, want string) []node {
	r.context = form.tight()
	parts := form.kids[1:]
	if len(parts) == 0 || !parts[0].isList() || len(parts[0].kids) == 0 || !parts[0].kids[0].isWord() {
		r.fault(diag.MissingName, form.tight(), "(define is not followed by (%s NAME)", want)
		return parts
	}
	h := &parts[0]
	if kind := h.head(); kind != want {
		if kind != "domain" && kind != "problem" && diag.Suggest(kind, []string{want}) == "" {
			r.fault(diag.UnknownKeyword, h.tight(), "`(%s` where (%s NAME) was expected", kind, want)
			if len(kind) > 0 && kind[0] == ':' {
				return parts
			}
			return parts[1:]
		}
		f := r.fault(diag.WrongFile, h.tight(), "this is a %s, but a %s was expected", kind, want)
		if kind != "domain" && kind != "problem" {
			f.Code, f.Message = diag.UnknownKeyword, fmt.Sprintf("unknown keyword `%s`", kind)
			f.Hint = fmt.Sprintf("did you mean `%s`?", want)
		} else {
			return nil
		}
	}
	if len(h.kids) < 2 {
		r.fault(diag.MissingName, h.tight(), "the %s has no name", want).Hint = fmt.Sprintf("write (%s NAME)", want)
		return parts[1:]
	}
	r.formName, _ = r.name(&h.kids[1], want)
	r.surplus(h.kids[2:], "after the name of the "+want)
	return parts[1:]
}

// keyword returns the keyword of a section or clause as one of known, mending
// a misspelling with a fault, or "".
func (r *reader) keyword(n *node, known []string) string {
	word, span := n.text, n.span
	if !n.isWord() {
		word = n.head()
		if n.isList() && len(n.kids) > 0 {
			span = n.kids[0].span
		}
	}
	if slices.Contains(known, word) {
		return word
	}
	if word == "" {
		r.fault(diag.StrayToken, n.tight(), "%s where a keyword like %s was expected", describe(n), known[0])
		return ""
	}
	if feature := unsupportedKeywords[word]; feature != "" {
		r.fault(diag.Unsupported, span, "%s (`%s`) are not supported", feature, word)
		return ""
	}
	guess := diag.Suggest(word, known)
	if n.isList() && guess == "" && word[0] != ':' && !slices.Contains(known, ":"+word) {
		r.fault(diag.StrayToken, n.tight(), "%s stands between sections", describe(n)).Hint =
			"the section before it may be closed by a `)` too early"
		return ""
	}
	if guess == "" && word[0] != ':' && slices.Contains(known, ":"+word) {
		guess = ":" + word
	}
	f := r.fault(diag.UnknownKeyword, span, "unknown keyword `%s`", word)
	if guess != "" {
		f.Hint = fmt.Sprintf("did you mean `%s`?", guess)
	}
	return guess
}

// unsupportedKeywords are parts of PDDL and its kin that this reader knows and refuses.
var unsupportedKeywords = map[string]string{
	":durative-action": "durative actions",
	":constraints":     "trajectory constraints",
	":process":         "processes",
	":event":           "events",
	":axiom":           "PDDL 1 axioms",
	":situation":       "situations",
	":timeless":        "timeless facts",
	":safety":          "safety constraints",
	":expansion":       "action expansions",
	":method":          "task decompositions",
	":task":            "tasks of hierarchical planning",
	":tasks":           "tasks of hierarchical planning",
	":htn":             "task networks of hierarchical planning",
	":observe":         "sensing effects",
	":duration":        "durations",
	":condition":       "durative conditions",
	":vars":            "`:vars` lists of PDDL 1",
}

// surplus reports nodes that stand where the list should have ended.
func (r *reader) surplus(nodes []node, where string) {
	if len(nodes) > 0 {
		r.fault(diag.StrayToken, nodes[0].tight(), "%s has no place %s", describe(&nodes[0]), where)
	}
}

// describe names a node in the user's words.
func describe(n *node) string {
	switch {
	case n.isWord():
		return "`" + n.text + "`"
	case n.head() != "":
		return "`(" + n.head() + " ...)`"
	case n.isList() && len(n.kids) == 0:
		return "`()`"
	}
	return "a list"
}
