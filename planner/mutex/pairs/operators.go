package pairs

import (
	"slices"

	"genplanx/planner/task"
)

// operator is an operator as the passes see it: facts of basic variables only.
// All but number and given follow from them and from the allowed pairs, and hold
// for states on plans.
type operator struct {
	number  int32
	given   []task.Effect // those of the task that can happen at all
	pre     []task.Fact   // implied ones included, sorted
	effects []effect      // that matter under pre, in order
	sure    []task.Fact   // effects that certainly hold afterwards
	post    []task.Fact   // sure, and preconditions that stay
	changes []int32       // variables that effects change, or may change
	free    []int32       // those of them without precondition

	first, last int32 // its branches in the running forward pass
	active      bool  // reached by the running backward pass
}

// effect is one of operator.given under the operator's precondition.
type effect struct {
	index int32
	fact  task.Fact
	when  []task.Fact // basic ones that pre does not have
	vague bool        // more conditions, on derived facts
}

func (e *effect) certain() bool { return len(e.when) == 0 && !e.vague }

func (o *operator) conditional() bool {
	return slices.ContainsFunc(o.given, func(e task.Effect) bool { return len(e.When) > 0 })
}

// operators makes those of the task. Their lists are cut from two slices, with the
// room that derive needs unless preconditions are added.
func (s *tightener) operators() {
	facts, effects := 0, 0
	for i := range s.t.Operators {
		o := &s.t.Operators[i]
		facts += len(o.Pre) + 4*len(o.Effects)
		effects += len(o.Effects)
	}
	room, effectRoom := make([]int32, facts), make([]effect, effects)
	cut := func(n int) []int32 {
		out := room[:0:n]
		room = room[n:]
		return out
	}
	s.ops = make([]operator, len(s.t.Operators))
	for i := range s.ops {
		o, n := &s.t.Operators[i], len(s.t.Operators[i].Effects)
		s.ops[i] = operator{
			number: int32(i), pre: s.basic(o.Pre), given: o.Effects, effects: effectRoom[:0:n],
			sure: cut(n), post: cut(len(o.Pre) + n), changes: cut(n), free: cut(n),
		}
		effectRoom = effectRoom[n:]
	}
}

// derive computes what follows from an operator's precondition.
func (s *tightener) derive(o *operator) {
	o.effects, o.sure, o.post, o.changes, o.free = o.effects[:0], o.sure[:0], o.post[:0], o.changes[:0], o.free[:0]
	// From the last effect to the first: what is surely overwritten is no effect.
	over := s.fresh()
	for i := len(o.given) - 1; i >= 0; i-- {
		g := &o.given[i]
		v := s.t.FactVar[g.Fact]
		if s.stamp[v] == over {
			continue
		}
		when, possible := s.remaining(g.When, o.pre)
		if !possible {
			continue
		}
		e := effect{index: int32(i), fact: g.Fact, when: when, vague: len(s.basic(g.When)) < len(g.When)}
		if e.certain() {
			s.stamp[v] = over
		}
		o.effects = append(o.effects, e)
	}
	slices.Reverse(o.effects)
	s.dropIdle(o)
	s.deriveAfter(o)
}

// remaining returns the basic facts of a condition that pre does not have, and
// whether the condition can hold under pre at all.
func (s *tightener) remaining(when, pre []task.Fact) ([]task.Fact, bool) {
	if len(when) == 0 {
		return nil, true
	}
	when = s.basic(when)
	s.work += int64(len(when) * len(pre))
	var out []task.Fact
	for _, w := range when {
		row := s.allowed.row(w)
		if !hasAll(row, pre) || !hasAll(row, when) {
			return nil, false
		}
		if _, in := slices.BinarySearch(pre, w); !in {
			out = append(out, w)
		}
	}
	return out, true
}

