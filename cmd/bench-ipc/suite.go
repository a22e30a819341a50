package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// suiteTask is a line of the list.
type suiteTask struct {
	folder          string // that paths are relative to
	domain, problem string
	optimal         string // known optimal cost, "unsolvable" or ""
	reference       string // status of the reference planner
	seconds         float64
	result          *result
}

// readSuite reads the tasks that are asked for. Columns used: domain, task,
// optimal_cost, fd_lmcut_status, fd_lmcut_cpu_s; the last three may be missing.
func readSuite(o options) ([]suiteTask, error) {
	rows, err := readCSV(o.suite)
	if err != nil {
		return nil, err
	}
	var tasks []suiteTask
	for i, row := range rows {
		if row["domain"] == "" || row["task"] == "" {
			return nil, fmt.Errorf("%s, line %d: no domain or no task; its header must name the columns domain and task", o.suite, i+2)
		}
		if i%max(1, o.every) != 0 || !strings.Contains(row["task"], o.match) {
			continue
		}
		seconds, _ := strconv.ParseFloat(row["fd_lmcut_cpu_s"], 64) // empty where it was not run
		tasks = append(tasks, suiteTask{
			folder: filepath.Dir(o.suite), domain: row["domain"], problem: row["task"],
			optimal: row["optimal_cost"], reference: row["fd_lmcut_status"], seconds: seconds,
		})
	}
	return tasks, nil
}

// readCSV returns the lines by the names in the header.
func readCSV(file string) ([]map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(f).ReadAll()
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	var rows []map[string]string
	for i, line := range lines {
		if i == 0 {
			continue
		}
		row := map[string]string{}
		for k, name := range lines[0] {
			row[name] = line[k]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

var resultColumns = []string{"task", "status", "cost", "bound", "seconds", "kb", "winner", "expanded", "generated", "fault"}

// readResults reads the results of an earlier run; there may be none.
func readResults(file string) (map[string]result, error) {
	rows, err := readCSV(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err != nil {
		return nil, err
	}
	known := map[string]result{}
	for _, row := range rows {
		number := func(name string) int64 {
			n, _ := strconv.ParseInt(row[name], 10, 64) // empty: no plan
			return n
		}
		seconds, err := strconv.ParseFloat(row["seconds"], 64)
		if err != nil {
			return nil, fmt.Errorf("%s, task %s: %w; remove the file to begin anew", file, row["task"], err)
		}
		known[row["task"]] = result{
			Status: row["status"], Cost: number("cost"), LowerBound: number("bound"), HasPlan: row["cost"] != "", Seconds: seconds,
			KB: number("kb"), Heuristic: row["winner"], Expanded: number("expanded"), Generated: number("generated"), Fault: row["fault"],
		}
	}
	return known, nil
}

func appendResult(file, task string, r result) error {
	_, err := os.Stat(file)
	f, openErr := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if openErr != nil {
		return openErr
	}
	w := csv.NewWriter(f)
	if errors.Is(err, fs.ErrNotExist) {
		_ = w.Write(resultColumns) // Flush reports it
	}
	_ = w.Write([]string{
		task, r.Status, r.cost(), fmt.Sprint(r.LowerBound), fmt.Sprintf("%.3f", r.Seconds), fmt.Sprint(r.KB),
		r.Heuristic, fmt.Sprint(r.Expanded), fmt.Sprint(r.Generated), r.Fault,
	})
	w.Flush()
	return errors.Join(w.Error(), f.Close())
}
