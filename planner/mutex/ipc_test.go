package mutex_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/mutex"
)

// ipc is where the competition tasks lie, when they are there at all.
var ipc = filepath.Join("..", "..", "..", "shared", "ipc")

func groundTask(tb testing.TB, domain, problem string) *ground.Grounded {
	tb.Helper()
	read := func(path string) []byte {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Skip("skipped: no ../shared/ipc")
		}
		return text
	}
	d, faults := pddl.ReadDomain(domain, read(domain))
	p, more := pddl.ReadProblem(problem, read(problem))
	if d == nil || p == nil || len(faults)+len(more) > 0 {
		tb.Fatal(faults, more)
	}
	g, err := ground.Ground(tb.Context(), d, p, ground.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// TestVariables compares the number of variables with that of Fast Downward's
// translator, on tasks of all kinds that are grounded in a moment.
func TestVariables(t *testing.T) {
	file, err := os.Open(filepath.Join(ipc, "reference.csv"))
	if err != nil {
		t.Skip("skipped: no ../shared/ipc")
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all, more := 0, 0
	for _, row := range rows[1:] {
		known, err := strconv.Atoi(row[10])
		operators, err2 := strconv.Atoi(row[11])
		if err != nil || err2 != nil || operators > 4000 {
			continue
		}
		g := groundTask(t, filepath.Join(ipc, row[1]), filepath.Join(ipc, row[2]))
		if g.Task == nil {
			continue
		}
		predicate, args := g.Atoms()
		groups := mutex.Groups(g.Task, predicate, args, nil)
		e := mutex.Encode(g.Task, groups)
		if e.Contradiction != nil {
			continue
		}
		if err := e.Task.Validate(); err != nil {
			t.Errorf("%s: %v", row[2], err)
		}
		if e.Task.ConditionalEffects() && !g.Task.ConditionalEffects() {
			t.Errorf("%s: has conditional effects now", row[2])
		}
		all++
		if e.Task.Variables() > known {
			more++
		}
		t.Logf("%5.2f %5d (%d) Fast Downward %5d, atoms %5d, operators %5d %5d groups %d  %s", float64(e.Task.Variables())/float64(known), e.Task.Variables(), e.Task.Basic, known,
			g.Task.Variables(), len(e.Task.Operators), len(g.Task.Operators), len(groups), row[2])
	}
	if more*4 > all {
		t.Errorf("more variables than Fast Downward's on %d of %d tasks", more, all)
	}
}
