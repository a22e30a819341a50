package actions

import (
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	self := func(s string) string { return s }
	for _, c := range []struct {
		name        string
		facts       [][]string
		parts, want []string
	}{
		{"as asked", [][]string{{"b", "a", "deck"}, {"c", "b", "deck"}}, []string{"c", "a", "b"}, []string{"a", "b", "c"}},
		{"one is missing", [][]string{{"b", "a", "deck"}, {"c", "b", "deck"}}, []string{"c", "a"}, []string{"a", "c"}},
		{"other wholes do not matter", [][]string{{"a", "b", "mail"}}, []string{"a", "b"}, []string{"a", "b"}},
		{"unordered parts keep their order", nil, []string{"y", "x"}, []string{"y", "x"}},
		{"a circle ends", [][]string{{"a", "b", "deck"}, {"b", "a", "deck"}}, []string{"a", "b"}, []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			call := &Call{Facts: func(predicate string) [][]string {
				if predicate != After {
					return nil
				}
				return c.facts
			}}
			if got := InOrder(call, "deck", c.parts, self); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
