package task

import "slices"

// Part is a piece of a task that shares no variable with the rest of it: what is
// done there neither helps nor hinders elsewhere. Plans of all parts, one after
// the other in any order, are a plan of the whole, and the costs add up.
type Part struct {
	Task      *Task
	Operators []int32 // number in the whole task, by operator of the part
	Facts     []Fact  // fact of the whole task, by fact of the part
}

// Split takes a task apart into independent parts: two variables belong together
// when an operator or an axiom names both. What ties no variable to the goal is
// left out. Order lists the goal's facts in the order that matters to the user;
// the parts come in the order of their first goal there.
func Split(t *Task, order []Fact) []Part {
	s := splitter{t: t, parent: make([]int32, t.Variables()), part: make([]int32, t.Variables())}
	for v := range s.parent {
		s.parent[v], s.part[v] = int32(v), -1
	}
	for i := range t.Operators {
		s.joinOperator(&t.Operators[i])
	}
	for _, a := range t.Axioms {
		s.join(s.join(-1, []Fact{a.Head}), a.Body)
	}
	return s.split(order)
}

// splitter holds sets of variables that belong together, as trees of parents.
type splitter struct {
	t      *Task
	parent []int32
	part   []int32 // by root, then by variable: the part, or -1
	first  []Fact  // by variable: its first fact in its part
	out    []Part
}

func (s *splitter) root(v int32) int32 {
	for s.parent[v] != v {
		s.parent[v] = s.parent[s.parent[v]]
		v = s.parent[v]
	}
	return v
}

// join puts the variables of the facts into one set with v, if it is not -1,
// and returns one of them.
func (s *splitter) join(v int32, facts []Fact) int32 {
	for _, f := range facts {
		w := s.t.FactVar[f]
		if v >= 0 {
			s.parent[s.root(w)] = s.root(v)
		}
		v = w
	}
	return v
}

func (s *splitter) joinOperator(o *Operator) {
	v := s.join(-1, o.Pre)
	for _, e := range o.Effects {
		v = s.join(s.join(v, e.When), []Fact{e.Fact})
	}
}

func (s *splitter) split(order []Fact) []Part {
	for _, f := range slices.Concat(order, s.t.Goal) {
		if r := s.root(s.t.FactVar[f]); s.part[r] < 0 {
			s.part[r] = int32(len(s.out))
			s.out = append(s.out, Part{Task: &Task{VarFirst: []int32{0}}})
		}
	}
	for v := range s.part {
		s.part[v] = s.part[s.root(int32(v))]
	}
	s.addVariables()
	s.addOperators()
	for _, a := range s.t.Axioms {
		if p := s.partOf(a.Head); p != nil {
			p.Task.Axioms = append(p.Task.Axioms, Axiom{s.facts(a.Body), s.fact(a.Head)})
		}
	}
	for _, f := range s.t.Goal {
		p := s.partOf(f)
		p.Task.Goal = append(p.Task.Goal, s.fact(f))
	}
	return s.out
}

// addVariables keeps the order of variables, so that sorted lists stay sorted.
func (s *splitter) addVariables() {
	s.first = make([]Fact, s.t.Variables())
	for v, number := range s.part {
		if number < 0 {
			continue
		}
		p := &s.out[number]
		t := p.Task
		s.first[v] = int32(len(t.FactVar))
		for f := s.t.VarFirst[v]; f < s.t.VarFirst[v+1]; f++ {
			t.FactVar = append(t.FactVar, int32(t.Variables()))
			p.Facts = append(p.Facts, f)
		}
		t.VarFirst = append(t.VarFirst, int32(len(t.FactVar)))
		if v < s.t.Basic {
			t.Basic++
			t.Initial = append(t.Initial, s.t.Initial[v])
		} else {
			t.Layer = append(t.Layer, s.t.Layer[v-s.t.Basic])
		}
	}
}

func (s *splitter) addOperators() {
	for i := range s.t.Operators {
		o := &s.t.Operators[i]
		if len(o.Effects) == 0 {
			continue
		}
		p := s.partOf(o.Effects[0].Fact)
		if p == nil {
			continue
		}
		c := Operator{Pre: s.facts(o.Pre), Effects: make([]Effect, len(o.Effects)), Cost: o.Cost}
		for k, e := range o.Effects {
			c.Effects[k] = Effect{s.facts(e.When), s.fact(e.Fact)}
		}
		p.Task.Operators = append(p.Task.Operators, c)
		p.Operators = append(p.Operators, int32(i))
	}
}

// partOf returns the part a fact is in, or nil.
func (s *splitter) partOf(f Fact) *Part {
	if n := s.part[s.t.FactVar[f]]; n >= 0 {
		return &s.out[n]
	}
	return nil
}

// fact translates to the number in the fact's part.
func (s *splitter) fact(f Fact) Fact { return s.first[s.t.FactVar[f]] + s.t.Value(f) }

func (s *splitter) facts(facts []Fact) []Fact {
	out := make([]Fact, len(facts))
	for i, f := range facts {
		out[i] = s.fact(f)
	}
	return out
}
