package offline_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/compiler"
	"genplanx/compiler/offline"
	"genplanx/domain"
	"genplanx/domain/assistant"
	"genplanx/pddl"
	"genplanx/planner"
)

var update = flag.Bool("update", false, "rewrite golden files")

func pack(t testing.TB) *domain.Pack {
	t.Helper()
	p, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A case is a request, the data files of the workspace if any, and what it
// means: goals in which every object stands for what it is made from, or the
// words refused, or the questions.
type testCase struct {
	request string
	files   string
	want    string
}

func readCases(t testing.TB, name string) []testCase {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		var c testCase
		for _, line := range strings.Split(block, "\n") {
			switch {
			case strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "files: "):
				c.files = strings.TrimPrefix(line, "files: ")
			case strings.HasPrefix(line, "  "):
				c.want += line + "\n"
			default:
				c.request = strings.ReplaceAll(line, `\n`, "\n")
			}
		}
		cases = append(cases, c)
	}
	return cases
}

func writeCases(t *testing.T, name string, cases []testCase) {
	t.Helper()
	var b strings.Builder
	for i, c := range cases {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.ReplaceAll(c.request, "\n", `\n`) + "\n")
		if c.files != "" {
			b.WriteString("files: " + c.files + "\n")
		}
		b.WriteString(c.want)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// sources reads "a.csv(month, sales); b.csv(x)".
func sources(text string) []compiler.Source {
	var out []compiler.Source
	for _, item := range strings.Split(text, ";") {
		name, columns, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(item), ")"), "(")
		if !ok {
			continue
		}
		s := compiler.Source{Path: name}
		for _, c := range strings.Split(columns, ",") {
			s.Columns = append(s.Columns, strings.TrimSpace(c))
		}
		out = append(out, s)
	}
	return out
}

// meaning tells what the front end made of a request.
func meaning(f *offline.FrontEnd, p *domain.Pack, c testCase) string {
	a, err := f.Formalize(context.Background(), compiler.Request{Text: c.request, Sources: sources(c.files)}, nil)
	var no *compiler.NotUnderstood
	switch {
	case errors.As(err, &no):
		return "  refused: " + strings.Join(no.Words, " | ") + "\n"
	case err != nil:
		return "  error: " + err.Error() + "\n"
	}
	problem, list := compiler.Decode(a.Text, p)
	if list.HasErrors() {
		return "  FAULTY: " + list.Err().Error() + "\n"
	}
	if len(problem.Asks) > 0 {
		return "  asks: " + strings.Join(problem.Asks, "\n  asks: ") + "\n"
	}
	return describe(problem) + planOf(problem, p)
}

