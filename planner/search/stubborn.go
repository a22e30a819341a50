package search

import (
	"slices"

	"genplanx/planner/task"
)

// stubborn computes strong stubborn sets (Wehrle and Helmert 2014): of the
// applicable operators, only those in the set need to be tried, for every
// optimal plan can be reordered to start with one of them. The set contains
//
//   - all operators that may make one false fact of the goal true,
//   - for each member that is not applicable, all that may make one of its
//     false preconditions true,
//   - for each applicable member, all that interfere with it: those it may
//     disable, those that may disable it, those whose effects contradict its
//     effects, and, with conditional effects, those where one changes a variable
//     that the other's conditions read.
//
// A derived fact counts as read on all basic variables it depends on, and any
// operator that changes one of these may make it true.
type stubborn struct {
	t         *task.Task
	producers [][]int32 // operators with an effect on the fact
	consumers [][]int32 // operators with the fact as precondition
	readers   [][]int32 // operators whose conditions or derived preconditions depend on the variable
	writers   [][]int32 // operators with an effect on the variable
	depends   [][]int32 // basic variables a derived variable depends on
	reads     [][]int32 // variables, by operator: the inverse of readers

	stamp                        int32
	member                       []int32 // by operator: stamp
	didProduce, didConsume       []int32 // by fact: stamp
	didRead, didWrite            []int32 // by variable: stamp
	todo                         []int32
	expanded, offered, remaining int64
	work                         int64 // steps of roughly ten nanoseconds
}

// affordable reports whether the dependencies of derived variables can be
// computed in a moment; with many axioms the sets would hold nearly all
// operators anyway.
func affordable(t *task.Task) bool {
	return len(t.Axioms)*(t.Variables()-t.Basic) < 1e7
}

func newStubborn(t *task.Task) *stubborn {
	n := len(t.Operators)
	s := &stubborn{
		t: t, producers: make([][]int32, t.Facts()), consumers: make([][]int32, t.Facts()),
		readers: make([][]int32, t.Variables()), writers: make([][]int32, t.Variables()),
		reads: make([][]int32, n), member: make([]int32, n),
		didProduce: make([]int32, t.Facts()), didConsume: make([]int32, t.Facts()),
		didRead: make([]int32, t.Variables()), didWrite: make([]int32, t.Variables()),
	}
	s.depends = dependencies(t)
	for i := range t.Operators {
		s.index(int32(i), &t.Operators[i])
	}
	return s
}

// dependencies returns the basic variables below each derived one.
func dependencies(t *task.Task) [][]int32 {
	direct := make([][]int32, t.Variables())
	for _, a := range t.Axioms {
		head := t.FactVar[a.Head]
		for _, f := range a.Body {
			direct[head] = append(direct[head], t.FactVar[f])
		}
	}
	out := make([][]int32, t.Variables())
	seen := make([]int32, t.Variables())
	for v := t.Basic; v < t.Variables(); v++ {
		todo := []int32{int32(v)}
		for len(todo) > 0 {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if seen[x] == int32(v) {
				continue
			}
			seen[x] = int32(v)
			if int(x) < t.Basic {
				out[v] = append(out[v], x)
			}
			todo = append(todo, direct[x]...)
		}
	}
	return out
}

func (s *stubborn) index(i int32, o *task.Operator) {
	var read []int32
	for _, f := range o.Pre {
		if s.t.IsDerived(f) {
			read = append(read, s.depends[s.t.FactVar[f]]...)
		} else {
			s.consumers[f] = append(s.consumers[f], i)
		}
	}
	var written []int32
	for _, e := range o.Effects {
		written = append(written, s.t.FactVar[e.Fact])
		if p := s.producers[e.Fact]; len(p) == 0 || p[len(p)-1] != i { // operators come in order
			s.producers[e.Fact] = append(p, i)
		}
		for _, f := range e.When {
			v := s.t.FactVar[f]
			if s.t.IsDerived(f) {
				read = append(read, s.depends[v]...)
			} else {
				read = append(read, v)
			}
		}
	}
	s.reads[i] = unique(read)
	for _, v := range s.reads[i] {
		s.readers[v] = append(s.readers[v], i)
	}
	for _, v := range unique(written) {
		s.writers[v] = append(s.writers[v], i)
	}
}

