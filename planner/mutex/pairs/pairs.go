// Package pairs finds facts that never hold together on the way to the goal
// (h2 mutexes, forwards and backwards) and tightens a task by them.
//
// It owns the tables of pairs, the two reachability passes and the smaller task
// that follows from them. In: a *task.Task, best with variables of many values.
// Out: a task without operators and values that no plan uses, preconditions that
// were only implied written out, and the mutex pairs of that task. It must not
// know PDDL, mutex groups, heuristics or search. Start reading at [Tighten];
// forward.go and backward.go are the passes, implied.go looks at operators,
// rewrite.go makes the new task.
//
// Sources: Bonet and Geffner, Planning as heuristic search, 2001 (h2); Alcázar
// and Torralba, A reminder about the importance of computing and exploiting
// invariants in planning, ICAPS 2015 (both directions and disambiguation).
package pairs

import (
	"slices"

	"genplanx/planner/task"
)

// Preconditions says which implied preconditions are written into operators. What
// is pruned does not depend on it.
type Preconditions uint8

// The choices. A precondition is implied when the others are mutex with all other
// values of its variable.
const (
	// Given adds none. LM-cut and stubborn sets do best with these.
	Given Preconditions = iota
	// Changed adds those on variables that the operator changes, so that it can be
	// regressed; for abstractions and backward search.
	Changed
	// All adds every one that is seen, and the goals that the goal implies.
	All
)

// DefaultBudget allows about half a second.
const DefaultBudget = 250_000_000

// Options bounds the work and chooses what the new task shows.
type Options struct {
	// Budget is the work in operations on words of 64 bits, about two nanoseconds
	// each. What a pass that would exceed it has found is dropped.
	Budget int64
	// Stop ends the work early when it returns true; it may be nil.
	Stop func() bool
	// Preconditions of the operators in Result.Task.
	Preconditions Preconditions
}

// Result is a task with the same cheapest plans, up to steps without effect.
type Result struct {
	task.Part // the new task; numbers of its operators and facts in the old one
	// Unsolvable is set when no plan exists; the task is the old one then.
	Unsolvable bool
	// Pairs holds the mutexes between facts of the new task, or is nil if the
	// budget did not allow any.
	Pairs *Mutexes
	// Work is what was done, in the unit of the budget; Passes how many passes
	// over the operators were completed.
	Work   int64
	Passes int

	run *tightener
}

// With returns the new task with other implied preconditions written out. Its
// facts are those of r.Task, so that r.Pairs fits; as an operator that does
// nothing is left out, the operators may differ. It uses scratch space of r, so
// one goroutine at a time may call it.
func (r *Result) With(p Preconditions) task.Part {
	if r.Pairs == nil {
		return r.Part
	}
	return r.run.rewrite(p)
}

// Tighten drops operators and values that occur on no plan and writes implied
// preconditions out. Every plan of the new task is one of the old, and cheapest
// plans stay cheapest; a plan of the old one lacks at most steps that change
// nothing. With too small a budget the task comes back as it was.
func Tighten(t *task.Task, o Options) Result {
	s := newTightener(t, o)
	if !s.affordable() {
		return s.unchanged()
	}
	s.start()
	solvable := s.run()
	switch {
	case !solvable:
		r := s.unchanged()
		r.Unsolvable = true
		return r
	case s.passes == 0:
		return s.unchanged()
	}
	r := Result{Part: s.rewrite(o.Preconditions), Work: s.work, Passes: s.passes}
	basic := r.Facts[:r.Task.VarFirst[r.Task.Basic]]
	r.Pairs = s.mutexes(basic)
	r.Work += int64(len(basic)) * int64(len(basic)) / 16
	s.next = growing{}
	r.run = s
	return r
}

// run alternates the passes until one of them changes nothing or the budget
// ends. It returns false when the task is proved unsolvable.
func (s *tightener) run() bool {
	for forward := true; ; forward = !forward {
		pass := s.backward
		if forward {
			pass = s.forward
		}
		if !s.holdTogether(s.initial) || !s.holdTogether(s.goal) {
			return false
		}
		if !pass() {
			return true // out of budget: what the pass has is no proof
		}
		s.passes++
		changed := s.adopt()
		if s.lookAtOperators() {
			changed = true
		}
		if !s.lookAtGoal() || !s.holdTogether(s.initial) {
			return false
		}
		if s.passes > 1 && !changed || s.spent() {
			return true
		}
	}
}

// perOperator is the work of a look at an operator beside that on rows.
const perOperator = 300

