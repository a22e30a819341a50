// Package cli is the command line: flags, output and exit codes.
//
// It owns one file a command, the rendering of what the stages return, and the
// error that ends with a hint. In: arguments and streams. Out: text, exit code.
// It must not know the rules of any stage; package app wires the stages.
// Start reading at [Main], then run.go.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"genplanx/planner"
)

// Terminal is the process as commands see it.
type Terminal struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// commands is the grammar of the command line, read by kong.
type commands struct {
	Run     runCommand       `cmd:"" help:"Do an office request: compile, plan, show, run, check, report."`
	Compile compileCommand   `cmd:"" help:"Turn a request into a planning problem in PDDL and stop before planning."`
	Plan    planCommand      `cmd:"" help:"Find a cheapest plan of a PDDL task and prove it."`
	Audit   auditCommand     `cmd:"" help:"Judge a plan, whoever made it: invalid, valid but not cheapest, or optimal."`
	Check   checkCommand     `cmd:"" help:"Check PDDL files and print what is wrong with them."`
	Fmt     fmtCommand       `cmd:"" help:"Format PDDL files; comments stay."`
	New     newActionCommand `cmd:"" name:"new-action" help:"Write the files of a new action into a checkout."`
	Demo    demoCommand      `cmd:"" help:"Show a whole run, with a failure and a new plan."`
	Version versionCommand   `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// Main runs one command and returns its exit code. It reads no global state.
func Main(ctx context.Context, args []string, t Terminal) Exit {
	var c commands
	done := false
	parser, err := kong.New(&c,
		kong.Name("genplanx"),
		kong.Description("Office requests in plain language, done by plans that are proved cheapest."),
		kong.Writers(t.Out, t.Err),
		kong.Exit(func(int) { done = true }),
		kong.Vars{"heuristics": strings.Join(planner.Heuristics(), ", "), "parts": strings.Join(planner.Parts(), ", "), "version": "genplanx " + version()},
	)
	if err != nil {
		fmt.Fprintf(t.Err, "error: setting up the command line: %v\n", err)
		return Internal
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if done {
		return Done
	}
	if err != nil {
		return t.fail(&failure{Exit: BadInput, Err: err, Hint: "genplanx --help lists the commands"})
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	out := &keeper{w: t.Out}
	t.Out, t.Err = out, screen{t.Err}
	switch name, _, _ := strings.Cut(parsed.Command(), " "); name {
	case "run", "compile", "demo": // the others write PDDL and plans as they are
		t.Out = screen{out}
	}
	err = parsed.Run(t)
	if out.err != nil && (err == nil || errors.Is(err, out.err)) {
		err = &failure{Exit: Internal, Err: fmt.Errorf("writing the output: %w", out.err), Hint: "not all was shown; what was done is done"}
	}
	return t.fail(err)
}

// keeper remembers that an output could not be written, so that a command does
// not end as if all had been said.
type keeper struct {
	w   io.Writer
	err error
}

func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.w.Write(p)
	if k.err == nil {
		k.err = err
	}
	return n, err
}

// failure is an error with the exit code it leads to and a hint.
type failure struct {
	Exit Exit
	Err  error // nil when all has been said already
	Hint string
}

func (f *failure) Error() string {
	if f.Err == nil {
		return fmt.Sprintf("exit %d", f.Exit)
	}
	return f.Err.Error()
}

func (f *failure) Unwrap() error { return f.Err }

// fail prints an error with its hint and returns the exit code.
func (t Terminal) fail(err error) Exit {
	if err == nil {
		return Done
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{Exit: Internal, Err: err}
	}
	if f.Err != nil {
		fmt.Fprintf(t.Err, "error: %v\n", f.Err)
	}
	if f.Hint != "" {
		fmt.Fprintf(t.Err, "hint: %s\n", f.Hint)
	}
	return f.Exit
}
