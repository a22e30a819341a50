package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"genplanx/actions"
	"genplanx/monitor"
)

// approver speaks for the user: by flags, or by asking at a terminal. Reading,
// and making files that did not exist, needs no word of the user's; replacing a
// file or reaching outside does.
type approver struct {
	t          Terminal
	show       *progress // has the words for goals
	yes        bool
	dryRun     bool
	followText bool
	asks       bool // there is a person at the terminal
	lines      *bufio.Reader
}

func (a *approver) Plan(ctx context.Context, q monitor.AskApproval) (bool, string, error) {
	if a.dryRun {
		return false, "this was a dry run", nil
	}
	grave := graveEffects(q.Effects)
	if a.yes || (len(grave) == 0 && len(q.Maybe) == 0) {
		return true, "", nil
	}
	if !a.asks {
		return false, "it would " + effectList(grave) + ", and nobody was there to agree", nil
	}
	if q.Again {
		fmt.Fprintln(a.t.Err, "The new plan has other effects than the one you agreed to.")
	}
	if len(q.Maybe) > 0 {
		fmt.Fprintf(a.t.Err, "It may have happened already: %s.\n", effectList(q.Maybe))
	}
	return a.ask(ctx, fmt.Sprintf("This will %s. Go on?", effectList(grave)))
}

func (a *approver) Goals(ctx context.Context, q monitor.AskGoals) (bool, string, error) {
	if a.followText {
		return true, "", nil
	}
	if !a.asks {
		return false, "goals from text need your word; --follow-text gives it beforehand", nil
	}
	return a.ask(ctx, fmt.Sprintf("%s asks for: %s. Do it?", q.Goals.Origin, a.show.words.Goals(monitor.Facts(q.Goals.Goals))))
}

func (a *approver) Outcome(ctx context.Context, q monitor.AskOutcome) (monitor.Answer, error) {
	if !a.asks {
		return monitor.NobodyKnows, nil
	}
	ok, _, err := a.ask(ctx, fmt.Sprintf("Nobody can tell whether this happened: %s (%s). Did it?", q.Step.Line, q.Why))
	if err != nil {
		return monitor.NobodyKnows, err
	}
	if ok {
		return monitor.Yes, nil
	}
	return monitor.No, nil
}

// ask waits for a line; the end of the context ends the wait.
func (a *approver) ask(ctx context.Context, question string) (bool, string, error) {
	fmt.Fprintf(a.t.Err, "%s [y/N] ", question)
	if a.lines == nil {
		a.lines = bufio.NewReader(io.LimitReader(a.t.In, 1<<16))
	}
	answer := make(chan string, 1)
	go func() {
		line, err := a.lines.ReadString('\n')
		if err != nil && line == "" {
			close(answer)
			return
		}
		answer <- line
	}()
	select {
	case <-ctx.Done():
		return false, "interrupted", ctx.Err()
	case line, ok := <-answer:
		if !ok {
			return false, "there was no answer", nil
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			return true, "", nil
		}
		return false, "you said no", nil
	}
}

// graveEffects are those a user must agree to.
func graveEffects(effects []monitor.Effect) []monitor.Effect {
	var grave []monitor.Effect
	for _, e := range effects {
		if e.Class == monitor.ClassText(actions.Outside) || (e.Verb != "create" && e.Class == monitor.ClassText(actions.Writes)) {
			grave = append(grave, e)
		}
	}
	return grave
}

func effectList(effects []monitor.Effect) string {
	parts := make([]string, len(effects))
	for i, e := range effects {
		parts[i] = e.Verb + " " + e.Target
		if e.Detail != "" {
			parts[i] += " (" + e.Detail + ")"
		}
	}
	return strings.Join(parts, ", ")
}

// isTerminal reports whether a person can answer at the stream.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	nobody, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, nobody)
}

// readLimited reads text up to a limit.
func readLimited(r io.Reader, limit int64) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return "", err
	}
	if int64(len(text)) > limit {
		return "", fmt.Errorf("more than %d bytes", limit)
	}
	return string(text), nil
}
