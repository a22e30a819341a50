package email

import (
	"context"
	"errors"
	"fmt"

	"genplanx/actions"
)

// ReadEmail is (read-email ?a ?e - input-email ?f - email-file): the mail of an
// .eml file.
func ReadEmail() actions.Action {
	return actions.Action{
		Class: actions.Reads,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("read email %s from file %v", c.Args[1].Name, c.Args[2].Value)
		},
		Preflight: func(_ context.Context, c *actions.Call) error {
			name, _ := c.Args[2].Value.(string)
			info, err := c.Workspace.Stat(name)
			if err == nil && info.IsDir() {
				err = errors.New("it is a folder")
			}
			if err != nil {
				return readFault(c, err)
			}
			return nil
		},
		Run: readEmail,
	}
}

func readFault(c *actions.Call, err error) error {
	return &actions.Fault{
		Doing: fmt.Sprintf("reading email %s from file %q", c.Args[1].Name, fmt.Sprint(c.Args[2].Value)),
		Err:   err, Hint: "name an .eml file inside the workspace",
	}
}

func readEmail(_ context.Context, call *actions.Call) (actions.Result, error) {
	e, f := call.Args[1], call.Args[2]
	name, _ := f.Value.(string)
	file, err := call.Workspace.Open(name)
	if err != nil {
		return actions.Result{}, readFault(call, err)
	}
	m, err := Read(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return actions.Result{}, readFault(call, err)
	}
	return actions.Result{
		Values:  map[string]any{e.Name: m},
		Summary: fmt.Sprintf("read %s from %s", m.origin(), name),
	}, nil
}
