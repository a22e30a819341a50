package planner_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/ground"
	"genplanx/planner/heuristic"
	"genplanx/planner/search"
	"genplanx/planner/task"
)

// officeTask asks for so many decks, each of so many slides
// with a chart over a query, the data to be read from one of several files. Its
// goals are independent, so a planner that tries all orders gets nowhere.
func officeTask(tb testing.TB, decks, files, slides int) (*pddl.Domain, *pddl.Problem) {
	tb.Helper()
	return officeSharing(tb, decks, decks, files, slides)
}

// officeSharing is officeTask where the decks share so many data frames, so that
// a dear source with quick queries pays for many of them together or not at all.
func officeSharing(tb testing.TB, decks, frames, files, slides int) (*pddl.Domain, *pddl.Problem) {
	tb.Helper()
	domain, err := os.ReadFile("testdata/office.pddl")
	if err != nil {
		tb.Fatal(err)
	}
	var objects, init, goal strings.Builder
	for frame := range frames {
		fmt.Fprintf(&objects, " frame%d - dataframe\n", frame)
		for f := range files {
			fmt.Fprintf(&objects, " source%d-%d - database\n", frame, f)
			kind := []string{"basic", "optimized"}[f%2]
			fmt.Fprintf(&init, " (in frame%d source%d-%d) (available source%d-%d) (database-query-%s source%d-%d) (= (database-cost source%d-%d) %d)\n",
				frame, frame, f, frame, f, kind, frame, f, frame, f, 1+(frame+3*f)%5+(decks/frames-1)*(f%2)*slides)
		}
	}
	for r := range decks {
		fmt.Fprintf(&objects, " deck%d - presentation deckfile%d - powerpoint-file\n", r, r)
		fmt.Fprintf(&goal, " (in deck%d deckfile%d)\n", r, r)
		fmt.Fprintf(&init, " (asked-in deck%d deckfile%d)\n", r, r)
		for s := range slides {
			id := fmt.Sprintf("%d-%d", r, s)
			fmt.Fprintf(&objects, " slide%s - slide title%s - title chart%s - bar-chart query%s - query result%s - dataframe column%s - column\n", id, id, id, id, id, id)
			fmt.Fprintf(&init, " (available query%s) (query-result frame%d query%s result%s) (reference column%s result%s)\n", id, r%frames, id, id, id, id)
			fmt.Fprintf(&goal, " (done-query query%s) (in-graph result%s result%s chart%s) (in chart%s slide%s) (in slide%s deck%d) (in title%s slide%s)\n",
				id, id, id, id, id, id, id, r, id, id)
			fmt.Fprintf(&init, " (asked-in-graph result%s result%s chart%s) (asked-in chart%s slide%s) (asked-in slide%s deck%d) (asked-in title%s slide%s)\n",
				id, id, id, id, id, id, r, id, id)
		}
	}
	d, p, err := taskText{string(domain), "(define (problem office) (:domain office)\n(:objects" + objects.String() + ")\n(:init (= (total-cost) 0)" +
		init.String() + ")\n(:goal (and" + goal.String() + "))\n(:metric minimize (total-cost)))"}.read()
	if err != nil {
		tb.Fatal(err)
	}
	return d, p
}

// TestOfficeIsQuick counts work, not time: the expansions grow with the length
// of the plan, where trying all orders of the independent goals would multiply
// them by the hundred with each deck.
func TestOfficeIsQuick(t *testing.T) {
	for _, c := range []struct{ decks, files, slides int }{{1, 2, 1}, {2, 2, 2}, {3, 2, 2}, {4, 2, 4}, {8, 1, 3}} {
		d, p := officeTask(t, c.decks, c.files, c.slides)
		r, err := planner.Solve(t.Context(), d, p, planner.Options{})
		if err != nil || r.Status != planner.SolvedOptimally {
			t.Fatalf("%v: %v %v %s", c, err, r.Status, r.Reason)
		}
		if limit := int64(20 * len(r.Plan)); r.Stats.Expanded > limit {
			t.Errorf("%v: %d states expanded for a plan of %d steps", c, r.Stats.Expanded, len(r.Plan))
		}
	}
}

