package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/monitor"
	"genplanx/monitor/journal"
)

func records() []monitor.Record {
	at := time.Date(2024, 5, 3, 12, 0, 0, 0, time.UTC)
	return []monitor.Record{
		{Seq: 1, At: at, Event: monitor.Started{Run: "r", Request: "a <b> & c"}},
		{Seq: 2, At: at.Add(time.Second), Event: monitor.CallStarted{Call: "1.1", Attempt: 1}},
		{Seq: 3, Event: monitor.Finished{Outcome: monitor.Done}},
	}
}

func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, memory := journal.NewLines(f, f.Sync), &journal.Memory{}
	for _, r := range records() {
		for _, j := range []monitor.Journal{lines, memory} {
			if err := j.Append(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(text, []byte("\n")) != 3 || !bytes.Contains(text, []byte("a <b> & c")) {
		t.Errorf("journal:\n%s", text)
	}
	read, err := journal.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range [][]monitor.Record{read, memory.Records()} {
		if diff := cmp.Diff(records(), got); diff != "" {
			t.Errorf("records (-written +read):\n%s", diff)
		}
	}
	// A crash cuts the last line: all that is whole is still there.
	for cut := range len(text) {
		read, err := journal.Read(bytes.NewReader(text[:cut]))
		whole := bytes.Count(text[:cut], []byte("\n"))
		switch {
		case err == nil && (len(read) == whole || len(read) == whole+1): // cut at a line's end
		case errors.Is(err, journal.ErrCutOff) && len(read) == whole:
		default:
			t.Fatalf("cut at %d: %d records of %d whole lines, error %v", cut, len(read), whole, err)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"not JSON", "hello\n", `line 1 of the journal: invalid character 'h' looking for beginning of value`},
		{"unknown kind", `{"seq":4,"kind":"danced","event":{}}` + "\n", `line 1 of the journal: reading event 4: kind "danced" is not known; the journal is from another version`},
		{"wrong event", `{"seq":4,"kind":"waited","event":[]}` + "\n", "line 1 of the journal: reading event 4 (waited): json: cannot unmarshal array into Go value of type monitor.Waited"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := journal.Read(bytes.NewReader([]byte(c.text))); err == nil || err.Error() != c.want {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteFaults(t *testing.T) {
	if err := journal.NewLines(full{}, nil).Append(records()[0]); err == nil || err.Error() != "writing event 1 to the journal: disk full" {
		t.Errorf("error %v", err)
	}
	broken := func() error { return errors.New("no disk") }
	if err := journal.NewLines(&bytes.Buffer{}, broken).Append(records()[0]); err == nil || err.Error() != "making event 1 safe in the journal: no disk" {
		t.Errorf("error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	for _, r := range records() {
		if err := journal.NewLines(&b, nil).Append(r); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := journal.Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		lines := journal.NewLines(&again, nil)
		for _, r := range read {
			if err := lines.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if back, err := journal.Read(&again); err != nil || len(back) != len(read) {
			t.Fatalf("%d records written, %d read, error %v", len(read), len(back), err)
		}
	})
}
