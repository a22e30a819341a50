package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// List is the faults found in one reading or check. It is an error; use
// [List.Err] where an error is returned, so that a list of mere warnings is nil.
type List []Diagnostic

// Add appends diagnostics.
func (l *List) Add(ds ...Diagnostic) { *l = append(*l, ds...) }

// Append appends all of another list.
func (l *List) Append(other List) { *l = append(*l, other...) }

// HasErrors reports whether some diagnostic is an [Error].
func (l List) HasErrors() bool { return l.Count(Error) > 0 }

// Count returns how many diagnostics have the severity.
func (l List) Count(s Severity) int {
	n := 0
	for i := range l {
		if l[i].Severity == s {
			n++
		}
	}
	return n
}

// Errors returns only the diagnostics of severity [Error], in order.
func (l List) Errors() List { return l.AtLeast(Error) }

// AtLeast returns the diagnostics that matter at least as much as s, in order.
func (l List) AtLeast(s Severity) List {
	var out List
	for i := range l {
		if l[i].Severity <= s {
			out = append(out, l[i])
		}
	}
	return out
}

// Err returns the list as an error when it has errors, else nil.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Error gives the first error in one line and says how many others there are.
func (l List) Error() string {
	errs := l.Errors()
	if len(errs) == 0 {
		return "no errors"
	}
	if len(errs) == 1 {
		return errs[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", errs[0].Error(), len(errs)-1)
}

// Sort orders by file name, place and path; equal places keep their order.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.file(), b.file()),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Path, b.Path),
		)
	})
}

// Error renders the diagnostic as one line: place, severity, message, hint.
func (d Diagnostic) Error() string {
	s := d.place() + ": " + d.Message
	if d.place() == "" {
		s = d.Message
	}
	if d.Hint != "" {
		s += "; hint: " + d.Hint
	}
	return s
}

func (d Diagnostic) file() string {
	if d.Source == nil {
		return ""
	}
	return d.Source.Name
}

// place is "file:line:column", or the JSON path, or empty.
func (d Diagnostic) place() string {
	if d.Path != "" {
		return d.Path
	}
	return placeIn(d.Source, d.Span)
}

func placeIn(src *Source, span Span) string {
	if src == nil {
		return ""
	}
	p := src.Position(span.Start)
	if src.Name == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", src.Name, p.Line, p.Column)
}
