// Package scaffold writes the files of a new action into a checkout.
//
// It owns what an action consists of: the (:action ...) and its predicates in
// the domain's PDDL, a Go file, its line among the handlers, a phrase for
// reports and a worked example. In: the root of the checkout and an [Action].
// Out: the files changed, all or none. It must not know what the action will do;
// the Go file it writes says so when it is run. Start reading at [Write].
package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"unicode"

	"genplanx/pddl"
)

//go:embed templates/*.tmpl
var templates embed.FS

// Action is what an author says of a new action.
type Action struct {
	Name   string   // PDDL name: "archive-file"
	Area   string   // folder below actions: "file"
	Params []string // "?f - file", without the agent
}

const (
	modelFile    = "domain/assistant/assistant.pddl"
	handlersFile = "domain/assistant/handlers.go"
	phrasesFile  = "domain/assistant/phrases.go"
)

var (
	nameForm  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	areaForm  = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	paramForm = regexp.MustCompile(`^\?([a-z][a-z0-9-]*) - ([a-z][a-z0-9-]*)$`)
)

// ErrNotCheckout says that the folder is not the root of the project.
var ErrNotCheckout = errors.New("this is not the root of a checkout of the project")

// Write adds an action to the checkout at root and returns the paths it wrote.
// The changed PDDL is checked first; nothing is written when it has faults.
func Write(root string, a Action) ([]string, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	w := writer{root: root, files: map[string][]byte{}}
	data := a.data(w.missing("actions/" + a.Area))
	goFile := "actions/" + a.Area + "/" + strings.ReplaceAll(a.Name, "-", "_") + ".go"
	example := "domain/assistant/intents/80-" + a.Name + ".txt"
	for _, step := range []func() error{
		func() error { return w.model(data) },
		func() error { return w.create(goFile, "handler.go.tmpl", data) },
		func() error { return w.create(example, "intent.txt.tmpl", data) },
		func() error { return w.bind(handlersFile, data) },
		func() error { return w.phrase(phrasesFile, data) },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("adding action %s: %w", a.Name, err)
		}
	}
	return w.save()
}

func (a Action) check() error {
	switch {
	case !nameForm.MatchString(a.Name):
		return fmt.Errorf("the name %q is not like archive-file", a.Name)
	case !areaForm.MatchString(a.Area):
		return fmt.Errorf("the area %q is not like email", a.Area)
	case len(a.Params) == 0:
		return errors.New("the action has no parameters")
	}
	for _, p := range a.Params {
		if !paramForm.MatchString(p) {
			return fmt.Errorf("the parameter %q is not like \"?f - file\"", p)
		}
	}
	return nil
}

// fields is what the templates know.
type fields struct {
	Action
	Func    string // "ArchiveFile"
	NewArea bool
	Vars    []param
}

type param struct{ Name, Type, Object string }

func (a Action) data(newArea bool) fields {
	d := fields{Action: a, Func: camel(a.Name), NewArea: newArea}
	for _, p := range a.Params {
		m := paramForm.FindStringSubmatch(p)
		d.Vars = append(d.Vars, param{Name: m[1], Type: m[2], Object: m[2] + "-" + m[1]})
	}
	return d
}

func camel(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "-") {
		b.WriteRune(unicode.ToUpper(rune(part[0])))
		b.WriteString(part[1:])
	}
	return b.String()
}

// writer gathers the changed files and writes them at the end.
type writer struct {
	root  string
	files map[string][]byte
	order []string
}

func (w *writer) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

func (w *writer) missing(name string) bool {
	_, err := os.Stat(w.path(name))
	return errors.Is(err, fs.ErrNotExist)
}

func (w *writer) read(name string) ([]byte, error) {
	text, err := os.ReadFile(w.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s is missing", ErrNotCheckout, name)
	}
	return text, err
}

func (w *writer) put(name string, text []byte) {
	w.files[name] = text
	w.order = append(w.order, name)
}

func (w *writer) create(name, tmpl string, d fields) error {
	if !w.missing(name) {
		return fmt.Errorf("%s exists already", name)
	}
	text, err := render(tmpl, d)
	if err == nil && strings.HasSuffix(name, ".go") {
		text, err = format.Source(text)
	}
	w.put(name, text)
	return err
}

func render(tmpl string, d fields) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+tmpl)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, d)
	return b.Bytes(), err
}

// model adds predicates after the last one and the action before the end, and
// checks the whole.
func (w *writer) model(d fields) error {
	text, err := w.read(modelFile)
	if err != nil {
		return err
	}
	old, faults := pddl.ReadDomain(modelFile, text)
	if faults.HasErrors() || len(old.Predicates) == 0 {
		return fmt.Errorf("the domain has faults: %w", faults)
	}
	predicates, err := render("predicates.pddl.tmpl", d)
	if err != nil {
		return err
	}
	action, err := render("action.pddl.tmpl", d)
	if err != nil {
		return err
	}
	at, end := old.Predicates[len(old.Predicates)-1].Span.End, old.Span.End-1
	var b bytes.Buffer
	b.Write(text[:at])
	b.Write(predicates)
	b.Write(text[at:end])
	b.Write(action)
	b.Write(text[end:])
	changed, faults := pddl.ReadDomain(modelFile, b.Bytes())
	if !faults.HasErrors() {
		faults = pddl.CheckDomain(changed)
	}
	w.put(modelFile, b.Bytes())
	return faults.Err()
}

// save writes all files; a failed one leaves the others as they are told in the error.
func (w *writer) save() ([]string, error) {
	for i, name := range w.order {
		path := w.path(name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, w.files[name], 0o644)
		}
		if err != nil {
			return w.order[:i], fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return w.order, nil
}
