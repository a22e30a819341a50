package monitor_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/monitor/journal"
)

var update = flag.Bool("update", false, "rewrite golden files")

// histories are runs whose journals are kept in testdata/journals: they must stay
// readable, fold to the end they had, and be what the same run gives today.
func histories() map[string]scenario {
	made := func(kind, path, text, summary string) script {
		return func(context.Context, int, *actions.Call) (actions.Result, error) {
			return actions.Result{Summary: summary, Made: []actions.Artifact{{Kind: kind, Path: path, Text: text}}}, nil
		}
	}
	return map[string]scenario{
		"done": {
			goal: "(sent l1)",
			on: map[string]script{
				fetchNear: made("value", "", "4 rows, 3 columns", "read 4 rows from near.csv"),
				write1:    made("file", "out/p1.txt", "4 lines", "wrote 4 lines to out/p1.txt"),
				send1:     made("message", "", "The balance grew from 190 to 300.", "gave the answer"),
			},
		},
		"another-way": {
			goal: "(written p1 d1)",
			on: map[string]script{
				fetchNear: fails("near.csv: no such file"),
				fetchFar:  made("value", "", "4 rows, 3 columns", "read 4 rows from far.csv"),
				write1:    made("file", "out/p1.txt", "4 lines", "wrote 4 lines to out/p1.txt"),
			},
		},
		"partly": {
			goal: "(written p1 d1) (written p2 d2)",
			on: map[string]script{
				fetchNear: fails("near.csv: no such file"), fetchFar: transient(9),
				"(write p2 d2)": made("file", "out/p2.txt", "9 lines", "wrote 9 lines to out/p2.txt"),
			},
		},
		"unknown": {
			init: "(written p1 d1)", goal: "(sent l1) (have d2)", tune: shortTime,
			on: map[string]script{send1: cutOff}, user: user{plan: says(true, false)},
		},
		"letters": {
			goal: "(opened l1) (opened l2)",
			on: map[string]script{
				"(open l1)": asks(actions.Goals{Literals: "(sent l2)", FromText: true, Origin: "letter 1"}),
				"(open l2)": asks(actions.Goals{Literals: "(written p1 d1)", FromText: true, Origin: "letter 2"}),
			},
			user: user{goals: func(n int, _ monitor.AskGoals) (bool, string, error) { return n > 1, "not for him to ask", nil }},
		},
		"preflight": {
			goal: "(have d1)", preflights: map[string]error{fetchNear: errors.New("near.csv: no such file")},
		},
		"unsolvable": {goal: "(about l1 p2 d2)"},
	}
}

func TestHistories(t *testing.T) {
	for name, s := range histories() {
		t.Run(name, func(t *testing.T) {
			tr := s.run(t)
			path := filepath.Join("testdata", "journals", name+".jsonl")
			if *update {
				if err := os.WriteFile(path, tr.lines, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text, tr.lines) {
				t.Errorf("the run has another journal than %s; see the difference with -update and git diff", path)
			}
			records, err := journal.Read(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			state := monitor.NewState(monitor.RulesOf(newRunner(t, newDesk(), &user{})))
			for _, r := range records {
				state, _ = monitor.Step(state, r.Event)
			}
			if !state.Finished() || state.Outcome() != tr.result.Outcome {
				t.Errorf("folded, the journal ends in %q, not %q", state.Outcome(), tr.result.Outcome)
			}
		})
	}
}
