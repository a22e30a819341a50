package slides

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/actions/slides/pptx"
)

// GeneratePresentation is (generate-presentation ?a ?p - presentation ?f -
// powerpoint-file): the deck as a pptx file. Its check opens the file again and
// compares it with the deck.
func GeneratePresentation() actions.Action {
	return actions.Action{
		Class: actions.Writes,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("save presentation %s into %v", c.Args[1].Name, c.Args[2].Value)
		},
		Effects:   generateEffects,
		Preflight: func(_ context.Context, c *actions.Call) error { _, err := target(c); return err },
		Run:       generate,
		Check:     checkGenerated,
	}
}

// target returns the path of the file, relative to the workspace.
func target(call *actions.Call) (string, error) {
	p, f := call.Args[1], call.Args[2]
	name, _ := f.Value.(string)
	fault := &actions.Fault{Doing: fmt.Sprintf("saving presentation %s into %q", p.Name, name), Hint: "name a .pptx file inside the workspace"}
	if strings.TrimSpace(name) == "" {
		fault.Err = fmt.Errorf("file %s has no path", f.Name)
		return "", fault
	}
	rel, _, err := call.Workspace.Target(name)
	if err != nil {
		fault.Err, fault.Hint = errors.Unwrap(err), actions.HintOf(err)
		return "", fault
	}
	if ext := strings.ToLower(path.Ext(rel)); ext != ".pptx" {
		fault.Err = fmt.Errorf("%q is not the extension of a PowerPoint file", ext)
		return "", fault
	}
	return rel, nil
}

func generateEffects(call *actions.Call) []actions.Effect {
	rel, err := target(call)
	if err != nil {
		return nil
	}
	_, verb, err := call.Workspace.Target(rel)
	if err != nil {
		return nil
	}
	return []actions.Effect{{Class: actions.Writes, Verb: verb, Target: rel, Detail: "presentation " + call.Args[1].Name}}
}

func generate(ctx context.Context, call *actions.Call) (actions.Result, error) {
	p, f := call.Args[1], call.Args[2]
	rel, err := target(call)
	if err != nil {
		return actions.Result{}, err
	}
	fail := func(err error) (actions.Result, error) {
		return actions.Result{}, &actions.Fault{Doing: fmt.Sprintf("saving presentation %s into %q", p.Name, rel), Err: err, Hint: actions.HintOf(err)}
	}
	deck, err := deckOf(p)
	if err != nil {
		return fail(err)
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	doc := deck.document()
	if err := call.Workspace.Write(rel, func(w io.Writer) error { return pptx.Write(w, doc) }); err != nil {
		return fail(err)
	}
	said := count(len(deck.Slides), "slide")
	return actions.Result{
		Made:    []actions.Artifact{{Kind: "file", Object: f.Name, Path: rel, Text: "presentation with " + said}},
		Summary: fmt.Sprintf("saved presentation %s with %s into %s", p.Name, said, rel),
	}, nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// checkGenerated opens the file again and compares slides, titles, texts, tables
// and the numbers of the charts with the deck.
func checkGenerated(_ context.Context, call *actions.Call) ([]actions.Observation, error) {
	p, f := call.Args[1], call.Args[2]
	rel, err := target(call)
	if err != nil {
		return nil, err
	}
	deck, err := deckOf(p)
	if err != nil {
		return nil, err
	}
	seen := actions.Observation{Predicate: "in", Args: []string{p.Name, f.Name}, Truth: actions.False}
	got, err := Open(call.Workspace, rel)
	if err != nil {
		seen.Note = err.Error()
		return []actions.Observation{seen}, nil
	}
	if diff := compare(deck.document(), got); diff != "" {
		seen.Note = fmt.Sprintf("file %s differs from presentation %s: %s", rel, p.Name, diff)
		return []actions.Observation{seen}, nil
	}
	seen.Truth = actions.True
	seen.Note = fmt.Sprintf("file %s has %s with the right titles and numbers", rel, count(len(got.Slides), "slide"))
	return []actions.Observation{seen}, nil
}

// Open reads a presentation of the workspace.
func Open(ws *actions.Workspace, name string) (doc pptx.Document, err error) {
	file, err := ws.Open(name)
	if err != nil {
		return doc, fmt.Errorf("file %s cannot be opened: %w", name, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return doc, err
	}
	doc, err = pptx.Read(file, info.Size())
	if err != nil {
		return doc, fmt.Errorf("file %s: %w", name, err)
	}
	return doc, nil
}

// compare says in what two presentations differ, "" when in nothing.
func compare(want, got pptx.Document) string {
	if len(want.Slides) != len(got.Slides) {
		return fmt.Sprintf("it has %s, %d expected", count(len(got.Slides), "slide"), len(want.Slides))
	}
	for i, w := range want.Slides {
		g := got.Slides[i]
		if w.Title != g.Title {
			return fmt.Sprintf("slide %d has title %q, %q expected", i+1, g.Title, w.Title)
		}
		if len(w.Items) != len(g.Items) {
			return fmt.Sprintf("slide %d has %s, %d expected", i+1, count(len(g.Items), "item"), len(w.Items))
		}
		for k := range w.Items {
			if diff := compareItems(w.Items[k], g.Items[k]); diff != "" {
				return fmt.Sprintf("slide %d: %s", i+1, diff)
			}
		}
	}
	return ""
}

func compareItems(want, got pptx.Item) string {
	switch {
	case (want.Chart == nil) != (got.Chart == nil), (want.Table == nil) != (got.Table == nil):
		return "a chart, table or text is missing"
	case want.Text != got.Text:
		return fmt.Sprintf("text is %q, %q expected", got.Text, want.Text)
	case want.Table != nil:
		if !slices.Equal(want.Table.Header, got.Table.Header) || !slices.EqualFunc(want.Table.Rows, got.Table.Rows, slices.Equal[[]string]) {
			return "the table's cells differ"
		}
	case want.Chart != nil:
		return compareCharts(want.Chart, got.Chart)
	}
	return ""
}

func compareCharts(want, got *pptx.Chart) string {
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	switch {
	case want.Kind != got.Kind:
		return fmt.Sprintf("the chart is of kind %s, %s expected", got.Kind, want.Kind)
	case !slices.Equal(want.Categories, got.Categories):
		return "the chart's categories differ"
	case len(want.Series) != len(got.Series):
		return fmt.Sprintf("the chart has %d series, %d expected", len(got.Series), len(want.Series))
	case len(got.Workbook) == 0:
		return "the chart has no data to edit"
	}
	for i, w := range want.Series {
		g := got.Series[i]
		if w.Name != g.Name || !slices.EqualFunc(w.Values, g.Values, same) || !slices.EqualFunc(w.X, g.X, same) {
			return fmt.Sprintf("the numbers of series %q differ", w.Name)
		}
	}
	return ""
}