func planOf(problem *compiler.Problem, p *domain.Pack) string {
	low, list := compiler.Lower(problem, p)
	if list.HasErrors() {
		return "  FAULTY: " + list.Err().Error() + "\n"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := planner.Solve(ctx, p.Model, low.Problem, planner.Options{})
	if err != nil || r.Plan == nil && r.Cost == 0 && r.Status != planner.SolvedOptimally {
		return fmt.Sprintf("  NO PLAN: %v %s %v\n", r.Status, r.Reason, err)
	}
	return fmt.Sprintf("  cost %d\n", r.Cost)
}

// describe writes the goals of a problem with what each object is instead of
// its name, so that names do not matter.
func describe(p *compiler.Problem) string {
	d := describer{p: p, objects: map[string]compiler.Object{}}
	for _, o := range p.Objects {
		d.objects[o.Name] = o
	}
	lines := d.lines("", p.Goals)
	for _, l := range p.Init {
		if strings.HasPrefix(l.Atom.Predicate.Text, "database-query") {
			lines = append(lines, d.literal(l))
		}
	}
	for _, c := range p.Costs {
		args := make([]string, len(c.Args))
		for i, a := range c.Args {
			args[i] = d.of(a.Text, 0)
		}
		lines = append(lines, fmt.Sprintf("(= (%s %s) %d)", c.Function.Text, strings.Join(args, " "), c.Value))
	}
	for _, b := range p.Branches {
		lines = append(lines, d.lines("if "+d.of(b.If, 0)+": ", b.Then)...)
		lines = append(lines, d.lines("unless "+d.of(b.If, 0)+": ", b.Else)...)
	}
	slices.Sort(lines)
	return "  " + strings.Join(slices.Compact(lines), "\n  ") + "\n"
}

type describer struct {
	p       *compiler.Problem
	objects map[string]compiler.Object
}

func (d describer) lines(prefix string, ls []pddl.Literal) []string {
	var lines []string
	for _, l := range ls {
		if l.Atom.Predicate.Text != "done-query" && l.Atom.Predicate.Text != "used-for-training" {
			lines = append(lines, prefix+d.literal(l))
		}
	}
	return lines
}

func (d describer) literal(l pddl.Literal) string {
	args := []string{l.Atom.Predicate.Text}
	for _, a := range l.Atom.Args {
		args = append(args, d.of(a.Text, 0))
	}
	return "(" + strings.Join(args, " ") + ")"
}

// of describes an object by its value or by what it is made from.
func (d describer) of(name string, depth int) string {
	o := d.objects[name]
	value := fmt.Sprint(o.Value)
	if depth > 6 {
		return "..."
	}
	switch o.Type {
	case "dataframe", "data-contents":
		if made := d.made(name, depth); made != "" {
			return made
		}
	case "slide", "bar-chart", "line-chart", "pie-chart", "scatter-chart", "histogram":
		if t := o.Attrs["title"]; t != nil {
			return fmt.Sprintf("%s %q", o.Type, t)
		}
		for _, l := range d.p.Goals {
			if l.Atom.Predicate.Text == "in" && l.Atom.Args[1].Text == name && d.objects[l.Atom.Args[0].Text].Type == "title" {
				return fmt.Sprintf("slide %q", d.objects[l.Atom.Args[0].Text].Value)
			}
		}
	case "output-email":
		return fmt.Sprintf("mail %v", o.Attrs)
	case "condition":
		return value + " " + d.of(fmt.Sprint(o.Attrs["on"]), depth+1)
	case "presentation", "response", "appointments", "input-email":
	default:
		if o.Attrs["database"] != nil {
			return fmt.Sprintf("%s@%v", value, o.Attrs["database"])
		}
		if value != "" && o.Value != nil {
			return value
		}
	}
	return o.Type
}

func key(l pddl.Literal) string {
	k := l.Atom.Predicate.Text
	for _, a := range l.Atom.Args {
		k += " " + a.Text
	}
	return k
}

// made follows the facts that say where a table comes from.
func (d describer) made(name string, depth int) string {
	var parts []string
	for _, l := range slices.Concat(d.p.Init, d.p.Goals) {
		switch {
		case l.Atom.Predicate.Text == "in" && l.Atom.Args[0].Text == name && !slices.ContainsFunc(d.p.Goals, func(g pddl.Literal) bool { return key(g) == key(l) }):
			parts = append(parts, d.of(l.Atom.Args[1].Text, depth+1))
		case l.Atom.Predicate.Text == "query-result" && l.Atom.Args[2].Text == name:
			parts = append(parts, d.of(l.Atom.Args[0].Text, depth+1)+" | "+d.of(l.Atom.Args[1].Text, depth+1))
		case l.Atom.Predicate.Text == "data-type-contents" && l.Atom.Args[1].Text == name:
			for _, m := range d.p.Init {
				if m.Atom.Predicate.Text == "in-data" && m.Atom.Args[0].Text == l.Atom.Args[0].Text {
					parts = append(parts, d.objects[l.Atom.Args[0].Text].Type+" of "+d.of(m.Atom.Args[1].Text, depth+1))
				}
			}
		case l.Atom.Predicate.Text == "appointments-contents" && l.Atom.Args[1].Text == name:
			parts = append(parts, "calendar")
		case l.Atom.Predicate.Text == "done-prediction" && l.Atom.Args[3].Text == name:
			parts = append(parts, "predicted "+d.of(l.Atom.Args[2].Text, depth+1)+" of "+d.of(l.Atom.Args[1].Text, depth+1))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(slices.Compact(parts), " or ") + "]"
}

func TestRequests(t *testing.T) {
	p := pack(t)
	f := offline.New(p)
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range files {
		cases := readCases(t, name)
		for i, c := range cases {
			got := meaning(f, p, c)
			if filepath.Base(name) == "paper.txt" && !strings.Contains(got, "  cost ") {
				t.Fatalf("a request of the paper is not understood: %s\n%s", c.request, got)
			}
			if b := filepath.Base(name); b == "refused.txt" && strings.Contains(got, "  cost ") {
				t.Fatalf("must not be carried out: %s\n%s", c.request, got)
			}
			if *update {
				cases[i].want = got
				continue
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: %s\n(-want +got)\n%s", name, c.request, diff)
			}
		}
		if *update {
			writeCases(t, name, cases)
		}
	}
}
