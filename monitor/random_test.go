package monitor_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// randomWorld draws a small domain of ground actions over a few facts. Its
// constants and costs are such that there are usually several ways to a goal.
func randomWorld(t *rapid.T) (*pddl.Domain, *pddl.Problem) {
	facts := rapid.IntRange(3, 6).Draw(t, "facts")
	fact := rapid.IntRange(0, facts-1)
	var b strings.Builder
	b.WriteString("(define (domain small) (:requirements :negative-preconditions :action-costs) (:predicates")
	for f := range facts {
		fmt.Fprintf(&b, " (f%d)", f)
	}
	b.WriteString(") (:functions (total-cost))\n")
	for a := range rapid.IntRange(3, 8).Draw(t, "actions") {
		pre := rapid.SliceOfNDistinct(fact, 0, 2, rapid.ID).Draw(t, "pre")
		add := rapid.SliceOfNDistinct(fact, 1, 2, rapid.ID).Draw(t, "add")
		fmt.Fprintf(&b, "(:action a%d :parameters () :precondition (and%s) :effect (and%s", a, literals(t, pre, 5), literals(t, add, 0))
		if del := fact.Draw(t, "delete"); rapid.IntRange(0, 2).Draw(t, "deletes") == 0 && !slices.Contains(add, del) {
			fmt.Fprintf(&b, " (not (f%d))", del)
		}
		fmt.Fprintf(&b, " (increase (total-cost) %d)))\n", rapid.IntRange(1, 5).Draw(t, "cost"))
	}
	b.WriteString(")")
	goals := rapid.SliceOfNDistinct(fact, 1, 4, rapid.ID).Draw(t, "goals")
	init := rapid.SliceOfNDistinct(fact, 0, 2, rapid.ID).Draw(t, "init")
	problem := fmt.Sprintf("(define (problem p) (:domain small) (:init%s (= (total-cost) 0)) (:goal (and%s)) (:metric minimize (total-cost)))",
		literals(t, init, 0), literals(t, goals, 0))
	d, faults := pddl.ReadDomain("small", []byte(b.String()))
	if err := faults.Err(); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	p, faults := pddl.ReadProblem("p", []byte(problem))
	if err := faults.Err(); err != nil {
		t.Fatalf("%v\n%s", err, problem)
	}
	return d, p
}

// literals writes facts, one in negated of them negated (0 for none).
func literals(t *rapid.T, facts []int, negated int) string {
	var b strings.Builder
	for _, f := range facts {
		if negated > 0 && rapid.IntRange(0, negated).Draw(t, "negated") == 0 {
			fmt.Fprintf(&b, " (not (f%d))", f)
			continue
		}
		fmt.Fprintf(&b, " (f%d)", f)
	}
	return b.String()
}

// fate is what happens to one try of an action.
type fate int

const (
	well fate = iota
	wellUnseen
	failsOnce
	failsForGood
	panics
	cutOffDone
	cutOffUndone
	lies // says it went well; its check sees the effects missing
	changesWorld
	fates
)

// reality is a world in which calls have the fates drawn for them. It is kept
// apart from what the monitor believes.
type reality struct {
	calm    bool // nothing changes but by steps; else one call at a time
	model   *lifted.Model
	mu      sync.Mutex
	state   lifted.State
	classes map[string]actions.Class
	fates   map[string][]fate // by step, for its tries in order
	tries   map[string]int
	settled map[string]bool // outside calls that were done or may have been
	faults  []string
}

