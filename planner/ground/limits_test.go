package ground_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"genplanx/pddl"
	"genplanx/planner/ground"
)

func objectList(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " o%d", i)
	}
	return b.String()
}

func variables(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " ?x%d", i)
	}
	return b.String()
}

// explosion is a task that no memory holds: the body of its domain, the number of
// objects, the initial facts, and what the error must name.
type explosion struct {
	name, domain string
	objects      int
	init, names  string
}

var explosions = []explosion{
	{"an action of 30 parameters", "(:predicates (p ?x) (q)) (:action wide :parameters (" + variables(30) + ") :precondition (p ?x0) :effect (and (q) (p ?x1)))", 10, "(p o1)", "action wide"},
	{"a predicate of 30 arguments", "(:predicates (p" + variables(30) + ") (q)) (:action wide :parameters (" + variables(30) + ") :effect (and (q) (p" + variables(30) + ")))", 10, "", "action wide"},
	{"a cross product", "(:predicates (p ?x) (q) (r ?x ?y ?z)) (:action wide :parameters (?a ?b ?c) :precondition (and (p ?a) (p ?b) (p ?c)) :effect (and (q) (r ?a ?b ?c)))", 2000, "", "action wide"},
	{"a long clique", "(:predicates (e ?x ?y) (q)) (:action wide :parameters (?a ?b ?c ?d ?e ?f) :precondition (and (e ?a ?b) (e ?b ?c) (e ?c ?d) (e ?d ?e) (e ?e ?f)) :effect (and (q) (e ?a ?f) (not (e ?b ?c)) (not (e ?d ?e))))", 200, "", "action wide"},
	{"a quantified precondition", "(:predicates (p ?x ?y ?z) (q)) (:action wide :precondition (forall (?a ?b ?c ?d) (or (p ?a ?b ?c) (p ?b ?c ?d))) :effect (q)) (:action make :parameters (?a ?b ?c) :effect (p ?a ?b ?c))", 300, "", "action make"},
	{"derived facts", "(:predicates (p ?x) (d ?x ?y ?z) (q)) (:derived (d ?x ?y ?z) (and (p ?x) (p ?y) (p ?z))) (:action wide :parameters (?x ?y ?z) :precondition (d ?x ?y ?z) :effect (q)) (:action make :parameters (?x) :effect (p ?x))", 2000, "", "derived"},
}

func (c *explosion) task(t *testing.T) (*pddl.Domain, *pddl.Problem) {
	init := c.init
	if strings.Contains(c.domain, "(e ?x ?y)") {
		for i := range c.objects {
			for k := range c.objects / 2 {
				init += fmt.Sprintf(" (e o%d o%d)", i, k)
			}
		}
	}
	if c.name == "a cross product" {
		for i := range c.objects {
			init += fmt.Sprintf(" (p o%d)", i)
		}
	}
	d, faults := pddl.ReadDomain("d", []byte("(define (domain d) (:requirements :adl :derived-predicates) "+c.domain+")"))
	p, more := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:objects"+objectList(c.objects)+") (:init "+init+") (:goal (q)))"))
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	return d, p
}

// TestTooLarge: explosive tasks are refused within the memory limit, by an error
// that names the culprit.
func TestTooLarge(t *testing.T) {
	const limit = 200 << 20
	for _, c := range explosions {
		t.Run(c.name, func(t *testing.T) {
			d, p := c.task(t)
			_, err := ground.Ground(t.Context(), d, p, ground.Options{MemoryLimit: limit})
			var large *ground.TooLargeError
			if !errors.As(err, &large) || !strings.Contains(err.Error(), c.names) {
				t.Fatalf("error %v, want one about %s", err, c.names)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			t.Logf("%v; %d MiB of heap", err, m.HeapSys>>20)
		})
	}
}

// TestStopsInTime: with much memory, the same end with the context. The machine
// may be busy: 100 ms are promised, the test allows for more.
func TestStopsInTime(t *testing.T) {
	for _, c := range explosions {
		t.Run(c.name, func(t *testing.T) {
			d, p := c.task(t)
			ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := ground.Ground(ctx, d, p, ground.Options{})
			var large *ground.TooLargeError
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &large) || took > 2*time.Second {
				t.Errorf("%v after %v", err, took)
			}
		})
	}
}

