// Package diag describes faults in what a person or a model wrote.
//
// It owns one value, [Diagnostic], that is rendered three ways: for a terminal
// (source line with a caret), as JSON, and as feedback to a language model.
// In: faults found by a reader or checker. Out: text. It must not know PDDL,
// planning or JSON problems; the packages that find faults own their meaning.
// Start reading at [Diagnostic]; codes.go lists every code with an example.
package diag

// Severity says how much a fault matters.
type Severity uint8

const (
	// Error means the input cannot be used.
	Error Severity = iota + 1
	// Warning means the input is used, and probably not as meant.
	Warning
	// Note tells what was mended or assumed.
	Note
)

// Code names a kind of fault; it is stable across releases.
type Code string

// Span is a half-open range of byte offsets into one source.
type Span struct {
	Start, End int32
}

// Related points at another place that explains a fault. A nil Source means
// the diagnostic's own.
type Related struct {
	Span    Span
	Message string
	Source  *Source
}

// Diagnostic is one fault.
//
// Span is the tight range a caret is drawn under, Context the wider range the
// fault lives in (the whole action, say). Path is the place in a JSON answer
// ("goals[2]", "chart1.type"), empty for PDDL. Source may be nil for faults
// that have no text behind them.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Message  string
	Hint     string
	Source   *Source
	Span     Span
	Context  Span
	Path     string
	Related  []Related
}
