// Package bdd stores sets of bit vectors as reduced ordered binary decision
// diagrams with complement edges, and computes with them.
//
// It owns the table of nodes, the cache of results, garbage collection and the
// operations: conjunction, disjunction, the images of sets under relations,
// counting and picking. In: bits by their place in a fixed order. Out: [Ref]s,
// equal exactly when the sets are. It must not know tasks, states or search,
// and it imports nothing of ours. Start reading at [Manager]; apply.go holds
// the recursions, table.go the nodes, collect.go the garbage collection.
// Source: Bryant 1986; Brace, Rudell, Bryant 1990; van Dijk and van de Pol 2015
// for images that quantify and rename in one recursion.
package bdd

import "math"

// Ref is a diagram: twice the number of its root node, plus one when it stands
// for the complement of what the node says.
type Ref int32

const (
	// True is the set of all vectors.
	True Ref = 0
	// False is the empty set.
	False Ref = 1
)

// Not returns the complement.
func (f Ref) Not() Ref { return f ^ 1 }

// Stop says why a manager computes no more.
type Stop uint8

const (
	// Running: all results are right.
	Running Stop = iota
	// Full: the memory limit is reached. Collect may help.
	Full
	// OverBudget: the work allowed by SetBudget is done.
	OverBudget
	// Interrupted: Tick returned false.
	Interrupted
)

// Options of New.
type Options struct {
	// MemoryLimit in bytes of nodes, buckets and cache, old and new tables
	// together while they grow.
	MemoryLimit int64
	// Tick is called every few thousand steps with the work done so far; when
	// it returns false the manager stops. It may be nil.
	Tick func(work int64) bool
}

// Manager owns the nodes. Bit i of a state is at level 2i; level 2i+1 is the
// same bit after a step, which occurs in relations only.
//
// Once a manager stops (see Stopped), what operations return means nothing;
// what they returned before stays right, and after Resume they work again.
type Manager struct {
	nodes   []node  // node 0 is the terminal
	buckets []int32 // by hash: first node of a chain, 0: none
	free    int32   // first of a chain of free nodes, 0: none
	unused  int     // nodes never used yet: nodes[unused:]
	used    int     // nodes in use, dead ones included
	cache   []entry
	shift   uint // 64 - bits of a cache index
	o       Options
	changes []change
	seen    []uint64 // scratch of Size, a bit per node, all 0 between calls
	visited []int32

	stop           Stop
	work           int64 // recursion steps
	next           int64 // work at which to look up
	tickAt, budget int64
	peak           int64
}

// node branches on the bit at its level. The high edge is never complemented,
// which makes diagrams unique.
type node struct {
	level     int32
	low, high Ref
	next      int32 // in the chain of its bucket, or of free nodes
}

const (
	terminalLevel = math.MaxInt32
	freeLevel     = -1
	tickEvery     = 4096
	smallest      = 1 << 10 // nodes to begin with
)

// New returns a manager without nodes.
func New(o Options) *Manager {
	m := &Manager{o: o, unused: 1, used: 1, tickAt: tickEvery, budget: math.MaxInt64}
	m.nodes = make([]node, smallest)
	m.nodes[0].level = terminalLevel
	m.buckets = make([]int32, smallest)
	m.resizeCache(smallest)
	m.lookUp()
	return m
}

// Stopped returns why the manager stopped, or Running.
func (m *Manager) Stopped() Stop { return m.stop }

// Work returns the recursion steps done so far.
func (m *Manager) Work() int64 { return m.work }

// AddWork counts work done outside, so that Tick hears of it; it returns
// whether the manager is still running.
func (m *Manager) AddWork(n int64) bool {
	m.work += n
	return m.work < m.next || m.check()
}

// SetBudget lets the manager do so much more work before it stops.
func (m *Manager) SetBudget(work int64) {
	m.budget = m.work + min(work, math.MaxInt64/2)
	m.lookUp()
}

// Resume goes on after Full or OverBudget, without a budget.
func (m *Manager) Resume() {
	if m.stop != Interrupted {
		m.stop = Running
	}
	m.budget = math.MaxInt64
	m.lookUp()
}

// Nodes returns the number of nodes in use, dead ones included.
func (m *Manager) Nodes() int { return m.used }

// Bytes returns the size of all tables, and the most it has been.
func (m *Manager) Bytes() (now, peak int64) {
	now = tableBytes(len(m.nodes), len(m.buckets), len(m.cache))
	return now, max(now, m.peak)
}

func (m *Manager) lookUp() { m.next = min(m.tickAt, m.budget) }

// step counts one recursion step and reports whether to go on.
func (m *Manager) step() bool {
	m.work++
	return m.stop == Running && (m.work < m.next || m.check())
}

func (m *Manager) check() bool {
	if m.stop != Running {
		return false
	}
	if m.work >= m.tickAt {
		m.tickAt = m.work + tickEvery
		if m.o.Tick != nil && !m.o.Tick(m.work) {
			m.stop = Interrupted
		}
	}
	if m.work >= m.budget && m.stop == Running {
		m.stop = OverBudget
	}
	m.lookUp()
	return m.stop == Running
}
