package llm_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"genplanx/compiler"
	"genplanx/compiler/llm"
	"genplanx/domain"
	"genplanx/domain/assistant"
)

const key = "sk-secret-0123456789"

// turn is one response of the server, in the protocol's own terms.
type turn struct {
	content string // of the message; with refusal and finish it makes a proper response
	refusal string
	finish  string
	status  int               // other than 200: an error with content as its message
	raw     string            // sent as it is
	header  map[string]string // added
	hang    time.Duration     // before the response
	drop    bool              // the connection is closed in the middle
}

// server plays turns in order and keeps what it was sent.
type server struct {
	*httptest.Server
	mu    sync.Mutex
	turns []turn
	sent  []request
}

type request struct {
	Model          string `json:"model"`
	ResponseFormat *struct {
		Type string `json:"type"`
	} `json:"response_format"`
	Messages []struct{ Role, Content string } `json:"messages"`
}

func serve(t *testing.T, turns ...turn) *server {
	t.Helper()
	s := &server{turns: turns}
	s.Server = httptest.NewServer(http.HandlerFunc(s.handle))
	t.Cleanup(s.Close)
	return s
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key {
		http.Error(w, "not a chat request", http.StatusTeapot)
		return
	}
	s.mu.Lock()
	s.sent = append(s.sent, req)
	var next turn
	if len(s.turns) > 0 {
		next, s.turns = s.turns[0], s.turns[1:]
	} else {
		next = turn{status: http.StatusTeapot, content: "the script is over"}
	}
	s.mu.Unlock()
	next.play(w, r)
}

func (t turn) play(w http.ResponseWriter, r *http.Request) {
	if t.hang > 0 {
		select {
		case <-time.After(t.hang):
		case <-r.Context().Done():
			return
		}
	}
	for k, v := range t.header {
		w.Header().Set(k, v)
	}
	w.Header().Set("Content-Type", "application/json")
	switch {
	case t.drop:
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, `{"choices": [`)
		panic(http.ErrAbortHandler)
	case t.raw != "":
		fmt.Fprint(w, t.raw)
	case t.status != 0:
		w.WriteHeader(t.status)
		body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": t.content, "type": "test"}})
		_, _ = w.Write(body)
	default:
		message := map[string]any{"role": "assistant", "content": t.content}
		if t.refusal != "" {
			message["refusal"], message["content"] = t.refusal, nil
		}
		finish := t.finish
		if finish == "" {
			finish = "stop"
		}
		body, _ := json.Marshal(map[string]any{
			"id": "1", "object": "chat.completion",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
		})
		_, _ = w.Write(body)
	}
}

func (s *server) requests() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]request(nil), s.sent...)
}

func (s *server) config() llm.Config {
	return llm.Config{BaseURL: s.URL + "/v1/", Model: "test-model", Key: key, Timeout: 5 * time.Second, Pause: time.Millisecond}
}

func office(t testing.TB) *domain.Pack {
	t.Helper()
	pack, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

func compilerOf(t testing.TB, model llm.Model) *compiler.Compiler {
	t.Helper()
	pack := office(t)
	front, err := llm.NewFrontEnd(pack, model)
	if err != nil {
		t.Fatal(err)
	}
	return &compiler.Compiler{Front: front, Pack: pack}
}

func client(t testing.TB, c llm.Config) *llm.Client {
	t.Helper()
	model, err := llm.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// The answer of these tests: read a file and show it.
const good = `{"data-file1": {"type": "csv-file", "value": "team.csv"},
 "dataframe1": {"type": "dataframe", "value": ""},
 "chat-response": {"type": "response", "value": ""},
 "init_state": {"type": "state", "value": "(in dataframe1 data-file1)"},
 "goals": {"type": "state", "value": "(in dataframe1 chat-response) (sent chat-response)"}}`

// spoilt returns the good answer with one text replaced.
func spoilt(old, with string) string {
	if !strings.Contains(good, old) {
		panic("nothing to spoil: " + old)
	}
	return strings.Replace(good, old, with, 1)
}
