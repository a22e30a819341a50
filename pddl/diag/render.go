package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxRendered is how many diagnostics [List.Text] and [List.Feedback] show;
// a last line counts the rest.
const MaxRendered = 50

// maxColumns is how much of a long source line is shown round the caret.
const maxColumns = 100

// String names the severity as it is printed: "error", "warning", "note".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return "unknown"
}

// Text renders the list for a terminal: place, message, source line with a
// caret under the tight range, hint, and related places.
func (l List) Text() string {
	var b strings.Builder
	for i := range l {
		if i == MaxRendered {
			fmt.Fprintf(&b, "... and %d more\n", len(l)-i)
			break
		}
		l[i].text(&b)
	}
	return b.String()
}

// Text renders one diagnostic for a terminal.
func (d Diagnostic) Text() string {
	var b strings.Builder
	d.text(&b)
	return b.String()
}

func (d Diagnostic) text(b *strings.Builder) {
	if place := d.place(); place != "" {
		b.WriteString(printable(place) + ": ")
	}
	fmt.Fprintf(b, "%s: %s [%s]\n", d.Severity, printable(clip(d.Message)), d.Code)
	snippet(b, d.Source, d.Span)
	if d.Hint != "" {
		fmt.Fprintf(b, "  hint: %s\n", printable(clip(d.Hint)))
	}
	for _, r := range d.Related {
		src := r.source(d.Source)
		fmt.Fprintf(b, "  %s: %s\n", printable(placeIn(src, r.Span)), printable(clip(r.Message)))
		snippet(b, src, r.Span)
	}
}

func (r Related) source(of *Source) *Source {
	if r.Source != nil {
		return r.Source
	}
	return of
}

// snippet draws the source line of a span and carets under the span.
func snippet(b *strings.Builder, src *Source, span Span) {
	if src == nil || len(src.Text) == 0 {
		return
	}
	pos := src.Position(span.Start)
	line := src.Line(pos.Line)
	from := min(pos.Column-1, len(line))
	to := min(from+int(max(span.End-span.Start, 1)), len(line))
	prefix, suffix := "", ""
	if from > maxColumns*2/3 {
		cut := from - maxColumns/2
		line, from, to, prefix = line[cut:], from-cut, to-cut, "..."
	}
	if len(line) > maxColumns {
		line, to, suffix = line[:maxColumns], min(to, maxColumns), "..."
	}
	before, marked := printable(string(line[:from])), printable(string(line[from:to]))
	number := fmt.Sprint(pos.Line)
	fmt.Fprintf(b, "  %s | %s%s%s\n", number, prefix, printable(string(line)), suffix)
	fmt.Fprintf(b, "  %s | %s%s\n", strings.Repeat(" ", len(number)),
		strings.Repeat(" ", len(prefix)+utf8.RuneCountInString(before)),
		strings.Repeat("^", max(utf8.RuneCountInString(marked), 1)))
}

// maxLine is how much of a message is shown: it may name a word of any length.
const maxLine = 2000

// clip leaves out the middle of a long text; its end often tells what to do.
func clip(s string) string {
	if len(s) <= maxLine {
		return s
	}
	return strings.ToValidUTF8(s[:maxLine/2], "") + " ... " + strings.ToValidUTF8(s[len(s)-maxLine/2:], "")
}

// printable replaces what would upset a terminal: each tab by one space (so
// that carets line up), each control byte or broken rune by U+FFFD.
func printable(s string) string {
	clean := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return utf8.RuneError
		}
		return r
	}, s)
}

// Feedback renders the list for a language model that is to mend its answer: a
// line a fault, no carets, no codes, notes left out.
func (l List) Feedback() string {
	var b strings.Builder
	shown := l.AtLeast(Warning)
	for i, d := range shown {
		if i == MaxRendered {
			fmt.Fprintf(&b, "- and %d more\n", len(shown)-i)
			break
		}
		fmt.Fprintf(&b, "- %s: %s", d.Severity, d.where())
		b.WriteString(printable(clip(d.Message)))
		if d.Hint != "" {
			b.WriteString(" (" + printable(clip(d.Hint)) + ")")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// where names the place as a model can find it: the JSON path or the text of the line.
func (d Diagnostic) where() string {
	if d.Path != "" {
		return "at " + d.Path + ": "
	}
	if d.Source == nil || len(d.Source.Text) == 0 {
		return ""
	}
	pos := d.Source.Position(d.Span.Start)
	line := strings.TrimSpace(printable(string(d.Source.Line(pos.Line))))
	if line == "" || len(line) > maxColumns {
		return fmt.Sprintf("line %d: ", pos.Line)
	}
	return fmt.Sprintf("line %d `%s`: ", pos.Line, line)
}
