// Package offline understands requests without a language model.
//
// It owns a parser of office English: tokens with their places, clauses, noun
// phrases, conditions on rows, references, and the composition of what was
// found to a JSON problem. The words, the things that can be spoken of, their
// slots and what they mean in PDDL are data of the domain pack. In: a request
// and a pack. Out: the JSON that a language model would give, questions to the
// user, or [compiler.NotUnderstood] with the words that could not be used. It
// must not know planning, execution, or any domain by name.
//
// Nothing is guessed: every word of a request must have found its place, two
// readings that differ in effect are a question.
//
// Start reading at [FrontEnd.Formalize]; parse.go reads a request from left to
// right, attach.go finds the place of each phrase, resolve.go what it refers to,
// complete.go fills in what goes without saying, compose.go writes the problem.
package offline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"genplanx/compiler"
	"genplanx/domain"
)

// FrontEnd is the front end for one pack; it can be used concurrently.
type FrontEnd struct {
	lex   *domain.Lexicon
	words *index
	kinds map[string]*domain.Kind
}

// New prepares the words of a pack.
func New(pack *domain.Pack) *FrontEnd {
	lex := pack.Lexicon
	if lex == nil {
		lex = &domain.Lexicon{}
	}
	f := &FrontEnd{lex: lex, words: newIndex(lex), kinds: map[string]*domain.Kind{}}
	for i := range lex.Kinds {
		f.kinds[lex.Kinds[i].Name] = &lex.Kinds[i]
	}
	return f
}

// longest is the longest request that is read, in bytes.
const longest = 64 << 10

var errNoBetter = errors.New("the built-in front end gives one reading of a request and cannot mend it: word the request differently, or use a language model")

// Formalize reads a request (paper, section 6). The error is a
// [compiler.NotUnderstood] when words of the request found no place.
func (f *FrontEnd) Formalize(ctx context.Context, r compiler.Request, feedback []compiler.Feedback) (compiler.Answer, error) {
	if err := ctx.Err(); err != nil {
		return compiler.Answer{}, fmt.Errorf("reading the request: %w", err)
	}
	if len(feedback) > 0 {
		return compiler.Answer{}, fmt.Errorf("%w; its problem had these faults: %s", errNoBetter, feedback[len(feedback)-1].Faults)
	}
	if len(r.Text) > longest {
		return compiler.Answer{}, fmt.Errorf("reading the request: it has %d bytes, at most %d are read: shorten it", len(r.Text), longest)
	}
	p := &parser{lex: f.lex, kinds: f.kinds, words: f.words, request: r, sources: prepare(r.Sources)}
	p.run()
	if err := p.help(); err != nil {
		return compiler.Answer{}, err
	}
	p.complete()
	if err := p.refusal(); err != nil {
		return compiler.Answer{}, err
	}
	if len(p.asks) > 0 {
		return questions(p.asks)
	}
	text, err := p.compose()
	if err != nil {
		return compiler.Answer{}, err
	}
	if err := p.refusal(); err != nil {
		return compiler.Answer{}, err
	}
	return compiler.Answer{Text: text}, nil
}

func questions(asks []string) (compiler.Answer, error) {
	text, err := json.MarshalIndent(map[string]any{
		"ask":        asks,
		"init_state": map[string]string{"type": "state", "value": ""},
		"goals":      map[string]string{"type": "state", "value": ""},
	}, "", "  ")
	if err != nil {
		return compiler.Answer{}, fmt.Errorf("writing the questions: %w", err)
	}
	return compiler.Answer{Text: string(text)}, nil
}

// refusal lists the words that found no place; neighbours make one quotation.
func (p *parser) refusal() error {
	var words []string
	for i := 0; i < len(p.ts); {
		if !p.noted[i] || p.ts[i].ends {
			i++
			continue
		}
		j := i
		for j+1 < len(p.ts) && p.noted[j+1] && !p.ts[j+1].ends {
			j++
		}
		words = append(words, strings.TrimSpace(p.request.Text[p.ts[i].start:p.ts[j].end]))
		i = j + 1
	}
	if len(words) > 0 {
		return &compiler.NotUnderstood{Words: words, Hint: p.hint()}
	}
	if !p.wanted() {
		return &compiler.NotUnderstood{Words: nil, Hint: p.examples()}
	}
	return nil
}

// wanted reports whether the request asks for anything at all.
func (p *parser) wanted() bool {
	for _, n := range p.nodes {
		if n.verb != nil || n.kind != nil && n.kind.Name != nameKind {
			return true
		}
	}
	return false
}
