package email

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"genplanx/actions"
)

// Interpreter finds out what a text asks for, as goals. Nil goals or goals
// without literals mean that it understood nothing.
type Interpreter func(ctx context.Context, text string) (*actions.Goals, error)

// ParseEmail is (parse-email ?a ?e - input-email): what the body asks for becomes
// goals. They come from text that somebody sent, so they are marked and need the
// user's approval.
func ParseEmail(interpret Interpreter) actions.Action {
	return actions.Action{
		Class:    actions.Reads,
		Describe: func(c *actions.Call) string { return "find out what email " + c.Args[1].Name + " asks for" },
		Preflight: func(_ context.Context, c *actions.Call) error {
			if interpret == nil {
				return parseFault(c, errNoInterpreter, "")
			}
			return nil
		},
		Run: func(ctx context.Context, c *actions.Call) (actions.Result, error) {
			return parseEmail(ctx, c, interpret)
		},
	}
}

var errNoInterpreter = errors.New("there is nothing here that understands the text of a mail")

func parseFault(c *actions.Call, err error, hint string) error {
	return &actions.Fault{Doing: "finding out what email " + c.Args[1].Name + " asks for", Err: err, Hint: hint, Transient: actions.IsTransient(err)}
}

func parseEmail(ctx context.Context, call *actions.Call, interpret Interpreter) (actions.Result, error) {
	e := call.Args[1]
	m, ok := e.Value.(*Message)
	switch {
	case interpret == nil:
		return actions.Result{}, parseFault(call, errNoInterpreter, "")
	case !ok || m == nil:
		return actions.Result{}, parseFault(call, errors.New("the mail has not been read yet"), "")
	case strings.TrimSpace(m.Text) == "":
		return actions.Result{}, parseFault(call, errors.New("the mail has no text"), "")
	}
	goals, err := interpret(ctx, m.Text)
	if err != nil {
		return actions.Result{}, parseFault(call, err, actions.HintOf(err))
	}
	if goals == nil || strings.TrimSpace(goals.Literals) == "" {
		return actions.Result{}, parseFault(call, errors.New("nothing in it was understood as a request: "+begin(m.Text)), "read it yourself and say what to do")
	}
	found := *goals
	found.FromText, found.Origin = true, m.origin()
	return actions.Result{Goals: &found, Summary: fmt.Sprintf("the %s asks for %s", m.origin(), found.Literals)}, nil
}

// begin quotes the first words of a text.
func begin(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > 80 {
		runes = append(runes[:79], '…')
	}
	return fmt.Sprintf("%q", string(runes))
}
