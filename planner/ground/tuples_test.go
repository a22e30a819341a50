package ground_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/ground"
	"genplanx/planner/lifted"
	"genplanx/planner/task"
)

// wideWriter writes small tasks with wide actions: many parameters, joined by
// static and changing facts, equalities, disjunctions and quantifiers.
type wideWriter struct {
	r       *rand.Rand
	derived bool
}

func (w *wideWriter) chance(percent int) bool { return w.r.IntN(100) < percent }

var (
	wideStatic = map[string]int{"s0": 2, "s1": 1, "s2": 3}
	wideFluent = map[string]int{"f0": 1, "f1": 2, "f2": 3, "f3": 0}
)

func (w *wideWriter) atom(predicates map[string]int, names []string) string {
	keys := slices.Sorted(maps.Keys(predicates))
	p := keys[w.r.IntN(len(keys))]
	s := "(" + p
	for range predicates[p] {
		s += " " + names[w.r.IntN(len(names))]
	}
	return s + ")"
}

func (w *wideWriter) condition(names []string, depth int) string {
	pick := func() string { return names[w.r.IntN(len(names))] }
	inner := append(slices.Clone(names), fmt.Sprintf("?z%d", depth))
	variable := inner[len(names)] + " - " + []string{"t", "u", "object"}[w.r.IntN(3)]
	switch k := w.r.IntN(20); {
	case k < 6:
		return w.atom(wideStatic, names)
	case k < 10:
		return w.atom(wideFluent, names)
	case k < 12:
		return fmt.Sprintf("(not (= %s %s))", pick(), pick())
	case k == 12:
		return fmt.Sprintf("(= %s %s)", pick(), pick())
	case k == 13:
		return "(not " + w.atom(wideStatic, names) + ")"
	case k == 14:
		return "(not " + w.atom(wideFluent, names) + ")"
	case k == 15 && w.derived:
		return fmt.Sprintf("(d0 %s %s)", pick(), pick())
	case k == 16 && depth > 0:
		return fmt.Sprintf("(or %s (and %s %s))", w.condition(names, depth-1), w.condition(names, depth-1), w.condition(names, depth-1))
	case k == 17 && depth > 0:
		return fmt.Sprintf("(exists (%s) (and %s %s))", variable, w.condition(inner, depth-1), w.condition(inner, depth-1))
	case k == 18 && depth > 0:
		return fmt.Sprintf("(forall (%s) (imply %s %s))", variable, w.atom(wideStatic, inner), w.condition(inner, depth-1))
	case k == 19 && depth > 0:
		return fmt.Sprintf("(forall (%s) (or %s (not %s)))", variable, w.condition(inner, depth-1), w.atom(wideFluent, inner))
	}
	return w.atom(wideStatic, names)
}

func (w *wideWriter) effect(names []string) string {
	atom := w.atom(wideFluent, names)
	if w.chance(15) {
		inner := append(slices.Clone(names), "?w")
		return fmt.Sprintf("(forall (?w - object) (when %s %s))", w.condition(inner, 1), w.not(w.atom(wideFluent, inner)))
	}
	return w.not(atom)
}

func (w *wideWriter) not(atom string) string {
	if w.chance(35) {
		return "(not " + atom + ")"
	}
	return atom
}

func (w *wideWriter) domain() string {
	w.derived = w.chance(40)
	var b strings.Builder
	b.WriteString(`(define (domain wide) (:requirements :adl :derived-predicates) (:types t - object u - t) (:constants o1 - u)
 (:predicates (s0 ?x ?y) (s1 ?x) (s2 ?x ?y ?z) (f0 ?x) (f1 ?x ?y) (f2 ?x ?y ?z) (f3) (d0 ?x ?y))
`)
	if w.derived {
		b.WriteString(" (:derived (d0 ?x ?y) (or (f1 ?x ?y) (exists (?z) (and (f1 ?x ?z) (d0 ?z ?y)))))\n")
	}
	for i := range 2 + w.r.IntN(3) {
		names, params := []string{"o1"}, ""
		for k := range 1 + w.r.IntN(4) {
			names = append(names, fmt.Sprintf("?x%d", k))
			params += fmt.Sprintf(" ?x%d - %s", k, []string{"t", "u", "object"}[w.r.IntN(3)])
		}
		fmt.Fprintf(&b, " (:action a%d :parameters (%s)\n  :precondition (and", i, params)
		for range 1 + w.r.IntN(4) {
			b.WriteString(" " + w.condition(names, 2))
		}
		b.WriteString(")\n  :effect (and")
		for range 1 + w.r.IntN(3) {
			b.WriteString(" " + w.effect(names))
		}
		b.WriteString("))\n")
	}
	b.WriteString(")\n")
	return b.String()
}

