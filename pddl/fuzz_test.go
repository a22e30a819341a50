package pddl

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// seed adds the texts of all archives under testdata, good and bad.
func seed(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*", "*.txtar"))
	if err != nil || len(names) == 0 {
		f.Fatal("no archives", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data)
		}
	}
	f.Add([]byte(exampleDomain + ")"))
	f.Add([]byte(exampleProblem + ")"))
}

// FuzzDomain: whatever the text, faults are well formed; a text without errors
// is the same tree after printing.
func FuzzDomain(f *testing.F) {
	seed(f)
	p := exampleTask(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, faults := ReadDomain("fuzz", text)
		broken := faults.HasErrors()
		faults.Append(CheckDomain(d))
		faults.Append(CheckProblem(d, p))
		checkSpans(t, faults)
		_ = faults.Text() + faults.Feedback()
		if !broken {
			checkRoundTrip(t, d, p)
		}
	})
}

// FuzzProblem does for problems what FuzzDomain does for domains.
func FuzzProblem(f *testing.F) {
	seed(f)
	d, _ := ReadDomain("domain", []byte(exampleDomain+")"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, faults := ReadProblem("fuzz", text)
		broken := faults.HasErrors()
		faults.Append(CheckProblem(d, p))
		checkSpans(t, faults)
		if _, err := faults.JSON(); err != nil {
			t.Fatal(err)
		}
		if !broken {
			checkRoundTrip(t, d, p)
		}
	})
}

func exampleTask(f *testing.F) *Problem {
	p, faults := ReadProblem("problem", []byte(exampleProblem+")"))
	if len(faults) > 0 {
		f.Fatal(faults.Text())
	}
	return p
}

// FuzzLiterals: what was read can be printed and read again.
func FuzzLiterals(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		literals, values, faults := ReadLiterals("fuzz", text)
		checkSpans(t, faults)
		printed := ""
		for _, l := range literals {
			printed += l.String() + "\n"
		}
		for _, v := range values {
			printed += v.String() + "\n"
		}
		again, same, faults := ReadLiterals("again", []byte(printed))
		if len(faults) > 0 || len(again) != len(literals) || len(same) != len(values) {
			t.Fatalf("%s\n%s", printed, faults.Text())
		}
	})
}

// FuzzFormat: formatting is idempotent and keeps tree and comments.
func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) { checkFormat(t, text) })
}

// FuzzPlan: what was read can be printed and read again.
func FuzzPlan(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		plan, faults := ReadPlan("fuzz", text)
		checkSpans(t, faults)
		again, faults := ReadPlan("again", []byte(plan.String()))
		if len(faults) > 0 || again.String() != plan.String() {
			t.Fatalf("%s\n%s", plan, faults.Text())
		}
	})
}
