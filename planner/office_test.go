package planner_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"genplanx/planner"
)

func TestOfficeTmp(t *testing.T) {
	dirs, _ := filepath.Glob(os.Getenv("OFFICE"))
	for _, dir := range dirs {
		d, p := readTask(t, dir+"/domain.pddl", dir+"/problem.pddl")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		start := time.Now()
		r, err := planner.Solve(ctx, d, p, planner.Options{})
		cancel()
		t.Logf("%s %v %v cost %d %v %+v", dir, err, r.Status, r.Cost, time.Since(start), r.Stats)
	}
}
