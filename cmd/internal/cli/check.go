package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"genplanx/cmd/internal/app"
	"genplanx/domain"
	"genplanx/domain/assistant"
	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// checkCommand is "genplanx check FILE...".
type checkCommand struct {
	Files []string `arg:"" optional:"" help:"PDDL domain and problem files; none checks the built-in domain and its handlers." type:"path"`
	JSON  bool     `name:"json" help:"Print the diagnostics as a JSON list."`
}

// Run checks each file; a problem is checked against the domain of its name
// among the files, else domain.pddl beside it.
func (c *checkCommand) Run(t Terminal) error {
	var faults diag.List
	var err error
	if len(c.Files) == 0 {
		faults, err = checkBuiltIn()
	} else {
		faults, err = checkFiles(c.Files)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeDiagnostics(t.Out, faults)
	} else {
		err = printDiagnostics(t.Out, faults, len(c.Files))
	}
	if err != nil {
		return err
	}
	if faults.HasErrors() {
		return &failure{Exit: BadInput}
	}
	return nil
}

// checkBuiltIn checks the built-in domain, and that each of its actions has a handler.
func checkBuiltIn() (diag.List, error) {
	pack, err := app.LoadPack("")
	if err != nil {
		return nil, err
	}
	faults := pddl.CheckDomain(pack.Model)
	faults.Append(domain.CheckHandlers(pack.Model, assistant.Handlers(assistant.Services{})))
	return faults, nil
}

func checkFiles(paths []string) (diag.List, error) {
	texts := make([][]byte, len(paths))
	domains := map[string]*pddl.Domain{}
	var faults diag.List
	for i, path := range paths {
		text, err := readFile(path)
		if err != nil {
			return nil, err
		}
		texts[i] = text
		if pddl.Detect(text) == pddl.ProblemFile {
			continue
		}
		d, list := pddl.ReadDomain(path, text)
		if !list.HasErrors() {
			list.Append(pddl.CheckDomain(d))
			domains[d.Name.Text] = d
		}
		faults.Append(list)
	}
	for i, path := range paths {
		if pddl.Detect(texts[i]) != pddl.ProblemFile {
			continue
		}
		p, list := pddl.ReadProblem(path, texts[i])
		if !list.HasErrors() {
			list.Append(checkProblem(path, p, domains))
		}
		faults.Append(list)
	}
	return faults, nil
}

func checkProblem(path string, p *pddl.Problem, domains map[string]*pddl.Domain) diag.List {
	d := domains[p.DomainName.Text]
	if d == nil {
		d = domainBeside(path, p.DomainName.Text)
	}
	if d == nil {
		return diag.List{{Severity: diag.Warning, Code: noDomainCode, Source: p.Source, Span: p.DomainName.Span,
			Message: fmt.Sprintf("domain %s is not at hand; only the form of this problem was checked", p.DomainName.Text),
			Hint:    "give the domain file too: genplanx check DOMAIN " + path}}
	}
	return pddl.CheckProblem(d, p)
}

// noDomainCode: a problem was checked without its domain.
const noDomainCode diag.Code = "no-domain-file"

func domainBeside(path, name string) *pddl.Domain {
	file := filepath.Join(filepath.Dir(path), "domain.pddl")
	text, err := readFile(file)
	if err != nil {
		return nil
	}
	d, faults := pddl.ReadDomain(file, text)
	if faults.HasErrors() || d.Name.Text != name {
		return nil
	}
	return d
}

func writeDiagnostics(w io.Writer, faults diag.List) error {
	if faults == nil {
		faults = diag.List{}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(faults)
}

func printDiagnostics(w io.Writer, faults diag.List, files int) error {
	if _, err := io.WriteString(w, faults.AtLeast(diag.Warning).Text()); err != nil {
		return err
	}
	// Notes are for programs: --json has them.
	what := fmt.Sprintf("%d files", files)
	switch files {
	case 0:
		what = "the built-in domain"
	case 1:
		what = "1 file"
	}
	_, err := fmt.Fprintf(w, "%s checked: %s, %s\n", what, count(faults.Count(diag.Error), "error"), count(faults.Count(diag.Warning), "warning"))
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
