package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/cmd/internal/app"
	"genplanx/compiler"
	"genplanx/compiler/llm"
	"genplanx/pddl/diag"
)

// compileCommand is "genplanx compile REQUEST".
type compileCommand struct {
	requestFlags
	JSON bool `name:"json" help:"Print the JSON problem instead of PDDL."`
}

func (c *compileCommand) Run(ctx context.Context, t Terminal) error {
	s, err := c.open(t)
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // a folder handle: nothing is lost
	text, err := c.text(t)
	if err != nil {
		return err
	}
	u, err := s.Understand(ctx, text)
	if c.Explain {
		t.explain(u)
	}
	if err != nil {
		return understandFailure(err)
	}
	for _, n := range u.Compiled.Notes {
		fmt.Fprintf(t.Err, "note: %s\n", n.Message)
	}
	switch {
	case c.JSON:
		fmt.Fprintln(t.Out, strings.TrimSpace(u.Compiled.Answer))
	case !c.Explain:
		fmt.Fprint(t.Out, u.Compiled.PDDL)
	}
	return nil
}

// explain shows what each stage made of the request, as far as it came.
func (t Terminal) explain(u *app.Understood) {
	if u == nil {
		return
	}
	fmt.Fprintln(t.Out, "Entities:")
	if len(u.Entities) == 0 {
		fmt.Fprintln(t.Out, "  none")
	}
	for _, m := range u.Entities {
		fmt.Fprintf(t.Out, "  %-20s %s\n", m.Type, m.Text)
	}
	c := u.Compiled
	if c == nil {
		return
	}
	fmt.Fprintf(t.Out, "\nJSON problem:\n%s\n\nPDDL problem:\n%s", indentJSON(c.Answer), c.PDDL)
	if len(c.Notes) > 0 {
		fmt.Fprintln(t.Out, "\nMended or assumed:")
		for _, n := range c.Notes {
			fmt.Fprintf(t.Out, "  %s\n", n.Message)
		}
	}
}

// indentJSON lays out strict JSON; what is not strict is shown as it came.
func indentJSON(text string) string {
	var v json.RawMessage
	if json.Unmarshal([]byte(text), &v) != nil {
		return strings.TrimSpace(text)
	}
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return text
	}
	return string(out)
}

// understandFailure gives an error of the compiling stages its exit code.
func understandFailure(err error) error {
	var words *compiler.NotUnderstood
	if errors.As(err, &words) {
		hint := words.Hint
		if hint == "" {
			hint = "say it in other words; nothing was run"
		}
		return &failure{Exit: NotUnderstood, Err: err, Hint: hint}
	}
	var asks *compiler.Questions
	if errors.As(err, &asks) {
		return &failure{Exit: Asked, Err: err, Hint: "answer in the request; nothing was run"}
	}
	var unclear *compiler.Unclear
	if errors.As(err, &unclear) {
		return &failure{Exit: BadInput, Err: errors.New(unclear.Reason), Hint: unclear.Hint}
	}
	var faults diag.List
	if errors.As(err, &faults) {
		return &failure{Exit: BadInput, Err: errors.New("nothing was run: " + faultList(faults.Errors())), Hint: faultHint(faults)}
	}
	var model *llm.Error
	if errors.As(err, &model) {
		return &failure{Exit: BadInput, Err: fmt.Errorf("%s: %w", model.Doing, model.Err), Hint: model.Hint}
	}
	return inputFailure(err)
}

// runFailure gives an error of a run its exit code: a front end that was asked
// once more may fail or ask back as it may at first.
func runFailure(err error) error {
	var asks *compiler.Questions
	var words *compiler.NotUnderstood
	var model *llm.Error
	if errors.As(err, &asks) || errors.As(err, &words) || errors.As(err, &model) {
		return understandFailure(err)
	}
	return err
}

// faultList tells faults by their messages: the JSON they stand in is not the
// user's text, --explain shows it.
func faultList(faults diag.List) string {
	parts := make([]string, len(faults))
	for i, f := range faults {
		parts[i] = f.Message
	}
	return strings.Join(parts, "; ")
}

func faultHint(faults diag.List) string {
	i := slices.IndexFunc(faults, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && d.Hint != "" })
	if i < 0 {
		return "--explain shows the answer of the front end"
	}
	return faults[i].Hint
}

// inputFailure is the failure for what the user can mend.
func inputFailure(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return err
	}
	return &failure{Exit: BadInput, Err: err, Hint: actions.HintOf(err)}
}
