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
// translator, on tasks of all kinds that are grounded in a moment. Atoms may cost
// a variable more where they are needed false, but these are few.
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
	compared := 0
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
		e := mutex.Encode(g.Task, groups, nil)
		if e.Contradiction != nil {
			continue
		}
		if err := e.Task.Validate(); err != nil {
			t.Errorf("%s: %v", row[2], err)
		}
		if e.Task.ConditionalEffects() && !g.Task.ConditionalEffects() {
			t.Errorf("%s: has conditional effects now", row[2])
		}
		compared++
		if e.Task.Variables() > known+known/20 {
			t.Errorf("%s: %d variables, Fast Downward has %d", row[2], e.Task.Variables(), known)
		}
		t.Logf("%.2f: %d variables of %d atoms, Fast Downward %d; %d operators of %d; %d groups; %s", float64(e.Task.Variables())/float64(known),
			e.Task.Variables(), g.Task.Variables(), known, len(e.Task.Operators), len(g.Task.Operators), len(groups), row[2])
	}
	if compared < 100 {
		t.Errorf("only %d tasks compared", compared)
	}
}
