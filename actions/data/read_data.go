package data

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/actions/table"
)

// ReadData is the Go side of (read-data ai dataframe file): it reads a file into
// the frame and adds the file's columns as objects (paper, listings 1, 4 and 5).
func ReadData() actions.Action {
	return actions.Action{
		Class: actions.Reads,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("read data from file %s into %s", c.Args[2].Text(), c.Args[1].Name)
		},
		Preflight: func(ctx context.Context, c *actions.Call) error {
			name, err := Resolve(c.Workspace, c.Args[2])
			if err != nil {
				return err
			}
			if PartOf(c.Args[2]) != (Part{}) {
				_, err = Read(ctx, c.Workspace, name, PartOf(c.Args[2]))
				return err
			}
			_, err = head(ctx, c.Workspace, name, standardLimits())
			return err
		},
		Run:     readData,
		Check:   checkReadData,
		Timeout: 2 * time.Minute,
	}
}

func readData(ctx context.Context, c *actions.Call) (actions.Result, error) {
	frame, file := c.Args[1], c.Args[2]
	name, err := Resolve(c.Workspace, file)
	if err != nil {
		return actions.Result{}, err
	}
	t, err := Read(ctx, c.Workspace, name, PartOf(file))
	if err != nil {
		return actions.Result{}, err
	}
	return actions.Result{
		Values:  map[string]any{frame.Name: t},
		Objects: columnObjects(c, t),
		Summary: summaryOf("read", t) + " from " + name + notesOf(t),
	}, nil
}

// checkReadData looks at the value and at the file again: the frame must be a
// table with the columns that the file has now.
func checkReadData(ctx context.Context, c *actions.Call) ([]actions.Observation, error) {
	frame, file := c.Args[1], c.Args[2]
	t, problem := asTable(frame)
	if problem != "" {
		return available(frame, problem), nil
	}
	if PartOf(file) != (Part{}) {
		return available(frame, ""), nil
	}
	name, err := Resolve(c.Workspace, file)
	if err != nil {
		return []actions.Observation{
			{Predicate: "available", Args: []string{frame.Name}, Truth: actions.True, Note: summaryOf("holds", t)},
			{Predicate: "available", Args: []string{file.Name}, Truth: actions.False, Note: "the file is gone"},
		}, nil
	}
	now, err := head(ctx, c.Workspace, name, standardLimits())
	if err != nil {
		return nil, err
	}
	if want, have := now.Names(), t.Names(); strings.Join(want, "\x00") != strings.Join(have, "\x00") {
		return available(frame, fmt.Sprintf("%s has the columns %s, the frame has %s", name, strings.Join(want, ", "), strings.Join(have, ", "))), nil
	}
	return available(frame, ""), nil
}

// asTable returns the table a frame holds, or what is wrong with it.
func asTable(frame actions.Object) (*table.Table, string) {
	t, ok := frame.Value.(*table.Table)
	switch {
	case !ok || t == nil:
		return nil, fmt.Sprintf("%s holds no table", frame.Name)
	case len(t.Columns) == 0:
		return nil, fmt.Sprintf("%s has no columns", frame.Name)
	}
	if _, err := table.New(t.Columns...); err != nil {
		return nil, fmt.Sprintf("%s is not a sound table: %v", frame.Name, err)
	}
	return t, ""
}

// available is the observation that an object has its value; problem "" means it has.
func available(o actions.Object, problem string) []actions.Observation {
	truth := actions.True
	if problem != "" {
		truth = actions.False
	}
	return []actions.Observation{{Predicate: "available", Args: []string{o.Name}, Truth: truth, Note: problem}}
}

func summaryOf(verb string, t *table.Table) string {
	return fmt.Sprintf("%s %s, %s", verb, count(t.Rows(), "row"), count(len(t.Columns), "column"))
}

func notesOf(t *table.Table) string {
	if len(t.Notes) == 0 {
		return ""
	}
	return " (" + strings.Join(t.Notes, "; ") + ")"
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// mostColumnObjects keeps a wide file from swelling the planning problem.
const mostColumnObjects = 100

// columnObjects names the columns of a file as objects of the run, as listing 4
// of the paper does: "Net_value" becomes net-value-column. Names that are taken
// are left alone.
func columnObjects(c *actions.Call, t *table.Table) []actions.Object {
	var objects []actions.Object
	taken := map[string]bool{}
	for _, column := range t.Columns[:min(len(t.Columns), mostColumnObjects)] {
		name := objectName(column.Name) + "-column"
		for n := 2; taken[name]; n++ {
			name = objectName(column.Name) + "-column-" + strconv.Itoa(n)
		}
		taken[name] = true
		if c.Lookup != nil {
			if _, exists := c.Lookup(name); exists {
				continue
			}
		}
		objects = append(objects, actions.Object{Name: name, Type: "column", Value: column.Name})
	}
	return objects
}

// longestObject keeps names of objects readable in plans.
const longestObject = 60

// objectName turns any text into a PDDL name: letters, digits and single hyphens,
// a letter first.
func objectName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case b.Len() >= longestObject:
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" || name[0] < 'a' {
		return strings.Trim("c-"+name, "-")
	}
	return name
}
