package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rs/zerolog"

	"genplanx/cmd/internal/app"
	"genplanx/monitor"
	"genplanx/monitor/journal"
	"genplanx/monitor/report"
)

// runCommand is "genplanx run REQUEST".
type runCommand struct {
	requestFlags
	Yes        bool   `short:"y" help:"Agree to the plan beforehand, also to replacing files and reaching outside."`
	FollowText bool   `help:"Agree beforehand to goals that come from text read during the run (a mail that asks for something)."`
	DryRun     bool   `help:"Show the plan and its effects, and run nothing."`
	JSON       bool   `name:"json" help:"Print only the report, as JSON."`
	Journal    string `help:"Write each event of the run to this file, a JSON object a line." placeholder:"FILE" type:"path"`
}

func (c *runCommand) Run(ctx context.Context, t Terminal) error {
	s, err := c.open(t)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // a folder handle: nothing is lost
	text, err := c.text(t)
	if err != nil {
		return err
	}
	show := &progress{t: t, quiet: c.JSON, explain: c.Explain}
	u, err := s.Understand(ctx, text)
	if c.Explain && !c.JSON {
		t.explain(u)
	}
	if err != nil {
		return t.refuse(understandFailure(err), text, c.JSON)
	}
	show.notes(s, u)
	keep, closeJournal, err := openJournal(c.Journal)
	if err != nil {
		return err
	}
	out, err := s.Run(ctx, u, app.RunOptions{
		Approver: &approver{t: t, show: show, yes: c.Yes, dryRun: c.DryRun, followText: c.FollowText, asks: !c.JSON && isTerminal(t.In)},
		Observer: show.event,
		Journal:  keep,
	})
	if closed := closeJournal(); err == nil && closed != nil {
		err = fmt.Errorf("closing the journal %q: %w", c.Journal, closed)
	}
	if err != nil {
		return runFailure(err)
	}
	err = t.finish(out, show.words, c.JSON)
	if c.DryRun && out.Report.Outcome == monitor.Refused {
		return nil // a plan was shown, as asked
	}
	return err
}

// refuse prints as JSON, when that is wanted, why a request was not run.
func (t Terminal) refuse(err error, request string, asJSON bool) error {
	var f *failure
	if !asJSON || !errors.As(err, &f) || f.Err == nil {
		return err
	}
	outcome := map[Exit]string{NotUnderstood: "not-understood", Asked: "asked"}[f.Exit]
	if outcome == "" {
		outcome = "bad-input"
	}
	if err := t.writeJSON(map[string]string{"outcome": outcome, "request": request, "why": f.Err.Error(), "hint": f.Hint}); err != nil {
		return err
	}
	return &failure{Exit: f.Exit}
}

// writeJSON prints a value for programs; it is read by no browser, so < stays <.
func (t Terminal) writeJSON(v any) error {
	e := json.NewEncoder(t.Out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// finish prints what came of a run whose progress was shown, or the whole report
// as JSON, and gives the exit code.
func (t Terminal) finish(out app.Outcome, words report.Wording, asJSON bool) error {
	if asJSON {
		if err := t.writeJSON(out.Report.Worded(words)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(t.Out, "\n%s", out.Report.Tell(report.Telling{Words: words, Shown: true}))
	}
	switch out.Report.Outcome {
	case monitor.Done:
		return nil
	case monitor.Partly:
		return &failure{Exit: PartlyDone}
	case monitor.Unsolvable:
		return &failure{Exit: Unsolvable}
	case monitor.Refused:
		return &failure{Exit: Declined, Hint: declinedHint}
	case monitor.Stopped:
		return &failure{Exit: Cancelled}
	case monitor.OutOfTime:
		return &failure{Exit: OutOfTime}
	case monitor.OutOfMemory:
		return &failure{Exit: OutOfMemory}
	case monitor.Unsupported:
		return &failure{Exit: Unsupported}
	}
	return &failure{Exit: Internal}
}

const declinedHint = "--yes agrees beforehand; --dry-run only shows the plan"

// openJournal opens a journal file that must not exist yet, so that no history is lost.
func openJournal(path string) (monitor.Journal, func() error, error) {
	if path == "" {
		return &journal.Memory{}, func() error { return nil }, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, &failure{Exit: BadInput, Err: fmt.Errorf("opening the journal %q: %w", path, err), Hint: "name a new file; a journal is never overwritten"}
	}
	return journal.NewLines(f, f.Sync), f.Close, nil
}

// maxRequest bounds what is read of a request from standard input or a file.
const maxRequest = 2 << 20

// requestFlags are shared by the commands that take a request.
type requestFlags struct {
	Request   string `arg:"" help:"The request, in plain language; - reads it from standard input."`
	Domain    string `help:"Domain pack." default:"assistant"`
	Workspace string `short:"w" help:"Folder that holds the files; nothing outside it is read or written." default:"." type:"path"`
	Log       string `help:"Log to the error stream: debug, info, warn or error." placeholder:"LEVEL" enum:",debug,info,warn,error" default:""`
	Explain   bool   `help:"Show also entities, JSON problem, PDDL and steps as PDDL."`
	llmFlags
}

func (c *requestFlags) open(t Terminal) (*app.Session, error) {
	llm, err := c.settings(t.Getenv)
	if err != nil {
		return nil, err
	}
	s, err := app.Open(app.Config{Domain: c.Domain, Workspace: c.Workspace, LLM: llm, MailURL: t.Getenv("GENPLANX_SMTP"), MailFrom: t.Getenv("GENPLANX_FROM"), Log: t.logger(c.Log)})
	if err != nil {
		return nil, inputFailure(err)
	}
	return s, nil
}

// logger writes to the error stream from a level on; an empty level logs nothing.
func (t Terminal) logger(level string) zerolog.Logger {
	from, err := zerolog.ParseLevel(level)
	if level == "" || err != nil {
		return zerolog.Nop()
	}
	return zerolog.New(t.Err).Level(from).With().Timestamp().Logger()
}

func (c *requestFlags) text(t Terminal) (string, error) {
	if c.Request != "-" {
		return c.Request, nil
	}
	text, err := readLimited(t.In, maxRequest)
	if err != nil {
		return "", &failure{Exit: BadInput, Err: fmt.Errorf("reading the request from standard input: %w", err)}
	}
	return strings.TrimSpace(text), nil
}
