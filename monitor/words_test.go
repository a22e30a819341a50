package monitor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"genplanx/monitor"
)

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"no fact", nil},
		{"(have d1) (not (sent l1))", []string{"(have d1)", "(not (sent l1))"}},
		{"the goal (have d1) cannot be reached: it needs (forall (?x) (have ?x)).", []string{"(have d1)", "(forall (?x) (have ?x))"}},
		{"a) first (have d1) b) :)", []string{"(have d1)"}},
		{"(never closed (have d1)", nil},
	} {
		if diff := cmp.Diff(c.want, monitor.Facts(c.text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"(sent-contents sum1 response1)":    "sent contents: sum1, response1",
		"(not (have d1)) (ready)":           "not have: d1; ready",
		"(and (have d1) (sent l1))":         "have: d1; sent: l1",
		"(forall (?x - data) (have ?x))":    "forall (?x - data) (have ?x)",
		"()":                                "",
		"nothing that is written in PDDL )": "",
	} {
		if got := monitor.Words(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
