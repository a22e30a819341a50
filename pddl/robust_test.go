package pddl

import (
	"fmt"
	"strings"
	"testing"

	"genplanx/pddl/diag"
)

// Hostile input ends in diagnostics: quickly, and without using up the stack.
func TestHostileInput(t *testing.T) {
	const n = 100_000
	in := func(before, repeated, after string) string { return before + strings.Repeat(repeated, n) + after }
	cases := []struct {
		name, text string
		want       diag.Code
	}{
		{"open parentheses", in("", "(", ""), diag.NestingTooDeep},
		{"nested and closed", in("", "(", strings.Repeat(")", n)), diag.NestingTooDeep},
		{"close parentheses", in("", ")", ""), diag.ExtraParen},
		{"spread close parentheses", in("", "a ) ", ""), diag.TooManyFaults},
		{"deep condition", in("(define (problem p) (:domain d) (:goal ", "(not ", strings.Repeat(")", n+2)), diag.NestingTooDeep},
		{"deep condition in a domain", in("(define (domain d) (:action a :precondition ", "(and ", ""), diag.NestingTooDeep},
		{"deep init", in("(define (problem p) (:init ", "(", strings.Repeat(")", n+2)), diag.NestingTooDeep},
		{"closed too early again and again", in("(define (domain d)", "(:action a)) ", ")"), diag.TooManyFaults},
		{"never closed actions", in("(define (domain d)", "(:action a ", ")"), diag.TooManyFaults},
		{"keywords out of place", in("(define (domain d)", "(:action a :precondition (and (p :effect ", ")"), diag.TooManyFaults},
		{"NUL bytes", in("", "\x00", ""), diag.IllegalCharacter},
		{"NUL in init", "(define (problem p) (:init (p a\x00b)))", diag.IllegalCharacter},
		{"broken UTF-8", in("(define (domain ", "\xff ", "))"), diag.InvalidUTF8},
		{"long name", in("(define (domain d) (:predicates (", "x", ") :x))"), diag.MissingName},
		{"long number", in("(define (problem p) (:init (= (f) ", "9", ")))"), diag.CostTooLarge},
		{"many arguments", in("(define (problem p) (:init (p ", "a ", ")))"), diag.UnknownPredicate},
		{"empty", "", diag.WrongFile},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(c.text)
			d, faults := ReadDomain("d", text)
			faults.Append(CheckDomain(d))
			p, more := ReadProblem("p", text)
			faults.Append(more)
			faults.Append(CheckProblem(d, p))
			_, _, more = ReadLiterals("l", text)
			faults.Append(more)
			_, more = ReadPlan("p", text)
			faults.Append(more)
			_, more = Format("f", text)
			faults.Append(more)
			checkSpans(t, faults)
			if len(faults) > 10*maxFaults || len(faults.Text()) > 1<<20 {
				t.Errorf("%d faults", len(faults))
			}
			for _, f := range faults {
				if f.Code == c.want {
					return
				}
			}
			t.Errorf("no %s, but:\n%.2000s", c.want, faults.Text())
		})
	}
}

func TestByteOrderMarkAndLineEnds(t *testing.T) {
	d, faults := ReadDomain("d", []byte("\ufeff; c\r\n(DEFINE (DOMAIN Trucks)\r\n(:Predicates (P ?X)))\r\n"))
	if len(faults) > 0 || d.Name.Text != "trucks" || d.Predicate("p") == nil || d.Predicates[0].Params[0].Name.Text != "?x" {
		t.Errorf("%+v\n%s", d, faults.Text())
	}
	if len(d.Comments) != 1 || d.Comments[0].Text != "; c" {
		t.Errorf("comments %+v", d.Comments)
	}
}

// What the fast way of reading (:init ...) takes must be read as the thorough
// way reads it. A comment in an element forces the thorough way.
func TestInitReadTheSameBothWays(t *testing.T) {
	elements := []string{"(p)", "( p a )", "(p a b)", "(= (f a) 3)", "(=(f)0)", "(= (f a b)\n 12 )", "(9 a)", "(p a-b _c 1)",
		"(not (p a))", "(= (f a) 3.0)", "(= f 3)", "(p ä)", "(at 5 (p))", "(p ?x)", "(and (p) (q))", "(p ,)", "((p))", "()",
		"(p a b c d e f g h i j k l m n o p q r s t)", "(p -)", "(p a?b)", "(- a)"}
	for _, e := range elements {
		fast, faults := ReadProblem("fast", []byte("(define (problem p) (:init "+e+"))"))
		slow, more := ReadProblem("slow", []byte("(define (problem p) (:init "+e[:len(e)-1]+"; comment\n)))"))
		if got, want := fast.String(), slow.String(); got != want {
			t.Errorf("%s: fast\n%s\nslow\n%s", e, got, want)
		}
		if len(faults) != len(more) {
			t.Errorf("%s: fast\n%s\nslow\n%s", e, faults.Text(), more.Text())
		}
	}
}

func TestManyObjects(t *testing.T) {
	var b strings.Builder
	b.WriteString(exampleProblem + "(:objects")
	for i := range 100_000 {
		fmt.Fprintf(&b, " x%d", i)
	}
	b.WriteString(" - place) (:init")
	for i := range 100_000 {
		fmt.Fprintf(&b, " (linked x%d a) (linked x%d unknown%d)", i, i, i)
	}
	b.WriteString("))")
	faults := checkAll([]byte(exampleDomain+")"), []byte(b.String()))
	if n := len(faults); n < maxFaults || n > maxFaults+10 {
		t.Errorf("%d faults", n)
	}
	if !strings.Contains(faults.Error(), "`unknown0` is not declared") {
		t.Errorf("first fault: %s", faults.Error())
	}
}
