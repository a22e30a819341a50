package calendar

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"genplanx/actions"
	"genplanx/actions/data"
	"genplanx/actions/table"
)

var update = flag.Bool("update", false, "rewrite golden files")

func workspace(t testing.TB, files map[string]string) *actions.Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := actions.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return ws
}

func dump(t *table.Table) string {
	var b strings.Builder
	b.WriteString(strings.Join(t.Names(), ",") + "\n")
	for r := range t.Rows() {
		for i, c := range t.Columns {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(c.Text(r))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Each archive holds a calendar and the table, or the error, that it gives.
func TestReadAppointments(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			in := a.Files[0]
			ws := workspace(t, map[string]string{in.Name: string(in.Data)})
			call := callFor(ws, in.Name)
			res, err := ReadAppointments().Run(t.Context(), call)
			got := ""
			if err != nil {
				got = "error: " + err.Error() + "\nhint: " + strings.ReplaceAll(actions.HintOf(err), ws.Dir(), "WS") + "\n"
			} else {
				got = dump(res.Values["dataframe1"].(*table.Table))
			}
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(p, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func callFor(ws *actions.Workspace, value any) *actions.Call {
	return &actions.Call{Workspace: ws, Args: []actions.Object{
		{Name: "ai", Type: "ai-agent"}, {Name: "appointments1", Type: "appointments", Value: value}, {Name: "dataframe1", Type: "dataframe"},
	}}
}

const one = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Lunch\nDTSTART:20240315T120000\nDTEND:20240315T130000\nEND:VEVENT\nEND:VCALENDAR\n"

func TestWhichCalendar(t *testing.T) {
	rows := "subject,start\nLunch,2024-03-15 12:00\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		value any
		want  string
	}{
		{"named", map[string]string{"x/my.ics": one, "appointments.ics": one}, "x/my.ics", "read 1 appointments from x/my.ics"},
		{"usual name", map[string]string{"appointments.ics": one, "a.ics": one}, nil, "read 1 appointments from appointments.ics"},
		{"usual table", map[string]string{"calendar.csv": rows, "a.ics": one}, "", "read 1 appointments from calendar.csv"},
		{"the only one", map[string]string{"deep/er/mine.ics": one, "b.csv": rows}, "my appointments", "read 1 appointments from deep/er/mine.ics"},
		{"none", map[string]string{"b.csv": rows}, nil, "the workspace has no .ics file"},
		{"several", map[string]string{"b.ics": one, "a.ics": one}, nil, "the workspace has several: a.ics, b.ics"},
		{"missing", map[string]string{"b.ics": one}, "a.ics", "no such file; the workspace has b.ics"},
		{"outside", nil, "../a.ics", "outside the workspace"},
		{"folder", map[string]string{"a.ics/x": one}, "a.ics", "not a regular file"},
		{"empty", map[string]string{"a.ics": ""}, "a.ics", "the file is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ws := workspace(t, tt.files)
			call := callFor(ws, tt.value)
			res, err := ReadAppointments().Run(t.Context(), call)
			got := res.Summary
			if err != nil {
				got = err.Error()
				if actions.HintOf(err) == "" {
					t.Error("no hint")
				}
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if early := ReadAppointments().Preflight(t.Context(), call); early != nil && err == nil {
				t.Errorf("the preflight refuses: %v", early)
			}
		})
	}
}

func TestCheckReadsAgain(t *testing.T) {
	ws := workspace(t, map[string]string{"a.ics": one})
	call := callFor(ws, "a.ics")
	action := ReadAppointments()
	want := func(truth actions.Truth) {
		t.Helper()
		seen, err := action.Check(t.Context(), call)
		if err != nil || len(seen) != 3 {
			t.Fatal(seen, err)
		}
		for _, o := range seen {
			if o.Truth != truth {
				t.Errorf("%s is %d: %s", o.Predicate, o.Truth, o.Note)
			}
		}
	}
	want(actions.False)
	res, err := action.Run(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	call.Args[2].Value = res.Values["dataframe1"]
	want(actions.True)
	more := strings.Replace(one, "END:VCALENDAR", "BEGIN:VEVENT\nUID:2\nDTSTART:20240316T120000\nEND:VEVENT\nEND:VCALENDAR", 1)
	if err := os.WriteFile(filepath.Join(ws.Dir(), "a.ics"), []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	want(actions.False)
	if got := action.Describe(call); got != "read appointments from calendar into dataframe1" {
		t.Error(got)
	}
}

// The table that is written is read again as the same appointments.
func TestTableIsReadAgain(t *testing.T) {
	ws := workspace(t, map[string]string{"a.ics": one})
	res, err := ReadAppointments().Run(t.Context(), callFor(ws, "a.ics"))
	if err != nil {
		t.Fatal(err)
	}
	frame := actions.Object{Name: "d", Value: res.Values["dataframe1"]}
	for _, name := range []string{"apps.csv", "apps.xlsx"} {
		save := &actions.Call{Workspace: ws, Args: []actions.Object{{Name: "ai"}, frame, {Name: "f", Value: name}}}
		if _, err := data.SaveData().Run(t.Context(), save); err != nil {
			t.Fatal(err)
		}
		again, err := ReadAppointments().Run(t.Context(), callFor(ws, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(frame.Value, again.Values["dataframe1"]); diff != "" {
			t.Errorf("%s (-saved +read)\n%s", name, diff)
		}
	}
}

func FuzzICS(f *testing.F) {
	paths, _ := filepath.Glob("testdata/ics/*.txtar")
	for _, p := range paths {
		if a, err := txtar.ParseFile(p); err == nil {
			f.Add(a.Files[0].Data)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		list, err := readICS(t.Context(), content)
		if err != nil {
			return
		}
		tb := tableOf(list)
		if _, err := table.New(tb.Columns...); err != nil {
			t.Fatal(err)
		}
	})
}

// A series is one row; the account of the run says so.
func TestSeriesAreMentioned(t *testing.T) {
	event := func(id, more string) string {
		return "BEGIN:VEVENT\r\nUID:" + id + "\r\nDTSTAMP:20241101T000000Z\r\nDTSTART:20241105T090000\r\nDTEND:20241105T100000\r\nSUMMARY:" + id + "\r\n" + more + "END:VEVENT\r\n"
	}
	weekly := "RRULE:FREQ=WEEKLY;COUNT=4\r\n"
	for _, tt := range []struct{ events, want string }{
		{event("a", ""), "read 1 appointments from my.ics"},
		{event("a", weekly) + event("b", ""), "read 2 appointments from my.ics (1 recurring series is listed once, at its first date)"},
		{event("a", weekly) + event("b", weekly), "read 2 appointments from my.ics (2 recurring series are listed once, at their first dates)"},
	} {
		ws := workspace(t, map[string]string{"my.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n" + tt.events + "END:VCALENDAR\r\n"})
		res, err := ReadAppointments().Run(t.Context(), callFor(ws, "my.ics"))
		if err != nil || res.Summary != tt.want {
			t.Errorf("got %q, %v, want %q", res.Summary, err, tt.want)
		}
	}
}
