// Package assistant is the office assistant of the GenPlanX paper as a domain
// pack: tables, queries, charts, presentations, learning, calendars, answers
// and mail.
//
// It owns assistant.pddl, the intents with their worked examples, the
// recognisers of entities, the words of the offline front end, and which Go
// handler runs each action. In: connectors, for [Handlers]. Out: a
// [domain.Pack] and an [actions.Set]. It must not know planner, monitor or
// language models. Start reading at [Pack], then assistant.pddl.
package assistant

import (
	_ "embed" // for the files of the pack
	"fmt"
	"strings"

	"genplanx/domain"
	"genplanx/pddl"
)

//go:embed assistant.pddl
var model []byte

//go:embed advice.txt
var advice string

// Pack reads and checks the domain. An error means that the files of the pack
// are broken; its text lists all faults.
func Pack() (*domain.Pack, error) {
	d, list := pddl.ReadDomain("assistant.pddl", model)
	if d != nil {
		list.Append(pddl.CheckDomain(d))
	}
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("reading the assistant domain: %w", err)
	}
	p := &domain.Pack{
		Name:    "assistant",
		File:    "assistant.pddl",
		Text:    model,
		Model:   d,
		Setting: "You are working in an office environment. You have to provide responses to queries from employees or clients.",
		Advice:  strings.Split(strings.TrimSpace(advice), "\n"),

		TypeAliases: typeAliases(),
		Forms:       forms(),
		Defaults:    []domain.CostDefault{{Function: "database-cost", Value: 1}},
		Values:      values(),
		Extensions:  extensions(),
		Needs:       map[string][]string{"output-email": {"to"}},
		Links:       links(),
		Implied: []domain.Implied{
			{If: "(in ?x ?f)", Then: "(available ?f)", Unless: "(in ?y ?f)", Type: "file"},
		},
		Valued:  []string{"available"},
		Decided: "decided",
		// A mail may ask for work in the workspace and an answer, not for mail to
		// others and not for following further mails.
		TextGoals: []string{
			"available", "in", "in-graph", "done-query", "learned-model", "learned-from", "used-for-training",
			"done-prediction", "appointments-read", "appointments-contents", "sent", "email-read", "decided",
		},
		Phrases: phrases(),
		Lexicon: Lexicon(),
	}
	var err error
	if p.Intents, err = readIntents(); err != nil {
		return nil, err
	}
	if p.Recognisers, err = readRecognisers(); err != nil {
		return nil, err
	}
	if err := p.Check().Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// forms are literals of older prompts. The paper's section 10.1 ties a model to
// the data it is learned from, its section 8.2 does not.
func forms() []domain.Form {
	return []domain.Form{
		{From: "(learned-model ?m ?d ?c)", To: "(learned-model ?m ?c) (learned-from ?m ?d)"},
	}
}

func links() []domain.Link {
	return []domain.Link{
		{Type: "condition", Key: "on", Literal: "(condition-on ?object ?value)", Required: true},
		{Type: "model", Key: "algorithm", Literal: "(in ?value ?object)"},
		{Type: "output-email", Key: "attachment", Literal: "(attached ?value ?object)", Required: true},
		{Type: "output-email", Key: "attachments", Literal: "(attached ?value ?object)", Required: true},
	}
}
