package assistant_test

import (
	"strings"
	"testing"

	"genplanx/actions"
	"genplanx/domain"
	"genplanx/domain/assistant"
)

func TestHandlers(t *testing.T) {
	if list := domain.CheckHandlers(office(t).Model, assistant.Handlers(assistant.Services{})); len(list) > 0 {
		t.Error(list.Text())
	}
}

// TestHandlerFaults: what is missing or surplus is reported with the line of
// the PDDL.
func TestHandlerFaults(t *testing.T) {
	model := office(t).Model
	for _, c := range []struct {
		spoil func(actions.Set)
		want  []string
	}{
		{func(s actions.Set) { delete(s, "save-graph") }, []string{"action `save-graph` has no handler", "(:action save-graph"}},
		{func(s actions.Set) { s["save-grahp"] = s["save-graph"]; delete(s, "save-graph") },
			[]string{"action `save-graph` has no handler", "is `save-grahp` meant for it?", "handler \"save-grahp\" has no action", "is it the handler of `save-graph`?"}},
		{func(s actions.Set) { s["fly"] = s["decide"] }, []string{"handler \"fly\" has no action in domain `assistant`"}},
		{func(s actions.Set) { s["decide"] = actions.Action{Class: actions.Memory} }, []string{"the handler of action `decide` has no Describe, Run", "(:action decide"}},
		{func(s actions.Set) { s["read-email"] = s["query-data-basic"] }, []string{"the handler of action `read-email` cannot describe a call: ", "the action has 3 parameters", "(:action read-email"}},
		{func(s actions.Set) { a := s["decide"]; a.Class = 0; s["decide"] = a }, []string{"has no Class"}},
	} {
		set := assistant.Handlers(assistant.Services{})
		c.spoil(set)
		text := domain.CheckHandlers(model, set).Text()
		for _, want := range append(c.want, "assistant.pddl:") {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
	}
}
