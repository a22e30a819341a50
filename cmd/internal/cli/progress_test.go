package cli

import "testing"

// TestMore: what was done is told beside what was to be done where it is news.
func TestMore(t *testing.T) {
	for _, c := range []struct {
		line, summary string
		want          bool
	}{
		{"create-graph: create graph bar-chart1 of type bar-chart", "created graph bar-chart1 of type bar-chart", false},
		{"add-to-slide-basic: add bar-chart1 to slide slide1", "added bar-chart bar-chart1 to slide slide1", false},
		{"send-response: display response chat-response1", "displayed response chat-response1", false},
		{"read-data: read data from file db1 into dataframe1", "read 4 rows, 3 columns from db1.csv", true},
		{"read-data: read data from file a.csv into dataframe1", "read a.csv", false},
		{"create-slide: create slide slide1", `created slide "Balance" of presentation1`, true},
		{"decide: look whether condition condition1 holds", "the condition text1 is 'late' does not hold (it is 'early')", true},
		{"x: y", "", false},
	} {
		if got := more(c.line, c.summary); got != c.want {
			t.Errorf("%q after %q: %v", c.summary, c.line, got)
		}
	}
}
