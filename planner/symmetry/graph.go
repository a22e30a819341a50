package symmetry

import (
	"slices"

	"genplanx/planner/task"
)

// graph is the problem description graph of a task (Pochter, Zohar and
// Rosenschein 2011): facts, variables, operators, axioms and those effects that
// need a vertex of their own. The automorphisms that keep its colours are the
// structural symmetries of the task. Vertex f < t.Facts() is fact f.
type graph struct {
	off, adj []int32 // edges of v: adj[off[v]:off[v+1]], each neighbour<<1 | label
	colour   []int32 // colours are numbered from 0, those of basic facts come first
	colours  int32
	facts    int // vertices that are facts
	basic    int // facts of basic variables: vertices [0, basic)
	operator int // first vertex that is an operator
	axiom    int // first vertex that is an axiom: the end of the operators
}

// Labels of edges. The kinds of the two ends tell the rest: a variable is tied to
// its values, an operator to its preconditions and conditional effects, an
// effect to its conditions and an axiom to its body by plain edges.
const (
	plain = iota
	makes // the fact that an operator, an effect or an axiom makes true
)

// Colours before those of operators (by cost) and effects (by rank).
const (
	colourBasic = iota // + 1 for goal facts, + 2 for facts of the initial state
	_
	_
	_
	colourFalse // + 1 for goal facts, and so for the next
	_
	colourTrue
	_
	colourVariable
	colourDerived
	colourAxiom
	colourOperator
)

type edge struct{ from, to, label int32 }

type graphBuilder struct {
	t     *task.Task
	g     graph
	edges []edge
	ranks []int32 // of effect vertices, in turn
	last  []effect
	work  int64 // left
}

// edgeRounds is how often the budget must allow looking at all edges.
const edgeRounds = 8

// newGraph returns nil when the task is too large for the work allowed. The facts
// of the initial state get a colour of their own if they are to be kept.
func newGraph(t *task.Task, initial bool, work int64) *graph {
	b := graphBuilder{t: t, work: work}
	b.g.facts, b.g.basic = t.Facts(), int(t.VarFirst[t.Basic])
	b.g.operator = t.Facts() + t.Variables()
	b.g.axiom = b.g.operator + len(t.Operators)
	for f, v := range t.FactVar {
		b.add(t.Facts()+int(v), int32(f), plain)
	}
	for i := range t.Operators {
		b.addOperator(i)
		if b.work < 0 {
			return nil
		}
	}
	for i, a := range t.Axioms {
		for _, f := range a.Body {
			b.add(b.g.axiom+i, f, plain)
		}
		b.add(b.g.axiom+i, a.Head, makes)
	}
	// The first refinement alone looks at each edge from both ends, more than once.
	if b.work < 0 || int64(len(b.edges)) > work/edgeRounds {
		return nil
	}
	b.paint()
	if initial {
		for v, x := range t.Initial {
			b.g.colour[t.VarFirst[v]+x] += 2
		}
	}
	b.link()
	return &b.g
}

func (b *graphBuilder) add(v int, f, label int32) {
	b.edges = append(b.edges, edge{int32(v), f, label})
	b.work--
}

func (b *graphBuilder) addOperator(i int) {
	o := &b.t.Operators[i]
	v := b.g.operator + i
	for _, f := range o.Pre {
		b.add(v, f, plain)
	}
	b.last = b.rankEffects(o, b.last[:0])
	for _, e := range b.last {
		if len(e.When) == 0 && e.rank == 0 {
			b.add(v, e.Fact, makes)
			continue
		}
		w := b.g.axiom + len(b.t.Axioms) + len(b.ranks)
		b.ranks = append(b.ranks, e.rank)
		b.add(v, int32(w), plain)
		b.add(w, e.Fact, makes)
		for _, f := range e.When {
			b.add(w, f, plain)
		}
	}
}

// effect is one of an operator with its rank: of those that fire together and
// disagree on a variable, the one of the highest rank wins, as the last does by
// the order of effects. Unlike the order, ranks do not tell apart what is equal.
type effect struct {
	*task.Effect
	rank int32
}