// dropIdle drops effects that set a variable to the value it has.
func (s *tightener) dropIdle(o *operator) {
	changed := s.fresh()
	kept := o.effects[:0]
	for _, e := range o.effects {
		v := s.t.FactVar[e.fact]
		if s.stamp[v] != changed {
			if _, in := slices.BinarySearch(o.pre, e.fact); in {
				continue
			}
		}
		s.stamp[v] = changed
		kept = append(kept, e)
	}
	o.effects = kept
}

// deriveAfter computes what certainly holds after an operator, and which
// variables it changes.
func (s *tightener) deriveAfter(o *operator) {
	changed := s.fresh()
	for i := range o.effects {
		e := &o.effects[i]
		v := s.t.FactVar[e.fact]
		if s.stamp[v] == changed {
			continue
		}
		s.stamp[v] = changed
		o.changes = append(o.changes, v)
		// A later certain effect would have ended this one, so the first decides.
		if e.certain() && !s.overwritten(o.effects[i+1:], e.fact) {
			o.sure = append(o.sure, e.fact)
		}
	}
	o.post = append(o.post, o.sure...)
	if len(o.changes) == 0 {
		o.post = append(o.post, o.pre...)
		return
	}
	for _, p := range o.pre {
		if s.stamp[s.t.FactVar[p]] != changed {
			o.post = append(o.post, p)
		}
	}
	bound := s.fresh()
	for _, p := range o.pre {
		s.stamp[s.t.FactVar[p]] = bound
	}
	for _, v := range o.changes {
		if s.stamp[v] != bound {
			o.free = append(o.free, v)
		}
	}
}

// overwritten reports whether an effect may give the variable another value.
func (s *tightener) overwritten(later []effect, f task.Fact) bool {
	v := s.t.FactVar[f]
	for i := range later {
		if g := later[i].fact; g != f && s.t.FactVar[g] == v {
			return true
		}
	}
	return false
}

// branches lists those of all operators for a forward pass.
func (s *tightener) branches() []branch {
	out := make([]branch, 0, len(s.ops))
	for i := range s.ops {
		o := &s.ops[i]
		o.first = int32(len(out))
		out = s.appendBranches(out, int32(i))
		o.last = int32(len(out))
	}
	return out
}

func (s *tightener) appendBranches(out []branch, op int32) []branch {
	o := &s.ops[op]
	plain := branch{op: op, cond: o.pre, effects: o.effects}
	if !slices.ContainsFunc(o.effects, func(e effect) bool { return !e.certain() }) {
		return append(out, plain)
	}
	plain.effects = nil
	for _, e := range o.effects {
		if e.certain() {
			plain.effects = append(plain.effects, e)
		}
	}
	if len(plain.effects) > 0 {
		out = append(out, s.completed(plain, o))
	}
	for i, e := range o.effects {
		if e.certain() {
			continue
		}
		b := branch{op: op, when: e.when, effects: o.effects[i : i+1 : i+1]}
		b.cond = slices.Concat(o.pre, e.when)
		slices.Sort(b.cond)
		out = append(out, s.completed(b, o))
	}
	return out
}

// completed finds what other effects of the operator do to a branch.
func (s *tightener) completed(b branch, o *operator) branch {
	s.work += int64(len(o.effects) * (len(b.cond) + len(b.effects)))
	for i := range o.effects {
		e := &o.effects[i]
		lacking, last := 0, task.Fact(0)
		for _, w := range e.when {
			if _, in := slices.BinarySearch(b.cond, w); !in {
				lacking, last = lacking+1, w
			}
		}
		own := slices.ContainsFunc(b.effects, func(x effect) bool { return x.index == e.index })
		v := s.t.FactVar[e.fact]
		switch {
		case e.vague && !own:
		case lacking == 0:
			b.overwrite = append(b.overwrite, v)
		case lacking == 1 && s.t.FactVar[last] == v && last != e.fact:
			b.kills = append(b.kills, last)
		}
	}
	return b
}
