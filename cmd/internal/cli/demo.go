package cli

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"genplanx/cmd/internal/app"
	"genplanx/monitor/journal"
)

// demoFiles is the workspace of the demo: two databases; the one that is cheaper
// to query lacks a column.
//
//go:embed demo/*.csv
var demoFiles embed.FS

// demoRequest is Example 1.2 of the paper.
const demoRequest = `Read data and generate a barchart from 'balance' against reference column 'year'. ` +
	`The available databases to read from are db1 with cost of reading 1 and db2 with cost of reading 3. ` +
	`db1 supports basic query. db2 supports optimized query. ` +
	`Create a slide with bar chart with title 'Balance over years', and add it to a presentation. ` +
	`Save the presentation on file genplanx/graph.pptx.`

// demoCommand is "genplanx demo".
type demoCommand struct {
	Dir     string `help:"Folder for the files; it is made, and must not exist. Without it, a new temporary folder." placeholder:"DIR" type:"path"`
	Explain bool   `help:"Show entities, JSON problem and PDDL too."`
}

// Run shows a whole run: db2 is cheapest by plan and turns out to lack a column, so the
// plan changes to db1.
func (c *demoCommand) Run(ctx context.Context, t Terminal) error {
	dir, err := c.workspace()
	if err != nil {
		return &failure{Exit: BadInput, Err: err, Hint: "--dir names a folder that does not exist yet, in one that can be written"}
	}
	s, err := app.Open(app.Config{Workspace: dir, LLM: app.LLM{Mode: app.Offline}})
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // a folder handle: nothing is lost
	fmt.Fprintf(t.Out, "Request (Example 1.2 of the paper):\n  %s\n\nWorkspace: db1.csv and db2.csv. What the planner does not know: db2 has no column balance.\n", wrap(demoRequest, 96, "  "))
	u, err := s.Understand(ctx, demoRequest)
	if c.Explain {
		t.explain(u)
	}
	if err != nil {
		return understandFailure(err)
	}
	show := &progress{t: t, explain: c.Explain}
	show.notes(s, u)
	out, err := s.Run(ctx, u, app.RunOptions{Approver: &approver{t: t, show: show}, Observer: show.event, Journal: &journal.Memory{}})
	if err != nil {
		return err
	}
	if err := t.finish(out, show.words, false); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "\nThe files are in %s\n", dir)
	return nil
}

// workspace lays the demo's files out in a new folder.
func (c *demoCommand) workspace() (string, error) {
	dir, err := c.newFolder()
	if err != nil {
		return "", fmt.Errorf("making the demo's folder: %w", err)
	}
	files, err := fs.Sub(demoFiles, "demo")
	if err != nil {
		return "", err
	}
	return dir, os.CopyFS(dir, files)
}

func (c *demoCommand) newFolder() (string, error) {
	if c.Dir == "" {
		return os.MkdirTemp("", "genplanx-demo-")
	}
	if err := os.MkdirAll(filepath.Dir(c.Dir), 0o755); err != nil {
		return "", err
	}
	err := os.Mkdir(c.Dir, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("%q exists", c.Dir)
	}
	return c.Dir, err
}
