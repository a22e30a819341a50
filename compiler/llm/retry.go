package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

var errTooLarge = errors.New("the response is too large")

// retrier sends requests and repeats them when the endpoint is busy (429), is
// broken (5xx) or drops the connection. Asking a model has no effect outside,
// so repeating is safe. It waits as long as the endpoint's Retry-After says,
// and gives up when that is past the deadline.
type retrier struct {
	client   *http.Client
	attempts int
	pause    time.Duration
	limit    int64
}

func newRetrier(c Config) *retrier {
	return &retrier{client: &http.Client{}, attempts: c.Attempts, pause: c.Pause, limit: c.MaxResponse}
}

// longestPause bounds one wait, whatever the endpoint says.
const longestPause = time.Minute

// Do implements the client that go-openai asks for.
func (r *retrier) Do(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, fmt.Errorf("reading the request's body: %w", err)
		}
	}
	pause := r.pause
	for attempt := 1; ; attempt++ {
		req.Body = io.NopCloser(bytes.NewReader(body))
		response, err := r.once(req)
		if attempt == r.attempts || !repeatable(response, err) || req.Context().Err() != nil {
			return response, err
		}
		wait := pause
		if response != nil {
			wait = max(wait, retryAfter(response))
		}
		if tooLate(req.Context(), wait) || sleep(req.Context(), min(wait, longestPause)) != nil {
			return response, err
		}
		pause = min(2*pause, longestPause)
	}
}

// once sends the request and reads the whole response, so that a connection
// that breaks in the middle counts as a failed try.
func (r *retrier) once(req *http.Request) (*http.Response, error) {
	response, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, r.limit+1))
	closed := response.Body.Close()
	switch {
	case int64(len(content)) > r.limit:
		return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, r.limit)
	case err != nil:
		return nil, fmt.Errorf("reading the response: %w", err)
	case closed != nil:
		return nil, fmt.Errorf("reading the response: %w", closed)
	}
	response.Body = io.NopCloser(bytes.NewReader(content))
	return response, nil
}

func repeatable(response *http.Response, err error) bool {
	if err != nil {
		return !errors.Is(err, errTooLarge) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests:
		return !outOfQuota(response)
	case http.StatusRequestTimeout, http.StatusConflict:
		return true
	}
	return response.StatusCode >= 500 && response.StatusCode != http.StatusNotImplemented
}

// outOfQuota tells an account without credit from one that is too fast: waiting
// does not help it.
func outOfQuota(response *http.Response) bool {
	content, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(content))
	return err == nil && strings.Contains(string(content), "insufficient_quota")
}

// retryAfter reads the header of RFC 9110, section 10.2.3: seconds or a date.
func retryAfter(response *http.Response) time.Duration {
	value := strings.TrimSpace(response.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return time.Until(at)
	}
	return 0
}

func tooLate(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < wait
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
