package cli

import (
	"errors"
	"fmt"

	"genplanx/cmd/internal/scaffold"
)

// newActionCommand is "genplanx new-action NAME PARAM...", for domain authors.
type newActionCommand struct {
	Name   string   `arg:"" help:"Name of the action in PDDL: archive-file."`
	Params []string `arg:"" help:"Its parameters without the agent: '?f - file'."`
	Area   string   `help:"Folder below actions for its Go file." required:"" placeholder:"FOLDER"`
	Root   string   `help:"Root of the checkout." default:"." type:"path"`
}

func (c *newActionCommand) Run(t Terminal) error {
	files, err := scaffold.Write(c.Root, scaffold.Action{Name: c.Name, Area: c.Area, Params: c.Params})
	if err != nil {
		hint := "genplanx new-action archive-file --area file '?f - file'"
		if errors.Is(err, scaffold.ErrNotCheckout) {
			hint = "run it in the root of the checkout, or name that with --root"
		}
		return &failure{Exit: BadInput, Err: err, Hint: hint}
	}
	for _, f := range files {
		fmt.Fprintln(t.Out, "wrote", f)
	}
	_, err = fmt.Fprintf(t.Out, "Now write what it does, make the precondition and effect honest, and the example true;\n"+
		"then: go test ./domain/assistant ./compiler ./compiler/prompt -update, and read the diff.\n")
	return err
}