// TestLargeButHarmless: tasks of which a part looks like an explosion, and which
// fit into little memory all the same.
func TestLargeButHarmless(t *testing.T) {
	var links, predicates, condition, makers strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&links, " (link hub o%d) (link o%d hub)", i, i)
		fmt.Fprintf(&predicates, " (p%d)", i)
		fmt.Fprintf(&condition, " (p%d)", i)
		fmt.Fprintf(&makers, " (:action make%d :effect (p%d))", i, i)
	}
	for _, c := range []struct {
		name, domain, objects, init, goal string
		operators                         int
	}{
		{"circles around a hub", "(:predicates (link ?x ?y) (at ?x) (q)) (:action a :parameters (?x ?y ?z) :precondition (and (link ?x ?y) (link ?y ?z) (link ?z ?x)) :effect (and (at ?y) (q)))",
			" hub" + objectList(1000), links.String() + " (link o1 o2)", "(at hub)", 1},
		{"a precondition of a thousand facts", "(:predicates (q)" + predicates.String() + ") (:action a :precondition (and" + condition.String() + ") :effect (q))" + makers.String(),
			"", "", "(q)", 1001},
		{"two disjuncts that bind one parameter each", "(:predicates (p ?x) (r ?x) (q ?x ?y)) (:action mp :parameters (?x) :effect (p ?x)) (:action mr :parameters (?x) :effect (r ?x)) (:action a :parameters (?x ?y) :precondition (or (p ?x) (r ?y)) :effect (q ?x ?y))",
			objectList(100), "", "(q o1 o2)", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:requirements :adl) "+c.domain+")"))
			p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:objects"+c.objects+") (:init"+c.init+") (:goal "+c.goal+"))"))
			g, err := ground.Ground(t.Context(), d, p, ground.Options{MemoryLimit: 20 << 20})
			if err != nil || g.Task == nil || len(g.Task.Operators) != c.operators {
				t.Fatalf("%v %v, want %d operators", err, g, c.operators)
			}
		})
	}
}

// TestSenselessInput: errors, or a clear answer, for tasks at the edge.
func TestSenselessInput(t *testing.T) {
	action := func(pre, effect string) string {
		return "(:action a :parameters (?x - t) :precondition " + pre + " :effect " + effect + ")"
	}
	cost := func(effect string) string { return "(and (p ?x) (increase (total-cost) " + effect + "))" }
	for _, c := range []struct{ name, action, objects, init, want string }{
		{"an empty type", action("(and)", "(p ?x)"), "o1 - u", "", "unreachable"},
		{"an empty type below a quantifier", "(:action a :precondition (forall (?x - t) (q ?x)) :effect (forall (?y - u) (p ?y)))", "o1 - u", "", "task"},
		{"nothing exists of an empty type", "(:action a :parameters (?y - u) :precondition (exists (?x - t) (or (q ?x) (not (q ?x)))) :effect (p ?y))", "o1 - u", "", "unreachable"},
		{"a negative cost", action("(and)", cost("(w ?x)")), "o1 - t", "(= (w o1) -3)", "negative cost -3"},
		{"a cost beyond all bounds", action("(and)", cost("(w ?x)")), "o1 - t", "(= (w o1) 4000000000000000000)", "scale the costs down"},
		{"costs that overflow together", action("(and)", "(and "+strings.Repeat(cost("1000000000"), 9)+")"), "o1 - t", "", "scale the costs down"},
		{"no cost", action("(and)", cost("(w ?x)")), "o1 - t", "", "unreachable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:requirements :adl :action-costs) (:types t u) (:predicates (p ?x) (q ?x)) (:functions (total-cost) - number (w ?x) - number) "+c.action+")"))
			p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:objects "+c.objects+") (:init (= (total-cost) 0) "+c.init+") (:goal (p o1)) (:metric minimize (total-cost)))"))
			g, err := ground.Ground(t.Context(), d, p, ground.Options{})
			got := fmt.Sprint(err)
			if err == nil {
				got = "task"
				if g.Unreachable != nil {
					got = "unreachable: " + g.Unreachable.String()
				}
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestManyTypes: objects of thousands of types, one below the other.
func TestManyTypes(t *testing.T) {
	var types, objects strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&types, " t%d - t%d", i+1, i)
		for k := range 10 {
			fmt.Fprintf(&objects, " o%d - t%d", 10*i+k, i+1)
		}
	}
	g, err := grounded(t, "(define (domain d) (:types t0 - object"+types.String()+") (:predicates (p ?x)) (:action a :parameters (?x - t2990) :effect (p ?x)))",
		"(define (problem p) (:domain d) (:objects"+objects.String()+") (:init) (:goal (and (p o29999) (p o29900))))")
	if err != nil || g.Task == nil || g.Instances != 110 {
		t.Errorf("%v %v", err, g)
	}
}

// TestDeterministic: the same task, however many cores there are.
func TestDeterministic(t *testing.T) {
	d, p := ipcTask(t, "caldera-opt18-adl/domain.pddl", "caldera-opt18-adl/p06.pddl")
	run := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		g, err := ground.Ground(t.Context(), d, p, ground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(g.Task, g.Goals, g.Step(0), g.VariableName(0))
	}
	if one := run(1); one != run(2) || one != run(4) {
		t.Error("the task depends on the number of cores")
	}
}
