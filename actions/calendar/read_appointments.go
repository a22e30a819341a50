package calendar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/actions/data"
	"genplanx/actions/table"
)

// ReadAppointments is the Go side of (read-appointments ai appointments
// dataframe): it reads the user's calendar into the frame (paper, figures 14 to
// 17). The value of the appointments object is the path of an .ics file or of a
// table; when it names none, the workspace's own calendar is read.
func ReadAppointments() actions.Action {
	return actions.Action{
		Class: actions.Reads,
		Describe: func(c *actions.Call) string {
			return "read appointments from calendar into " + c.Args[2].Name
		},
		Preflight: func(_ context.Context, c *actions.Call) error {
			_, err := calendarFile(c.Workspace, c.Args[1])
			return err
		},
		Run: func(ctx context.Context, c *actions.Call) (actions.Result, error) {
			t, name, err := readCalendar(ctx, c)
			if err != nil {
				return actions.Result{}, err
			}
			return actions.Result{
				Values:  map[string]any{c.Args[2].Name: t},
				Summary: fmt.Sprintf("read %d appointments from %s", t.Rows(), name) + seriesNote(t, name),
			}, nil
		},
		Check:   checkAppointments,
		Timeout: time.Minute,
	}
}

// seriesNote says how many rows of a calendar stand for several appointments.
func seriesNote(t *table.Table, name string) string {
	c, ok := t.Column("isrecurring")
	if !ok || !isICS(name) {
		return ""
	}
	n := 0
	for _, cell := range c.Cells {
		if cell == true {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return " (1 recurring series is listed once, at its first date)"
	}
	return fmt.Sprintf(" (%d recurring series are listed once, at their first dates)", n)
}

// checkAppointments reads the calendar again and compares.
func checkAppointments(ctx context.Context, c *actions.Call) ([]actions.Observation, error) {
	items, frame := c.Args[1], c.Args[2]
	truth, note := actions.True, ""
	got, ok := frame.Value.(*table.Table)
	if !ok || got == nil || len(got.Columns) == 0 {
		truth, note = actions.False, frame.Name+" holds no table"
	} else if now, name, err := readCalendar(ctx, c); err == nil && now.Rows() != got.Rows() {
		truth, note = actions.False, fmt.Sprintf("%s has %d appointments, the frame has %d", name, now.Rows(), got.Rows())
	}
	return []actions.Observation{
		{Predicate: "appointments-read", Args: []string{items.Name}, Truth: truth, Note: note},
		{Predicate: "appointments-contents", Args: []string{items.Name, frame.Name}, Truth: truth, Note: note},
		{Predicate: "available", Args: []string{frame.Name}, Truth: truth, Note: note},
	}, nil
}

func readCalendar(ctx context.Context, c *actions.Call) (*table.Table, string, error) {
	name, err := calendarFile(c.Workspace, c.Args[1])
	if err != nil {
		return nil, "", err
	}
	list, err := readFile(ctx, c.Workspace, name)
	if err != nil {
		return nil, name, fault(name, err)
	}
	return tableOf(list), name, nil
}

// mostBytes bounds a calendar file.
const mostBytes = 50 << 20

func readFile(ctx context.Context, ws *actions.Workspace, name string) ([]appointment, error) {
	if !isICS(name) {
		t, err := data.Read(ctx, ws, name, data.Part{})
		if err != nil {
			return nil, err
		}
		return fromTable(t)
	}
	info, err := ws.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > mostBytes:
		return nil, fmt.Errorf("it has more than %d MB", mostBytes>>20)
	case info.Size() == 0:
		return nil, errors.New("the file is empty")
	}
	f, err := ws.Open(name)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f, mostBytes))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return readICS(ctx, content)
}

func isICS(name string) bool { return strings.EqualFold(path.Ext(name), ".ics") }

func fault(name string, err error) error {
	var f *actions.Fault
	if errors.As(err, &f) {
		return err
	}
	return &actions.Fault{Doing: "reading appointments from " + strconv.Quote(name), Err: err,
		Hint: "export the calendar again as .ics, or as a table with the columns subject and start"}
}

// calendarFile finds the file: the path that the object's value names, else one
// of the usual names, else the only .ics file of the workspace. A value that is
// not a path ("my calendar") names no file.
func calendarFile(ws *actions.Workspace, o actions.Object) (string, error) {
	value, _ := o.Value.(string)
	value = strings.TrimSpace(value)
	if slices.Contains([]string{".ics", ".csv", ".tsv", ".xlsx", ".db", ".sqlite"}, strings.ToLower(path.Ext(value))) {
		return existing(ws, value)
	}
	for _, usual := range []string{"appointments.ics", "calendar.ics", "appointments.csv", "calendar.csv"} {
		if info, err := ws.Stat(usual); err == nil && info.Mode().IsRegular() {
			return usual, nil
		}
	}
	found := icsFiles(ws)
	doing := "looking for the calendar"
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", &actions.Fault{Doing: doing, Err: errors.New("the workspace has no .ics file and no appointments.csv"), Hint: "export your calendar to " + path.Join(ws.Dir(), "appointments.ics")}
	}
	return "", &actions.Fault{Doing: doing, Err: fmt.Errorf("the workspace has several: %s", strings.Join(found, ", ")), Hint: "name one of them in the request"}
}

func existing(ws *actions.Workspace, name string) (string, error) {
	doing := "reading appointments from " + strconv.Quote(name)
	rel, err := ws.Rel(name)
	if err != nil {
		return "", &actions.Fault{Doing: doing, Err: err, Hint: "name a file inside the workspace " + ws.Dir()}
	}
	info, err := ws.Stat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		holds := "the workspace has no .ics files"
		if found := icsFiles(ws); len(found) > 0 {
			holds = "the workspace has " + strings.Join(found, ", ")
		}
		return "", &actions.Fault{Doing: doing, Err: fmt.Errorf("no such file; %s", holds), Hint: "name a file that is there"}
	case err != nil:
		return "", &actions.Fault{Doing: doing, Err: err, Hint: "check that the file can be read"}
	case !info.Mode().IsRegular():
		return "", &actions.Fault{Doing: doing, Err: errors.New("it is not a regular file"), Hint: "name a file"}
	}
	return rel, nil
}

// icsFiles lists up to ten calendars, not deeper than four folders and not in
// hidden ones.
func icsFiles(ws *actions.Workspace) []string {
	var files []string
	visited := 0
	_ = fs.WalkDir(ws.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		visited++
		switch {
		case visited > 10_000 || len(files) >= 10:
			return fs.SkipAll
		case err != nil && e != nil && e.IsDir():
			return fs.SkipDir
		case err != nil:
			return nil
		case e.IsDir() && p != "." && (strings.HasPrefix(e.Name(), ".") || strings.Count(p, "/") >= 4):
			return fs.SkipDir
		case e.Type().IsRegular() && isICS(p):
			files = append(files, p)
		}
		return nil
	})
	return files
}
