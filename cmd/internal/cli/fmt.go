package cli

import (
	"bytes"
	"fmt"
	"io"

	"genplanx/pddl"
)

// fmtCommand is "genplanx fmt FILE...".
type fmtCommand struct {
	Files []string `arg:"" help:"PDDL files." type:"path"`
	Write bool     `short:"w" help:"Rewrite the files in place instead of printing."`
	List  bool     `short:"l" help:"Only list the files whose form differs; exit code 33 when there are any."`
}

func (c *fmtCommand) Run(t Terminal) error {
	failed, differ := 0, 0
	for _, path := range c.Files {
		text, err := readFile(path)
		if err != nil {
			return err
		}
		formatted, faults := pddl.Format(path, text)
		if faults.HasErrors() {
			fmt.Fprint(t.Err, faults.Errors().Text())
			failed++
			continue
		}
		same := bytes.Equal(text, formatted)
		if !same {
			differ++
		}
		if err := c.output(t, path, formatted, same); err != nil {
			return err
		}
	}
	if failed > 0 {
		return &failure{Exit: BadInput, Err: fmt.Errorf("%d of %d files have faults and were left as they are", failed, len(c.Files)), Hint: "genplanx check FILE... shows all of them"}
	}
	if c.List && differ > 0 {
		return &failure{Exit: BadInput}
	}
	return nil
}

func (c *fmtCommand) output(t Terminal, path string, formatted []byte, same bool) error {
	if c.List && !same {
		fmt.Fprintln(t.Out, path)
	}
	if c.Write && !same {
		return writeFile(path, func(w io.Writer) error { _, err := w.Write(formatted); return err })
	}
	if !c.List && !c.Write {
		_, err := t.Out.Write(formatted)
		return err
	}
	return nil
}
