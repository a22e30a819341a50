package compiler

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"genplanx/domain"
	"genplanx/pddl"
	"genplanx/pddl/diag"
)

const (
	// MaxRequest is how many characters a request may have.
	MaxRequest = 20_000
	// MaxRounds is how often a front end is asked about one request.
	MaxRounds = 3
)

// Compiler turns requests into PDDL problems of one domain by one front end.
type Compiler struct {
	Front FrontEnd
	Pack  *domain.Pack
	// Rounds limits how often the front end is asked; 0 means MaxRounds.
	Rounds int
}

// Compiled is a request as a checked planning problem.
type Compiled struct {
	Request Request
	Answer  string // the front end's answer, as strict JSON
	Decoded *Problem
	PDDL    string        // the problem as text
	Problem *pddl.Problem // the same, read and checked
	Objects []Object      // the values behind the names, branches included
	Notes   diag.List     // what was mended or assumed
	Rounds  int           // how often the front end was asked
	// Tokens used in all rounds.
	PromptTokens, ResponseTokens int

	history []Feedback
}

// Questions is the error of a request that is not clear: the user has to answer
// first.
type Questions struct {
	Asks []string
}

func (q *Questions) Error() string { return "the request is not clear: " + strings.Join(q.Asks, " ") }

// Unusable is the error of a request for which no front end's answer was
// usable: the faults of the last one.
type Unusable struct {
	Faults diag.List
	Answer string // as it came
	Rounds int
}

func (u *Unusable) Error() string {
	rounds := "1 round"
	if u.Rounds != 1 {
		rounds = fmt.Sprintf("%d rounds", u.Rounds)
	}
	return "no usable problem after " + rounds + ": " + u.Faults.Error()
}

func (u *Unusable) Unwrap() error { return u.Faults }

// Unclear is the error of a request that cannot be one: empty, or too long.
type Unclear struct {
	Reason, Hint string
}

func (e *Unclear) Error() string { return e.Reason + "; hint: " + e.Hint }

// Compile asks the front end for the problem of a request and checks it. Faults
// go back to the front end, as long as there are rounds left and its answers
// change. Errors are *Unclear, *Questions, *NotUnderstood, *Unusable, or what
// the front end returned.
func (c *Compiler) Compile(ctx context.Context, r Request) (*Compiled, error) {
	if err := checkRequest(r.Text); err != nil {
		return nil, err
	}
	return c.rounds(ctx, &Compiled{Request: r})
}

// Retry asks again for a problem that was compiled and turned out to be of no
// use; reason says why, as "these goals cannot be reached: ...". The rounds of
// earlier calls count.
func (c *Compiler) Retry(ctx context.Context, previous *Compiled, reason string) (*Compiled, error) {
	next := &Compiled{Request: previous.Request, Rounds: previous.Rounds,
		PromptTokens: previous.PromptTokens, ResponseTokens: previous.ResponseTokens}
	next.history = append(append(next.history, previous.history...), Feedback{Answer: previous.Answer, Faults: reason})
	if next.Rounds >= c.limit() {
		return nil, &Unusable{Answer: previous.Answer, Rounds: next.Rounds,
			Faults: diag.List{{Severity: diag.Error, Code: NoRoundsLeft, Message: reason}}}
	}
	return c.rounds(ctx, next)
}

func (c *Compiler) limit() int {
	if c.Rounds > 0 {
		return c.Rounds
	}
	return MaxRounds
}

func checkRequest(text string) error {
	switch {
	case !utf8.ValidString(text):
		return &Unclear{"the request is not UTF-8 text", "save it as UTF-8"}
	case strings.TrimSpace(text) == "":
		return &Unclear{"the request is empty", `say what to do, as "Read sales.csv and tell me how many rows it has"`}
	case utf8.RuneCountInString(text) > MaxRequest:
		return &Unclear{fmt.Sprintf("the request has %d characters, the limit is %d", utf8.RuneCountInString(text), MaxRequest),
			"put long contents into a file of the workspace and name the file"}
	}
	return nil
}

func (c *Compiler) rounds(ctx context.Context, out *Compiled) (*Compiled, error) {
	for {
		answer, err := c.Front.Formalize(ctx, out.Request, out.history)
		out.Rounds++
		out.PromptTokens += answer.PromptTokens
		out.ResponseTokens += answer.ResponseTokens
		if err != nil {
			return nil, err
		}
		faults := c.read(out, answer)
		if faults == nil {
			if asks := out.Decoded.Asks; len(asks) > 0 {
				return nil, &Questions{Asks: asks}
			}
			return out, nil
		}
		if out.Rounds >= c.limit() || repeats(out.history, answer.Text) {
			return nil, &Unusable{Faults: faults, Answer: answer.Text, Rounds: out.Rounds}
		}
		out.history = append(out.history, Feedback{Answer: clipAnswer(answer.Text), Faults: faults.Feedback()})
	}
}

// read fills the rest of out from an answer, or returns its faults.
func (c *Compiler) read(out *Compiled, answer Answer) diag.List {
	p, json, list := decode(answer.Text, c.Pack)
	if answer.Refused && json == "" {
		return diag.List{refusal(answer.Text)}
	}
	if p == nil {
		return list
	}
	out.Answer, out.Decoded, out.Notes = json, p, list
	if len(p.Asks) > 0 {
		return nil
	}
	low, faults := Lower(p, c.Pack)
	if faults.HasErrors() {
		return faults
	}
	out.PDDL, out.Problem, out.Objects = low.Text, low.Problem, low.Objects
	return nil
}

// repeats reports whether the front end gave the same answer before: asking
// again would not help.
func repeats(history []Feedback, answer string) bool {
	return len(history) > 0 && history[len(history)-1].Answer == clipAnswer(answer)
}

// clipAnswer bounds what is sent back of an answer that was no use.
func clipAnswer(answer string) string {
	const most = 40_000
	if len(answer) <= most {
		return answer
	}
	for end := most; ; end-- {
		if utf8.RuneStart(answer[end]) {
			return answer[:end]
		}
	}
}

// IsRefusal reports whether an error means that the language model declined.
func IsRefusal(err error) bool {
	var u *Unusable
	if !errors.As(err, &u) {
		return false
	}
	for _, f := range u.Faults {
		if f.Code == AnswerRefused {
			return true
		}
	}
	return false
}
