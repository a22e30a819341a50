package pairs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/mutex/pairs"
	"genplanx/planner/task"
)

// competition lists tasks in which pairs are known to prune a lot, with the most
// operators that may be left.
var competition = []struct {
	domain, problem string
	operators       int
}{
	{"floortile-opt11-strips/domain.pddl", "floortile-opt11-strips/opt-p01-001.pddl", 132},
	{"freecell/domain.pddl", "freecell/probfreecell-4-3.pddl", 7316},
	{"nomystery-opt11-strips/domain.pddl", "nomystery-opt11-strips/p04.pddl", 700},
	{"pipesworld-notankage/domain.pddl", "pipesworld-notankage/p06-net1-b10-g6.pddl", 340},
	{"tetris-opt14-strips/domain.pddl", "tetris-opt14-strips/p03-4.pddl", 250},
	{"tidybot-opt14-strips/domain.pddl", "tidybot-opt14-strips/p07.pddl", 2500},
	{"woodworking-opt11-strips/domain.pddl", "woodworking-opt11-strips/p06.pddl", 280},
	{"airport/p21-domain.pddl", "airport/p21-airport4halfMUC-p2.pddl", 200},
	{"caldera-opt18-adl/domain.pddl", "caldera-opt18-adl/p06.pddl", 800},
}

func TestCompetition(t *testing.T) {
	for _, c := range competition {
		t.Run(strings.TrimSuffix(c.problem, ".pddl"), func(t *testing.T) {
			whole := grounded(t, c.domain, c.problem)
			r := pairs.Tighten(whole, pairs.Options{Budget: pairs.DefaultBudget})
			if err := r.Task.Validate(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d operators, %d of %d facts, %d passes, work %d", len(r.Operators), len(whole.Operators), len(r.Facts), whole.Facts(), r.Passes, r.Work)
			if r.Unsolvable || len(r.Operators) > c.operators {
				t.Errorf("%d operators are left, want at most %d; unsolvable: %v", len(r.Operators), c.operators, r.Unsolvable)
			}
		})
	}
}

func BenchmarkTighten(b *testing.B) {
	for _, c := range competition {
		b.Run(filepath.Dir(c.problem), func(b *testing.B) {
			whole := grounded(b, c.domain, c.problem)
			b.ResetTimer()
			work := int64(0)
			for b.Loop() {
				work = pairs.Tighten(whole, pairs.Options{Budget: pairs.DefaultBudget}).Work
			}
			b.ReportMetric(float64(work), "work")
		})
	}
}

// grounded reads a competition task; its variables are binary, which takes more
// work than the large ones that mutex groups allow, and prunes as much.
func grounded(tb testing.TB, domain, problem string) *task.Task {
	tb.Helper()
	ipc := filepath.Join("..", "..", "..", "..", "shared", "ipc")
	domain, problem = filepath.Join(ipc, domain), filepath.Join(ipc, problem)
	text, err := os.ReadFile(domain)
	if err != nil {
		tb.Skip("skipped: no ../shared/ipc")
	}
	d, faults := pddl.ReadDomain(domain, text)
	if len(faults) > 0 {
		tb.Fatal(faults)
	}
	if text, err = os.ReadFile(problem); err != nil {
		tb.Fatal(err)
	}
	p, faults := pddl.ReadProblem(problem, text)
	if len(faults) > 0 {
		tb.Fatal(faults)
	}
	g, err := ground.Ground(tb.Context(), d, p, ground.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return g.Task
}
