package pddl

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"genplanx/pddl/diag"
)

// sameTree compares trees up to places in the text and comments.
var sameTree = []cmp.Option{
	cmpopts.IgnoreTypes(diag.Span{}, &diag.Source{}, []Comment{}),
	cmpopts.EquateEmpty(),
}

func TestIPCPrintThenRead(t *testing.T) {
	for _, task := range ipcTasks(t) {
		t.Run(filepath.Base(filepath.Dir(task.problem))+"/"+filepath.Base(task.problem), func(t *testing.T) {
			t.Parallel()
			domain, problem := readFile(t, task.domain), readFile(t, task.problem)
			if len(domain)+len(problem) > 100_000 { // comparing trees takes long
				return
			}
			d, _ := ReadDomain(task.domain, domain)
			p, _ := ReadProblem(task.problem, problem)
			checkRoundTrip(t, d, p)
		})
	}
}

type fatalizer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkRoundTrip(t fatalizer, d *Domain, p *Problem) {
	t.Helper()
	d2, faults := ReadDomain("printed domain", []byte(d.String()))
	if faults.HasErrors() {
		t.Fatalf("printed domain cannot be read:\n%s\n%s", faults.Text(), d)
	}
	if diff := cmp.Diff(d, d2, sameTree...); diff != "" {
		t.Fatalf("domain changed by printing:\n%s\n%s", diff, d)
	}
	p2, faults := ReadProblem("printed problem", []byte(p.String()))
	if faults.HasErrors() {
		t.Fatalf("printed problem cannot be read:\n%s\n%s", faults.Text(), p)
	}
	if diff := cmp.Diff(p, p2, sameTree...); diff != "" {
		t.Fatalf("problem changed by printing:\n%s\n%s", diff, p)
	}
}
