package ground_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
)

func ipcTask(t testing.TB, domain, problem string) (*pddl.Domain, *pddl.Problem) {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "shared", "ipc")
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Skip("skipped: no ../shared/ipc")
		}
		return text
	}
	d, faults := pddl.ReadDomain(domain, read(domain))
	p, more := pddl.ReadProblem(problem, read(problem))
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	return d, p
}

// TestSizesOfCompetitionTasks: operators and axioms of tasks that use much of the
// language. Fewer would be fine where they are not needed; more mean that
// something is no longer seen.
func TestSizesOfCompetitionTasks(t *testing.T) {
	for _, c := range []struct {
		domain, problem              string
		variables, operators, axioms int
	}{
		{"airport/p13-domain.pddl", "airport/p13-airport3-p2.pddl", 209, 203, 0},
		{"caldera-opt18-adl/domain.pddl", "caldera-opt18-adl/p06.pddl", 148, 1630, 0},
		{"cavediving-14-adl/domain.pddl", "cavediving-14-adl/testing05A_easy.pddl", 73, 496, 0},
		{"citycar-opt14-adl/domain.pddl", "citycar-opt14-adl/p2-3-2-3-1.pddl", 122, 542, 0},
		{"labyrinth-opt23-adl/domain.pddl", "labyrinth-opt23-adl/p01.pddl", 114, 3763, 0},
		{"optical-telegraphs/domain.pddl", "optical-telegraphs/p02-opt3.pddl", 405, 405, 240},
		{"organic-synthesis-opt18-strips/domain-p01.pddl", "organic-synthesis-opt18-strips/p01.pddl", 9, 24, 0},
		{"psr-large/domain.pddl", "psr-large/p05-s71-n5-l3-f70.pddl", 172, 51, 194},
		{"ricochet-robots-opt23-adl/domain.pddl", "ricochet-robots-opt23-adl/p01.pddl", 1277, 7792, 0},
		{"rubiks-cube-opt23-adl/domain.pddl", "rubiks-cube-opt23-adl/p03.pddl", 480, 12, 0},
		{"slitherlink-opt23-adl/domain.pddl", "slitherlink-opt23-adl/p01.pddl", 131, 952, 0},
		{"trucks/domain.pddl", "trucks/p02.pddl", 36, 167, 0},
	} {
		t.Run(c.problem, func(t *testing.T) {
			d, p := ipcTask(t, c.domain, c.problem)
			g, err := ground.Ground(t.Context(), d, p, ground.Options{})
			if err != nil || g.Task == nil {
				t.Fatal(err, g)
			}
			if v, o, a := g.Task.Variables(), len(g.Task.Operators), len(g.Task.Axioms); v > c.variables || o > c.operators || a > c.axioms {
				t.Errorf("%d variables, %d operators, %d axioms; want at most %d, %d, %d", v, o, a, c.variables, c.operators, c.axioms)
			}
		})
	}
}

// BenchmarkGround reads no files: it is the time from the syntax tree to the
// task. Fast Downward's translator needs 25.5, 12.7, 9.0, 1.5, 55.4, 18.1, 1.7,
// 76.0 and 115 s for the first nine, and runs out of 6 GiB on labyrinth.
func BenchmarkGround(b *testing.B) {
	for _, c := range [][2]string{
		{"agricola-sat18-strips/domain.pddl", "agricola-sat18-strips/p20.pddl"},
		{"pipesworld-tankage/domain.pddl", "pipesworld-tankage/p50-net5-b30-g8-t50.pddl"},
		{"logistics98/domain.pddl", "logistics98/prob28.pddl"},
		{"visitall-sat14-strips/domain.pddl", "visitall-sat14-strips/pfile65.pddl"},
		{"satellite/domain.pddl", "satellite/p33-HC-pfile13.pddl"},
		{"tidybot-sat11-strips/domain.pddl", "tidybot-sat11-strips/p20.pddl"},
		{"data-network-sat18-strips/domain.pddl", "data-network-sat18-strips/p20.pddl"},
		{"psr-large/domain.pddl", "psr-large/p50-s219-n100-l3-f30.pddl"},
		{"organic-synthesis-split-sat18-strips/domain-p20.pddl", "organic-synthesis-split-sat18-strips/p20.pddl"},
		{"labyrinth-opt23-adl/domain.pddl", "labyrinth-opt23-adl/p19.pddl"},
	} {
		b.Run(strings.Split(c[1], "/")[0], func(b *testing.B) {
			d, p := ipcTask(b, c[0], c[1])
			b.ReportAllocs()
			for b.Loop() {
				g, err := ground.Ground(b.Context(), d, p, ground.Options{})
				if err != nil || g.Task == nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(g.Task.Operators)), "operators")
			}
		})
	}
}

// BenchmarkRefuse is how long it takes to see that a task is too large.
func BenchmarkRefuse(b *testing.B) {
	for _, name := range []string{"p05", "p13"} {
		b.Run(name, func(b *testing.B) {
			folder := "organic-synthesis-opt18-strips/"
			d, p := ipcTask(b, folder+"domain-"+name+".pddl", folder+name+".pddl")
			for b.Loop() {
				if _, err := ground.Ground(b.Context(), d, p, ground.Options{}); err == nil {
					b.Fatal("not refused")
				}
			}
		})
	}
}
