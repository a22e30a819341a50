package actions

import "errors"

// Fault is an error with a hint the user can act on. Transient faults are worth
// repeating after a pause.
type Fault struct {
	Doing     string // "reading data from \"a.csv\""
	Err       error
	Hint      string
	Transient bool
	// Unknown: nobody can say whether the effect happened (the connection broke
	// after the mail was handed over). Such a call is never repeated.
	Unknown bool
}

func (f *Fault) Error() string { return f.Doing + ": " + f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// IsTransient reports whether an error is marked as worth repeating.
func IsTransient(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Transient
}

// IsUnknown reports whether an error leaves open whether the effect happened.
func IsUnknown(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Unknown
}

// HintOf returns the hint of the outermost fault, or "".
func HintOf(err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return f.Hint
	}
	return ""
}