// TestSavedLastIsQuick: filling a slide makes the saved file stale, so saving
// comes last; a planner that does not see this tries all orders.
func TestSavedLastIsQuick(t *testing.T) {
	const domain = `(define (domain stale) (:requirements :strips) (:predicates (filled ?s) (slide ?s) (saved) (sent))
 (:action fill :parameters (?s) :precondition (slide ?s) :effect (and (filled ?s) (not (saved))))
 (:action save :parameters () :effect (saved))
 (:action send :parameters () :precondition (saved) :effect (sent)))`
	var objects, init, goal strings.Builder
	for i := range 40 {
		fmt.Fprintf(&objects, " s%d", i)
		fmt.Fprintf(&init, " (slide s%d)", i)
		fmt.Fprintf(&goal, " (filled s%d)", i)
	}
	d, p := taskText{domain, "(define (problem p) (:domain stale) (:objects" + objects.String() + ") (:init" + init.String() +
		") (:goal (and (sent) (saved)" + goal.String() + ")))"}.mustRead(t)
	r, err := planner.Solve(t.Context(), d, p, planner.Options{})
	if err != nil || r.Status != planner.SolvedOptimally || r.Cost != 42 || r.Stats.Expanded > 100 {
		t.Errorf("%v: %v, cost %d, %d states expanded", err, r.Status, r.Cost, r.Stats.Expanded)
	}
}

// TestOfficeSharedIsQuick: decks that share a read are one part, and the work
// still grows with the length of the plan.
func TestOfficeSharedIsQuick(t *testing.T) {
	for _, c := range []struct{ decks, frames int }{{2, 1}, {4, 1}, {8, 1}, {8, 2}, {16, 4}} {
		d, p := officeSharing(t, c.decks, c.frames, 3, 2)
		r, err := planner.Solve(t.Context(), d, p, planner.Options{})
		if err != nil || r.Status != planner.SolvedOptimally || r.Stats.Parts != c.frames {
			t.Fatalf("%+v: %v, %d parts, %v", c, r.Status, r.Stats.Parts, err)
		}
		if most := int64(40 * len(r.Plan)); r.Stats.Expanded > most {
			t.Errorf("%+v: %d expansions for a plan of %d steps, more than %d", c, r.Stats.Expanded, len(r.Plan), most)
		}
	}
}

func officeGrounded(tb testing.TB) *task.Task {
	tb.Helper()
	d, p := officeTask(tb, 3, 2, 2)
	g, err := ground.Ground(tb.Context(), d, p, ground.Options{})
	if err != nil || g.Task == nil {
		tb.Fatal(err, g)
	}
	return g.Task
}

func BenchmarkSolve(b *testing.B) {
	for _, size := range [][3]int{{1, 2, 1}, {3, 2, 2}, {4, 2, 4}} {
		b.Run(fmt.Sprintf("office-%d-%d-%d", size[0], size[1], size[2]), func(b *testing.B) {
			d, p := officeTask(b, size[0], size[1], size[2])
			b.ReportAllocs()
			for b.Loop() {
				if r, err := planner.Solve(b.Context(), d, p, planner.Options{}); err != nil || r.Status != planner.SolvedOptimally {
					b.Fatal(r.Status, err)
				}
			}
		})
	}
}

func BenchmarkGround(b *testing.B) {
	d, p := officeTask(b, 4, 2, 4)
	b.ReportAllocs()
	operators := 0
	for b.Loop() {
		g, err := ground.Ground(b.Context(), d, p, ground.Options{})
		if err != nil {
			b.Fatal(err)
		}
		operators = len(g.Task.Operators)
	}
	b.ReportMetric(float64(operators), "operators")
}

func BenchmarkHeuristic(b *testing.B) {
	t := officeGrounded(b)
	for _, name := range heuristic.Names() {
		b.Run(name, func(b *testing.B) {
			h, err := heuristic.New(name, t, func() bool { return false })
			if err != nil {
				b.Fatal(err)
			}
			values := make([]int32, t.Variables())
			copy(values, t.Initial)
			b.ReportAllocs()
			for b.Loop() {
				h.Evaluate(values)
			}
		})
	}
}

// BenchmarkSearch measures the loop around the heuristic: packing, successors,
// the store and the queue.
func BenchmarkSearch(b *testing.B) {
	d, p := counterTask(b, 17)
	g, err := ground.Ground(b.Context(), d, p, ground.Options{})
	if err != nil {
		b.Fatal(err)
	}
	h, err := heuristic.New(heuristic.Blind, g.Task, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var r search.Result
	for b.Loop() {
		r = search.AStar(b.Context(), g.Task, search.Options{Heuristic: h, MemoryLimit: 1 << 30})
	}
	b.ReportMetric(float64(r.Stats.Expanded*int64(b.N))/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(r.Stats.PeakBytes)/float64(r.Stats.States), "B/state")
}
