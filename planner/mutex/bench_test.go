package mutex_test

import (
	"path/filepath"
	"testing"

	"genplanx/planner/mutex"
)

// BenchmarkLarge takes large tasks that are grounded in moments, and the one of the
// largest groups of predicates.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct{ domain, problem string }{
		{"logistics98/domain.pddl", "logistics98/prob28.pddl"},
		{"rubiks-cube-opt23-adl/domain.pddl", "rubiks-cube-opt23-adl/p03.pddl"},
		{"visitall-sat14-strips/domain.pddl", "visitall-sat14-strips/pfile65.pddl"},
		{"satellite/domain.pddl", "satellite/p33-HC-pfile13.pddl"},
	} {
		g := groundTask(b, filepath.Join(ipc, c.domain), filepath.Join(ipc, c.problem))
		predicate, args := g.Atoms()
		groups := mutex.Groups(g.Task, predicate, args, nil)
		b.Run("groups/"+c.problem, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				groups = mutex.Groups(g.Task, predicate, args, nil)
			}
			b.ReportMetric(float64(len(groups)), "groups")
			b.ReportMetric(float64(len(g.Task.Operators)), "operators")
		})
		b.Run("encode/"+c.problem, func(b *testing.B) {
			b.ReportAllocs()
			variables := 0
			for b.Loop() {
				variables = mutex.Encode(g.Task, groups, nil).Task.Variables()
			}
			b.ReportMetric(float64(variables), "variables")
		})
	}
}
