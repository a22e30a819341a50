package alternative_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/audit/alternative"
	"genplanx/planner/lifted"
)

// example is a random task with what judges it.
type example struct {
	text   string
	d      *pddl.Domain
	p      *pddl.Problem
	model  *lifted.Model
	finder *alternative.Finder
	steps  []pddl.Step // all that fit an action, applicable somewhere or not
}

// randomExample writes a small task: a few actions on two objects, with costs of
// which many are zero or missing, conditional effects, quantifiers that hide
// parameters, and equality.
func randomExample(t *testing.T, seed uint64) *example {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	atom := func(args ...string) string {
		return pick("(p0)", "(p1)", "(p2)", fmt.Sprintf("(q %s)", pick(args...)), fmt.Sprintf("(q %s)", pick(args...)))
	}
	literal := func(args ...string) string {
		if r.IntN(4) == 0 {
			return "(not " + atom(args...) + ")"
		}
		return atom(args...)
	}
	var d strings.Builder
	d.WriteString("(define (domain d) (:requirements :adl :derived-predicates :action-costs)\n (:types t)\n (:predicates (p0) (p1) (p2) (q ?x - t) (a0-used) (d0))\n (:functions (w ?x - t) (total-cost))\n (:derived (d0) (or (and (p0) (not (q a))) (exists (?x - t) (and (q ?x) (p1)))))\n")
	for i := range 2 + r.IntN(3) {
		params, args := "", []string{"a", "b"}
		if r.IntN(3) > 0 {
			params, args = "?x - t", []string{"?x", "?x", "a"}
		}
		pre := literal(args...)
		switch r.IntN(9) {
		case 5:
			pre = fmt.Sprintf("(and (d0) %s)", literal(args...))
		case 3:
			pre = fmt.Sprintf("(imply %s %s)", literal(args...), literal(args...))
		case 4:
			pre = fmt.Sprintf("(not (and %s (not (= %s b))))", literal(args...), args[0])
		case 0:
			pre = "(and)"
		case 1:
			pre = fmt.Sprintf("(exists (?x - t) (and (q ?x) %s))", literal(append(args, "?x")...))
		case 2:
			pre = fmt.Sprintf("(or %s (= %s a))", literal(args...), args[0])
		}
		effect := literal(args...)
		switch r.IntN(5) {
		case 0:
			effect += fmt.Sprintf(" (when %s %s)", literal(args...), literal(args...))
		case 1:
			effect += fmt.Sprintf(" (forall (?x - t) (when %s (not (q ?x))))", literal("?x"))
		case 2:
			effect += " " + literal(args...)
		}
		cost := fmt.Sprintf("(increase (total-cost) %d)", r.IntN(4))
		if r.IntN(4) == 0 {
			cost = fmt.Sprintf("(increase (total-cost) (w %s))", args[0])
		}
		fmt.Fprintf(&d, " (:action a%d :parameters (%s) :precondition %s\n  :effect (and %s %s))\n", i, params, pre, effect, cost)
	}
	d.WriteString(")")
	init := " (= (w a) 2)"
	if r.IntN(2) == 0 {
		init += fmt.Sprintf(" (= (w b) %d)", r.IntN(2))
	}
	for range r.IntN(3) {
		init += " " + atom("a", "b")
	}
	metric := "(:metric minimize (total-cost))"
	if r.IntN(4) == 0 {
		metric = ""
	}
	goal := literal("a", "b")
	if r.IntN(4) == 0 {
		goal += " (not (d0))"
	}
	p := fmt.Sprintf("(define (problem p) (:domain d) (:objects a b - t)\n (:init%s)\n (:goal (and %s %s)) %s)", init, goal, literal("a", "b"), metric)
	return read(t, d.String(), p)
}

func read(t testing.TB, domain, problem string) *example {
	t.Helper()
	e := &example{text: domain + "\n" + problem}
	var faults, more interface{ HasErrors() bool }
	e.d, faults = must(pddl.ReadDomain("d", []byte(domain)))
	e.p, more = must(pddl.ReadProblem("p", []byte(problem)))
	if faults.HasErrors() || more.HasErrors() {
		t.Fatal(faults, more, e.text)
	}
	var err error
	if e.model, err = lifted.NewModel(e.d, e.p); err != nil {
		t.Fatal(err)
	}
	if e.finder, err = alternative.New(e.d, e.p, alternative.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, a := range e.d.Actions {
		e.instances(a, nil)
	}
	return e
}

func must[T any, F interface{ HasErrors() bool }](v T, faults F) (T, interface{ HasErrors() bool }) {
	return v, faults
}

func (e *example) instances(a *pddl.Action, args []string) {
	if len(args) == len(a.Params) {
		step := pddl.Step{Action: a.Name.Text, Args: args}
		if _, err := e.model.Cost(step); err == nil {
			e.steps = append(e.steps, step)
		}
		return
	}
	for _, o := range e.model.Objects() {
		e.instances(a, append(args[:len(args):len(args)], o))
	}
}

// place is a state and how far some count has come in it.
type place struct {
	state lifted.State
	count int
}

type move struct {
	to   place
	cost int64
}

// distance is Dijkstra's algorithm, without any thought of speed; -1 for none.
func (e *example) distance(start int, moves func(place) []move, done func(place) bool) int64 {
	key := func(p place) string { return fmt.Sprint(p.count, p.state.Key()) }
	best := map[string]int64{}
	open := []move{{place{e.model.Initial(), start}, 0}}
	for len(open) > 0 {
		least := 0
		for i := range open {
			if open[i].cost < open[least].cost {
				least = i
			}
		}
		m := open[least]
		open = append(open[:least], open[least+1:]...)
		if _, seen := best[key(m.to)]; seen {
			continue
		}
		best[key(m.to)] = m.cost
		if done(m.to) {
			return m.cost
		}
		for _, n := range moves(m.to) {
			open = append(open, move{n.to, m.cost + n.cost})
		}
	}
	return -1
}

// by lists the moves of all applicable steps; count says what a step does to the count.
func (e *example) by(p place, count func(pddl.Step) int) []move {
	var out []move
	for _, s := range e.model.Steps(p.state) {
		next, cost, err := e.model.Apply(p.state, s)
		if err != nil {
			panic(err)
		}
		out = append(out, move{place{next, min(1, p.count+count(s))}, cost})
	}
	return out
}
