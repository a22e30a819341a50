package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"text/tabwriter"
)

// sum of a group of tasks.
type sum struct {
	tasks, solved       int
	reference           int // solved by the reference planner
	seconds             float64
	expanded, generated int64
	kb                  int64
}

func (s *sum) add(t *suiteTask) {
	s.tasks++
	if solvedByReference(t) {
		s.reference++
	}
	r := t.result
	s.kb = max(s.kb, r.KB)
	if !r.solved() {
		return
	}
	s.solved++
	s.seconds += r.Seconds
	s.expanded += r.Expanded
	s.generated += r.Generated
}

func solvedByReference(t *suiteTask) bool {
	return t.reference == "solved" || t.reference == "unsolvable"
}

// printTable prints a line a task and a domain, the totals and what is wrong; it
// returns how much that is.
func printTable(w io.Writer, tasks []suiteTask) int {
	domains := map[string]*sum{}
	var all sum
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(tab, "task\tstatus\tcost\tbound\tseconds\treference s\texpanded\tgenerated\tMiB\tby")
	for i := range tasks {
		t := &tasks[i]
		r := t.result
		fmt.Fprintf(tab, "%s\t%s\t%s\t%d\t%.3f\t%.3f\t%d\t%d\t%d\t%s\n", t.problem, r.Status, r.cost(), r.LowerBound, r.Seconds, t.seconds, r.Expanded, r.Generated, r.KB>>10, r.Heuristic)
		name := filepath.Dir(t.problem)
		if domains[name] == nil {
			domains[name] = &sum{}
		}
		domains[name].add(t)
		all.add(t)
	}
	fmt.Fprintln(tab, "\ndomain\tsolved\tof\treference\tseconds\texpanded\tgenerated\tpeak MiB")
	for _, name := range slices.Sorted(maps.Keys(domains)) {
		domains[name].write(tab, name)
	}
	all.write(tab, "all")
	_ = tab.Flush() // to a terminal or a buffer
	return printComparison(w, tasks)
}

func (s *sum) write(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.2f\t%d\t%d\t%d\n", name, s.solved, s.tasks, s.reference, s.seconds, s.expanded, s.generated, s.kb>>10)
}

// printComparison sets the times beside the reference planner's, and lists
// what it solves and we do not, first plans, and faults.
func printComparison(w io.Writer, tasks []suiteTask) int {
	logs, common, first, open, faults := 0.0, 0, 0, 0, 0
	for i := range tasks {
		t := &tasks[i]
		r := t.result
		switch {
		case r.solved() && solvedByReference(t) && t.seconds > 0:
			common++
			logs += math.Log(r.Seconds / t.seconds)
		case !r.solved() && solvedByReference(t):
			fmt.Fprintf(w, "lost: %s, which the reference planner solves in %.1f s\n", t.problem, t.seconds)
		}
		if !r.solved() {
			open++
			if r.HasPlan {
				first++
			}
		}
		if r.Fault != "" {
			faults++
			fmt.Fprintf(w, "ALARM: %s: %s\n", t.problem, r.Fault)
		}
	}
	if common > 0 {
		fmt.Fprintf(w, "time in relation to the reference planner's, geometric mean of %d tasks both solve: %.3f\n", common, math.Exp(logs/float64(common)))
	}
	fmt.Fprintf(w, "not solved: %d, of these with a plan and a bound: %d\n", open, first)
	return faults
}
