package llm_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/compiler"
	"genplanx/compiler/llm"
)

// TestCompile drives the whole way from a request to PDDL against a server
// that speaks the protocol. Each case is mended at once (1 call), repaired in a
// round (2 calls), or refused with an error that says why.
func TestCompile(t *testing.T) {
	python := strings.NewReplacer(`"`, `'`).Replace(good)
	ok := turn{content: good}
	for _, c := range []struct {
		name  string
		turns []turn
		calls int
		want  string // in the error; empty when it succeeds
		back  string // in the feedback of the second call
	}{
		{"success", []turn{ok}, 1, "", ""},
		{"python quotes", []turn{{content: python}}, 1, "", ""},
		{"fences and prose", []turn{{content: "Sure! Here it is:\n```json\n" + good + "\n```\nAnything else?"}}, 1, "", ""},
		{"missing object", []turn{{content: spoilt(`"dataframe1": {"type": "dataframe", "value": ""},`, "")}, ok}, 2, "", "at init_state[0]: `dataframe1` is not in the dictionary"},
		{"wrong type", []turn{{content: spoilt(`"type": "dataframe"`, `"type": "datafrme"`)}, ok}, 2, "", "at dataframe1.type: there is no type \"datafrme\" (did you mean dataframe?"},
		{"wrong predicate", []turn{{content: spoilt("(sent chat", "(snet chat")}, ok}, 2, "", "at goals[1]: there is no predicate `snet` (did you mean (sent ?r - response)?"},
		{"undeclared in goals", []turn{{content: spoilt("(sent chat-response)", "(sent reply)")}, ok}, 2, "", "at goals[1]: `reply` is not in the dictionary"},
		{"wrong argument", []turn{{content: spoilt("(sent chat-response)", "(sent dataframe1)")}, ok}, 2, "", "`dataframe1` is of type dataframe, and argument 1 of `sent` is of type response"},
		{"no action", []turn{{content: spoilt("(sent chat-response)", "(summarized dataframe1 dataframe1)")}, ok}, 2, "", "no action makes `summarized` true"},
		{"truncated", []turn{{content: good[:len(good)-30], finish: "length"}, ok}, 2, "", "the answer is cut off"},
		{"refusal in words", []turn{{content: "I'm sorry, but I can't help with that."}, ok}, 2, "", "the language model declined to answer: `I'm sorry"},
		{"refusal in its field", []turn{{refusal: "Not this one."}, ok}, 2, "", "the language model declined to answer: `Not this one.`"},
		{"refusal for good", []turn{{refusal: "No."}, {refusal: "Never."}, {refusal: "I said no."}}, 3, "declined to answer: `I said no.`", "declined"},
		{"three rounds", []turn{{content: "hm"}, {content: "{}"}, {content: "{'a': 1}"}}, 3, "no usable problem after 3 rounds", "holds no dictionary"},
		{"no progress", []turn{{content: "{}"}, {content: "{}"}}, 2, "no usable problem after 2 rounds", "no \"goals\""},
		{"empty content", []turn{{content: ""}, ok}, 2, "", "the answer is empty"},
		{"429 then success", []turn{{status: 429, content: "slow down", header: map[string]string{"Retry-After": "0"}}, ok}, 2, "", ""},
		{"500s then success", []turn{{status: 500, content: "oops"}, {status: 503, content: "oops"}, ok}, 3, "", ""},
		{"500s for good", []turn{{status: 500}, {status: 502}, {status: 503}, {status: 500, content: "still broken"}}, 4, "broken or overloaded (status 500: still broken)", ""},
		{"closed connection", []turn{{drop: true}, ok}, 2, "", ""},
		{"out of quota", []turn{{raw: "", status: 429, content: "insufficient_quota"}}, 1, "over its limit", ""},
		{"wrong key", []turn{{status: 401, content: "Incorrect API key provided: " + key}}, 1, "does not accept the key (status 401: Incorrect API key provided: [key])", ""},
		{"wrong model", []turn{{status: 404, content: "no such model"}}, 1, "does not know the path or the model", ""},
		{"garbage", []turn{{raw: "<html>hello</html>"}}, 1, "not that of a chat endpoint", ""},
		{"no choices", []turn{{raw: `{"choices": []}`}}, 1, "the response holds no answer", ""},
		{"no json mode", []turn{{status: 400, content: "response_format is not supported by this model"}, ok}, 2, "", ""},
		{"bad request", []turn{{status: 400, content: "context too long"}}, 1, "refused the call (status 400: context too long)", ""},
		{"ask", []turn{{content: `{"ask": ["Which file?"]}`}}, 1, "Which file?", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, c.turns...)
			got, err := compilerOf(t, client(t, s.config())).Compile(t.Context(), compiler.Request{Text: "Show me team.csv."})
			sent := s.requests()
			if len(sent) != c.calls {
				t.Errorf("%d calls, want %d", len(sent), c.calls)
			}
			if c.back != "" && !strings.Contains(last(sent[1]), c.back) {
				t.Errorf("%q is missing in the feedback:\n%s", c.back, last(sent[1]))
			}
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), key) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got.PDDL, "(sent chat-response)") || got.Problem == nil || got.PromptTokens < 100 || got.ResponseTokens != got.Rounds*10 {
				t.Errorf("unexpected result: %+v", got)
			}
		})
	}
}

