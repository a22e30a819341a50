package cli

import "testing"

// TestDoubtersOf: nobody proves a plan cheapest twice.
func TestDoubtersOf(t *testing.T) {
	for _, c := range []struct {
		maker string
		want  []string
	}{
		{"landmarks", []string{"hmax", "lmcut", "abstraction"}},
		{"lmcut", []string{"hmax", "abstraction"}},
		{"abstraction, lmcut", []string{"hmax"}},
		{"hmax", []string{"lmcut", "abstraction"}},
	} {
		var got []string
		for _, d := range doubtersOf(c.maker) {
			got = append(got, d.heuristic)
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v, want %v", c.maker, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.maker, got, c.want)
			}
		}
	}
}
