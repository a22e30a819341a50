package actions

import (
	"errors"
	"fmt"
	"strings"
)

// Value returns what an object holds as a T; the error names the object and says
// whether it has no value yet or one of another kind.
func Value[T any](o Object) (T, error) {
	v, ok := o.Value.(T)
	switch {
	case ok:
		return v, nil
	case o.Value == nil:
		return v, &Fault{Doing: "using " + o.Name, Err: errors.New("it has no value yet"), Hint: "an earlier step must give " + o.Name + " its value"}
	}
	return v, &Fault{Doing: "using " + o.Name, Err: fmt.Errorf("it holds %T, expected %T", o.Value, v)}
}

// Text returns the words an object stands for: its value when that is a string
// that is not blank, else its name.
func (o Object) Text() string {
	if s, ok := o.Value.(string); ok && strings.TrimSpace(s) != "" {
		return s
	}
	return o.Name
}

// Attr returns a textual attribute of an object, "" when it has none.
func (o Object) Attr(key string) string {
	s, _ := o.Attrs[key].(string)
	return strings.TrimSpace(s)
}
