// Package tasktest makes small random tasks and measures them exhaustively.
//
// It owns what the tests of heuristics and search compare against. In: a seed.
// Out: a *task.Task that uses all its features (variables of several values,
// conditional effects, axioms in layers, operators without cost) and the exact
// cost of every reachable state. It is imported by tests only and must not know
// PDDL, heuristics or search. Start reading at [Random].
package tasktest

import (
	"math"
	"slices"

	"genplanx/planner/task"
)

// Random returns the task that belongs to a seed.
func Random(seed uint64) *task.Task {
	g := &generator{state: seed*0x9e3779b97f4a7c15 + 1}
	g.variables()
	for range 10 + g.n(12) {
		g.t.Operators = append(g.t.Operators, g.operator())
	}
	g.axioms()
	g.t.Goal = g.facts(2+g.n(4), g.t.Variables())
	return &g.t
}

// generator draws from its own small generator of pseudo-random numbers, so
// that a seed means the same task for ever.
type generator struct {
	state uint64
	t     task.Task
	plain bool // no conditional effects
}

func (g *generator) n(limit int) int {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	return int(g.state >> 33 % uint64(limit))
}

func (g *generator) variables() {
	t := &g.t
	g.plain = g.n(2) == 0
	t.Basic = 3 + g.n(5)
	derived := max(0, g.n(5)-1)
	t.VarFirst = []int32{0}
	for v := range t.Basic + derived {
		size := 2
		if v < t.Basic {
			size += g.n(4) / 2
			t.Initial = append(t.Initial, int32(g.n(size)))
		} else {
			t.Layer = append(t.Layer, int32(v-t.Basic)/2)
		}
		for range size {
			t.FactVar = append(t.FactVar, int32(v))
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
	}
}

// facts draws up to n facts of different variables below the limit.
func (g *generator) facts(n, limit int) []task.Fact {
	var out []task.Fact
	for range n {
		v := g.n(limit)
		if !slices.ContainsFunc(out, func(f task.Fact) bool { return int(g.t.FactVar[f]) == v }) {
			out = append(out, g.t.VarFirst[v]+int32(g.n(int(g.t.Size(v)))))
		}
	}
	slices.Sort(out)
	return out
}

func (g *generator) operator() task.Operator {
	o := task.Operator{Pre: g.facts(1+g.n(2), g.t.Variables()), Cost: int64(g.n(4))}
	for range 1 + g.n(3) {
		e := task.Effect{Fact: g.facts(1, g.t.Basic)[0]}
		if !g.plain && g.n(2) == 0 {
			e.When = g.facts(1+g.n(2), g.t.Variables())
		}
		o.Effects = append(o.Effects, e)
	}
	return o
}

// axioms gives each derived variable some; they may use all of lower layers and
// the true facts of their own.
func (g *generator) axioms() {
	t := &g.t
	for i, layer := range t.Layer {
		head := t.VarFirst[t.Basic+i] + 1
		for range 1 + g.n(3) {
			body := g.facts(1+g.n(2), t.Basic)
			for k, l := range t.Layer {
				f := t.VarFirst[t.Basic+k]
				switch {
				case g.n(3) > 0:
				case l < layer:
					body = append(body, f+int32(g.n(2)))
				case l == layer:
					body = append(body, f+1)
				}
			}
			t.Axioms = append(t.Axioms, task.Axiom{Body: body, Head: head})
		}
	}
}

// Infinite is the distance of states from which the goal cannot be reached.
const Infinite = math.MaxInt64

// State is a reachable state with its exact distance to the goal.
type State struct {
	Values   []int32 // derived variables included
	Distance int64
	next     []edge
}

type edge struct {
	to   int
	cost int64
}

// States explores all reachable states of a task, the initial one first.
func States(t *task.Task) []State {
	axioms := task.NewAxiomEvaluator(t)
	number := map[string]int{}
	var states []State
	add := func(values []int32) int {
		axioms.Evaluate(values)
		key := make([]byte, len(values))
		for i, v := range values {
			key[i] = byte(v)
		}
		if i, ok := number[string(key)]; ok {
			return i
		}
		number[string(key)] = len(states)
		states = append(states, State{Values: slices.Clone(values), Distance: Infinite})
		return len(states) - 1
	}
	values := make([]int32, t.Variables())
	copy(values, t.Initial)
	add(values)
	for i := 0; i < len(states); i++ {
		for k := range t.Operators {
			if o := &t.Operators[k]; t.Holds(o.Pre, states[i].Values) {
				t.Apply(o, states[i].Values, values)
				to := add(values)
				states[i].next = append(states[i].next, edge{to, o.Cost})
			}
		}
	}
	measure(t, states)
	return states
}

// measure relaxes the distances until none changes (Bellman and Ford).
func measure(t *task.Task, states []State) {
	for i := range states {
		if t.Holds(t.Goal, states[i].Values) {
			states[i].Distance = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range states {
			for _, e := range states[i].next {
				if d := states[e.to].Distance; d != Infinite && d+e.cost < states[i].Distance {
					states[i].Distance, changed = d+e.cost, true
				}
			}
		}
	}
}
