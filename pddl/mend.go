package pddl

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl/diag"
)

// A parenthesis forgotten or doubled shifts everything after it. The keywords
// tell: a section (:action, :init) stands directly in (define ...), and
// :parameters, :precondition and :effect directly in an action. Where one
// stands elsewhere, lists are closed or opened again until it is in place, the
// fault is reported there, and reading goes on as if the text had been right.

// isSectionKeyword tells the keywords that begin a list directly in (define ...).
func isSectionKeyword(s string) bool {
	return slices.Contains(sectionKeywords, s)
}

// isActionKeyword tells the keywords that stand directly in an action.
func isActionKeyword(s string) bool {
	return slices.Contains(actionKeywords, s)
}

var (
	sectionKeywords = []string{
		":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":durative-action",
		":derived", ":domain", ":objects", ":init", ":goal", ":metric", ":constraints", ":length",
	}
	actionKeywords = []string{":parameters", ":precondition", ":effect", ":condition", ":duration"}
)

func (b *builder) word(n node) {
	if b.mend && b.tooDeep == 0 && len(n.text) > 2 && (n.text[0] == ':' || n.text == "define") {
		b.beforeKeyword(n.text, n.span)
	}
	if len(b.open) == 0 && n.text[0] == ':' && isActionKeyword(n.text) {
		b.reopenAction(n)
	}
	b.push(n)
}

// beforeKeyword puts the builder to the level the keyword belongs to. For a
// section token text is the whole section.
func (b *builder) beforeKeyword(text string, span diag.Span) {
	if text[0] == '(' { // a section in one token: its list is not on b.open
		b.toLevel(1, sectionHead(text), diag.Span{Start: span.Start, End: span.Start + 1})
		return
	}
	isHead := len(b.open) > 0 && b.open[len(b.open)-1].base == len(b.stack)
	switch {
	case isHead && (isSectionKeyword(text) || text == "define"):
		own := b.open[len(b.open)-1]
		b.open = b.open[:len(b.open)-1]
		level := 1
		if text == "define" {
			level = 0
		}
		b.toLevel(level, text, diag.Span{Start: own.start, End: span.End})
		b.open = append(b.open, frame{own.start, len(b.stack)})
	case !isHead && isActionKeyword(text):
		b.toAction(text, span)
	}
}

// toLevel closes or opens lists until level of them are open.
func (b *builder) toLevel(level int, keyword string, span diag.Span) {
	if level == 1 && len(b.open) == 0 {
		b.reopen("define", keyword, span)
		return
	}
	if len(b.open) > level {
		inside := b.describe(b.open[len(b.open)-1])
		b.missing(span, fmt.Sprintf("`(%s` stands inside %s", keyword, inside))
		for len(b.open) > level {
			b.pop(b.end)
		}
	}
}

// toAction makes the enclosing action the innermost open list.
func (b *builder) toAction(keyword string, span diag.Span) {
	if len(b.open) == 1 {
		b.reopen(":action", keyword, span)
		return
	}
	if len(b.open) <= 2 || !isActionHead(b.headOf(b.open[1])) {
		return
	}
	action := b.describe(b.open[1])
	inside := ""
	for i := b.open[2].base - 1; i > b.open[1].base; i-- {
		if n := &b.stack[i]; n.kind == wordNode && n.text[0] == ':' {
			inside = "`" + n.text + "` of "
			break
		}
	}
	b.missing(span, fmt.Sprintf("`%s` stands inside %s%s", keyword, inside, action))
	for len(b.open) > 2 {
		b.pop(b.end)
	}
}

// reopenAction opens the last (define ...) and in it the last action again.
func (b *builder) reopenAction(n node) {
	if b.mend && b.reopen("define", n.text, n.span) {
		b.reopen(":action", n.text, n.span)
	}
}

// reopen takes the list that was closed last apart again when its head is as
// named, and says that its ")" is one too many.
func (b *builder) reopen(head, keyword string, span diag.Span) bool {
	base := 0
	if len(b.open) > 0 {
		base = b.open[len(b.open)-1].base
	}
	if len(b.stack) <= base {
		return false
	}
	last := b.stack[len(b.stack)-1]
	if h := last.head(); h != head && !(head == ":action" && isActionHead(h)) || !last.isList() {
		return false
	}
	b.stack = b.stack[:len(b.stack)-1]
	b.open = append(b.open, frame{last.span.Start, len(b.stack)})
	b.stack = append(b.stack, last.kids...)
	b.fault(diag.Diagnostic{
		Severity: diag.Error, Code: diag.ExtraParen,
		Span:    diag.Span{Start: last.span.End - 1, End: last.span.End},
		Context: last.span,
		Message: fmt.Sprintf("surplus `)`: it ends %s, yet `%s` follows", b.describe(b.open[len(b.open)-1]), keyword),
		Hint:    "delete one `)` here or before",
		Related: []diag.Related{{Span: span, Message: fmt.Sprintf("`%s` belongs into it", keyword)}},
	})
	return true
}

