package app

import (
	"time"

	"genplanx/compiler"
	"genplanx/compiler/llm"
	"genplanx/compiler/offline"
	"genplanx/domain"
)

// LLMMode chooses the front end.
type LLMMode string

const (
	// Offline: our own parser, no language model.
	Offline LLMMode = "offline"
	// Online: a language model at an endpoint.
	Online LLMMode = "online"
	// Record: as Online, and every answer is kept in a folder.
	Record LLMMode = "record"
	// Replay: answers kept earlier; no endpoint is called.
	Replay LLMMode = "replay"
)

// LLM settles the front end. Key is a secret: it goes to the endpoint only.
type LLM struct {
	Mode    LLMMode
	URL     string
	Model   string
	Key     string
	Dir     string
	Timeout time.Duration
}

// frontEnd builds the front end and tells whether it learns from feedback.
func frontEnd(c LLM, pack *domain.Pack) (compiler.FrontEnd, bool, error) {
	if c.Mode == Offline || c.Mode == "" {
		return offline.New(pack), false, nil
	}
	model, err := c.model()
	if err != nil {
		return nil, false, err
	}
	front, err := llm.NewFrontEnd(pack, model)
	return front, true, err
}

// model is the way answers come: live, kept on the way, or from a folder.
func (c LLM) model() (llm.Model, error) {
	if c.Mode == Replay {
		return &llm.Replayer{Name: c.Model, Dir: c.Dir}, nil
	}
	client, err := llm.NewClient(llm.Config{BaseURL: c.URL, Model: c.Model, Key: c.Key, Timeout: c.Timeout})
	if err != nil || c.Mode == Online {
		return client, err
	}
	return &llm.Recorder{Model: client, Name: c.Model, Dir: c.Dir}, nil
}
