package alternative_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit"
	"genplanx/planner/audit/alternative"
)

var examples = flag.Int("examples", 400, "random tasks of each property test")

type ranked = alternative.Ranked

// TestUsesAgainstExhaustiveSearch compares the best plan with and without an
// action or a step with Dijkstra's algorithm on the meaning of the task.
func TestUsesAgainstExhaustiveSearch(t *testing.T) {
	solved, none := 0, 0
	for seed := range uint64(*examples) {
		e := randomExample(t, seed)
		r := rand.New(rand.NewPCG(seed, 8))
		u := alternative.Use{Action: e.d.Actions[r.IntN(len(e.d.Actions))].Name.Text, Any: true}
		if len(e.steps) > 0 && r.IntN(2) == 0 {
			u = alternative.Of(e.steps[r.IntN(len(e.steps))])
		}
		uses := func(s pddl.Step) int {
			if u.Has(pddl.Plan{s}) {
				return 1
			}
			return 0
		}
		if r.IntN(3) == 0 {
			e.finder.OneByOne()
		}
		var near pddl.Plan
		for range r.IntN(6) {
			if len(e.steps) > 0 {
				near = append(near, e.steps[r.IntN(len(e.steps))])
			}
		}
		reached := func(p place) bool { return e.model.GoalReached(p.state) }
		with := e.distance(0, func(p place) []move { return e.by(p, uses) }, func(p place) bool { return p.count > 0 && reached(p) })
		without := e.distance(0, func(p place) []move {
			var out []move
			for _, m := range e.by(p, uses) {
				if m.to.count == 0 {
					out = append(out, m)
				}
			}
			return out
		}, reached)
		for i, ask := range []func() (planner.Result, error){
			func() (planner.Result, error) { return e.finder.With(t.Context(), u, near) },
			func() (planner.Result, error) { return e.finder.Without(t.Context(), u, near) },
		} {
			got, err := ask()
			if err != nil {
				t.Fatalf("seed %d: %v: %v\n%s", seed, u, err, e.text)
			}
			want := []int64{with, without}[i]
			switch {
			case want < 0 && got.Status == planner.Unsolvable && got.Reason != "":
				none++
			case want >= 0 && got.Status == planner.SolvedOptimally && got.Cost == want && u.Has(got.Plan) == (i == 0):
				solved++
			default:
				t.Fatalf("seed %d: %v: want %d, got %+v\n%s", seed, u, want, got, e.text)
			}
			e.checkNeeded(t, u, got.Plan)
		}
	}
	if solved < *examples/5 || none < *examples/4 {
		t.Errorf("%d solved, %d not: the examples no longer exercise the questions", solved, none)
	}
}

// checkNeeded compares with the audit of the plan without the steps.
func (e *example) checkNeeded(t *testing.T, u alternative.Use, plan pddl.Plan) {
	t.Helper()
	var rest pddl.Plan
	for _, s := range plan {
		if !u.Has(pddl.Plan{s}) {
			rest = append(rest, s)
		}
	}
	v, err := audit.Check(e.d, e.p, rest)
	if err != nil {
		t.Fatal(err)
	}
	n := e.finder.Needed(t.Context(), u, plan)
	if plan != nil && (!n.Known || n.Needed == v.Valid || n.Needed == (len(n.Lack) == 0) || n.Step >= 0 && u.Has(plan[n.Step:n.Step+1])) {
		t.Errorf("%v in %v: %+v; the rest is %v\n%s", u, plan, n, v, e.text)
	}
}

// TestNearestAgainstExhaustiveSearch compares the number of changes with
// Dijkstra's algorithm on states and places in the plan.
func TestNearestAgainstExhaustiveSearch(t *testing.T) {
	changed, none := 0, 0
	for seed := range uint64(*examples) {
		e := randomExample(t, seed)
		r := rand.New(rand.NewPCG(seed, 9))
		plan := pddl.Plan{{Action: "a0", Args: []string{"nowhere"}}, {Action: "a9"}}[r.IntN(3):]
		for range r.IntN(4) {
			if len(e.steps) > 0 {
				plan = append(plan, e.steps[r.IntN(len(e.steps))])
			}
		}
		want := e.distance(0, func(p place) []move { return e.edits(p, plan) }, func(p place) bool { return p.count == len(plan) && e.model.GoalReached(p.state) })
		got, err := e.finder.Nearest(t.Context(), plan)
		switch {
		case err != nil:
			t.Fatalf("seed %d: %v\n%v\n%s", seed, err, plan, e.text)
		case want < 0 && got.Result.Status == planner.Unsolvable && got.Plan == nil:
			none++
			continue
		case want < 0 || got.Plan == nil || int64(got.Left+got.Put) != want || got.Result.Status != planner.SolvedOptimally:
			t.Fatalf("seed %d: want %d changes, got %+v\n%v\n%s", seed, want, got, plan, e.text)
		}
		if fault := fits(got, plan); fault != "" {
			t.Fatalf("seed %d: %s: %+v\n%v", seed, fault, got, plan)
		}
		if v, err := audit.Check(e.d, e.p, got.Plan); err != nil || !v.Valid || v.Cost != got.Cost {
			t.Fatalf("seed %d: %v %v", seed, v, err)
		}
		changed++
	}
	if changed < *examples/6 || none < *examples/10 {
		t.Errorf("%d changed, %d without a plan: the examples no longer exercise it", changed, none)
	}
}

