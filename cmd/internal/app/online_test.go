package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"genplanx/cmd/internal/app"
	"genplanx/monitor/journal"
)

const (
	onlineDir = "testdata/online"
	paperDir  = "../../../compiler/testdata/paper"
	secretKey = "sk-very-secret-0123456789"
)

// turn is one answer of the server; a refusal, a status other than 0 or a hang
// take the place of the content.
type turn struct {
	content string
	refusal string
	status  int
	hang    bool
}

// endpoint speaks the protocol of OpenAI's chat completions and plays turns in
// order. When they are over, it repeats the last.
type endpoint struct {
	*httptest.Server
	mu    sync.Mutex
	turns []turn
	calls int
	sent  strings.Builder
}

func serve(t *testing.T, turns ...turn) *endpoint {
	t.Helper()
	e := &endpoint{turns: turns}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) llm() app.LLM {
	return app.LLM{Mode: app.Online, URL: e.URL + "/v1", Model: "test-model", Key: secretKey, Timeout: 20 * time.Second}
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secretKey {
		http.Error(w, "not a chat request", http.StatusTeapot)
		return
	}
	e.mu.Lock()
	next := e.turns[min(e.calls, len(e.turns)-1)]
	e.calls++
	e.sent.Write(body)
	e.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case next.hang:
		<-r.Context().Done()
	case next.status != 0:
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(next.status)
		fmt.Fprintf(w, `{"error": {"message": "your key %s is over its limit", "type": "test"}}`, secretKey)
	default:
		message := map[string]any{"role": "assistant", "content": next.content}
		if next.refusal != "" {
			message["refusal"], message["content"] = next.refusal, nil
		}
		_ = json.NewEncoder(w).Encode(map[string]any{ // a client that went away is its own business
			"choices": []any{map[string]any{"message": message, "finish_reason": "stop"}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
		})
	}
}

// TestOnline runs the archives of testdata/online from the sentence to the
// files, with a language model that gives the archive's answers: the paper's
// own dictionaries ("paper: NAME" takes one of compiler/testdata/paper), answers
// that need mending, and hostile ones.
func TestOnline(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join(onlineDir, "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in %s: %v", onlineDir, err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			e := serve(t, turnsOf(t, a)...)
			got := tell(t, a, e.llm()) + fmt.Sprintf("calls of the model: %d\n", e.calls)
			if strings.Contains(got, secretKey) || strings.Contains(e.sent.String(), secretKey) {
				t.Error("the key is in what was told or sent")
			}
			if *update {
				setFile(a, "want", got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(fileOf(a, "want"), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		})
	}
}

func turnsOf(t *testing.T, a *txtar.Archive) []turn {
	t.Helper()
	if name := setting(a, "paper"); name != "" {
		p, err := txtar.ParseFile(filepath.Join(paperDir, name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		return []turn{{content: fileOf(p, "answer")}}
	}
	var turns []turn
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "answer-") {
			turns = append(turns, turn{content: string(f.Data)})
		}
	}
	if len(turns) == 0 {
		t.Fatal("the archive holds no answer")
	}
	return turns
}

// answer is what the model sends in the tests below: a table read and saved.
const answer = `{"data-file1": {"type": "csv-file", "value": "team.csv"},
 "dataframe1": {"type": "dataframe", "value": ""},
 "data-file2": {"type": "csv-file", "value": "copy.csv"},
 "init_state": {"type": "state", "value": "(in dataframe1 data-file1)"},
 "goals": {"type": "state", "value": "(in dataframe1 data-file2)"}}`

// copyTeam is a request in a folder with one table.
func copyTeam() *txtar.Archive {
	return txtar.Parse([]byte("-- request --\nRead team.csv and save it as copy.csv\n-- ws/team.csv --\nname,score\nAnn,3\n"))
}

// request runs the request and returns what can be seen of it: what was told,
// and the journal.
func request(t *testing.T, front app.LLM) (told, journalled string) {
	t.Helper()
	a := copyTeam()
	told = tell(t, a, front)
	dir := t.TempDir()
	layOut(t, a, dir)
	s, err := app.Open(app.Config{Workspace: dir, LLM: front})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	var lines strings.Builder
	u, err := s.Understand(t.Context(), fileOf(a, "request"))
	if err != nil {
		return told, err.Error()
	}
	out, err := s.Run(t.Context(), u, app.RunOptions{Approver: consent{a}, Journal: journal.NewLines(&lines, func() error { return nil })})
	if err != nil {
		return told, err.Error()
	}
	return told, lines.String() + out.Report.Text()
}

// What an endpoint does besides answering: the request succeeds, or fails within
// its time with words for the user; the key is never among them.
func TestOnlineEndpoint(t *testing.T) {
	for _, tt := range []struct {
		name    string
		turns   []turn
		timeout time.Duration
		want    string
	}{
		{"busy, then an answer", []turn{{status: 429}, {content: answer}}, 0, "outcome: done"},
		{"broken, then an answer", []turn{{status: 503}, {content: answer}}, 0, "outcome: done"},
		{"refusal", []turn{{refusal: "I will not."}}, 0, "the language model declined to answer: `I will not.`"},
		{"refusal, then an answer", []turn{{refusal: "I will not."}, {content: answer}}, 0, "outcome: done"},
		{"hang", []turn{{hang: true}}, 300 * time.Millisecond, "no answer within 300ms"},
		{"wrong key", []turn{{status: 401}}, 0, "the endpoint does not accept the key (status 401: your key [key] is over its limit)"},
		{"no such model", []turn{{status: 404}}, 0, "your key [key] is over its limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := serve(t, tt.turns...)
			front := e.llm()
			if tt.timeout > 0 {
				front.Timeout = tt.timeout
			}
			start := time.Now()
			told, journalled := request(t, front)
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			if !strings.Contains(told, tt.want) {
				t.Errorf("want %q in\n%s", tt.want, told)
			}
			if strings.Contains(told+journalled+e.sent.String(), secretKey) {
				t.Error("the key is in what was told, kept or sent")
			}
		})
	}
}

