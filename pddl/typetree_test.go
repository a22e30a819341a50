package pddl

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTypeTree(t *testing.T) {
	d, faults := ReadDomain("d", []byte(`(define (domain d)
		(:types car van - vehicle amphibian - vehicle amphibian - boat plain a - b b - a))`))
	if len(faults) > 0 {
		t.Fatal(faults.Text())
	}
	tree := d.TypeTree()
	for _, c := range []struct {
		sub, super string
		want       bool
	}{
		{"car", "vehicle", true}, {"vehicle", "car", false}, {"car", "car", true}, {"car", "object", true},
		{"amphibian", "boat", true}, {"amphibian", "vehicle", true}, {"car", "boat", false},
		{"plain", "object", true}, {"object", "plain", false},
		{"a", "b", true}, {"b", "a", true}, // a cycle ends
		{"unknown", "object", true}, {"unknown", "car", false}, {"unknown", "unknown", true},
	} {
		if got := tree.IsA(c.sub, c.super); got != c.want {
			t.Errorf("IsA(%q, %q) = %v", c.sub, c.super, got)
		}
	}
	if !tree.Has("boat") || tree.Has("unknown") || !tree.Has("object") {
		t.Error("Has: boat is named as a supertype, object is built in, unknown is not there")
	}
	for _, c := range []struct {
		name      string
		got, want []string
	}{
		{"supers", tree.Supers("amphibian"), []string{"amphibian", "boat", "object", "vehicle"}},
		{"subtypes", tree.Subtypes("vehicle"), []string{"amphibian", "car", "van", "vehicle"}},
		{"subtypes of all", tree.Subtypes("object"), tree.Names()},
		{"of unknown", tree.Supers("unknown"), nil},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]FileKind{
		"; c\n( DEFINE\n(Domain d))": DomainFile, "(define (problem p) (": ProblemFile, "\ufeff(define (problem p)": ProblemFile,
		"": Neither, "(define)": Neither, "PK\x03\x04": Neither, "{\"define\": 1}": Neither, "(define (plan p))": Neither,
		"; only a comment": Neither,
	} {
		if got := Detect([]byte(text)); got != want {
			t.Errorf("Detect(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Key("p"), "(p)"},
		{Key("in", "a", "b"), "(in a b)"},
		{AtomKey(Name{Text: "in"}, []Name{{Text: "a"}, {Text: "?x"}}), "(in a ?x)"},
		{Step{Action: "go", Args: []string{"t"}}.String(), "(go t)"},
		{Plan{{Action: "a"}, {Action: "b", Args: []string{"c"}}}.String(), "(a)\n(b c)\n"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