// fault gathers faults of structure. Beyond maxFaults they are dropped, and
// mending ends: each mend may move all of the tree, so that many of them would
// take quadratic time.
func (b *builder) fault(d diag.Diagnostic) {
	if len(b.forest.faults) > maxFaults {
		b.mend = false
		return
	}
	b.forest.faults.Add(d)
}

// missing reports that a ")" is missing before span.
func (b *builder) missing(span diag.Span, message string) {
	inner := b.open[len(b.open)-1]
	b.fault(diag.Diagnostic{
		Severity: diag.Error, Code: diag.MissingParen, Span: span,
		Context: diag.Span{Start: b.open[min(1, len(b.open)-1)].start, End: span.End},
		Message: message + ": a `)` is missing before it",
		Hint:    "close " + b.describe(inner) + " first",
		Related: []diag.Related{{Span: b.headSpan(inner), Message: "this list is still open"}},
	})
}

// surplus reports a ")" that closes nothing; a run of them is one fault.
func (b *builder) surplus(span diag.Span) {
	faults := b.forest.faults
	if n := len(faults); n > 0 && faults[n-1].Code == diag.ExtraParen && faults[n-1].Span.End == b.end {
		faults[n-1].Span.End = span.End
		return
	}
	b.fault(diag.Diagnostic{
		Severity: diag.Error, Code: diag.ExtraParen, Span: span,
		Message: "surplus `)`: no list is open here", Hint: "delete it, or look for a list closed too early before it",
	})
}

// finish closes what is open at the end of the text.
func (b *builder) finish() {
	if n := len(b.open); n > 0 {
		d := diag.Diagnostic{
			Severity: diag.Error, Code: diag.MissingParen, Span: diag.Span{Start: max(b.end-1, 0), End: b.end},
			Context: diag.Span{Start: b.open[0].start, End: b.end},
			Message: "the text ends and `)` is missing",
			Hint:    fmt.Sprintf("add `%s` at the end, or close an inner list earlier", strings.Repeat(")", min(n, 10))),
		}
		if n > 1 {
			d.Message = fmt.Sprintf("the text ends and %d `)` are missing", n)
		}
		for _, f := range b.open[max(0, n-3):] {
			d.Related = append(d.Related, diag.Related{Span: b.headSpan(f), Message: b.describe(f) + " is still open"})
		}
		b.fault(d)
	}
	for len(b.open) > 0 {
		b.pop(b.end)
	}
	b.forest.items = b.stack
}

// headOf returns the first word of an open list, or "".
func (b *builder) headOf(f frame) string {
	if f.base < len(b.stack) && b.stack[f.base].kind == wordNode {
		return b.stack[f.base].text
	}
	return ""
}

// describe names an open list: "`(:action pick`", "this list".
func (b *builder) describe(f frame) string {
	head := b.headOf(f)
	if head == "" {
		return "the list opened with `(`"
	}
	if isActionHead(head) && f.base+1 < len(b.stack) && b.stack[f.base+1].kind == wordNode {
		head += " " + b.stack[f.base+1].text
	}
	return "`(" + head + "`"
}

func (b *builder) headSpan(f frame) diag.Span {
	if b.headOf(f) != "" {
		return diag.Span{Start: f.start, End: b.stack[f.base].span.End}
	}
	return diag.Span{Start: f.start, End: f.start + 1}
}

func isActionHead(s string) bool { return s == ":action" || s == ":durative-action" }

// sectionHead returns the keyword of an undecoded section.
func sectionHead(text string) string {
	i := strings.IndexByte(text, ':')
	return text[i:wordEnd(text, i)]
}

// strayFault names a character that is not PDDL.
func strayFault(text string, span diag.Span) diag.Diagnostic {
	d := diag.Diagnostic{Severity: diag.Error, Code: diag.IllegalCharacter, Span: span}
	switch r := []rune(text)[0]; {
	case r == 0:
		d.Message, d.Hint = "a NUL byte stands here", "the file may be binary or cut short"
	case r == '\ufffd':
		d.Code = diag.InvalidUTF8
		d.Message, d.Hint = "these bytes are not UTF-8", "save the file as UTF-8 or plain ASCII"
	case strings.ContainsRune("\"'`“”‘’", r):
		d.Message, d.Hint = fmt.Sprintf("a quotation mark %c has no place in PDDL", r), "names are written without quotes"
	case strings.ContainsRune("{}[]", r):
		d.Message, d.Hint = fmt.Sprintf("`%c` has no place in PDDL", r), "PDDL uses round parentheses only"
	case r == ',':
		d.Message, d.Hint = "a comma has no place in PDDL", "names are separated by spaces"
	case r == '–' || r == '—' || r == '‑':
		d.Message, d.Hint = fmt.Sprintf("`%c` is a typographic dash", r), "write `-`"
	case r < ' ' || r == 0x7f || r > 0x7f:
		d.Message = fmt.Sprintf("the character %U has no place in PDDL", r)
	default:
		d.Message = fmt.Sprintf("`%c` has no place in PDDL", r)
	}
	return d
}
