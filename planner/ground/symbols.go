package ground

import (
	"encoding/binary"
	"fmt"

	"genplanx/pddl"
)

// maxArity bounds the arguments of a predicate or action, so that a set of
// argument positions fits one word.
const maxArity = 64

// symbols numbers the names of a task.
type symbols struct {
	objects    []string
	object     map[string]int32
	members    map[string]*objectSet // by type
	predicates []predicate
	predicate  map[string]int32
	functions  map[string]int
	values     map[string]int64 // by valueKey
}

type predicate struct {
	name    string
	arity   int
	fluent  bool // an action changes it
	derived bool
}

// objectSet is a set of objects, as a table and as an ascending list.
type objectSet struct {
	has  []bool
	list []int32
}

func newSymbols(d *pddl.Domain, p *pddl.Problem) (*symbols, error) {
	s := &symbols{
		object: map[string]int32{}, members: map[string]*objectSet{},
		predicate: map[string]int32{}, functions: map[string]int{}, values: map[string]int64{},
	}
	s.addObjects(d, p)
	for _, sig := range d.Predicates {
		if len(sig.Params) > maxArity {
			return nil, unsupported("predicate %s takes %d arguments; at most %d are supported", sig.Name.Text, len(sig.Params), maxArity)
		}
		if _, known := s.predicate[sig.Name.Text]; !known {
			s.predicate[sig.Name.Text] = int32(len(s.predicates))
			s.predicates = append(s.predicates, predicate{name: sig.Name.Text, arity: len(sig.Params)})
		}
	}
	for _, ax := range d.Derived {
		if i, ok := s.predicate[ax.Head.Name.Text]; ok {
			s.predicates[i].derived = true
		}
	}
	for _, sig := range d.Functions {
		s.functions[sig.Name.Text] = len(sig.Params)
	}
	for _, a := range p.Costs {
		args, err := s.objectNumbers(a.Args)
		if err != nil {
			return nil, fmt.Errorf("reading (= (%s ...) %d): %w", a.Function.Text, a.Value, err)
		}
		s.values[valueKey(a.Function.Text, args)] = a.Value
	}
	return s, nil
}

// addObjects collects the objects and, for every type, its members: those
// declared with it or with a type below it.
func (s *symbols) addObjects(d *pddl.Domain, p *pddl.Problem) {
	var types [][]string
	for _, list := range [][]pddl.TypedName{d.Constants, p.Objects} {
		for _, o := range list {
			i, known := s.object[o.Name.Text]
			if !known {
				i = int32(len(s.objects))
				s.object[o.Name.Text] = i
				s.objects = append(s.objects, o.Name.Text)
				types = append(types, nil)
			}
			for _, t := range o.Types {
				types[i] = append(types[i], t.Text)
			}
		}
	}
	parents := map[string][]string{}
	s.members["object"] = &objectSet{has: make([]bool, len(s.objects))}
	for _, t := range d.Types {
		s.members[t.Name.Text] = &objectSet{has: make([]bool, len(s.objects))}
		for _, up := range t.Types {
			parents[t.Name.Text] = append(parents[t.Name.Text], up.Text)
		}
	}
	for i := range s.objects {
		todo := append([]string{"object"}, types[i]...)
		for len(todo) > 0 {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if set := s.members[t]; set != nil && !set.has[i] {
				set.has[i] = true
				set.list = append(set.list, int32(i))
				todo = append(todo, parents[t]...)
			}
		}
	}
}

// domainOf returns the objects a variable ranges over.
func (s *symbols) domainOf(v pddl.TypedName) (*objectSet, error) {
	switch len(v.Types) {
	case 0:
		return s.members["object"], nil
	case 1:
		if set, ok := s.members[v.Types[0].Text]; ok {
			return set, nil
		}
	}
	union := &objectSet{has: make([]bool, len(s.objects))}
	for _, t := range v.Types {
		set, ok := s.members[t.Text]
		if !ok {
			return nil, fmt.Errorf("variable %s has the undeclared type %s; add it to :types", v.Name.Text, t.Text)
		}
		for _, o := range set.list {
			union.has[o] = true
		}
	}
	for o, in := range union.has {
		if in {
			union.list = append(union.list, int32(o))
		}
	}
	return union, nil
}

func (s *symbols) objectNumbers(args []pddl.Name) ([]int32, error) {
	out := make([]int32, len(args))
	for i, a := range args {
		o, ok := s.object[a.Text]
		if !ok {
			return nil, fmt.Errorf("object %s is not declared; add it to :objects", a.Text)
		}
		out[i] = o
	}
	return out, nil
}

func (s *symbols) findPredicate(name pddl.Name, args []pddl.Name) (int32, error) {
	i, ok := s.predicate[name.Text]
	if !ok {
		return 0, fmt.Errorf("predicate %s is not declared; add it to :predicates", name.Text)
	}
	if s.predicates[i].arity != len(args) {
		return 0, fmt.Errorf("predicate %s takes %d arguments, not %d", name.Text, s.predicates[i].arity, len(args))
	}
	return i, nil
}

func valueKey(function string, args []int32) string {
	b := append([]byte(function), 0)
	for _, o := range args {
		b = binary.LittleEndian.AppendUint32(b, uint32(o))
	}
	return string(b)
}
