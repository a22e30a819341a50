package ground_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"genplanx/pddl"
	"genplanx/planner/ground"
)

func grounded(t *testing.T, domain, problem string) (*ground.Grounded, error) {
	t.Helper()
	d, faults := pddl.ReadDomain("domain.pddl", []byte(domain))
	p, more := pddl.ReadProblem("problem.pddl", []byte(problem))
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	return ground.Ground(t.Context(), d, p, ground.Options{})
}

// TestSizes: what grounding leaves of small tasks. Each case is the body of a
// domain, the objects, the initial state and the goal.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name, domain, objects, init, goal string
		variables, operators, axioms      int
	}{
		{"static facts choose the instances",
			"(:predicates (road ?a ?b) (at ?a)) (:action go :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b)) :effect (and (at ?b) (not (at ?a))))",
			"a b c d", "(at a) (road a b) (road b c)", "(at c)", 3, 2, 0},
		{"what the goal does not need is dropped",
			"(:predicates (p) (q ?x)) (:action a :effect (p)) (:action b :parameters (?x) :effect (q ?x))",
			"a b", "", "(p)", 1, 1, 0},
		{"a fact that never changes is no variable",
			"(:predicates (p) (q) (r)) (:action a :precondition (r) :effect (p)) (:action b :precondition (q) :effect (not (r)))",
			"", "(r)", "(p)", 1, 1, 0},
		{"equal operators are merged",
			"(:predicates (p)) (:action a :parameters (?x) :effect (p)) (:action b :effect (p))",
			"o1 o2 o3", "", "(p)", 1, 1, 0},
		{"a disjunction splits the operator",
			"(:predicates (p) (q) (r)) (:action a :precondition (or (q) (r)) :effect (p)) (:action b :effect (q)) (:action c :effect (r))",
			"", "", "(p)", 3, 4, 0},
		{"a large disjunction becomes an axiom",
			"(:predicates (p) (q ?x) (r ?x)) (:action a :precondition (forall (?x) (or (q ?x) (r ?x))) :effect (p))" +
				"(:action b :parameters (?x) :effect (q ?x)) (:action c :parameters (?x) :effect (r ?x))",
			"o1 o2 o3 o4", "", "(p)", 1 + 8 + 4, 9, 8},
		{"a disjunctive goal becomes an axiom",
			"(:predicates (p) (q)) (:action a :effect (p)) (:action b :effect (q))",
			"", "", "(or (p) (q))", 3, 2, 2},
		{"universal effects are expanded, conditions that cannot hold go",
			"(:predicates (p ?x) (q ?x)) (:action a :effect (forall (?x) (when (q ?x) (p ?x))))",
			"o1 o2 o3", "(q o1) (q o2)", "(and (p o1) (p o2))", 2, 1, 0},
		{"an operator waits for the goal it ends",
			"(:predicates (open) (p) (closed)) (:action a :precondition (open) :effect (p)) (:action b :effect (and (closed) (not (open))))",
			"", "(open)", "(and (p) (closed))", 3, 2, 0},
		{"the goal holds", "(:predicates (p)) (:action a :effect (not (p)))", "", "(p)", "(p)", 1, 0, 0},
		{"nothing to do", "(:predicates (p))", "", "(p)", "(p)", 0, 0, 0},
		{"types in a circle", "(:types a - b b - a) (:predicates (p ?x - a)) (:action a :parameters (?x - b) :effect (p ?x))", "o - a", "", "(p o)", 1, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := grounded(t, "(define (domain d) (:requirements :adl) "+c.domain+")",
				"(define (problem p) (:domain d) (:objects "+c.objects+") (:init "+c.init+") (:goal "+c.goal+"))")
			if err != nil {
				t.Fatal(err)
			}
			if g.Task == nil {
				t.Fatal(g.Unreachable)
			}
			got := [3]int{g.Task.Variables(), len(g.Task.Operators), len(g.Task.Axioms)}
			if want := [3]int{c.variables, c.operators, c.axioms}; got != want {
				t.Errorf("%v variables, operators, axioms; want %v", got, want)
			}
		})
	}
}

// TestWaitsForGoal: the closing operator of the case above got the goal as a precondition.
func TestWaitsForGoal(t *testing.T) {
	g, err := grounded(t, `(define (domain d) (:predicates (open) (p) (closed))
		(:action a :precondition (open) :effect (p)) (:action b :effect (and (closed) (not (open)))))`,
		"(define (problem p) (:domain d) (:init (open)) (:goal (and (p) (closed))))")
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range g.Task.Operators {
		if g.Step(i).Action != "b" {
			continue
		}
		if len(o.Pre) != 1 || g.VariableName(int(g.Task.FactVar[o.Pre[0]])) != "(p)" {
			t.Errorf("preconditions %v", o.Pre)
		}
	}
}

func TestManyObjects(t *testing.T) {
	var objects, init strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&objects, " o%d", i)
		if i%10 == 0 {
			fmt.Fprintf(&init, " (marked o%d)", i)
		}
	}
	start := time.Now()
	g, err := grounded(t, "(define (domain d) (:predicates (marked ?x) (done ?x)) (:action do :parameters (?x) :precondition (marked ?x) :effect (done ?x)))",
		"(define (problem p) (:domain d) (:objects"+objects.String()+") (:init"+init.String()+") (:goal (and (done o0) (done o50))))")
	if err != nil || g.Task == nil || len(g.Task.Operators) != 2 {
		t.Fatalf("%v %v", err, g)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestRefusals(t *testing.T) {
	wide := strings.Builder{}
	for i := range 65 {
		fmt.Fprintf(&wide, " ?x%d", i)
	}
	for _, domain := range []string{
		"(:predicates (p" + wide.String() + "))",
		"(:predicates (q)) (:action a :parameters (" + wide.String() + ") :effect (q))",
	} {
		_, err := grounded(t, "(define (domain d) "+domain+")", "(define (problem p) (:domain d) (:init) (:goal (and)))")
		var refused *ground.UnsupportedError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "65") {
			t.Errorf("error %v", err)
		}
	}
}

// TestDeadline: a condition that expands to billions of instances ends with the context.
func TestDeadline(t *testing.T) {
	var objects strings.Builder
	for i := range 200 {
		fmt.Fprintf(&objects, " o%d", i)
	}
	d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x ?y)) (:action a :precondition (forall (?a ?b ?c ?d ?e) (or (p ?a) (q ?b ?c) (q ?d ?e))) :effect (p o1)) (:action b :parameters (?x ?y) :effect (q ?x ?y)))"))
	p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:objects"+objects.String()+") (:init) (:goal (p o1)))"))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := ground.Ground(ctx, d, p, ground.Options{})
	if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 10*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}
