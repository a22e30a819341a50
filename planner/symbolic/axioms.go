package symbolic

import (
	"genplanx/planner/symbolic/bdd"
	"genplanx/planner/task"
)

// deriveFacts builds the sets of states in which derived facts hold, layer by
// layer from false up to the least fixpoint, for those that matter.
func (s *space) deriveFacts() {
	needed := s.neededFacts()
	layers := int32(0)
	for _, l := range s.t.Layer {
		layers = max(layers, l+1)
	}
	byLayer := make([][]task.Axiom, layers)
	for _, a := range s.t.Axioms {
		if v := s.t.FactVar[a.Head]; needed[v] {
			l := s.t.Layer[int(v)-s.t.Basic]
			byLayer[l] = append(byLayer[l], a)
		}
	}
	for l, axioms := range byLayer {
		s.deriveLayer(axioms)
		for i, layer := range s.t.Layer {
			if f := s.t.VarFirst[s.t.Basic+i]; layer == int32(l) {
				s.fact[f] = s.fact[f+1].Not()
			}
		}
	}
}

// neededFacts marks the derived variables that operators or the goal ask for,
// directly or by axioms.
func (s *space) neededFacts() []bool {
	needed := make([]bool, s.t.Variables())
	byHead := make([][]int32, s.t.Variables())
	for i, a := range s.t.Axioms {
		v := s.t.FactVar[a.Head]
		byHead[v] = append(byHead[v], int32(i))
	}
	var stack []int32
	need := func(facts []task.Fact) {
		for _, f := range facts {
			if v := s.t.FactVar[f]; s.t.IsDerived(f) && !needed[v] {
				needed[v] = true
				stack = append(stack, v)
			}
		}
	}
	need(s.t.Goal)
	for i := range s.t.Operators {
		need(s.t.Operators[i].Pre)
		for _, e := range s.t.Operators[i].Effects {
			need(e.When)
		}
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range byHead[v] {
			need(s.t.Axioms[i].Body)
		}
	}
	return needed
}

// deriveLayer repeats the axioms whose body grew since they were last applied.
func (s *space) deriveLayer(axioms []task.Axiom) {
	uses := map[task.Fact][]int32{}
	for i, a := range axioms {
		for _, f := range a.Body {
			if s.t.IsDerived(f) {
				uses[f] = append(uses[f], int32(i))
			}
		}
	}
	dirty := make([]bool, len(axioms))
	for i := range dirty {
		dirty[i] = true
	}
	for again := true; again && s.running(); {
		again = false
		for i, a := range axioms {
			if !dirty[i] || !s.running() {
				continue
			}
			dirty[i] = false
			grown := s.m.Or(s.fact[a.Head], s.conjunction(bdd.True, a.Body))
			if grown == s.fact[a.Head] {
				continue
			}
			s.fact[a.Head] = grown
			for _, k := range uses[a.Head] {
				dirty[k], again = true, true
			}
			s.collect()
		}
	}
}
