package pddl

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// ipcTask is a domain and a problem of the shared collection.
type ipcTask struct{ domain, problem string }

// ipcTasks returns the tasks that the collection's tables list, or skips.
func ipcTasks(t testing.TB) []ipcTask {
	t.Helper()
	root := filepath.Join("..", "..", "shared", "ipc")
	var out []ipcTask
	for _, table := range []string{"reference.csv", "translate.csv"} {
		f, err := os.Open(filepath.Join(root, table))
		if err != nil {
			t.Skip("skipped: no ../shared/ipc")
		}
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at := slices.Index(rows[0], "domain")
		for _, row := range rows[1:] {
			out = append(out, ipcTask{filepath.Join(root, row[at]), filepath.Join(root, row[at+1])})
		}
	}
	return out
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every competition file must be accepted: at most warnings.
func TestIPCFilesAreAccepted(t *testing.T) {
	for _, task := range ipcTasks(t) {
		t.Run(filepath.Base(filepath.Dir(task.problem))+"/"+filepath.Base(task.problem), func(t *testing.T) {
			t.Parallel()
			d, faults := ReadDomain(task.domain, readFile(t, task.domain))
			p, more := ReadProblem(task.problem, readFile(t, task.problem))
			faults.Append(more)
			faults.Append(CheckDomain(d))
			faults.Append(CheckProblem(d, p))
			if faults.HasErrors() {
				t.Errorf("%s", faults.Errors().Text())
			}
		})
	}
}
