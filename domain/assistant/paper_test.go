package assistant_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/compiler"
)

// TestPaperPlans plans the dictionaries of the paper. Steps are compared
// without their order, which the paper itself varies (its figures 5 and 9), and
// the name of an action without its arguments stands for one step of the paper.
func TestPaperPlans(t *testing.T) {
	pack := office(t)
	deck := []string{"create-presentation", "read-data", "create-slide", "create-graph", "add-to-graph", "add-to-slide-basic", "generate-presentation"}
	for name, want := range map[string][]string{
		"example-1.1":               append([]string{"query-data-basic", "query-data-basic"}, deck...),
		"example-1.2":               append([]string{"query-data-optimized", "query-data-optimized"}, deck...),
		"example-2":                 {"read-data", "learn-supervised", "read-data", "predict-using-learned-model"},
		"example-a1-part-1":         {"read-appointments", "save-data"},
		"example-a1-part-2":         {"read-data", "query-data", "query-data", "query-data", "extract-data", "extract-data", "create-response", "add-to-response", "add-to-response", "send-response"},
		"example-2-three-arguments": {"read-data", "learn-supervised"},
	} {
		a, err := txtar.ParseFile(filepath.Join("..", "..", "compiler", "testdata", "paper", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		p, list := compiler.Decode(string(a.Files[0].Data), pack)
		if p == nil {
			t.Errorf("%s: %s", name, list.Text())
			continue
		}
		got := map[string]int{}
		for _, line := range strings.Split(plan(t, name, p, pack), "\n") {
			if step, ok := strings.CutPrefix(strings.TrimSpace(line), "("); ok {
				action, _, _ := strings.Cut(step, " ")
				got[action]++
			}
		}
		steps := map[string]int{}
		for _, s := range want {
			steps[s]++
		}
		if diff := cmp.Diff(steps, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}
