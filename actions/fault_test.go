package actions

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestFault(t *testing.T) {
	inner := &Fault{Doing: "sending", Err: fs.ErrClosed, Hint: "inner", Transient: true}
	for _, tt := range []struct {
		name      string
		err       error
		text      string
		hint      string
		transient bool
	}{
		{"none", nil, "", "", false},
		{"plain", errors.New("x"), "x", "", false},
		{"fault", &Fault{Doing: "reading \"a\"", Err: fs.ErrNotExist, Hint: "look"}, `reading "a": file does not exist`, "look", false},
		{"wrapped", fmt.Errorf("step 1: %w", inner), "step 1: sending: file already closed", "inner", true},
		{"the outermost counts", &Fault{Doing: "replying", Err: inner, Hint: "outer"}, "replying: sending: file already closed", "outer", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.err != nil && tt.err.Error() != tt.text {
				t.Errorf("text %q", tt.err.Error())
			}
			if got := HintOf(tt.err); got != tt.hint {
				t.Errorf("hint %q", got)
			}
			if got := IsTransient(tt.err); got != tt.transient {
				t.Errorf("transient %v", got)
			}
		})
	}
	if !errors.Is(fmt.Errorf("x: %w", inner), fs.ErrClosed) {
		t.Error("the cause is lost")
	}
}

func TestValue(t *testing.T) {
	if v, err := Value[string](Object{Name: "a", Value: "x"}); v != "x" || err != nil {
		t.Error(v, err)
	}
	if _, err := Value[string](Object{Name: "a"}); err == nil || err.Error() != "using a: it has no value yet" || HintOf(err) == "" {
		t.Error(err)
	}
	if _, err := Value[string](Object{Name: "a", Value: 3}); err == nil || err.Error() != "using a: it holds int, expected string" {
		t.Error(err)
	}
	for _, tt := range []struct {
		o    Object
		want string
	}{{Object{Name: "n", Value: "v"}, "v"}, {Object{Name: "n", Value: " "}, "n"}, {Object{Name: "n"}, "n"}, {Object{Name: "n", Value: 3}, "n"}} {
		if got := tt.o.Text(); got != tt.want {
			t.Errorf("%+v: %q", tt.o, got)
		}
	}
	o := Object{Attrs: map[string]any{"sheet": " S ", "n": 3}}
	if o.Attr("sheet") != "S" || o.Attr("n") != "" || o.Attr("none") != "" {
		t.Error("attributes")
	}
}
