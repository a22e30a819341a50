package symbolic

import (
	"slices"

	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

// chooseOrder returns the basic variables in an order in which those that occur
// together in operators and axioms lie close: local search as in Kissmann and
// Edelkamp 2011, but on the sum of distances, which counts the ties that cross
// each place and was better than their sum of squares. Derived variables have no
// bits, but take part, as they tie the variables they depend on.
func chooseOrder(t *task.Task, m *bdd.Manager) []int32 {
	l := newLinear(t, m)
	best := slices.Clone(l.at)
	bestCost := l.cost()
	for round := range orderRounds {
		if round > 0 {
			l.shuffle()
		}
		l.improve()
		if c := l.cost(); c < bestCost && m.Stopped() == bdd.Running {
			bestCost = c
			copy(best, l.at)
		}
	}
	return slices.DeleteFunc(best, func(v int32) bool { return int(v) >= t.Basic })
}

const (
	orderRounds = 20
	mostTied    = 100    // facts of one operator that are tied to an effect of it
	orderSwaps  = 50_000 // tried per round, or the square of the variables times 20 where that is less
)

// linear is an arrangement of all variables in a line.
type linear struct {
	m     *bdd.Manager
	at    []int32 // by place: variable
	place []int32 // by variable
	off   []int32 // neighbours of v are near[off[v]:off[v+1]]
	near  []int32
	state uint64
}

func newLinear(t *task.Task, m *bdd.Manager) *linear {
	n := t.Variables()
	l := &linear{m: m, at: make([]int32, n), place: make([]int32, n), state: 1}
	for v := range l.at {
		l.at[v], l.place[v] = int32(v), int32(v)
	}
	pairs := neighbours(t, m)
	l.off = make([]int32, n+1)
	for _, p := range pairs {
		l.off[p>>32+1]++
		l.near = append(l.near, int32(uint32(p)))
	}
	for v := range n {
		l.off[v+1] += l.off[v]
	}
	m.AddWork(int64(len(pairs)) / 8)
	return l
}

// neighbours returns the ordered pairs of variables that are tied, sorted, each
// packed in a word: what an operator reads or changes with what it changes, and
// what an axiom reads with what it derives.
func neighbours(t *task.Task, m *bdd.Manager) []uint64 {
	var pairs []uint64
	tie := func(v, w int32) {
		if v != w {
			pairs = append(pairs, uint64(v)<<32|uint64(w), uint64(w)<<32|uint64(v))
		}
	}
	tieAll := func(facts []task.Fact, w int32) {
		for _, f := range facts {
			tie(t.FactVar[f], w)
		}
	}
	compact := func() {
		slices.Sort(pairs)
		pairs = slices.Compact(pairs)
	}
	crowded := 1 << 20
	for i := range t.Operators {
		o := &t.Operators[i]
		for k, e := range o.Effects {
			w := t.FactVar[e.Fact]
			tieAll(o.Pre[:min(len(o.Pre), mostTied)], w)
			tieAll(e.When[:min(len(e.When), mostTied)], w)
			for _, other := range o.Effects[max(0, k-mostTied):k] {
				tie(t.FactVar[other.Fact], w)
			}
			if len(pairs) > crowded {
				compact()
				crowded = max(crowded, 2*len(pairs))
			}
		}
		if !m.AddWork(int64(len(o.Effects)+len(o.Pre)) / 8) {
			break
		}
	}
	for _, a := range t.Axioms {
		tieAll(a.Body, t.FactVar[a.Head])
	}
	compact()
	return pairs
}

func (l *linear) cost() int64 {
	sum := int64(0)
	for v := range l.place {
		sum += l.of(int32(v), l.place[v])
	}
	return sum
}

// of is the sum of distances from a variable to its neighbours if it
// were at a place.
func (l *linear) of(v, place int32) int64 {
	sum := int64(0)
	for _, w := range l.near[l.off[v]:l.off[v+1]] {
		d := int64(place - l.place[w])
		sum += max(d, -d)
	}
	return sum
}

func (l *linear) n(limit int) int {
	l.state = l.state*6364136223846793005 + 1442695040888963407
	return int(l.state >> 33 % uint64(limit))
}

func (l *linear) shuffle() {
	for i := len(l.at) - 1; i > 0; i-- {
		l.swap(l.at[i], l.at[l.n(i+1)])
	}
}

func (l *linear) swap(v, w int32) {
	l.place[v], l.place[w] = l.place[w], l.place[v]
	l.at[l.place[v]], l.at[l.place[w]] = v, w
}

// improve swaps pairs of variables where that lowers the sum. Without reason they
// stay in the order of the task, which often is that of the objects.
func (l *linear) improve() {
	n := len(l.at)
	if n < 2 {
		return
	}
	work := 0
	for range min(orderSwaps, 20*n*n) {
		v, w := l.at[l.n(n)], l.at[l.n(n)]
		if v == w {
			continue
		}
		pv, pw := l.place[v], l.place[w]
		before := l.of(v, pv) + l.of(w, pw)
		l.swap(v, w)
		if l.of(v, pw)+l.of(w, pv) >= before {
			l.swap(v, w)
		}
		work += int(l.off[v+1]-l.off[v]+l.off[w+1]-l.off[w]) * 2
		if work > 1<<16 {
			if !l.m.AddWork(int64(work / 64)) {
				return
			}
			work = 0
		}
	}
}
