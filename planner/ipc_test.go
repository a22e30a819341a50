package planner_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
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

// adl lists tasks that Fast Downward refuses to search with LM-cut, for their
// conditional effects or axioms.
var adl = []string{
	"caldera-opt18-adl/p01.pddl", "miconic-fulladl/f3-0.pddl", "miconic-fulladl/f6-0.pddl", "miconic-simpleadl/s5-0.pddl",
	"miconic-simpleadl/s15-0.pddl", "openstacks/p01.pddl", "openstacks-opt08-adl/p05.pddl", "philosophers/p02-phil3.pddl",
	"psr-large/p01-s29-n2-l5-f30.pddl", "psr-middle/p10-s45-n3-l5-f30.pddl", "rubiks-cube-opt23-adl/p03.pddl", "trucks/p02.pddl",
}

// TestIPC solves the competition tasks that Fast Downward finds easy or refuses,
// and compares the costs with the known ones.
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
	solved := 0
	for _, row := range rows[1:] {
		domain, problem, known, status := row[1], row[2], row[3], row[4]
		seconds, err := strconv.ParseFloat(row[5], 64)
		if err != nil || !slices.Contains(adl, problem) && (seconds > 0.3 || status != "solved" && status != "unsolvable") {
			continue
		}
		t.Run(problem, func(t *testing.T) {
			d, p := readTask(t, filepath.Join(ipc, domain), filepath.Join(ipc, problem))
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			r, err := planner.Solve(ctx, d, p, planner.Options{})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case status == "unsolvable":
				if r.Status != planner.Unsolvable {
					t.Errorf("status %v, known to be unsolvable", r.Status)
				}
			case r.Status != planner.SolvedOptimally:
				t.Errorf("status %v: %s", r.Status, r.Reason)
			case known != "" && strconv.FormatInt(r.Cost, 10) != known:
				t.Errorf("cost %d, known optimum %s", r.Cost, known)
			}
			solved++
		})
	}
	if solved < 40 {
		t.Errorf("only %d tasks were tried", solved)
	}
}
