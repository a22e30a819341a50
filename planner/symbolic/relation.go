package symbolic

import (
	"cmp"
	"encoding/binary"
	"slices"

	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

// relation is the union of operators of one cost as a set of pairs of states.
// What is not in changed stays as it was.
type relation struct {
	cost    int64
	set     [1]bdd.Ref
	changed []int32 // basic variables, sorted
	change  bdd.Change
}

const (
	relationNodes = 100_000    // a joined relation has no more
	joinWork      = 20_000_000 // for joining all
	operatorWork  = 10_000_000 // for a single operator; if it takes more, steps would too
)

// relate builds the relations of all operators and joins those of equal cost
// while they stay small; false: the manager stopped.
func (s *space) relate() bool {
	for i := range s.t.Operators {
		s.m.SetBudget(operatorWork)
		r, ok := s.operator(&s.t.Operators[i])
		if !s.running() {
			return false
		}
		if ok {
			s.relations = append(s.relations, r)
		}
		s.collect()
	}
	s.m.Resume()
	slices.SortStableFunc(s.relations, func(a, b relation) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), s.comparePlaces(a.changed, b.changed))
	})
	return s.joinAll()
}

// comparePlaces compares lists of variables by their place in the order.
func (s *space) comparePlaces(a, b []int32) int {
	return slices.CompareFunc(a, b, func(v, w int32) int { return cmp.Compare(s.first[v], s.first[w]) })
}

// operator returns the relation of one operator; false: it changes nothing.
func (s *space) operator(o *task.Operator) (relation, bool) {
	pre := s.conjunction(bdd.True, o.Pre)
	if pre == bdd.False {
		return relation{}, false
	}
	var vars []int32
	for _, e := range o.Effects {
		vars = append(vars, s.t.FactVar[e.Fact])
	}
	slices.SortFunc(vars, func(v, w int32) int { return cmp.Compare(s.first[w], s.first[v]) })
	r := relation{cost: o.Cost}
	set := pre
	for _, v := range slices.Compact(vars) {
		if step, changes := s.effect(o, v, pre); changes {
			set = s.m.And(set, step)
			r.changed = append(r.changed, v)
		}
	}
	slices.SortFunc(r.changed, func(v, w int32) int { return cmp.Compare(s.first[v], s.first[w]) })
	r.set[0] = set
	r.change = s.changeOf(r.changed)
	return r, len(r.changed) > 0
}

// effect returns what an operator does to a variable: pairs of states before,
// and values after; false: it leaves it as it was.
func (s *space) effect(o *task.Operator, v int32, pre bdd.Ref) (bdd.Ref, bool) {
	var facts []task.Fact // values that may come out
	var when []bdd.Ref    // the condition of each
	for _, e := range o.Effects {
		if s.t.FactVar[e.Fact] != v {
			continue
		}
		c := s.conjunction(bdd.True, e.When)
		if !slices.Contains(facts, e.Fact) {
			facts, when = append(facts, e.Fact), append(when, bdd.False)
		}
		for i, f := range facts {
			if f == e.Fact {
				when[i] = s.m.Or(when[i], c)
			} else {
				when[i] = s.m.And(when[i], c.Not()) // the later effect wins
			}
		}
	}
	step, stays, changes := bdd.False, bdd.True, false
	for i, c := range when {
		f := facts[i]
		if s.m.And(s.m.And(pre, c), s.fact[f].Not()) == bdd.False {
			continue // it had this value already
		}
		changes = true
		step = s.m.Or(step, s.m.And(c, s.after[f]))
		stays = s.m.And(stays, c.Not())
	}
	return s.m.Or(step, s.m.And(stays, s.same[v])), changes
}

func (s *space) changeOf(vars []int32) bdd.Change {
	var key []byte
	var bits []int32
	for _, v := range vars {
		key = binary.AppendUvarint(key, uint64(v))
		for i := range s.width[v] {
			bits = append(bits, s.first[v]+i)
		}
	}
	c, known := s.changes[string(key)]
	if !known {
		c = s.m.NewChange(bits)
		s.changes[string(key)] = c
	}
	return c
}

// joinAll joins neighbours in rounds, as a tree, until all that is left is too
// large to join.
func (s *space) joinAll() bool {
	limit := s.m.Work() + joinWork
	done := []relation{}
	for pending := s.relations; len(pending) > 0; {
		var next []relation
		for i := 0; i < len(pending); i++ {
			if i+1 == len(pending) || pending[i].cost != pending[i+1].cost {
				next = append(next, pending[i])
				continue
			}
			joined, ok := s.join(&pending[i], &pending[i+1], limit)
			if s.m.Stopped() == bdd.Interrupted {
				return false
			}
			if ok {
				next = append(next, joined)
			} else {
				done = append(done, pending[i], pending[i+1])
			}
			if i++; s.crowded() {
				s.relations = slices.Concat(done, pending[i+1:], next)
				s.collectNow()
			}
		}
		if len(next) == len(pending) {
			done = append(done, next...)
			break
		}
		pending = next
	}
	slices.SortStableFunc(done, func(a, b relation) int { return cmp.Compare(a.cost, b.cost) })
	s.relations = done
	for s.free < len(done) && done[s.free].cost == 0 {
		s.free++
	}
	return true
}

// join returns the union of two relations; false: it would be too large.
func (s *space) join(a, b *relation, limit int64) (relation, bool) {
	if s.m.Work() > limit {
		return relation{}, false
	}
	s.m.SetBudget(20 * relationNodes)
	j := relation{cost: a.cost, changed: slices.Concat(a.changed, b.changed)}
	slices.SortFunc(j.changed, func(v, w int32) int { return cmp.Compare(s.first[v], s.first[w]) })
	j.changed = slices.Compact(j.changed)
	j.set[0] = s.m.Or(s.widen(a, j.changed), s.widen(b, j.changed))
	ok := s.running()
	s.m.Resume()
	if ok = ok && s.m.Size(j.set[0], relationNodes) <= relationNodes; ok {
		j.change = s.changeOf(j.changed)
	}
	return j, ok
}

// widen says of more variables that they stay as they were.
func (s *space) widen(r *relation, vars []int32) bdd.Ref {
	set := r.set[0]
	for i := len(vars) - 1; i >= 0; i-- {
		if v := vars[i]; !slices.Contains(r.changed, v) {
			set = s.m.And(set, s.same[v])
		}
	}
	return set
}
