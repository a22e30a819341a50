package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"

	"genplanx/cmd/internal/app"
)

// llmFlags choose the front end; what they leave open comes from the environment.
type llmFlags struct {
	LLM        string        `name:"llm" help:"Front end: offline, online, record:DIR or replay:DIR. Without it: online when an endpoint is set, else offline." placeholder:"MODE"`
	LLMURL     string        `name:"llm-url" help:"Base URL of an OpenAI-compatible endpoint (GENPLANX_LLM_URL)." placeholder:"URL"`
	LLMModel   string        `name:"llm-model" help:"Model (GENPLANX_LLM_MODEL)." placeholder:"NAME"`
	LLMKeyFile string        `name:"llm-key-file" help:"File that holds the key (GENPLANX_LLM_KEY holds the key itself)." placeholder:"FILE" type:"path"`
	LLMTimeout time.Duration `name:"llm-timeout" help:"Time for one answer, all tries together." default:"2m"`
}

// settings joins flags and environment; flags win.
func (f *llmFlags) settings(getenv func(string) string) (app.LLM, error) {
	s := app.LLM{URL: first(f.LLMURL, getenv("GENPLANX_LLM_URL")), Model: first(f.LLMModel, getenv("GENPLANX_LLM_MODEL")),
		Key: getenv("GENPLANX_LLM_KEY"), Timeout: f.LLMTimeout}
	if f.LLMTimeout <= 0 {
		return s, &failure{Exit: BadInput, Err: fmt.Errorf("--llm-timeout %s: it must be more than 0", f.LLMTimeout), Hint: "--llm-timeout 2m is the default"}
	}
	if f.LLMKeyFile != "" {
		key, err := readKey(f.LLMKeyFile)
		if err != nil {
			return s, err
		}
		s.Key = key
	}
	mode, dir, _ := strings.Cut(f.LLM, ":")
	switch app.LLMMode(mode) {
	case "":
		s.Mode = app.Offline
		if s.URL != "" {
			s.Mode = app.Online
		}
	case app.Offline, app.Online:
		s.Mode = app.LLMMode(mode)
	case app.Record, app.Replay:
		s.Mode, s.Dir = app.LLMMode(mode), dir
		if dir == "" {
			return s, &failure{Exit: BadInput, Err: fmt.Errorf("--llm %s names no folder", f.LLM), Hint: fmt.Sprintf("--llm %s:DIR", mode)}
		}
	default:
		return s, &failure{Exit: BadInput, Err: fmt.Errorf("--llm %q is not known", f.LLM), Hint: "offline, online, record:DIR or replay:DIR"}
	}
	if (s.Mode == app.Online || s.Mode == app.Record) && s.URL == "" {
		return s, &failure{Exit: BadInput, Err: fmt.Errorf("--llm %s needs an endpoint", f.LLM),
			Hint: "set GENPLANX_LLM_URL, GENPLANX_LLM_MODEL and GENPLANX_LLM_KEY, or use --llm offline"}
	}
	return s, nil
}

// maxKey bounds what is read of a key file.
const maxKey = 1 << 16

// readKey reads a key; the file may be a pipe. Errors never hold what it holds.
func readKey(path string) (string, error) {
	f, err := os.Open(path)
	if err == nil {
		var text string
		text, err = readLimited(f, maxKey)
		if err = errors.Join(err, f.Close()); err == nil {
			if text = strings.TrimSpace(text); text != "" && !strings.ContainsFunc(text, unicode.IsControl) {
				return text, nil
			}
			err = errors.New("it does not hold a key")
		}
	}
	return "", &failure{Exit: BadInput, Err: fmt.Errorf("reading the key from %q: %w", path, err), Hint: "name a file with nothing but the key, on one line"}
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