func (w *reality) run(ctx context.Context, c *actions.Call) (actions.Result, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := lifted.StepText(c.Step)
	if w.settled[text] {
		w.faults = append(w.faults, text+" was called again after it was done or may have been done")
	}
	n := w.tries[text]
	w.tries[text]++
	f := well
	if list := w.fates[text]; n < len(list) {
		f = list[n]
	}
	outside := w.classes[c.Step.Action] == actions.Outside
	switch f {
	case failsOnce:
		return actions.Result{}, &actions.Fault{Doing: "trying", Err: errors.New("busy"), Transient: true}
	case failsForGood:
		return actions.Result{}, errors.New("broken")
	case panics:
		w.settled[text] = outside
		panic("at the disco")
	case cutOffUndone:
		w.settled[text] = outside
		return actions.Result{}, context.DeadlineExceeded
	case lies:
		return actions.Result{}, nil
	case cutOffDone:
		if w.classes[c.Step.Action] < actions.Writes { // it can only have changed values, which are lost
			return actions.Result{}, context.DeadlineExceeded
		}
	default:
	}
	next, _, err := w.model.Apply(w.state, c.Step)
	if err != nil {
		w.faults = append(w.faults, fmt.Sprintf("%s was called although: %v", text, err))
		return actions.Result{}, err
	}
	w.state = next
	w.settled[text] = outside
	if f == cutOffDone {
		return actions.Result{}, context.DeadlineExceeded
	}
	r := actions.Result{Summary: "did " + text}
	// Some fact turns over, and the call tells so.
	if atoms := w.state.Atoms(); f == changesWorld && len(atoms) > 0 && !w.calm {
		w.state, err = w.state.With(atoms[0], false)
		r.Observed = []actions.Observation{{Predicate: atoms[0].Predicate.Text, Truth: actions.False, Note: "it turned over"}}
	}
	return r, err
}

// check sees everything as it is, so that what the monitor believes after a call
// is true; some calls have none.
func (w *reality) check(_ context.Context, c *actions.Call) ([]actions.Observation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := lifted.StepText(c.Step)
	if list, n := w.fates[text], w.tries[text]-1; n >= 0 && n < len(list) && list[n] == wellUnseen {
		return nil, nil
	}
	var seen []actions.Observation
	for _, sig := range []string{"f0", "f1", "f2", "f3", "f4", "f5"} {
		truth := actions.False
		if w.state.Has(lifted.Atom(sig)) {
			truth = actions.True
		}
		seen = append(seen, actions.Observation{Predicate: sig, Truth: truth})
	}
	return seen, nil
}

// TestRandomRuns injects failures into random domains. However a run goes: no
// step is called whose preconditions do not hold in reality, no outside call is
// repeated after it was done or may have been, the journal folds to the same
// state (try checks that), and the report claims nothing without an event.
func TestRandomRuns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d, p := randomWorld(rt)
		m, err := lifted.NewModel(d, p)
		if err != nil {
			rt.Fatal(err)
		}
		w := &reality{
			calm: rapid.Bool().Draw(rt, "calm"), model: m, state: m.Initial(), classes: map[string]actions.Class{}, fates: map[string][]fate{},
			tries: map[string]int{}, settled: map[string]bool{},
		}
		set := actions.Set{}
		for _, a := range d.Actions {
			class := actions.Class(rapid.IntRange(1, 4).Draw(rt, "class"))
			w.classes[a.Name.Text] = class
			w.fates["("+a.Name.Text+")"] = rapid.SliceOfN(rapid.Map(rapid.IntRange(0, int(fates)-1), func(i int) fate { return fate(i) }), 0, 4).Draw(rt, "fates")
			set[a.Name.Text] = actions.Action{Class: class, Run: w.run, Check: w.check, Effects: func(c *actions.Call) []actions.Effect {
				return []actions.Effect{{Class: class, Verb: "do", Target: c.Step.Action}}
			}}
		}
		u := &user{outcome: monitor.Answer(rapid.IntRange(0, 2).Draw(rt, "told"))}
		r := &monitor.Runner{
			Domain: d, Actions: set, Planner: cheapest, Approver: u, Clock: &clock{}, Log: zerolog.Nop(),
			Limits: monitor.Limits{Concurrency: 1},
			Grace:  time.Second,
		}
		if w.calm {
			r.Limits.Concurrency = rapid.IntRange(2, 4).Draw(rt, "concurrency")
		}
		tr := try(rt.Context(), rt, r, newDesk(), u, monitor.Request{Run: "r", Problem: p})
		for _, fault := range w.faults {
			rt.Errorf("%s\n%s\n%s\n%s", fault, d, p, tr.lines)
		}
		supported(rt, tr)
	})
}