func last(r request) string { return r.Messages[len(r.Messages)-1].Content }

// TestPaper sends the paper's dictionaries, as its models wrote them, through
// the whole way.
func TestPaper(t *testing.T) {
	files, err := filepath.Glob("../testdata/paper/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dictionaries: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, turn{content: string(a.Files[0].Data)}, turn{content: good})
		got, err := compilerOf(t, client(t, s.config())).Compile(t.Context(), compiler.Request{Text: "as in the paper"})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		rounds := 1
		if strings.Contains(file, "as-printed") {
			rounds = 2
		}
		if got.Rounds != rounds {
			t.Errorf("%s took %d rounds, want %d", file, got.Rounds, rounds)
		}
	}
}

func TestHang(t *testing.T) {
	s := serve(t, turn{hang: time.Minute})
	c := s.config()
	c.Timeout = 100 * time.Millisecond
	start := time.Now()
	_, err := compilerOf(t, client(t, c)).Compile(t.Context(), compiler.Request{Text: "x"})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no answer within 100ms") || time.Since(start) > 3*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

// TestRetryAfterPastDeadline: there is no use in waiting longer than there is time.
func TestRetryAfterPastDeadline(t *testing.T) {
	s := serve(t, turn{status: 429, content: "busy", header: map[string]string{"Retry-After": "30"}})
	c := s.config()
	c.Timeout = 2 * time.Second
	start := time.Now()
	_, err := client(t, c).Chat(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "over its limit") || time.Since(start) > time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	s := serve(t, turn{status: 503, header: map[string]string{"Retry-After": "0.2"}}, turn{content: good})
	start := time.Now()
	if _, err := client(t, s.config()).Chat(t.Context(), nil); err != nil || time.Since(start) < 200*time.Millisecond {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

func TestHugeBody(t *testing.T) {
	s := serve(t, turn{content: strings.Repeat("x", 2<<20)})
	c := s.config()
	c.MaxResponse = 1 << 20
	if _, err := client(t, c).Chat(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "too large") || len(s.requests()) != 1 {
		t.Errorf("got %v", err)
	}
}

// TestHugeAnswer is within the endpoint's limit and beyond the decoder's.
func TestHugeAnswer(t *testing.T) {
	s := serve(t, turn{content: strings.Repeat("x", compiler.MaxAnswer+1)}, turn{content: good})
	got, err := compilerOf(t, client(t, s.config())).Compile(t.Context(), compiler.Request{Text: "x"})
	if err != nil || got.Rounds != 2 {
		t.Fatalf("%v %v", got, err)
	}
	if sent := s.requests()[1]; len(sent.Messages[2].Content) > 50_000 {
		t.Errorf("%d bytes of a useless answer are sent back", len(sent.Messages[2].Content))
	}
}

// TestJSONModeOnce: an endpoint that refused JSON mode is not asked for it again.
func TestJSONModeOnce(t *testing.T) {
	s := serve(t, turn{status: 400, content: "unknown field response_format"}, turn{content: good}, turn{content: good})
	c := client(t, s.config())
	for range 2 {
		if _, err := c.Chat(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []bool{true, false, false} {
		if got := s.requests()[i].ResponseFormat != nil; got != want {
			t.Errorf("call %d: JSON mode %v", i, got)
		}
	}
}

func TestUnreachable(t *testing.T) {
	s := serve(t)
	c := s.config()
	c.Attempts = 2
	s.Close()
	if _, err := client(t, c).Chat(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "hint: check that the endpoint runs") {
		t.Errorf("got %v", err)
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		config llm.Config
		want   string
	}{
		{llm.Config{}, "no endpoint"},
		{llm.Config{BaseURL: "localhost:80", Model: "m"}, "not an http"},
		{llm.Config{BaseURL: "http://", Model: "m"}, "not an http"},
		{llm.Config{BaseURL: "http://a\x7fb", Model: "m"}, "not a URL"},
		{llm.Config{BaseURL: "ftp://user:pass@host", Model: "m"}, "user:xxxxx@host"},
		{llm.Config{BaseURL: "http://host/v1"}, "no model"},
	} {
		if _, err := llm.NewClient(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.config, err, c.want)
		}
	}
}

// TestRecordReplay records a conversation with a round of feedback, and plays
// it again without a server.
func TestRecordReplay(t *testing.T) {
	s := serve(t, turn{content: "{}"}, turn{content: good})
	dir := filepath.Join(t.TempDir(), "records")
	r := compiler.Request{Text: "Show me team.csv."}
	first, err := compilerOf(t, &llm.Recorder{Model: client(t, s.config()), Name: "test-model", Dir: dir}).Compile(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	replay := compilerOf(t, &llm.Replayer{Name: "test-model", Dir: dir})
	second, err := replay.Compile(t.Context(), r)
	if err != nil || second.PDDL != first.PDDL || second.Rounds != 2 || second.PromptTokens != first.PromptTokens {
		t.Fatalf("%+v %v", second, err)
	}
	files, err := filepath.Glob(dir + "/*")
	if err != nil || len(files) != 2 {
		t.Fatalf("records: %v %v", files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil || strings.Contains(string(text), key) || strings.Contains(string(text), s.URL) {
			t.Errorf("%s holds the key or the address, or %v", f, err)
		}
	}
	hash, err := llm.Hash("test-model", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = (&llm.Replayer{Name: "test-model", Dir: dir}).Chat(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), hash) || !strings.Contains(err.Error(), "--llm record:"+dir) {
		t.Errorf("a missing record: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, hash+".json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err = (&llm.Replayer{Name: "test-model", Dir: dir}).Chat(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged record: %v", err)
	}
}

func TestRetry(t *testing.T) {
	s := serve(t, turn{content: good}, turn{content: spoilt("team.csv", "other.csv")}, turn{content: good})
	c := compilerOf(t, client(t, s.config()))
	first, err := c.Compile(t.Context(), compiler.Request{Text: "Show me team.csv."})
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.Retry(t.Context(), first, "these goals cannot be reached: (sent chat-response)")
	if err != nil || second.Rounds != 2 || !strings.Contains(second.Answer, "other.csv") {
		t.Fatalf("%+v %v", second, err)
	}
	if sent := s.requests()[1]; len(sent.Messages) != 4 || !strings.Contains(last(sent), "these goals cannot be reached") {
		t.Errorf("the reason was not sent: %+v", sent)
	}
	third, err := c.Retry(t.Context(), second, "still not")
	if err != nil {
		t.Fatal(err)
	}
	var u *compiler.Unusable
	if _, err := c.Retry(t.Context(), third, "again"); !errors.As(err, &u) || u.Rounds != 3 {
		t.Errorf("a fourth round: %v", err)
	}
}
