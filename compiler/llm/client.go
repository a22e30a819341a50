package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"genplanx/compiler/prompt"
)

// Config names an endpoint that speaks OpenAI's chat protocol.
type Config struct {
	BaseURL string // with its version: "http://localhost:11434/v1"
	Model   string
	Key     string // empty for endpoints that want none
	// Timeout bounds one answer, retries included; 0 means two minutes.
	Timeout time.Duration
	// Attempts is how often a call is tried when the endpoint is busy or broken;
	// 0 means four.
	Attempts int
	// Pause is the wait before the second try, doubled for each further one, when
	// the endpoint names none; 0 means one second.
	Pause time.Duration
	// MaxResponse is the size in bytes up to which responses are read; 0 means 4 MB.
	MaxResponse int64
}

// Client is a [Model] behind an endpoint. It may be used by several goroutines.
type Client struct {
	config Config
	api    *openai.Client
	// plain is set once the endpoint has refused JSON mode.
	plain atomic.Bool
}

// NewClient checks the configuration; it does not call the endpoint.
func NewClient(c Config) (*Client, error) {
	doing := "setting up the language model"
	u, err := url.Parse(c.BaseURL)
	switch {
	case c.BaseURL == "":
		return nil, &Error{doing, errors.New("no endpoint is configured"), "set GENPLANX_LLM_URL, as http://localhost:11434/v1"}
	case err != nil:
		return nil, &Error{doing, errors.New("the endpoint is not a URL"), "an endpoint looks like http://localhost:11434/v1"}
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, &Error{doing, fmt.Errorf("the endpoint %q is not an http or https URL", u.Redacted()), "an endpoint looks like http://localhost:11434/v1"}
	case c.Model == "":
		return nil, &Error{doing, errors.New("no model is named"), "set GENPLANX_LLM_MODEL"}
	}
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	c.Timeout = cmp.Or(c.Timeout, 2*time.Minute)
	c.Attempts = cmp.Or(c.Attempts, 4)
	c.Pause = cmp.Or(c.Pause, time.Second)
	c.MaxResponse = cmp.Or(c.MaxResponse, 4<<20)
	settings := openai.DefaultConfig(c.Key)
	settings.BaseURL = c.BaseURL
	settings.HTTPClient = newRetrier(c)
	return &Client{config: c, api: openai.NewClientWithConfig(settings)}, nil
}

// Chat implements [Model].
func (c *Client) Chat(ctx context.Context, messages []prompt.Message) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	response, err := c.create(ctx, messages, !c.plain.Load())
	if err != nil && refusesJSONMode(err) && !c.plain.Swap(true) {
		response, err = c.create(ctx, messages, false)
	}
	if err != nil {
		return Reply{}, c.fault(ctx, err)
	}
	reply := Reply{PromptTokens: response.Usage.PromptTokens, ResponseTokens: response.Usage.CompletionTokens}
	if len(response.Choices) == 0 {
		return reply, c.fault(ctx, errors.New("the response holds no answer"))
	}
	choice := response.Choices[0]
	reply.Text, reply.Finish = text(choice.Message), string(choice.FinishReason)
	if reply.Text == "" && choice.Message.Refusal != "" {
		reply.Text, reply.Refused = choice.Message.Refusal, true
	}
	if reply.Finish == string(openai.FinishReasonContentFilter) {
		reply.Refused = true
		if reply.Text == "" {
			reply.Text = "the endpoint's content filter withheld the answer"
		}
	}
	return reply, nil
}

// text joins the parts of a message.
func text(m openai.ChatCompletionMessage) string {
	if m.Content != "" {
		return m.Content
	}
	var b strings.Builder
	for _, part := range m.MultiContent {
		b.WriteString(part.Text)
	}
	return b.String()
}

func (c *Client) create(ctx context.Context, messages []prompt.Message, jsonMode bool) (openai.ChatCompletionResponse, error) {
	r := openai.ChatCompletionRequest{Model: c.config.Model}
	if jsonMode {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	for _, m := range messages {
		r.Messages = append(r.Messages, openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text})
	}
	return c.api.CreateChatCompletion(ctx, r)
}

// refusesJSONMode reports whether an endpoint complains about response_format;
// not all that speak the protocol have it.
func refusesJSONMode(err error) bool {
	status, message := statusOf(err)
	if status != 400 && status != 422 {
		return false
	}
	message = strings.ToLower(message)
	return strings.Contains(message, "response_format") || strings.Contains(message, "response format") || strings.Contains(message, "json_object")
}

// statusOf returns the HTTP status behind an error, 0 when there is none, and
// what the endpoint said.
func statusOf(err error) (int, string) {
	var api *openai.APIError
	if errors.As(err, &api) {
		return api.HTTPStatusCode, api.Message
	}
	var req *openai.RequestError
	if errors.As(err, &req) {
		return req.HTTPStatusCode, string(req.Body)
	}
	return 0, ""
}

// fault turns an error of the protocol into one for the user, without the key.
func (c *Client) fault(ctx context.Context, err error) error {
	e := &Error{Doing: fmt.Sprintf("asking model %s at %s", c.config.Model, redacted(c.config.BaseURL))}
	status, said := statusOf(err)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, errTooLarge):
		e.Err, e.Hint = err, "the endpoint does not behave like a chat endpoint; check its URL"
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Err = fmt.Errorf("no answer within %s: %w", c.config.Timeout, context.DeadlineExceeded)
		e.Hint = "allow more time with --llm-timeout, or use --llm offline"
	case ctx.Err() != nil:
		e.Err = ctx.Err()
	case status == 401 || status == 403:
		e.Err, e.Hint = c.said("the endpoint does not accept the key", status, said), "check GENPLANX_LLM_KEY"
	case status == 404:
		e.Err, e.Hint = c.said("the endpoint does not know the path or the model", status, said), "the URL usually ends in /v1; check the model's name too"
	case status == 429:
		e.Err, e.Hint = c.said("the endpoint is over its limit", status, said), "wait, or check the account's quota"
	case status >= 500:
		e.Err, e.Hint = c.said("the endpoint is broken or overloaded", status, said), "try again later, or use --llm offline"
	case status != 0:
		e.Err = c.said("the endpoint refused the call", status, said)
	case errors.As(err, &syntax):
		e.Err, e.Hint = fmt.Errorf("the response is not that of a chat endpoint: %w", err), "the URL usually ends in /v1"
	default:
		e.Err, e.Hint = c.clean(err), "check that the endpoint runs and can be reached, or use --llm offline"
	}
	return e
}

func (c *Client) said(what string, status int, message string) error {
	message = strings.Join(strings.Fields(message), " ")
	if len(message) > 300 {
		message = strings.ToValidUTF8(message[:300], "") + "..."
	}
	if message != "" {
		message = ": " + message
	}
	return c.clean(fmt.Errorf("%s (status %d%s)", what, status, message))
}

// clean takes the key out of an error: endpoints like to quote it.
func (c *Client) clean(err error) error {
	if c.config.Key == "" || !strings.Contains(err.Error(), c.config.Key) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), c.config.Key, "[key]"))
}

func redacted(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "the endpoint"
	}
	u.RawQuery = ""
	return u.Redacted()
}
