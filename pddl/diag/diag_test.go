package diag

import (
	"errors"
	"strings"
	"testing"
)

var (
	domain  = NewSource("domain.pddl", []byte("(define\n\t(domain d)\r\n  (p ä ?b))"))
	problem = NewSource("problem.pddl", []byte("(in a b)"))
)

func sample() List {
	return List{
		{Severity: Warning, Code: "late", Source: domain, Span: Span{26, 30}, Message: "a warning", Hint: "try this"},
		{Severity: Error, Code: "early", Source: domain, Span: Span{10, 16}, Context: Span{9, 19}, Message: "an error",
			Related: []Related{{Source: problem, Span: Span{4, 5}, Message: "because of this"}}},
		{Severity: Note, Code: "note", Source: domain, Span: Span{0, 7}, Message: "a note"},
		{Severity: Error, Code: "json", Path: "goals[2]", Message: "no such predicate"},
	}
}

func TestText(t *testing.T) {
	l := sample()
	l.Sort()
	want := `goals[2]: error: no such predicate [json]
domain.pddl:1:1: note: a note [note]
  1 | (define
    | ^^^^^^^
domain.pddl:2:3: error: an error [early]
  2 |  (domain d)
    |   ^^^^^^
  problem.pddl:1:5: because of this
  1 | (in a b)
    |     ^
domain.pddl:3:6: warning: a warning [late]
  3 |   (p ä ?b))
    |      ^^^
  hint: try this
`
	if got := l.Text(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestFeedback(t *testing.T) {
	want := "- warning: line 3 `(p ä ?b))`: a warning (try this)\n" +
		"- error: line 2 `(domain d)`: an error\n" +
		"- error: at goals[2]: no such predicate\n"
	if got := sample().Feedback(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestJSON(t *testing.T) {
	want := `[
  {
    "severity": "error",
    "code": "early",
    "message": "an error",
    "file": "domain.pddl",
    "range": {
      "start": {
        "line": 2,
        "column": 3
      },
      "end": {
        "line": 2,
        "column": 9
      }
    },
    "context": {
      "start": {
        "line": 2,
        "column": 2
      },
      "end": {
        "line": 2,
        "column": 12
      }
    },
    "related": [
      {
        "message": "because of this",
        "file": "problem.pddl",
        "range": {
          "start": {
            "line": 1,
            "column": 5
          },
          "end": {
            "line": 1,
            "column": 6
          }
        }
      }
    ]
  },
  {
    "severity": "error",
    "code": "json",
    "message": "no such predicate",
    "path": "goals[2]"
  }
]`
	got, err := sample().Errors().JSON()
	if err != nil || string(got) != want {
		t.Errorf("got:\n%s\n%v\nwant:\n%s", got, err, want)
	}
	if got, err := List(nil).JSON(); err != nil || string(got) != "[]" {
		t.Errorf("no faults: %s %v", got, err)
	}
}

func TestListIsAnError(t *testing.T) {
	l := sample()
	if err := l.AtLeast(Note)[2:3].Err(); err != nil {
		t.Errorf("a note alone is no error: %v", err)
	}
	var back List
	if err := l.Err(); !errors.As(err, &back) || len(back) != len(l) {
		t.Errorf("%v is not the list", err)
	}
	if got, want := l.Error(), "domain.pddl:2:3: an error (and 1 more)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if l.Count(Error) != 2 || !l.HasErrors() || (List{}).HasErrors() {
		t.Error("counting by severity")
	}
	if got, want := l[0].Error(), "domain.pddl:3:6: a warning; hint: try this"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRenderingIsCapped(t *testing.T) {
	var l List
	for range 3 * MaxRendered {
		l.Add(Diagnostic{Severity: Error, Message: "again"})
	}
	if text := l.Text(); strings.Count(text, "again") != MaxRendered || !strings.Contains(text, "and 100 more") {
		t.Error(text)
	}
	if text := l.Feedback(); strings.Count(text, "again") != MaxRendered || !strings.Contains(text, "and 100 more") {
		t.Error(text)
	}
}

func TestLongWordsAreClipped(t *testing.T) {
	long := "`" + strings.Repeat("ä", 1_000_000) + "` is not declared"
	l := List{{Severity: Error, Message: long, Hint: long, Related: []Related{{Message: long}}}}
	data, err := l.JSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{l.Text(), l.Feedback(), string(data)} {
		if len(text) > 10_000 || !strings.Contains(text, "ä ... ä") || !strings.Contains(text, "` is not declared") {
			t.Errorf("%d bytes: %.100s", len(text), text)
		}
	}
}

// Whatever the text and range, a snippet is a line of bounded width with a
// caret, and nothing that upsets a terminal.
func TestSnippetOfOddText(t *testing.T) {
	texts := []string{"", "\n", "a", "\x1b[31mred\x00", strings.Repeat("ä", 500), strings.Repeat("x", 500) + "\n", "\xff\xfe", "a\r\nb\r\n"}
	for _, text := range texts {
		src := NewSource("s", []byte(text))
		for start := range int32(len(text) + 2) {
			for _, length := range []int32{0, 1, 3, 400} {
				got := Diagnostic{Severity: Error, Message: "m\x1b", Source: src, Span: Span{start, start + length}}.Text()
				if strings.ContainsAny(got, "\x1b\x00\r") || len(got) > 20*maxColumns {
					t.Fatalf("%q at %d: %q", text, start, got)
				}
				if text != "" && !strings.Contains(got, "^") {
					t.Fatalf("%q at %d: no caret in %q", text, start, got)
				}
			}
		}
	}
}

func TestSuggest(t *testing.T) {
	names := []string{":parameters", ":precondition", ":effect", "at", "on", "on-table", "?d", "?from"}
	for word, want := range map[string]string{
		":precondtion": ":precondition", ":paramters": ":parameters", ":efect": ":effect", "on-tabel": "on-table",
		"?form": "?from", "att": "at", "ta": "at", // one swap
		"": "", "x": "", "nothing-like-it": "", "at": "", // a word is no suggestion for itself
	} {
		if got := Suggest(word, names); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Suggest(strings.Repeat("x", 1000), []string{strings.Repeat("x", 999)}); got != "" {
		t.Errorf("a word too long gives %q", got)
	}
}

func TestPosition(t *testing.T) {
	src := NewSource("s", []byte("ab\n\ncd"))
	for offset, want := range map[int32]Position{-1: {1, 1}, 0: {1, 1}, 2: {1, 3}, 3: {2, 1}, 4: {3, 1}, 6: {3, 3}, 99: {3, 3}} {
		if got := src.Position(offset); got != want {
			t.Errorf("Position(%d) = %v, want %v", offset, got, want)
		}
	}
}
