// Package app wires the stages into one line: request, problem, plan, run,
// report.
//
// It owns the settings of a session (workspace, front end, connectors) and the
// order of the stages. In: a [Config] and a request. Out: what each stage
// returned. It must not know the rules of any stage, and it prints nothing; the
// command line renders. Start reading at [Open], then run.go.
package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/rs/zerolog"

	"genplanx/actions"
	"genplanx/actions/data"
	"genplanx/actions/email"
	"genplanx/compiler"
	"genplanx/compiler/entity"
	"genplanx/domain"
	"genplanx/domain/assistant"
)

// Config is what flags and environment settle.
type Config struct {
	Domain    string // name of a domain pack; empty means the assistant
	Workspace string // folder; empty means the current one
	LLM       LLM
	MailURL   string // smtp://user:password@host:port, empty for none
	MailFrom  string
	Log       zerolog.Logger
}

// Session is a configured line, ready for requests.
type Session struct {
	Pack      *domain.Pack
	Workspace *actions.Workspace
	Front     compiler.FrontEnd
	Handlers  actions.Set
	Log       zerolog.Logger
	// Learns is set when the front end can do better with feedback.
	Learns bool

	entities *entity.Extractor
}

// Open reads the domain, opens the workspace and sets up the front end.
func Open(c Config) (*Session, error) {
	pack, err := LoadPack(c.Domain)
	if err != nil {
		return nil, err
	}
	ws, err := actions.OpenWorkspace(orDefault(c.Workspace, "."))
	if err != nil {
		return nil, err
	}
	s := &Session{Pack: pack, Workspace: ws, Log: c.Log}
	if s.entities, err = entity.New(pack.Recognisers); err != nil {
		return nil, closeAfter(ws, err)
	}
	if s.Front, s.Learns, err = frontEnd(c.LLM, pack); err != nil {
		return nil, closeAfter(ws, err)
	}
	s.Handlers = assistant.Handlers(assistant.Services{
		Mailer:    email.Mailer{Server: c.MailURL, From: c.MailFrom},
		Interpret: s.interpret,
	})
	if err := domain.CheckHandlers(pack.Model, s.Handlers).Err(); err != nil {
		return nil, closeAfter(ws, err)
	}
	return s, nil
}

// Close releases the workspace.
func (s *Session) Close() error { return s.Workspace.Close() }

func closeAfter(ws *actions.Workspace, err error) error {
	if closed := ws.Close(); closed != nil {
		return fmt.Errorf("%w (and closing the workspace: %w)", err, closed)
	}
	return err
}

// LoadPack returns a domain pack by name.
func LoadPack(name string) (*domain.Pack, error) {
	switch name {
	case "", "assistant":
		return assistant.Pack()
	}
	return nil, &actions.Fault{Doing: fmt.Sprintf("loading domain %q", name), Err: fmt.Errorf("there is no such domain"), Hint: "domains: assistant"}
}

// Request completes a user's words with what the workspace holds.
func (s *Session) Request(ctx context.Context, text string) compiler.Request {
	r := compiler.Request{Text: text}
	for _, src := range data.Sources(ctx, s.Workspace) {
		r.Sources = append(r.Sources, compiler.Source{Path: src.Path, Columns: columnNames(src)})
	}
	return r
}

func columnNames(s data.Source) []string {
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = c.Name
	}
	return names
}

// Objects turns the objects of a problem into those of a run.
func Objects(list []compiler.Object) []actions.Object {
	out := make([]actions.Object, len(list))
	for i, o := range list {
		out[i] = actions.Object{Name: o.Name, Type: o.Type, Value: o.Value, Attrs: o.Attrs}
	}
	return out
}

func orDefault(s, def string) string {
	if strings.TrimSpace(s) == "" {
		return def
	}
	return s
}