func (w *wideWriter) problem() string {
	objects := []string{"o1", "o2", "o3", "o4"}[:2+w.r.IntN(3)]
	s := "(define (problem p) (:domain wide) (:objects"
	for _, o := range objects[1:] {
		s += " " + o + " - " + []string{"t", "u", "object"}[w.r.IntN(3)]
	}
	s += ") (:init"
	for range 10 + w.r.IntN(30) {
		s += " " + w.atom(wideStatic, objects)
	}
	for range w.r.IntN(5) {
		s += " " + w.atom(wideFluent, objects)
	}
	return s + ") (:goal (and)))\n"
}

// world is the whole state space of a task, by the lifted meaning of PDDL.
type world struct {
	m      *lifted.Model
	states []lifted.State
	next   [][]int // successors
	ends   []bool  // a goal state can be reached from it
}

// explore returns nil if there are more states than most.
func explore(t *testing.T, d *pddl.Domain, p *pddl.Problem, most int) *world {
	m, err := lifted.NewModel(d, p)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{m: m, states: []lifted.State{m.Initial()}}
	number := map[string]int{m.Initial().Key(): 0}
	for at := 0; at < len(w.states); at++ {
		var next []int
		for _, step := range m.Steps(w.states[at]) {
			s, _, err := m.Apply(w.states[at], step)
			if err != nil {
				t.Fatal(err)
			}
			n, known := number[s.Key()]
			if !known {
				n = len(w.states)
				number[s.Key()] = n
				w.states = append(w.states, s)
			}
			next = append(next, n)
		}
		w.next = append(w.next, next)
		if len(w.states) > most {
			return nil
		}
	}
	w.ends = make([]bool, len(w.states))
	for changed := true; changed; {
		changed = false
		for i := range w.states {
			if !w.ends[i] && (m.GoalReached(w.states[i]) || slices.ContainsFunc(w.next[i], func(n int) bool { return w.ends[n] })) {
				w.ends[i], changed = true, true
			}
		}
	}
	return w
}

// goalOf writes some literals of a state that differ from the first.
func (w *world) goalOf(r *rand.Rand) string {
	s := w.states[r.IntN(len(w.states))]
	var goals []string
	for _, a := range s.Atoms() {
		if !w.states[0].Has(a) {
			goals = append(goals, lifted.Text(&a, nil))
		}
	}
	for _, a := range w.states[0].Atoms() {
		if !s.Has(a) {
			goals = append(goals, "(not "+lifted.Text(&a, nil)+")")
		}
	}
	r.Shuffle(len(goals), func(i, j int) { goals[i], goals[j] = goals[j], goals[i] })
	return " " + strings.Join(goals[:min(len(goals), 1+r.IntN(3))], " ")
}

// project returns the values that a state has in the grounded task.
func project(g *ground.Grounded, atoms []pddl.Atom, axioms *task.AxiomEvaluator, s lifted.State) []int32 {
	values := make([]int32, g.Task.Variables())
	for v := range g.Task.Basic {
		if s.Has(atoms[v]) {
			values[v] = 1
		}
	}
	axioms.Evaluate(values)
	return values
}

