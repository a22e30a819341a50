// Package compiler turns a request into a checked planning problem in PDDL.
//
// It owns the JSON problem: decoding what a front end answered, checking it
// against the domain, and lowering it to PDDL text. In: a request and a domain
// pack. Out: [Problem] and the PDDL of it, or all faults at once by JSON path.
// It must not know search or execution. Start reading at [Problem], then
// decode.go and lower.go; the front ends are in llm and offline.
package compiler

import (
	"context"

	"genplanx/pddl"
)

// Problem is the decoded JSON problem (paper, section 6.3).
type Problem struct {
	Objects  []Object // in the order of the answer
	Init     []pddl.Literal
	Costs    []pddl.Assignment // (= (database-cost db1) 3)
	Goals    []pddl.Literal
	Branches []Branch
	// Asks are questions to the user; when there are any, nothing is run.
	Asks []string
}

// Object is an entry of the JSON problem.
type Object struct {
	Name  string
	Type  string
	Value any // string, float64, bool, nil, []any or map[string]any
	Attrs map[string]any
}

// Branch is an entry of "when": the literals that become goals when the
// condition object was seen to hold, or not to.
type Branch struct {
	If   string // name of a condition object
	Then []pddl.Literal
	Else []pddl.Literal
}

// Request is what the user wrote and what is known around it.
type Request struct {
	Text    string
	Sources []Source
}

// Source is a data file of the workspace and its columns, so that front ends
// can speak of them.
type Source struct {
	Path    string
	Columns []string
}

// FrontEnd turns a request into the JSON text of a problem. Feedback holds what
// was wrong with its earlier answers to the same request, oldest first.
type FrontEnd interface {
	Formalize(ctx context.Context, r Request, feedback []Feedback) (Answer, error)
}

// Feedback is an earlier answer and the faults found in it, in words.
type Feedback struct {
	Answer string
	Faults string
}

// Answer is a front end's text and what it cost.
type Answer struct {
	Text string
	// Refused is set when the endpoint itself says that the model declined.
	Refused        bool
	PromptTokens   int
	ResponseTokens int
}

// NotUnderstood says which words of a request a front end could not use;
// nothing is run then.
type NotUnderstood struct {
	Words []string // quoted from the request, in order
	Hint  string
}

func (e *NotUnderstood) Error() string {
	text := "the request was not understood"
	for i, w := range e.Words {
		if i == 0 {
			text += ": "
		} else {
			text += ", "
		}
		text += "\"" + w + "\""
	}
	return text
}
