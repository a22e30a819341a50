package cli_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"genplanx/cmd/internal/cli"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"genplanx": func() {
			os.Exit(int(cli.Main(context.Background(), os.Args[1:], cli.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})))
		},
	})
}

// TestScripts runs the commands as users type them. "exits CODE genplanx ..."
// is a command that must end with that code.
func TestScripts(t *testing.T) {
	office, err := filepath.Abs("../../../testdata/office")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("OFFICE", office)
			e.Setenv("REPO", filepath.Join(office, "..", ".."))
			return os.CopyFS(filepath.Join(e.WorkDir, "office"), os.DirFS(office))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "big": big, "recipe": recipe},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if coded, ok := err.(interface{ ExitCode() int }); ok {
		got = coded.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// big writes a file of N letters.
func big(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := make([]byte, n)
	for i := range text {
		text[i] = "make a chart of b. "[i%19]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o644))
}

// recipe writes the block of code of a language that README.md has under "In
// other tools" to a file that can be executed, so that what users copy is tried.
func recipe(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(filepath.Join(ts.Getenv("REPO"), "README.md"))
	ts.Check(err)
	_, tools, found := strings.Cut(string(text), "\n## In other tools\n")
	_, block, ok := strings.Cut(tools, "\n```"+args[0]+"\n")
	block, _, closed := strings.Cut(block, "```\n")
	if !found || !ok || !closed {
		ts.Fatalf("README.md has no such recipe: %v", args)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(block), 0o755))
}