// rankEffects appends the effects that can win, by variable.
func (b *graphBuilder) rankEffects(o *task.Operator, out []effect) []effect {
	for i := range o.Effects {
		out = append(out, effect{Effect: &o.Effects[i]})
	}
	variable := func(e effect) int32 { return b.t.FactVar[e.Fact] }
	slices.SortStableFunc(out, func(x, y effect) int { return int(variable(x) - variable(y)) })
	n := 0
	for i := 0; i < len(out); {
		end := i + 1
		for end < len(out) && variable(out[end]) == variable(out[i]) {
			end++
		}
		first := n // what an effect without condition overrules goes
		for ; i < end; i++ {
			if len(out[i].When) == 0 {
				n = first
			}
			out[n] = out[i]
			n++
		}
		b.rank(out[first:n])
	}
	return out[:n]
}

// rank numbers effects on one variable.
func (b *graphBuilder) rank(effects []effect) {
	same := true
	for _, e := range effects {
		same = same && e.Fact == effects[0].Fact
	}
	if same {
		return
	}
	for j := range effects {
		for i := range j {
			b.work -= int64(len(effects[i].When))
			if effects[i].Fact != effects[j].Fact && effects[i].rank >= effects[j].rank && !b.exclude(effects[i].When, effects[j].When) {
				effects[j].rank = effects[i].rank + 1
			}
		}
		if b.work < 0 {
			return
		}
	}
}

// exclude reports whether two conditions want different values of a variable.
func (b *graphBuilder) exclude(x, y []task.Fact) bool {
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch v, w := b.t.FactVar[x[i]], b.t.FactVar[y[j]]; {
		case v < w:
			i++
		case v > w:
			j++
		case x[i] != y[j]:
			return true
		default:
			i++
			j++
		}
	}
	return false
}

// paint gives each vertex its first colour.
func (b *graphBuilder) paint() {
	t := b.t
	g := &b.g
	g.colour = make([]int32, 0, g.axiom+len(t.Axioms)+len(b.ranks))
	for f := range int32(t.Facts()) {
		switch {
		case !t.IsDerived(f):
			g.colour = append(g.colour, colourBasic)
		case t.Value(f) == 0:
			g.colour = append(g.colour, colourFalse)
		default:
			g.colour = append(g.colour, colourTrue)
		}
	}
	for _, f := range t.Goal {
		g.colour[f]++
	}
	for v := range t.Variables() {
		if v < t.Basic {
			g.colour = append(g.colour, colourVariable)
		} else {
			g.colour = append(g.colour, colourDerived)
		}
	}
	costs := make([]int64, len(t.Operators))
	for i := range t.Operators {
		costs[i] = t.Operators[i].Cost
	}
	slices.Sort(costs)
	costs = slices.Compact(costs)
	for i := range t.Operators {
		n, _ := slices.BinarySearch(costs, t.Operators[i].Cost)
		g.colour = append(g.colour, colourOperator+int32(n))
	}
	for range t.Axioms {
		g.colour = append(g.colour, colourAxiom)
	}
	first := colourOperator + int32(len(costs))
	for _, rank := range b.ranks {
		g.colour = append(g.colour, first+rank)
	}
	for _, c := range g.colour {
		g.colours = max(g.colours, c+1)
	}
}

// link lays out the edges by vertex, each at both of its ends.
func (b *graphBuilder) link() {
	g := &b.g
	n := len(g.colour)
	g.off = make([]int32, n+1)
	for _, e := range b.edges {
		g.off[e.from+1]++
		g.off[e.to+1]++
	}
	for v := range n {
		g.off[v+1] += g.off[v]
	}
	g.adj = make([]int32, 2*len(b.edges))
	fill := slices.Clone(g.off[:n])
	for _, e := range b.edges {
		g.adj[fill[e.from]] = e.to<<1 | e.label
		fill[e.from]++
		g.adj[fill[e.to]] = e.from<<1 | e.label
		fill[e.to]++
	}
}

func (g *graph) edges(v int32) []int32 { return g.adj[g.off[v]:g.off[v+1]] }

// variable returns the variable of a fact: its edge was added first.
func (g *graph) variable(fact int32) int32 { return g.adj[g.off[fact]] >> 1 }
