package email_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/actions"
	"genplanx/actions/email"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestRead reads the mails of testdata and compares them with what people should
// see.
func TestRead(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil || len(a.Files) != 2 {
				t.Fatal(err)
			}
			for _, ends := range []string{"\n", "\r\n"} {
				m, err := email.Read(strings.NewReader(strings.ReplaceAll(string(a.Files[0].Data), "\n", ends)))
				if err != nil {
					t.Fatal(err)
				}
				got := strings.TrimRight(m.String(), "\n") + "\n"
				if *update {
					a.Files[1].Data = []byte(got)
					if err := os.WriteFile(name, txtar.Format(a), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestReadFaults(t *testing.T) {
	parts := "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\nhi\n", 600) + "--x--\n"
	deep := strings.Builder{}
	deep.WriteString("From: a@b.c\n")
	for i := range 3000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	for want, text := range map[string]string{
		"it is not a mail":         "",
		"no sender":                "year,balance: 1\n\n2024,300\n",
		"more than 500":            parts,
		"larger than 1024 kB":      "From: a@b.c\n\n" + strings.Repeat("0123456789abcdef\n", 1<<17),
		"nested more than 20 deep": deep.String(),
	} {
		_, err := email.Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestReadEmail(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.eml"), []byte("From: ann@example.org\nSubject: Hi\n\nHello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ws, err := actions.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	}()
	call := func(path any) *actions.Call {
		return &actions.Call{Workspace: ws, Args: []actions.Object{{Name: "ai"}, {Name: "email1"}, {Name: "file1", Value: path}}}
	}
	a := email.ReadEmail()
	if err := a.Preflight(context.Background(), call("in.eml")); err != nil {
		t.Error(err)
	}
	r, err := a.Run(context.Background(), call("in.eml"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&email.Message{From: "ann@example.org", Subject: "Hi", Text: "Hello\n"}, r.Values["email1"]); diff != "" {
		t.Error(diff)
	}
	for _, path := range []any{"gone.eml", "../in.eml", ".", nil} {
		if err := a.Preflight(context.Background(), call(path)); err == nil || actions.HintOf(err) == "" {
			t.Errorf("%v: preflight says %v", path, err)
		}
		if _, err := a.Run(context.Background(), call(path)); err == nil {
			t.Errorf("%v was read", path)
		}
	}
}

func TestParseEmail(t *testing.T) {
	m := &email.Message{From: "Ann <ann@example.org>", Subject: "Report", Date: time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC), Text: "Please send the report."}
	call := func(v any) *actions.Call {
		return &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "email1", Value: v}}}
	}
	var asked string
	found := &actions.Goals{Literals: "(sent r)", Origin: "the user", Init: "(available r)"}
	understood := func(_ context.Context, text string) (*actions.Goals, error) { asked = text; return found, nil }
	r, err := email.ParseEmail(understood).Run(context.Background(), call(m))
	if err != nil {
		t.Fatal(err)
	}
	want := &actions.Goals{Literals: "(sent r)", Init: "(available r)", FromText: true, Origin: `mail from Ann <ann@example.org>, subject "Report", 3 May 2024`}
	if diff := cmp.Diff(want, r.Goals); diff != "" {
		t.Error(diff)
	}
	if asked != m.Text {
		t.Errorf("asked about %q", asked)
	}
	if found.FromText {
		t.Error("the interpreter's own value was changed")
	}
	for want, c := range map[string]struct {
		interpret email.Interpreter
		value     any
	}{
		"nothing here that understands":   {nil, m},
		"has not been read yet":           {understood, nil},
		"the mail has no text":            {understood, &email.Message{From: "a@b.c", Text: " \n"}},
		`was understood as a request: "P`: {func(context.Context, string) (*actions.Goals, error) { return nil, nil }, m},
		"was understood as a request":     {func(context.Context, string) (*actions.Goals, error) { return &actions.Goals{}, nil }, m},
		"the model is down":               {func(context.Context, string) (*actions.Goals, error) { return nil, errors.New("the model is down") }, m},
	} {
		if _, err := email.ParseEmail(c.interpret).Run(context.Background(), call(c.value)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if err := email.ParseEmail(nil).Preflight(context.Background(), call(m)); err == nil {
		t.Error("no interpreter, and preflight says nothing")
	}
}

// FuzzRead: any bytes are an error or a mail of bounded, clean text.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(a.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := email.Read(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		if len(m.Text) > 4<<20 || strings.ContainsAny(m.Text, "\x00\r\x1b") || strings.ContainsAny(m.Subject+m.From, "\n\r\x1b") {
			t.Errorf("text %q, subject %q, from %q", m.Text, m.Subject, m.From)
		}
	})
}
