package landmark

import "genplanx/planner/task"

// none is no fact: nothing is left out of an exploration.
const none task.Fact = -1

// initially is the achiever of facts that hold from the start on.
const initially = -1

type outcome int

const (
	reached     outcome = iota // the goal is
	unreached                  // all was explored, and the goal is not
	interrupted                // by the budget or stop
)

// exploration finds the facts that can be reached when one is left out.
type exploration struct {
	r        *relaxation
	budget   int64
	stop     func() bool
	left     []int32 // missing preconditions, by rule
	in       []bool  // by fact: reached
	achiever []int32 // by fact: the first rule that makes it
	order    []task.Fact
	isGoal   []bool
	open     int // facts of the goal not reached
	without  task.Fact
}

func newExploration(r *relaxation, budget int64, stop func() bool) *exploration {
	e := &exploration{
		r: r, budget: budget, stop: stop,
		left: make([]int32, r.rules), in: make([]bool, r.facts), achiever: make([]int32, r.facts), isGoal: make([]bool, r.facts),
	}
	for _, f := range r.goal {
		e.isGoal[f] = true
	}
	return e
}

// explore ends early once the goal is reached, unless nothing is left out: then
// all facts are explored.
func (e *exploration) explore(without task.Fact) outcome {
	r := e.r
	clear(e.in)
	copy(e.left, r.pre)
	e.order, e.open, e.without = e.order[:0], len(r.goal), without
	e.budget -= int64(r.facts+r.rules)/64 + 1
	for _, f := range r.initial {
		e.reach(f, initially)
	}
	for i, n := range r.pre {
		if n == 0 {
			e.apply(int32(i))
		}
	}
	for i := 0; i < len(e.order) && (e.open > 0 || without == none); i++ {
		rules := r.needs.of(e.order[i])
		if e.budget -= int64(len(rules)) + 1; e.budget < 0 || i&1023 == 0 && e.stop() {
			return interrupted
		}
		for _, k := range rules {
			if e.left[k]--; e.left[k] == 0 {
				e.apply(k)
			}
		}
	}
	if e.open > 0 {
		return unreached
	}
	return reached
}

func (e *exploration) apply(rule int32) {
	for _, f := range e.r.makes.of(rule) {
		e.reach(f, rule)
	}
}

func (e *exploration) reach(f task.Fact, rule int32) {
	if e.in[f] || f == e.without {
		return
	}
	e.in[f], e.achiever[f] = true, rule
	e.order = append(e.order, f)
	if e.isGoal[f] {
		e.open--
	}
}

// relaxedPlan marks the facts that do not hold at the start and that a plan
// without deletes makes true, after an exploration that reached the goal.
func (e *exploration) relaxedPlan() []bool {
	pre := make([][]task.Fact, e.r.rules)
	for f := range int32(e.r.facts) {
		for _, k := range e.r.needs.of(f) {
			pre[k] = append(pre[k], f)
		}
	}
	marked := make([]bool, e.r.facts)
	var todo []task.Fact
	mark := func(facts []task.Fact) {
		for _, f := range facts {
			if !marked[f] && e.achiever[f] != initially {
				marked[f] = true
				todo = append(todo, f)
			}
		}
	}
	mark(e.r.goal)
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		mark(pre[e.achiever[f]])
	}
	return marked
}

// reachedFacts returns the facts reached as a set of bits.
func (e *exploration) reachedFacts() []uint64 {
	e.budget -= int64(e.r.facts)/64 + 1
	out := make([]uint64, (e.r.facts+63)/64)
	for _, f := range e.order {
		out[f>>6] |= 1 << (f & 63)
	}
	return out
}
