package ground

import (
	"encoding/binary"
	"fmt"
	"slices"

	"genplanx/pddl"
)

// maxArity bounds the arguments of a predicate or action, so that a set of
// argument positions fits one word.
const maxArity = 64

// symbols numbers the names of a task.
type symbols struct {
	objects    []string
	object     map[string]int32
	types      map[string]*objectType
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

// objectType is a type with the objects declared to be of it. Those of the types
// below it are its members too.
type objectType struct {
	declared []int32
	below    []string
	members  *objectSet // computed on first use
}

func newSymbols(d *pddl.Domain, p *pddl.Problem) (*symbols, error) {
	s := &symbols{
		object: map[string]int32{}, types: map[string]*objectType{},
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

const rootType = "object"

// addObjects collects the types and objects. Every object is of the root type.
func (s *symbols) addObjects(d *pddl.Domain, p *pddl.Problem) {
	s.types[rootType] = &objectType{}
	for _, t := range d.Types {
		for _, name := range append([]pddl.Name{t.Name}, t.Types...) { // a type may be named as a supertype only
			if s.types[name.Text] == nil {
				s.types[name.Text] = &objectType{}
			}
		}
	}
	for _, t := range d.Types {
		for _, up := range t.Types {
			if above := s.types[up.Text]; above != nil {
				above.below = append(above.below, t.Name.Text)
			}
		}
	}
	for _, list := range [][]pddl.TypedName{d.Constants, p.Objects} {
		for _, o := range list {
			i, known := s.object[o.Name.Text]
			if !known {
				i = int32(len(s.objects))
				s.object[o.Name.Text] = i
				s.objects = append(s.objects, o.Name.Text)
				s.types[rootType].declared = append(s.types[rootType].declared, i)
			}
			for _, name := range o.Types {
				if t := s.types[name.Text]; t != nil && name.Text != rootType {
					t.declared = append(t.declared, i)
				}
			}
		}
	}
}

// domainOf returns the objects a variable ranges over.
func (s *symbols) domainOf(v pddl.TypedName) (*objectSet, error) {
	names := make([]string, 0, len(v.Types))
	for _, t := range v.Types {
		if s.types[t.Text] == nil {
			return nil, fmt.Errorf("variable %s has the undeclared type %s; add it to :types", v.Name.Text, t.Text)
		}
		names = append(names, t.Text)
	}
	if len(names) == 0 || slices.Contains(names, rootType) {
		names = []string{rootType}
	}
	if len(names) > 1 {
		return s.union(names), nil
	}
	t := s.types[names[0]]
	if t.members == nil {
		t.members = s.union(names)
	}
	return t.members, nil
}

// union returns the members of some types.
func (s *symbols) union(names []string) *objectSet {
	set := &objectSet{has: make([]bool, len(s.objects))}
	seen := map[string]bool{}
	for todo := names; len(todo) > 0; {
		name := todo[len(todo)-1]
		todo = todo[: len(todo)-1 : len(todo)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		t := s.types[name]
		for _, o := range t.declared {
			set.has[o] = true
		}
		todo = append(todo, t.below...)
	}
	for o, in := range set.has {
		if in {
			set.list = append(set.list, int32(o))
		}
	}
	return set
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
