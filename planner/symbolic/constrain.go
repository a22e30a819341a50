package symbolic

import (
	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

const (
	mutexNodes = 20_000    // the set of states with mutex facts has no more
	mutexFacts = 4_000     // with more, pairs are not asked for
	mutexWork  = 2_000_000 // for that set
)

// constrain finds out which codes mean no state on the way: those past the end
// of a domain and, as far as that stays small, those with two facts that exclude
// each other.
func (s *space) constrain() {
	illegal := bdd.False
	for i := len(s.order) - 1; i >= 0; i-- {
		v := s.order[i]
		legal := bdd.False
		for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
			legal = s.m.Or(legal, s.fact[f])
		}
		illegal = s.m.Or(illegal, legal.Not())
	}
	s.illegal = []bdd.Ref{illegal}
	if s.o.Mutex == nil || len(s.after) > mutexFacts {
		return
	}
	limit := s.m.Work() + mutexWork
	for i := len(s.order) - 1; i >= 0 && s.running() && s.m.Work() < limit; i-- {
		s.exclude(int(i))
	}
}

// exclude adds the states in which a fact of the variable at a place excludes
// one of those after it.
func (s *space) exclude(place int) {
	v := s.order[place]
	for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
		others := bdd.False
		for i := len(s.order) - 1; i > place; i-- {
			others = s.m.Or(others, s.excluded(f, s.order[i]))
		}
		s.m.SetBudget(mutexWork)
		grown := s.m.Or(s.illegal[0], s.m.And(s.fact[f], others))
		ok := s.running()
		s.m.Resume()
		if ok && s.m.Size(grown, mutexNodes) <= mutexNodes {
			s.illegal[0] = grown
		}
		s.collect()
	}
}

// excluded returns the states with a value of a variable that a fact excludes.
func (s *space) excluded(f task.Fact, v int32) bdd.Ref {
	set := bdd.False
	for g := s.t.VarFirst[v]; g < s.t.VarFirst[v+1]; g++ {
		if s.o.Mutex(f, g) {
			set = s.m.Or(set, s.fact[g])
		}
	}
	s.m.AddWork(1 + int64(s.t.Size(int(v)))/4)
	return set
}
