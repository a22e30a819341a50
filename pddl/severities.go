package pddl

import (
	"fmt"

	"genplanx/pddl/diag"
)

// severities counts what was reported of each severity. They are bounded apart:
// a flood of warnings must neither hide an error nor become one.
type severities [diag.Note + 1]int

// admit reports whether a diagnostic is to be reported. The last of its
// severity becomes the remark that there are more. The severity must be final.
func (n *severities) admit(d *diag.Diagnostic) bool {
	s := d.Severity
	n[s]++
	if n[s] == maxFaults+1 {
		what := map[diag.Severity]string{diag.Error: "faults", diag.Warning: "warnings", diag.Note: "notes"}[s]
		*d = diag.Diagnostic{Severity: s, Code: diag.TooManyFaults, Source: d.Source, Span: d.Span,
			Message: fmt.Sprintf("more than %d %s; the rest is not reported", maxFaults, what)}
	}
	return n[s] <= maxFaults+1
}
