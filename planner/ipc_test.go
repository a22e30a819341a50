package planner_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"genplanx/pddl"
	"genplanx/planner"
)

// ipc is where the competition tasks lie, when they are there at all.
var ipc = filepath.Join("..", "..", "shared", "ipc")

func readTask(t testing.TB, domain, problem string) (*pddl.Domain, *pddl.Problem) {
	t.Helper()
	text, err := os.ReadFile(domain)
	if err != nil {
		t.Fatal(err)
	}
	d, faults := pddl.ReadDomain(domain, text)
	if d == nil || len(faults) > 0 {
		t.Fatalf("%s: %v", domain, faults)
	}
	if text, err = os.ReadFile(problem); err != nil {
		t.Fatal(err)
	}
	p, faults := pddl.ReadProblem(problem, text)
	if p == nil || len(faults) > 0 {
		t.Fatalf("%s: %v", problem, faults)
	}
	return d, p
}

// TestIPC solves the competition tasks that Fast Downward finds easy, STRIPS and
// ADL, and compares the costs with the known ones.
func TestIPC(t *testing.T) {
	file, err := os.Open(filepath.Join(ipc, "reference.csv"))
	if err != nil {
		t.Skip("skipped: no ../shared/ipc")
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	limit := 0.5
	if s := os.Getenv("IPC_LIMIT"); s != "" {
		limit, _ = strconv.ParseFloat(s, 64)
	}
	for _, row := range rows[1:] {
		cpu, err := strconv.ParseFloat(row[5], 64)
		if err != nil || row[4] != "solved" && limit < 1 || cpu > limit {
			continue
		}
		t.Run(row[2], func(t *testing.T) {
			d, p := readTask(t, filepath.Join(ipc, row[1]), filepath.Join(ipc, row[2]))
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			start := time.Now()
			r, err := planner.Solve(ctx, d, p, planner.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v cost %d ref %s fd %s: %v expanded %d/%s evaluated %d/%s ops %d/%s vars %d", r.Status, r.Cost, row[3], row[5], time.Since(start), r.Stats.Expanded, row[7], r.Stats.Evaluated, row[8], r.Stats.Operators, row[11], r.Stats.Variables)
			if r.Status != planner.SolvedOptimally {
				t.Fatalf("status %v: %s", r.Status, r.Reason)
			}
			if row[3] != "" && strconv.FormatInt(r.Cost, 10) != row[3] {
				t.Errorf("cost %d, known optimum %s", r.Cost, row[3])
			}
		})
	}
}