// compare checks a grounded task against the state space: operators apply where
// their steps do and do the same, and every step that leads on to the goal has
// an operator as cheap.
func (w *world) compare(g *ground.Grounded) error {
	if g.Unreachable != nil {
		if w.ends[0] {
			return fmt.Errorf("%s: but there is a plan", g.Unreachable)
		}
		return nil
	}
	t := g.Task
	atoms := make([]pddl.Atom, t.Variables())
	for v := range atoms {
		words := strings.Fields(strings.Trim(g.VariableName(v), "()"))
		atoms[v] = lifted.Atom(words[0], words[1:]...)
	}
	axioms := task.NewAxiomEvaluator(t)
	projected := make([][]int32, len(w.states))
	for i, s := range w.states {
		projected[i] = project(g, atoms, axioms, s)
		for v := t.Basic; v < t.Variables(); v++ {
			if atoms[v].Predicate.Text == "d0" && s.Has(atoms[v]) != (projected[i][v] == 1) {
				return fmt.Errorf("%s is %d in %s", g.VariableName(v), projected[i][v], s.Key())
			}
		}
	}
	for i, s := range w.states {
		if err := w.compareState(g, axioms, i, s, projected); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) compareState(g *ground.Grounded, axioms *task.AxiomEvaluator, i int, s lifted.State, projected [][]int32) error {
	t := g.Task
	reached := map[string]bool{fmt.Sprint(projected[i]): true}
	after := make([]int32, t.Variables())
	for k := range t.Operators {
		o := &t.Operators[k]
		if !t.Holds(o.Pre, projected[i]) {
			continue
		}
		step := g.Step(k)
		next, cost, err := w.m.Apply(s, step)
		if err != nil || cost != o.Cost {
			return fmt.Errorf("%s applies at a cost of %d in the grounded task, %d and %w in %s", step, o.Cost, cost, err, s.Key())
		}
		t.Apply(o, projected[i], after)
		axioms.Evaluate(after)
		reached[fmt.Sprint(after)] = true
		for v := range t.Basic {
			words := strings.Fields(strings.Trim(g.VariableName(v), "()"))
			if next.Has(lifted.Atom(words[0], words[1:]...)) != (after[v] == 1) {
				return fmt.Errorf("after %s in %s, %s is %d", step, s.Key(), g.VariableName(v), after[v])
			}
		}
	}
	for _, n := range w.next[i] {
		if w.ends[n] && !reached[fmt.Sprint(projected[n])] {
			return fmt.Errorf("no operator leads from %s to %s", s.Key(), w.states[n].Key())
		}
	}
	return nil
}

var wideTasks = flag.Int("wide", 600, "random tasks with wide actions to ground")

// TestAgainstLifted compares grounded tasks with the state spaces of random
// tasks with wide actions.
func TestAgainstLifted(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(*wideTasks) {
		w := &wideWriter{r: rand.New(rand.NewPCG(seed, 5))}
		domain := w.domain()
		d, faults := pddl.ReadDomain("domain.pddl", []byte(domain))
		if len(faults) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, faults, domain)
		}
		problem := w.problem()
		free, faults := pddl.ReadProblem("problem.pddl", []byte(problem))
		if len(faults) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, faults, problem)
		}
		all := explore(t, d, free, 150)
		if all == nil {
			counts["large"]++
			continue
		}
		problem = strings.Replace(problem, "(:goal (and", "(:goal (and"+all.goalOf(w.r), 1)
		p, faults := pddl.ReadProblem("problem.pddl", []byte(problem))
		if len(faults) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, faults, problem)
		}
		g, err := ground.Ground(t.Context(), d, p, ground.Options{})
		if err == nil {
			err = explore(t, d, p, 150).compare(g)
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s%s", seed, err, domain, problem)
		}
		switch {
		case g.Unreachable != nil:
			counts["unreachable"]++
		case len(g.Task.Operators) > 0:
			counts["operators"]++
		default:
			counts["nothing to do"]++
		}
	}
	t.Log(counts)
	if counts["operators"] < *wideTasks/4 {
		t.Errorf("%v: the random tasks no longer exercise the grounding", counts)
	}
}
