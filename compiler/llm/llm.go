// Package llm asks a language model for the JSON problem of a request.
//
// It owns the client for OpenAI-compatible endpoints with its time-outs and
// retries, the recorder and the replayer of answers, and the front end that
// puts prompts to one of them. In: a request and feedback. Out: the text of an
// answer. It must not know how answers are decoded, and it keeps the key out of
// errors and records. Start reading at [FrontEnd].
package llm

import (
	"context"
	"fmt"

	"genplanx/compiler"
	"genplanx/compiler/entity"
	"genplanx/compiler/prompt"
	"genplanx/domain"
)

// Model is something that answers a conversation.
type Model interface {
	// Chat returns the next turn. Errors are *Error.
	Chat(ctx context.Context, messages []prompt.Message) (Reply, error)
}

// Reply is a model's turn.
type Reply struct {
	Text    string
	Refused bool // the endpoint itself says that the model declined
	// Finish is the endpoint's reason for ending the turn: "stop", "length".
	Finish                       string
	PromptTokens, ResponseTokens int
}

// Error says what was being done, why it failed, and what the user can do.
type Error struct {
	Doing string
	Err   error
	Hint  string
}

func (e *Error) Error() string {
	text := e.Doing + ": " + e.Err.Error()
	if e.Hint != "" {
		text += "; hint: " + e.Hint
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// FrontEnd is the [compiler.FrontEnd] that asks a model.
type FrontEnd struct {
	pack     *domain.Pack
	entities *entity.Extractor
	model    Model
}

var _ compiler.FrontEnd = (*FrontEnd)(nil)

// NewFrontEnd prepares the recognisers of a domain for a model.
func NewFrontEnd(pack *domain.Pack, model Model) (*FrontEnd, error) {
	x, err := entity.New(pack.Recognisers)
	if err != nil {
		return nil, fmt.Errorf("preparing the recognisers of domain %s: %w", pack.Name, err)
	}
	return &FrontEnd{pack: pack, entities: x, model: model}, nil
}

// Formalize implements [compiler.FrontEnd].
func (f *FrontEnd) Formalize(ctx context.Context, r compiler.Request, feedback []compiler.Feedback) (compiler.Answer, error) {
	reply, err := f.model.Chat(ctx, prompt.Build(f.pack, r, f.entities.Extract(r.Text), feedback))
	return compiler.Answer{Text: reply.Text, Refused: reply.Refused,
		PromptTokens: reply.PromptTokens, ResponseTokens: reply.ResponseTokens}, err
}
