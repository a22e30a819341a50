package lifted_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"genplanx/pddl"
	"genplanx/pddl/diag"
	"genplanx/planner/lifted"
)

func read(t *testing.T, domain, problem string) (*pddl.Domain, *pddl.Problem) {
	t.Helper()
	d, faults := pddl.ReadDomain("domain.pddl", []byte(domain))
	p, more := pddl.ReadProblem("problem.pddl", []byte(problem))
	if len(faults)+len(more) > 0 {
		t.Fatal(faults, more)
	}
	return d, p
}

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func model(t *testing.T) *lifted.Model {
	t.Helper()
	d, p := read(t, file(t, "testdata/rooms.pddl"), file(t, "testdata/rooms-problem.pddl"))
	m, err := lifted.NewModel(d, p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func condition(t *testing.T, text string) pddl.Condition {
	t.Helper()
	p, faults := pddl.ReadProblem("goal", []byte("(define (problem p) (:domain d) (:goal "+text+"))"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return p.Goal
}

func TestHolds(t *testing.T) {
	m := model(t)
	for _, c := range []struct {
		condition string
		bindings  lifted.Bindings
		want      bool
	}{
		{"(at hall)", nil, true},
		{"(and)", nil, true},
		{"(or)", nil, false},
		{"(at ?r)", lifted.Bindings{"?r": "attic"}, false},
		{"(not (at attic))", nil, true},
		{"(exists (?r - room) (and (at ?r) (not (= ?r hall))))", nil, false},
		{"(forall (?r - room) (imply (at ?r) (= ?r hall)))", nil, true},
		{"(exists (?r - room) (door ?r ?r))", nil, false},
		{"(exists (?x - ghost) (and))", nil, false},
		{"(forall (?x - ghost) (or))", nil, true},
		{"(reachable hall)", nil, true},
		{"(reachable attic)", nil, false},
		{"(tidy cellar)", nil, false},
		{"(tidy attic)", nil, true},
		{"(exists (?t - (either book room)) (lies ?t cellar))", nil, false},
		{"(exists (?t - thing) (lies ?t cellar))", nil, true},
		{"(exists (?r - room) (forall (?r - thing) (not (lies ?r cellar))))", nil, false},
	} {
		got, err := m.Holds(m.Initial(), condition(t, c.condition), c.bindings)
		if err != nil || got != c.want {
			t.Errorf("%s: %v %v, want %v", c.condition, got, err, c.want)
		}
	}
	for _, bad := range []string{"(flies b1)", "(at b9)", "(at ?r)", "(at hall attic)"} {
		if _, err := m.Holds(m.Initial(), condition(t, bad), nil); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

func TestApply(t *testing.T) {
	m := model(t)
	s := m.Initial()
	step := func(words string) pddl.Step {
		w := strings.Fields(words)
		return pddl.Step{Action: w[0], Args: w[1:]}
	}
	for _, c := range []struct {
		step   string
		cost   int64
		failed []string
	}{
		{"go attic", 0, []string{"(reachable attic)"}},
		{"unlock attic cellar", 0, []string{"(at attic)"}},
		{"unlock hall cellar", 0, []string{"(or (door hall cellar) (door cellar hall))"}},
		{"unlock hall attic", 2, nil},
		{"go attic", 1, nil},
		{"take b1", 0, []string{"(exists (?r - room) (and (at ?r) (lies b1 ?r)))"}},
		{"unlock attic cellar", 2, nil},
		{"go cellar", 1, nil},
		{"take b1", 0, nil},
		{"take hall", 0, []string{"hall is a (either box book) (for ?t)"}},
	} {
		ok, failed := m.Applicable(s, step(c.step))
		if diff := cmp.Diff(c.failed, failed); diff != "" || ok != (len(c.failed) == 0) {
			t.Errorf("%s: %v\n%s", c.step, ok, diff)
		}
		next, cost, err := m.Apply(s, step(c.step))
		if ok != (err == nil) || cost != c.cost {
			t.Errorf("%s: cost %d, want %d, error %v", c.step, cost, c.cost, err)
		}
		var refused *lifted.StepError
		if err != nil && !errors.As(err, &refused) {
			t.Errorf("%s: error %T", c.step, err)
		}
		if err == nil {
			s = next
		}
	}
	if s.Has(lifted.Atom("at", "hall")) || !s.Has(lifted.Atom("at", "cellar")) || !s.Has(lifted.Atom("tidy", "cellar")) {
		t.Error("conditional or universal effects went wrong:", s.Atoms())
	}
	if !m.Initial().Has(lifted.Atom("at", "hall")) {
		t.Error("the initial state changed")
	}
	if !m.GoalReached(s) {
		t.Errorf("goals %v", m.Goals(s))
	}
}

func TestWith(t *testing.T) {
	m := model(t)
	s, err := m.Initial().With(lifted.Atom("lies", "b2", "attic"), true)
	if err != nil || !s.Has(lifted.Atom("lies", "b2", "attic")) || s.Has(lifted.Atom("tidy", "attic")) {
		t.Fatal(err, s.Atoms())
	}
	back, err := s.With(lifted.Atom("lies", "b2", "attic"), false)
	if err != nil || back.Key() != m.Initial().Key() || s.Key() == back.Key() {
		t.Error(err, "taking the atom back does not give the old state")
	}
	var derived *lifted.DerivedError
	if _, err := s.With(lifted.Atom("tidy", "attic"), true); !errors.As(err, &derived) {
		t.Errorf("a derived atom can be set: %v", err)
	}
	for _, bad := range []pddl.Atom{lifted.Atom("flies", "b1"), lifted.Atom("at", "b9"), lifted.Atom("at")} {
		if _, err := s.With(bad, true); err == nil || s.Has(bad) {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// TestProblem: the problem made from a state describes that state, and keeps
// what is not about states.
func TestProblem(t *testing.T) {
	m := model(t)
	s, _, err := m.Apply(m.Initial(), pddl.Step{Action: "unlock", Args: []string{"hall", "attic"}})
	if err != nil {
		t.Fatal(err)
	}
	p := m.Problem(s, condition(t, "(at attic)"))
	d, again := read(t, file(t, "testdata/rooms.pddl"), p.String())
	m2, err := lifted.NewModel(d, again)
	if err != nil {
		t.Fatal(err)
	}
	ignore := cmpopts.IgnoreTypes(diag.Span{})
	if diff := cmp.Diff(s.Atoms(), m2.Initial().Atoms(), ignore); diff != "" {
		t.Error(diff)
	}
	if got := m2.Goals(m2.Initial()); len(got) != 1 || got[0].Text != "(at attic)" || got[0].Holds {
		t.Errorf("goals %v", got)
	}
	if m2.UnitCost() {
		t.Error("the metric got lost")
	}
}

func TestTasksWithoutMeaning(t *testing.T) {
	domain := file(t, "testdata/rooms.pddl")
	problem := file(t, "testdata/rooms-problem.pddl")
	for _, c := range []struct{ from, to, want string }{
		{"(at hall)", "(at hell)", "object hell is not declared"},
		{"(at hall)", "(tidy hall)", "derived"},
		{"b1 - box", "b1 - crate", "undeclared type crate"},
		{"(:predicates (at", "(:predicates (was", "predicate at is not declared"},
		{":effect (and (open ?a ?b)", ":effect (and (tidy ?a)", "tidy is derived"},
		{"(not (lies ?t ?r))))", "(not (tidy ?r))))", "its own negation"},
		{"(when (and (at ?r)", "(when (and (at ?q)", "variable ?q is not bound"},
		{"(increase (total-cost) 2)", "(increase (total-cost) (toll ?a))", "function toll is not declared"},
		{":action unlock", ":action go", "defined twice"},
		{"(increase (total-cost) 2)", "(when (at ?a) (increase (total-cost) 2))", "inside when or forall"},
	} {
		if !strings.Contains(domain+problem, c.from) {
			t.Fatalf("%s is not in the files", c.from)
		}
		d, p := read(t, strings.ReplaceAll(domain, c.from, c.to), strings.ReplaceAll(problem, c.from, c.to))
		if _, err := lifted.NewModel(d, p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.to, err, c.want)
		}
	}
}
