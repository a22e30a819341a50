// Command bench-ipc runs the planner on a suite of PDDL tasks and compares what
// it proves with what is known.
//
// It owns the suite's format, the runs and the tables. In: a folder of tasks with
// a reference.csv, and the built program. Out: a line a task in a results file, so
// that an interrupted run goes on where it was, and a table by domain. It must not
// know how planning works: it runs the program as users do, and judges the plans
// by package audit.
//
// The list is a CSV file whose header names its columns, in any order: domain and
// task (files, relative to the list), and, where known, optimal_cost (a number or
// "unsolvable"), fd_lmcut_status ("solved" if the reference planner solved it) and
// fd_lmcut_cpu_s. Results are kept by task: give another results file for another
// list or other flags.
//
// Start reading at main; suite.go reads the list, run.go runs a
// task, table.go sums up.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// options of a run.
type options struct {
	suite, program, results string
	limit                   time.Duration
	memory                  int64 // MiB
	every                   int   // only every n-th task
	match                   string
	flags                   []string // for the program
}

// defaultSuite lies beside the project where there is one; it is not part of it.
var defaultSuite = filepath.Join("..", "shared", "ipc", "reference.csv")

func main() {
	var o options
	var flags string
	flag.StringVar(&o.suite, "suite", defaultSuite, "list of tasks; their paths are relative to it")
	flag.StringVar(&o.program, "program", "./genplanx", "the program to run")
	flag.StringVar(&o.results, "results", filepath.Join(".bench", "ipc.csv"), "where results go; tasks that are there already are not run again")
	flag.DurationVar(&o.limit, "limit", 30*time.Second, "time for each task")
	flag.Int64Var(&o.memory, "memory", 4096, "memory for each task in MiB")
	flag.IntVar(&o.every, "every", 1, "only every n-th task of the list")
	flag.StringVar(&o.match, "match", "", "only tasks whose path contains this")
	flag.StringVar(&flags, "flags", "", "further flags for the program, such as --without=symmetry")
	flag.Parse()
	o.flags = strings.Fields(flags)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	alarms, err := bench(ctx, o)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench-ipc:", err)
		os.Exit(1)
	case alarms > 0:
		fmt.Fprintf(os.Stderr, "bench-ipc: %d answers are wrong, see above\n", alarms)
		os.Exit(2)
	}
}

// bench runs what has no result yet and prints the table. It returns how many
// answers contradict what is known.
func bench(ctx context.Context, o options) (int, error) {
	tasks, err := readSuite(o)
	if os.IsNotExist(err) && o.suite == defaultSuite {
		fmt.Printf("skipped: no %s\n", o.suite)
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	known, err := readResults(o.results)
	if err != nil {
		return 0, err
	}
	for i := range tasks {
		t := &tasks[i]
		if r, ok := known[t.problem]; ok {
			t.result = &r
			continue
		}
		r := run(ctx, o, *t)
		if ctx.Err() != nil {
			return 0, fmt.Errorf("interrupted after %d of %d tasks; run it again to go on", i, len(tasks))
		}
		t.result = &r
		fmt.Printf("%-70s %-18s %8s %8.2f s\n", t.problem, r.Status, r.cost(), r.Seconds)
		if err := appendResult(o.results, t.problem, r); err != nil {
			return 0, err
		}
	}
	return printTable(os.Stdout, tasks), nil
}
