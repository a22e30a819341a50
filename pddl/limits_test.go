package pddl

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"genplanx/pddl/diag"
)

// each joins what f gives for 0 to n-1.
func each(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// A flood of warnings neither makes a good task unusable nor hides an error.
func TestFloodOfWarnings(t *testing.T) {
	many := strings.Repeat
	cases := []struct {
		name, problem string
		errors        int
	}{
		{"facts given twice", "(:init " + many("(linked a b)", 3*maxFaults) + ")", 0},
		{"negated facts", "(:init " + many("(not (linked a b))", 3*maxFaults) + ")", 0},
		{"objects declared twice", "(:objects " + many("a ", 3*maxFaults) + "- place)", 0},
		{"sections given twice", many("(:init)", 3*maxFaults), 0},
		{"an error after them", "(:init " + many("(linked a b)", 3*maxFaults) + "(linked a nowhere))", 1},
		{"another type after them", "(:objects " + many("a ", 3*maxFaults) + "- place a - truck)", 1},
		{"another value after them", "(:init " + many("(= (toll a) 1)", 3*maxFaults) + "(= (toll a) 2))", 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			faults := checkAll([]byte(exampleDomain+")"), []byte(exampleProblem+c.problem+")"))
			if n := len(faults.Errors()); n != c.errors || len(faults) > 2*maxFaults {
				t.Errorf("%d faults, %d errors, want %d:\n%.1000s", len(faults), n, c.errors, faults.Errors().Text())
			}
		})
	}
}

// What is checked takes time and memory about linear in the text.
func TestLongChains(t *testing.T) {
	const n = 5000
	numbers := func(format string) string { return each(n, func(i int) string { return fmt.Sprintf(format, i) }) }
	next := func(format string) string {
		return each(n, func(i int) string { return fmt.Sprintf(format, i, (i+1)%n) })
	}
	domain := func(parts string) string {
		return "(define (domain d) (:requirements :adl :derived-predicates)" + parts + ")"
	}
	cases := []struct {
		name, domain string
		code         diag.Code
		count        int
	}{
		{"types in a chain", domain("(:types" + next(" t%d - u%d")[:40000] + ")"), "", 0},
		{"types in a circle", domain("(:types" + next(" t%d - t%d") + ")"), diag.CyclicType, 1},
		{"many types", domain("(:types" + numbers(" t%d - object") + numbers(" u%d") + numbers(" v%d") + ")"), diag.Unsupported, 1},
		{"a type of many", domain("(:types" + numbers(" t%d") + ") (:predicates (p ?x - (either" + numbers(" t%d") + "))) (:constants" +
			numbers(" c%d - t%[1]d") + ") (:action a :effect (and" + numbers(" (p c%d)") + "))"), "", 0},
		{"rules in a chain", domain("(:predicates" + numbers(" (d%d)") + " (e))" + each(n-1, func(i int) string {
			return fmt.Sprintf("(:derived (d%d) (not (d%d)))", i, i+1)
		})), "", 0},
		{"rules in a circle", domain("(:predicates" + numbers(" (d%d)") + ")" + next("(:derived (d%d) (not (d%d)))")), diag.Unstratified, maxFaults},
		{"many variables", domain("(:predicates (p" + numbers(" ?x%d") + "))"), diag.Unsupported, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, faults := ReadDomain("d", []byte(c.domain))
			faults.Append(CheckDomain(d))
			found := 0
			for _, f := range faults {
				if f.Code == c.code {
					found++
				}
			}
			if found != c.count || c.code == "" && faults.HasErrors() {
				t.Errorf("%d of %q, want %d:\n%.1000s", found, c.code, c.count, faults.Text())
			}
		})
	}
}

// A small text cannot take much memory.
func TestMemoryOfBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	cases := []struct {
		name, text string
		want       diag.Code
	}{
		{"parentheses", strings.Repeat("(", 3_000_000), diag.NestingTooDeep},
		{"lists", strings.Repeat("()", maxTokens/2+1), diag.FileTooLarge},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(c.text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, faults := ReadDomain("bomb", text)
			_, more := Format("bomb", text)
			faults.Append(more)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > uint64(8*len(text))+1<<20 {
				t.Errorf("%d bytes of memory for %d bytes of text", used, len(text))
			}
			if len(faults) != 2 || faults[0].Code != c.want || faults[1].Code != c.want {
				t.Error(faults.Text())
			}
		})
	}
}

func TestLoneCarriageReturns(t *testing.T) {
	text := []byte("; one\r(define (problem p) (:domain d)\r; two\r(:init (p b))\r(:goal (q)))\r")
	p, faults := ReadProblem("p", text)
	if faults.HasErrors() || len(p.Init) != 1 || len(p.Comments) != 2 || p.Comments[1].Text != "; two" {
		t.Fatalf("%+v\n%s", p, faults.Text())
	}
	if at := p.Source.Position(p.Init[0].Span.Start); at.Line != 4 || at.Column != 8 {
		t.Errorf("the fact stands at %+v", at)
	}
	checkFormat(t, text)
}