// tightener is one run. A pass reads allowed, the pairs that may hold together in
// a state between the start and the goal, and fills next, a subset of it.
type tightener struct {
	t       *task.Task
	options Options
	n       int // facts of basic variables, the only ones in the tables
	allowed table
	next    growing
	ops     []operator
	initial []task.Fact
	goal    []task.Fact // of basic variables, implied ones included

	row     []uint64 // scratch, a row of a table each
	after   []uint64
	changed []uint64 // facts whose row the last pass made smaller
	stamp   []uint32 // by variable, see fresh
	now     uint32
	pairs   []task.Fact

	work    int64
	passes  int
	dropped bool // operators, since the last look at them
	stopped bool // see spent
}

func newTightener(t *task.Task, o Options) *tightener {
	s := &tightener{t: t, options: o, n: int(t.VarFirst[t.Basic])}
	for v, value := range t.Initial {
		s.initial = append(s.initial, t.VarFirst[v]+value)
	}
	s.goal = s.basic(t.Goal)
	return s
}

// affordable guesses what one look at everything costs, before any table is made.
func (s *tightener) affordable() bool {
	words := int64(s.n/64 + 1)
	const most = 1 << 23 // words of a table: 64 MiB
	if s.n == 0 || int64(s.n)*words > most {
		return false
	}
	// Two passes, each of which may enter nearly all pairs.
	cost := 4*int64(s.n)*words + int64(s.n)*int64(s.n)
	for i := range s.t.Operators {
		o := &s.t.Operators[i]
		cost += perOperator + int64(len(o.Pre)+3*len(o.Effects)+2)*words
	}
	return cost <= s.options.Budget
}

// start makes the tables, in which at first only values of one variable exclude
// each other, and the operators.
func (s *tightener) start() {
	s.allowed, s.next = newTable(s.n), newGrowing(s.n)
	s.row, s.after = make([]uint64, s.next.words), make([]uint64, s.next.words)
	s.changed = make([]uint64, s.next.words)
	s.stamp = make([]uint32, s.t.Basic)
	for f := range s.n {
		row := s.allowed.row(task.Fact(f))
		setRange(row, 0, int32(s.n))
		v := s.t.FactVar[f]
		clearRange(row, s.t.VarFirst[v], s.t.VarFirst[v+1])
		set(row, task.Fact(f))
	}
	setRange(s.allowed.row(s.allowed.any()), 0, int32(s.n))
	setRange(s.changed, 0, int32(s.n))
	s.work += int64(s.n) * int64(s.next.words)
	s.operators()
	s.lookAtOperators()
}

// spent reports whether the budget is used up or the caller wants to stop; once
// it is true, it stays so.
func (s *tightener) spent() bool {
	s.work += s.next.work
	s.next.work = 0
	s.stopped = s.stopped || s.work > s.options.Budget || s.options.Stop != nil && s.options.Stop()
	return s.stopped
}

// basic returns the facts of basic variables.
func (s *tightener) basic(facts []task.Fact) []task.Fact {
	n := len(facts)
	for n > 0 && int(facts[n-1]) >= s.n {
		n--
	}
	return slices.Clip(facts[:n])
}

// holdTogether reports whether all facts may hold in one state.
func (s *tightener) holdTogether(facts []task.Fact) bool {
	s.allowed.meet(s.row, facts)
	s.work += int64(len(facts) * s.allowed.words)
	return hasAll(s.row, facts)
}

// fresh begins a new set of variables in stamp.
func (s *tightener) fresh() uint32 {
	s.now++
	if s.now == 0 {
		clear(s.stamp)
		s.now = 1
	}
	return s.now
}

// adopt makes the pairs of the completed pass the allowed ones, and reports
// whether they are fewer.
func (s *tightener) adopt() bool {
	clear(s.changed)
	fewer := false
	for f := range s.n {
		a, b := s.allowed.row(task.Fact(f)), s.next.row(task.Fact(f))
		if !slices.Equal(a, b) {
			set(s.changed, task.Fact(f))
			fewer = true
		}
	}
	s.work += int64(s.n) * int64(s.next.words)
	s.allowed, s.next.table = s.next.table, s.allowed
	return fewer
}

// unchanged is the result that promises nothing.
func (s *tightener) unchanged() Result {
	r := Result{Part: task.Part{Task: s.t}, Work: s.work}
	r.Operators = make([]int32, len(s.t.Operators))
	for i := range r.Operators {
		r.Operators[i] = int32(i)
	}
	r.Facts = make([]task.Fact, s.t.Facts())
	for i := range r.Facts {
		r.Facts[i] = task.Fact(i)
	}
	return r
}
