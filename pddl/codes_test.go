package pddl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"genplanx/pddl/diag"
)

// The domain and problem that examples are put into.
const (
	exampleDomain = `(define (domain d)
(:requirements :adl :derived-predicates :action-costs)
(:types truck place)
(:constants base - place)
(:predicates (at ?t - truck ?p - place) (linked ?p ?q - place) (reach ?p - place))
(:functions (total-cost) - number (toll ?p - place) - number)
`
	exampleProblem = `(define (problem p) (:domain d)
(:objects t1 - truck a b - place)
(:init (at t1 base))
(:goal (at t1 a))
`
)

// runExample reads and checks an example as the comment of codes.go describes.
func runExample(t *testing.T, example string) diag.List {
	t.Helper()
	how, text, ok := strings.Cut(example, ": ")
	if !ok {
		t.Fatalf("example %q says not how it is to be read", example)
	}
	how, times, repeated := strings.Cut(how, "*")
	if repeated {
		n, err := strconv.Atoi(times)
		if err != nil {
			t.Fatal(err)
		}
		text = strings.Repeat(text, n)
	}
	text = strings.ReplaceAll(text, `\xff`, "\xff")
	domain, problem := exampleDomain+")", exampleProblem+")"
	switch how {
	case "literals":
		_, _, faults := ReadLiterals("example", []byte(text))
		return faults
	case "plan":
		_, faults := ReadPlan("example", []byte(text))
		return faults
	case "domain":
		domain = exampleDomain + text + ")"
	case "problem":
		problem = exampleProblem + text + ")"
	case "file":
		if Detect([]byte(text)) == DomainFile {
			domain = text
		} else {
			problem = text
		}
	default:
		t.Fatalf("example %q: unknown way of reading", example)
	}
	return checkAll([]byte(domain), []byte(problem))
}

// checkAll reads and checks a task.
func checkAll(domain, problem []byte) diag.List {
	d, faults := ReadDomain("domain.pddl", domain)
	p, more := ReadProblem("problem.pddl", problem)
	faults.Append(more)
	faults.Append(CheckDomain(d))
	faults.Append(CheckProblem(d, p))
	return faults
}

func TestExampleTaskIsClean(t *testing.T) {
	if faults := checkAll([]byte(exampleDomain+")"), []byte(exampleProblem+")")); len(faults) > 0 {
		t.Error(faults.Text())
	}
}

// Each code has a comment with an example, and the example has the fault.
func TestCodesByTheirExamples(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("diag", "codes.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[diag.Code]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name := spec.Names[0].Name
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		code := diag.Code(value)
		if other := seen[code]; other != "" {
			t.Errorf("%s and %s are one code", name, other)
		}
		seen[code] = name
		t.Run(name, func(t *testing.T) { checkExample(t, name, code, spec.Doc.Text()) })
		return true
	})
}

func checkExample(t *testing.T, name string, code diag.Code, doc string) {
	if !strings.HasPrefix(doc, name+" is ") {
		t.Errorf("the comment does not start with %q", name+" is ")
	}
	_, example, ok := strings.Cut(doc, "\n\n\t")
	if !ok {
		if !strings.Contains(doc, "No example is run") {
			t.Error("no example")
		}
		return
	}
	faults := runExample(t, strings.TrimSuffix(example, "\n"))
	for _, d := range faults {
		if d.Code == code {
			return
		}
	}
	t.Errorf("the example does not have the fault, but:\n%s", faults.Text())
}