func unique(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// prune keeps the applicable operators that are in a strong stubborn set.
func (s *stubborn) prune(values, applicable []int32) []int32 {
	s.expanded++
	s.offered += int64(len(applicable))
	if len(applicable) > 1 {
		if goal := s.falseFact(s.t.Goal, values); goal >= 0 {
			s.stamp++
			s.achieve(goal)
			s.close(values)
			applicable = slices.DeleteFunc(applicable, func(op int32) bool { return s.member[op] != s.stamp })
		}
	}
	s.remaining += int64(len(applicable))
	return applicable
}

// Pruning is given up if, after this many expansions, it removed less than a
// fifth of the operators, or took longer than the successors it saved would have.
const (
	trialExpansions = 1000
	worthwhile      = 5
)

// useless decides that, given all work of the search so far. What is removed has
// successors too, so twice what it saves at once is granted.
func (s *stubborn) useless(total int64) bool {
	if s.expanded != trialExpansions {
		return false
	}
	removed := s.offered - s.remaining
	return removed*worthwhile < s.offered || s.work*s.remaining > 2*(total-s.work)*removed
}

func (s *stubborn) falseFact(facts []task.Fact, values []int32) task.Fact {
	for _, f := range facts {
		if v := s.t.FactVar[f]; values[v] != f-s.t.VarFirst[v] {
			return f
		}
	}
	return -1
}

func (s *stubborn) close(values []int32) {
	for len(s.todo) > 0 {
		op := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		s.work += 2
		if f := s.falseFact(s.t.Operators[op].Pre, values); f >= 0 {
			s.achieve(f)
		} else {
			s.interfere(op)
		}
	}
}

func (s *stubborn) add(ops []int32) {
	for _, op := range ops {
		if s.member[op] != s.stamp {
			s.member[op] = s.stamp
			s.todo = append(s.todo, op)
		}
	}
}

// achieve adds all operators that may make a fact true.
func (s *stubborn) achieve(f task.Fact) {
	if !s.t.IsDerived(f) {
		s.produce(f)
		return
	}
	for _, v := range s.depends[s.t.FactVar[f]] {
		s.write(v)
	}
}

func (s *stubborn) interfere(op int32) {
	o := &s.t.Operators[op]
	for _, f := range o.Pre {
		if !s.t.IsDerived(f) {
			s.siblings(f, s.produce) // they may disable op
		}
	}
	for _, v := range s.reads[op] {
		s.write(v)
	}
	for _, e := range o.Effects {
		s.siblings(e.Fact, s.consume) // op may disable them
		s.siblings(e.Fact, s.produce) // their effects contradict op's
		s.read(s.t.FactVar[e.Fact])
	}
}

// siblings runs do for the other facts of a fact's variable.
func (s *stubborn) siblings(f task.Fact, do func(task.Fact)) {
	v := s.t.FactVar[f]
	for g := s.t.VarFirst[v]; g < s.t.VarFirst[v+1]; g++ {
		if g != f {
			do(g)
		}
	}
}

func (s *stubborn) produce(f task.Fact) {
	if s.didProduce[f] != s.stamp {
		s.didProduce[f] = s.stamp
		s.add(s.producers[f])
	}
}

func (s *stubborn) consume(f task.Fact) {
	if s.didConsume[f] != s.stamp {
		s.didConsume[f] = s.stamp
		s.add(s.consumers[f])
	}
}

func (s *stubborn) read(v int32) {
	if s.didRead[v] != s.stamp {
		s.didRead[v] = s.stamp
		s.add(s.readers[v])
	}
}

func (s *stubborn) write(v int32) {
	if s.didWrite[v] != s.stamp {
		s.didWrite[v] = s.stamp
		s.add(s.writers[v])
	}
}
