package data

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// Each archive in testdata/query holds a table, queries (one a line) and the
// answers. Every engine must give them.
func TestQueries(t *testing.T) {
	paths, err := filepath.Glob("testdata/query/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			ws := workspace(t, map[string]string{"in.csv": string(a.Files[0].Data)})
			frame, err := Read(t.Context(), ws, "in.csv", Part{})
			if err != nil {
				t.Fatal(err)
			}
			before := dump(frame)
			optimized := &indexed{engine: newEngine()}
			var got strings.Builder
			for _, q := range strings.Split(strings.TrimSpace(string(a.Files[1].Data)), "\n") {
				answer := outcome(newEngine().once(t.Context(), frame, "sales-frame", q))
				again := outcome(optimized.ask(t.Context(), frame, "sales-frame", q))
				if answer != again {
					t.Errorf("%s: basic and optimized differ\n%s", q, cmp.Diff(answer, again))
				}
				fmt.Fprintf(&got, "> %s\n%s", q, strings.TrimSuffix(answer, "hint: \n"))
			}
			if after := dump(frame); after != before {
				t.Errorf("the frame was changed:\n%s", cmp.Diff(before, after))
			}
			if *update {
				a.Files = append(a.Files[:2], txtar.File{Name: "want", Data: []byte(got.String())})
				if err := os.WriteFile(p, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[2].Data), got.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
