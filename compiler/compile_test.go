package compiler

import (
	"context"
	"errors"
	"strings"
	"testing"

	"genplanx/domain"
)

// canned answers with texts in order; the last one again and again.
type canned struct {
	texts []string
	calls int
	saw   []int // how much feedback each call was given
}

func (c *canned) Formalize(_ context.Context, _ Request, feedback []Feedback) (Answer, error) {
	text := c.texts[min(c.calls, len(c.texts)-1)]
	c.calls++
	c.saw = append(c.saw, len(feedback))
	return Answer{Text: text, PromptTokens: 7, ResponseTokens: 3}, nil
}

type failing struct{ err error }

func (f failing) Formalize(context.Context, Request, []Feedback) (Answer, error) {
	return Answer{}, f.err
}

func example(t testing.TB, pack *domain.Pack, intent string) string {
	t.Helper()
	for _, in := range pack.Intents {
		if in.Name == intent {
			return in.Examples[0].JSON
		}
	}
	t.Fatalf("no intent %s", intent)
	return ""
}

func TestRequests(t *testing.T) {
	pack := office(t)
	for _, c := range []struct{ request, want string }{
		{"", "the request is empty"},
		{" \t\n\u00a0", "the request is empty"},
		{"\xff", "not UTF-8"},
		{strings.Repeat("x", 1<<20), "the request has 1048576 characters, the limit is 20000"},
		{strings.Repeat("é", MaxRequest+1), "the limit is 20000"},
	} {
		front := &canned{texts: []string{"{}"}}
		_, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: c.request})
		var unclear *Unclear
		if !errors.As(err, &unclear) || !strings.Contains(err.Error(), c.want) || unclear.Hint == "" || front.calls != 0 {
			t.Errorf("got %v after %d calls, want %q", err, front.calls, c.want)
		}
	}
	front := &canned{texts: []string{example(t, pack, "answer")}}
	if _, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: strings.Repeat("é", MaxRequest)}); err != nil {
		t.Error(err)
	}
}

func TestCompileRounds(t *testing.T) {
	pack := office(t)
	good := example(t, pack, "answer")
	front := &canned{texts: []string{"no", "{}", good}}
	got, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: "x"})
	if err != nil || got.Rounds != 3 || got.PromptTokens != 21 || got.ResponseTokens != 9 {
		t.Fatalf("%+v %v", got, err)
	}
	if want := []int{0, 1, 2}; len(front.saw) != 3 || front.saw[2] != want[2] {
		t.Errorf("feedback: %v, want %v", front.saw, want)
	}
	if len(got.Objects) != len(got.Decoded.Objects) || got.Answer != good {
		t.Errorf("unexpected result: %+v", got)
	}
	front = &canned{texts: []string{"no", "never", "{}", good}}
	var unusable *Unusable
	if _, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: "x"}); !errors.As(err, &unusable) || unusable.Rounds != 3 || front.calls != 3 {
		t.Errorf("got %v after %d calls", err, front.calls)
	}
	front = &canned{texts: []string{"no"}}
	if _, err := (&Compiler{Front: front, Pack: pack, Rounds: 1}).Compile(t.Context(), Request{Text: "x"}); !errors.As(err, &unusable) || front.calls != 1 {
		t.Errorf("got %v after %d calls", err, front.calls)
	}
	front = &canned{texts: []string{"I'm sorry, no."}}
	if _, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: "x"}); !IsRefusal(err) || front.calls != 2 {
		t.Errorf("a refusal: %v after %d calls", err, front.calls)
	}
}

func TestPassedThrough(t *testing.T) {
	pack := office(t)
	for _, want := range []error{&NotUnderstood{Words: []string{"frobnicate"}}, context.Canceled} {
		_, err := (&Compiler{Front: failing{want}, Pack: pack}).Compile(t.Context(), Request{Text: "x"})
		if !errors.Is(err, want) || IsRefusal(err) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	var q *Questions
	front := &canned{texts: []string{`{"ask": ["Which file?", "Which year?"]}`}}
	if _, err := (&Compiler{Front: front, Pack: pack}).Compile(t.Context(), Request{Text: "x"}); !errors.As(err, &q) || len(q.Asks) != 2 {
		t.Errorf("got %v", err)
	}
}

func BenchmarkDecode(b *testing.B) {
	pack := office(b)
	for name, answer := range map[string]string{
		"json":   example(b, pack, "chart-slide"),
		"python": strings.ReplaceAll(strings.ReplaceAll(example(b, pack, "chart-slide"), `'`, `\'`), `"`, `'`),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if p, list := Decode(answer, pack); p == nil {
					b.Fatal(list.Text())
				}
			}
		})
	}
}

func BenchmarkLower(b *testing.B) {
	pack := office(b)
	p, list := Decode(example(b, pack, "chart-slide"), pack)
	if p == nil {
		b.Fatal(list.Text())
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, list := Lower(p, pack); list.HasErrors() {
			b.Fatal(list.Text())
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	pack := office(b)
	c := &Compiler{Front: &canned{texts: []string{example(b, pack, "chart-slide")}}, Pack: pack}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Compile(b.Context(), Request{Text: "x"}); err != nil {
			b.Fatal(err)
		}
	}
}
