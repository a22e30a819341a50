package symmetry

import (
	"os"
	"path/filepath"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/task"
)

// ipc is where the competition tasks lie, when they are there at all.
var ipc = filepath.Join("..", "..", "..", "shared", "ipc")

// competitionTask is grounded only, so that its variables are binary.
func competitionTask(tb testing.TB, domain, problem string) *task.Task {
	tb.Helper()
	read := func(path string) []byte {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Skip("skipped: no ../shared/ipc")
		}
		return text
	}
	d, faults := pddl.ReadDomain(domain, read(filepath.Join(ipc, domain)))
	p, more := pddl.ReadProblem(problem, read(filepath.Join(ipc, problem)))
	if d == nil || p == nil || len(faults)+len(more) > 0 {
		tb.Fatal(faults, more)
	}
	g, err := ground.Ground(tb.Context(), d, p, ground.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return g.Task
}

// competition lists tasks with symmetries of all kinds, with axioms and
// conditional effects.
var competition = []struct{ domain, problem string }{
	{"gripper/domain.pddl", "gripper/prob07.pddl"},
	{"childsnack-opt14-strips/domain.pddl", "childsnack-opt14-strips/child-snack_pfile01.pddl"},
	{"storage/domain.pddl", "storage/p12.pddl"},
	{"satellite/domain.pddl", "satellite/p06-pfile6.pddl"},
	{"logistics98/domain.pddl", "logistics98/prob05.pddl"},
	{"philosophers/domain.pddl", "philosophers/p05-phil6.pddl"},
	{"caldera-opt18-adl/domain.pddl", "caldera-opt18-adl/p01.pddl"},
	{"schedule/domain.pddl", "schedule/probschedule-2-0.pddl"},
	{"floortile-opt11-strips/domain.pddl", "floortile-opt11-strips/opt-p01-001.pddl"},
}

// TestCompetition checks the symmetries of real tasks, and walks through states
// that symmetries scramble, whose canonical states are hardly more than one.
func TestCompetition(t *testing.T) {
	for _, c := range competition {
		t.Run(c.problem, func(t *testing.T) {
			task := competitionTask(t, c.domain, c.problem)
			g := Find(task, 20_000_000, never)
			if g == nil {
				t.Fatal("no symmetries")
			}
			d := draw(4)
			for k := range g.generators {
				if err := check(task, &g.generators[k], &d); err != nil {
					t.Fatalf("generator %d: %v", k, err)
				}
			}
			canonical := g.NewCanonical()
			images := g.images(task)
			states, distinct := 0, 0
			for range 20 {
				state := walk(task, &d, 30)
				seen := map[string]bool{}
				for range 20 {
					for range len(images) {
						state = mapState(task, images[d.n(len(images))], state)
					}
					least := append([]int32(nil), state...)
					canonical.Canonical(least)
					seen[string(bytes(least[:task.Basic]))] = true
				}
				states++
				distinct += len(seen)
			}
			t.Logf("%v, %d moves; %d canonical states of %d orbits", g, len(g.moves), distinct, states)
			if distinct > 3*states {
				t.Errorf("%d canonical states of %d orbits", distinct, states)
			}
		})
	}
}

func bytes(values []int32) []byte {
	var out []byte
	for _, v := range values {
		out = append(out, byte(v), byte(v>>8))
	}
	return out
}

// walk returns a state so many random steps away.
func walk(t *task.Task, d *draw, steps int) []int32 {
	axioms := task.NewAxiomEvaluator(t)
	values, next := make([]int32, t.Variables()), make([]int32, t.Variables())
	copy(values, t.Initial)
	axioms.Evaluate(values)
	for range steps {
		var applicable []int
		for i := range t.Operators {
			if t.Holds(t.Operators[i].Pre, values) {
				applicable = append(applicable, i)
			}
		}
		if len(applicable) == 0 {
			break
		}
		t.Apply(&t.Operators[applicable[d.n(len(applicable))]], values, next)
		values, next = next, values
		axioms.Evaluate(values)
	}
	return values
}

func BenchmarkFindCompetition(b *testing.B) {
	for _, c := range competition {
		b.Run(c.problem, func(b *testing.B) {
			t := competitionTask(b, c.domain, c.problem)
			for b.Loop() {
				Find(t, 20_000_000, never)
			}
		})
	}
}