// Answers as large or as deep as a hostile model can make them end soon, with
// faults that are no larger than a screen, and nothing is made.
func TestOnlineLargeAnswers(t *testing.T) {
	many := func(n int, part string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, part, i)
		}
		return b.String()
	}
	with := func(old, text string) string { return strings.Replace(answer, old, text, 1) }
	for name, content := range map[string]string{
		"objects":         "{" + many(10_000, `"column%[1]d": {"type": "column", "value": "c%[1]d"}, `) + answer[1:],
		"unknown types":   "{" + many(10_000, `"thing%[1]d": {"type": "thing%[1]d", "value": ""}, `) + answer[1:],
		"frames":          with("(in dataframe1 data-file1)", "(in dataframe1 data-file1) "+many(5_000, "(in dataframe1 data-file%d) ")),
		"literals":        with("(in dataframe1 data-file1)", strings.Repeat("(in dataframe1 data-file1) ", 20_000)),
		"goals":           with("(in dataframe1 data-file2)", many(10_000, "(in dataframe%d data-file2) ")),
		"nested arrays":   strings.Repeat("[", 1<<20),
		"nested objects":  strings.Repeat(`{"a":`, 200_000) + "1" + strings.Repeat("}", 200_000),
		"nested literals": with("(in dataframe1 data-file2)", strings.Repeat("(and ", 200_000)+"(in dataframe1 data-file2)"+strings.Repeat(")", 200_000)),
		"nested values":   with(`"team.csv"`, strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)),
		"one long path":   with("copy.csv", strings.Repeat("a/", 500_000)+"copy.csv"),
		"one long name":   strings.ReplaceAll(answer, "dataframe1", strings.Repeat("d", 500_000)),
		"open string":     answer[:40] + strings.Repeat(`\"`, 500_000),
		"spaces":          strings.Repeat(" \n", 1<<20),
		"braces in prose": strings.Repeat("{ } ", 100_000) + answer,
	} {
		t.Run(name, func(t *testing.T) {
			e := serve(t, turn{content: content})
			start := time.Now()
			told := tell(t, copyTeam(), e.llm())
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
			if strings.HasPrefix(told, "error: ") && len(told) > 20_000 {
				t.Errorf("%d bytes of faults", len(told))
			}
			t.Logf("%s in %s", told[:min(len(told), 200)], time.Since(start))
		})
	}
}
