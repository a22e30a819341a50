package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"Grüße,\t日本 👩‍💻\n":     "Grüße,\t日本 👩‍💻\n",
		"\x1b[31mred\x07":      `\u001b[31mred\u0007`,
		"a\rb":                 `a\u000db`,
		"\u009b2J":             `\u009b2J`,
		"x\u202egpj.exe\u202c": `x\u202egpj.exe\u202c`,
		"\x9b \xff":            "\uFFFD \uFFFD",
	} {
		if got := plain(in); got != want {
			t.Errorf("plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestScreenKeepsJSON(t *testing.T) {
	in := "a\u202eb\u009b \x1b\""
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(plain(string(text))), &got); err != nil || got != in {
		t.Errorf("got %q, %v; want %q", got, err, in)
	}
}

// A request's own words, quoted in an error, cannot steer the terminal.
func TestQuotedWords(t *testing.T) {
	var out, errors strings.Builder
	exit := Main(context.Background(), []string{"run", "-w", t.TempDir(), "Frobnicate \x1b]0;evil\x07 \u202e the sales"},
		Terminal{In: strings.NewReader(""), Out: &out, Err: &errors, Getenv: func(string) string { return "" }})
	if exit != NotUnderstood || strings.ContainsAny(out.String()+errors.String(), "\x1b\x07\u202e") {
		t.Errorf("exit %d, output %q, errors %q", exit, out.String(), errors.String())
	}
}
