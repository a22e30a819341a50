package cartesian

import (
	"slices"

	"genplanx/planner/heuristic/landmark"
	"genplanx/planner/task"
)

// Abstraction is one subtask's: how far it is to a fact, or to all the goal's.
// Its states are the sink, where the distance is 0, and products of sets of
// values. The sink of a fact, and of the whole goal, is a product too: all states
// with these facts. That of a landmark is all states with some fact that cannot
// hold before it: in the others it is still needed, see package landmark.
type Abstraction struct {
	m      *model
	s      states
	c      classes
	x      transitions
	d      distances
	sink   int32
	open   bool       // the sink is no product
	region [][]uint64 // by variable, if open: the values of states that are not the sink; nil: all
	walk   walk
	work   int64
	// Subtask says what the distances lead to.
	Subtask  Subtask
	complete bool
	plan     []int32 // that works from the initial state on, if complete
}

// Subtask is what an abstraction measures the distance to.
type Subtask struct {
	Kind  Kind
	Fact  task.Fact // of Goal, Landmark and Pair
	Other task.Fact // of Pair
}

// Kind of a subtask.
type Kind int

// The kinds of subtasks.
const (
	Goal     Kind = iota // one fact of the goal
	Landmark             // a fact that must be made true before the goal can be
	Pair                 // two facts of the goal together
	All                  // all facts of the goal together
)

func newAbstraction(m *model, subtask Subtask) *Abstraction {
	a := &Abstraction{m: m, s: newStates(m), c: newClasses(m), Subtask: subtask}
	a.work = int64(len(m.operators))/4 + 1
	a.x.free = end
	a.x.addState()
	a.d.to, a.d.up, a.d.mark = []int64{infinite}, []int32{end}, []uint8{0}
	a.walk = newWalk(m)
	return a
}

// mostGoals bounds the states that the abstraction of the whole goal begins with:
// there are transitions between any two. Further goals are not looked at.
const mostGoals = 128

// newProduct begins with a state for each fact of the goal that is missing
// first, and the sink, where none is.
func newProduct(m *model, subtask Subtask, goal []task.Fact) *Abstraction {
	a := newAbstraction(m, subtask)
	for _, f := range goal {
		v, value := m.t.FactVar[f], m.t.Value(f)
		wanted := make([]uint64, m.words[v])
		wanted[value>>6] = 1 << (value & 63)
		if m.t.Size(int(v)) > 1 && a.s.n < mostGoals {
			a.split(a.sink, v, wanted)
			a.sink = a.s.n - 1
		}
	}
	a.measure()
	return a
}

// newLandmark begins with one state for all that can hold before the landmark.
func newLandmark(m *model, subtask Subtask, l *landmark.Landmark) *Abstraction {
	a := newAbstraction(m, subtask)
	a.open, a.region = true, make([][]uint64, m.t.Basic)
	a.s.n, a.sink = 2, 1
	a.s.nodes = append(a.s.nodes, node{variable: -1, left: a.sink})
	a.s.leaf = append(a.s.leaf, 1)
	a.x.addState()
	a.d.addState(0)
	for v := range m.t.Basic {
		allowed, some := make([]uint64, m.words[v]), false
		for value := range m.t.Size(v) {
			if l.PossiblyBefore(m.t.VarFirst[v] + value) {
				allowed[value>>6] |= 1 << (value & 63)
			} else {
				some = true
			}
		}
		if some {
			a.region[v] = allowed
			a.activate(int32(v))
			a.s.restrict(int32(v), allowed, a.sink)
		}
	}
	for _, op := range a.c.first {
		a.work += 4
		if op != end && a.applicable(0, &m.operators[op]) && a.leaves(&m.operators[op], 0) {
			a.x.add(op, 0, a.sink)
		}
	}
	a.measure()
	return a
}

// refine splits states until the cheapest abstract plan from a state works, there
// is none, or a limit is reached; it reports whether it was not a limit.
func (a *Abstraction) refine(from []int32, size, work int64, stop func() bool) bool {
	for i := 0; a.size() < size && a.work < work && a.s.n < a.m.maxStates; i++ {
		if i&15 == 0 && stop() {
			return false
		}
		s, c, found := a.flaw(from)
		if !found {
			return true
		}
		a.split(s, c.variable, c.wanted)
		a.repair()
	}
	return false
}

// refineInitial refines for the initial state, and keeps the plan that works.
func (a *Abstraction) refineInitial(size, work int64, stop func() bool) {
	if a.complete = a.refine(a.m.t.Initial, size, a.work+work, stop); a.complete {
		a.plan = slices.Clone(a.walk.plan)
	}
}

// size is the memory taken, in the unit of transitions.
func (a *Abstraction) size() int64 { return a.x.count + a.s.size() }

// State returns the abstract state of a state, given as a value per variable;
// derived ones are not looked at. The state must be reachable in the task.
func (a *Abstraction) State(values []int32) int32 { return a.s.find(values) }

// Map finds abstract states as an abstraction did when the map was made. Several
// goroutines may use it. Later refinement does not change it, and it keeps no
// transitions.
type Map struct {
	nodes []node
	masks []uint64
}

// Map returns the map that belongs to the graph returned at the same time.
func (a *Abstraction) Map() *Map {
	return &Map{slices.Clone(a.s.nodes), slices.Clone(a.s.masks)}
}

// State returns the abstract state of a state, as Abstraction.State does.
func (m *Map) State(values []int32) int32 { return find(m.nodes, m.masks, values) }

// Bytes returns how much memory the map takes.
func (m *Map) Bytes() int64 { return 16*int64(len(m.nodes)) + 8*int64(len(m.masks)) }

// States returns the number of abstract states.
func (a *Abstraction) States() int { return int(a.s.n) }

// Transitions returns the number of transitions between different states.
func (a *Abstraction) Transitions() int64 { return a.x.count }

// Complete reports that refining further does not raise the distance of the
// initial state: the abstract plan reaches the subtask, or there is none.
func (a *Abstraction) Complete() bool { return a.complete }

// Distance returns how far the initial state is from the subtask under the costs
// that the refinement went by, or graph.Infinite if that cannot be reached.
func (a *Abstraction) Distance() int64 {
	d := a.d.to[a.s.find(a.m.t.Initial)]
	if d == infinite {
		return infinite
	}
	return d / int64(a.m.maxStates)
}
