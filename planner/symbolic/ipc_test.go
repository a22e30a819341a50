package symbolic_test

import (
	"os"
	"path/filepath"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/mutex"
	"genplanx/planner/mutex/pairs"
	"genplanx/planner/symbolic"
	"genplanx/planner/task"
)

// load grounds a competition task and puts its mutex groups into variables.
func load(t *testing.T, domain, problem string) *task.Task {
	t.Helper()
	ipc := filepath.Join("..", "..", "..", "shared", "ipc")
	text, err := os.ReadFile(filepath.Join(ipc, domain))
	if err != nil {
		t.Skip("skipped: no ../shared/ipc")
	}
	d, _ := pddl.ReadDomain(domain, text)
	if text, err = os.ReadFile(filepath.Join(ipc, problem)); err != nil {
		t.Fatal(err)
	}
	p, _ := pddl.ReadProblem(problem, text)
	g, err := ground.Ground(t.Context(), d, p, ground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	predicate, args := g.Atoms()
	return mutex.Encode(g.Task, mutex.Groups(g.Task, predicate, args, nil), nil).Task
}

// TestIPC solves tasks of the competitions that other searches find hard or
// refuse, with and without mutex pairs.
func TestIPC(t *testing.T) {
	for _, c := range []struct {
		domain, problem string
		want            int64 // known optimum
	}{
		{"psr-large/domain.pddl", "psr-large/p01-s29-n2-l5-f30.pddl", 6},
		{"psr-middle/domain.pddl", "psr-middle/p10-s45-n3-l5-f30.pddl", 9},
		{"psr-small/p48-domain.pddl", "psr-small/p48-s101-n5-l3-f30.pddl", 37},
		{"assembly/domain.pddl", "assembly/prob01.pddl", 28},
		{"openstacks-opt08-adl/domain.pddl", "openstacks-opt08-adl/p15.pddl", 4},
		{"openstacks-opt14-strips/domain_p20_1.pddl", "openstacks-opt14-strips/p20_1.pddl", 3},
		{"termes-opt18-strips/domain.pddl", "termes-opt18-strips/p01.pddl", 36},
		{"transport-opt14-strips/domain.pddl", "transport-opt14-strips/p01.pddl", 148},
		{"gripper/domain.pddl", "gripper/prob03.pddl", 23},
		{"parcprinter-opt11-strips/p08-domain.pddl", "parcprinter-opt11-strips/p08.pddl", 751642},
	} {
		t.Run(c.problem, func(t *testing.T) {
			k := load(t, c.domain, c.problem)
			tight := pairs.Tighten(k, pairs.Options{Budget: 100_000_000})
			o := symbolic.Options{MemoryLimit: 256 << 20}
			if tight.Pairs != nil {
				o.Mutex = tight.Pairs.Has
			}
			for _, r := range []struct {
				task *task.Task
				o    symbolic.Options
			}{{k, symbolic.Options{MemoryLimit: o.MemoryLimit}}, {tight.Task, o}} {
				if got := symbolic.Search(t.Context(), r.task, r.o); got.Outcome != symbolic.Optimal || got.Cost != c.want {
					t.Errorf("outcome %d, cost %d, at least %d; the optimum is %d", got.Outcome, got.Cost, got.LowerBound, c.want)
				} else {
					check(t, 0, r.task, got)
				}
			}
		})
	}
}