// edits are the moves of a repair: keep the next step, leave it out, put one in.
func (e *example) edits(p place, plan pddl.Plan) []move {
	var out []move
	for _, m := range e.by(p, func(pddl.Step) int { return 0 }) {
		out = append(out, move{place{m.to.state, p.count}, 1})
	}
	if p.count < len(plan) {
		out = append(out, move{place{p.state, p.count + 1}, 1})
		if next, _, err := e.model.Apply(p.state, plan[p.count]); err == nil {
			out = append(out, move{place{next, p.count + 1}, 0})
		}
	}
	return out
}

// fits reads both plans off the changes again.
func fits(n alternative.Nearest, plan pddl.Plan) string {
	var before, after pddl.Plan
	for _, e := range n.Edits {
		if e.Change != alternative.Put {
			before = append(before, e.Step)
		}
		if e.Change != alternative.Left {
			after = append(after, e.Step)
		}
	}
	switch {
	case before.String() != plan.String():
		return "the plan is not what was kept and left out"
	case after.String() != n.Plan.String():
		return "the nearest plan is not what was kept and put in"
	}
	return ""
}

func TestReadUse(t *testing.T) {
	e := read(t, `(define (domain d) (:requirements :typing) (:types t s) (:predicates (p ?x - t))
 (:action do :parameters (?x - t) :effect (p ?x)) (:action rest :parameters ()))`,
		"(define (problem p) (:domain d) (:objects a - t b - s) (:init) (:goal (p a)))")
	for text, want := range map[string]string{
		"do":        "do",
		" DO ":      "do",
		"(do a)":    "(do a)",
		"(Do  A )":  "(do a)",
		"rest":      "rest",
		"(rest)":    "(rest)",
		"":          `"" is no action of the domain; its actions: do, rest`,
		"fly":       `"fly" is no action of the domain; its actions: do, rest`,
		"(fly a)":   `the domain has no action fly; its actions: do, rest`,
		"(do)":      "do gets 1 arguments (it was given 0)",
		"(do a a)":  "do gets 1 arguments (it was given 2)",
		"(do b)":    "b is a t (for ?x)",
		"(do z)":    "there is an object named z",
		"(do a":     "is no single step; write (ACTION OBJECT ...)",
		"()":        "is no single step",
		"(do a) x":  "is no single step",
		"(do a)(do": "is no single step",
	} {
		u, err := e.finder.ReadUse(text)
		got := u.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, want) && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNeededEnds(t *testing.T) {
	e := read(t, "(define (domain d) (:predicates (p) (q)) (:action a :effect (p)) (:action b :effect (q)))", "(define (problem p) (:domain d) (:init) (:goal (q)))")
	plan := make(pddl.Plan, 5000)
	for i := range plan {
		plan[i].Action = "a"
	}
	ctx, cancel := context.WithCancel(t.Context())
	if n := e.finder.Needed(ctx, alternative.Use{Action: "b", Any: true}, plan); !n.Known || !n.Needed || n.Step != -1 || len(n.Lack) != 1 {
		t.Errorf("%+v", n)
	}
	cancel()
	if n := e.finder.Needed(ctx, alternative.Use{Action: "b", Any: true}, plan); n.Known || n.Needed {
		t.Errorf("after the end: %+v", n)
	}
}

// FuzzReadUse reads whatever a user may write: it never fails in another way
// than by an error, and what it reads is read the same again.
func FuzzReadUse(f *testing.F) {
	for _, text := range []string{"do", "(do a)", "(do b)", "(do", "do a", "((do a))", "", "(do a) ; why"} {
		f.Add(text)
	}
	d, _ := pddl.ReadDomain("d", []byte("(define (domain d) (:predicates (p ?x)) (:action do :parameters (?x) :effect (p ?x)))"))
	p, _ := pddl.ReadProblem("p", []byte("(define (problem p) (:domain d) (:objects a b) (:init) (:goal (p a)))"))
	finder, err := alternative.New(d, p, alternative.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := finder.ReadUse(text)
		if err != nil {
			return
		}
		if again, err := finder.ReadUse(u.String()); err != nil || again.String() != u.String() {
			t.Errorf("%q is read as %v, that as %v: %v", text, u, again, err)
		}
	})
}
