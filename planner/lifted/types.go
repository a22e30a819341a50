package lifted

import (
	"fmt"

	"genplanx/pddl"
)

const objectType = "object"

// objectSet tells for each object number whether it is a member; members lists
// them in ascending order.
type objectSet struct {
	has     []bool
	members []int32
}

// typeTable knows which objects belong to which declared type.
type typeTable struct {
	parents map[string][]string
	order   []string
	objects []objectOf
	sets    map[string]*objectSet
}

// objectOf is an object with the types it was declared with.
type objectOf struct {
	name  string
	types []string
}

func newTypeTable(declared []pddl.TypedName) *typeTable {
	t := &typeTable{parents: map[string][]string{objectType: nil}, sets: map[string]*objectSet{}}
	t.order = append(t.order, objectType)
	for _, d := range declared {
		parents := names(d.Types)
		for _, name := range append([]string{d.Name.Text}, parents...) { // a type may be named as a supertype only
			if _, known := t.parents[name]; !known {
				t.order = append(t.order, name)
				t.parents[name] = nil
			}
		}
		t.parents[d.Name.Text] = append(t.parents[d.Name.Text], parents...)
	}
	return t
}

// supers returns the names of all types at or above the given ones. A cycle in
// the declarations makes its types equal, it does not hang.
func (t *typeTable) supers(types []string) map[string]bool {
	above := map[string]bool{objectType: true}
	todo := append([]string(nil), types...)
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if above[name] && name != objectType {
			continue
		}
		above[name] = true
		todo = append(todo, t.parents[name]...)
	}
	return above
}

// finish computes the members of every type; all objects must be known.
func (t *typeTable) finish() error {
	for _, name := range t.order {
		t.sets[name] = &objectSet{has: make([]bool, len(t.objects))}
	}
	for i, o := range t.objects {
		for _, ty := range o.types {
			if _, known := t.sets[ty]; !known {
				return fmt.Errorf("object %s has the undeclared type %s; declare it in :types", o.name, ty)
			}
		}
		above := t.supers(o.types)
		for _, name := range t.order {
			if above[name] {
				t.sets[name].add(int32(i))
			}
		}
	}
	return nil
}

// union returns the objects that belong to at least one of the types; no type
// means object, as PDDL has it.
func (t *typeTable) union(types []pddl.Name) (*objectSet, error) {
	if len(types) == 0 {
		return t.sets[objectType], nil
	}
	if len(types) == 1 {
		if set, ok := t.sets[types[0].Text]; ok {
			return set, nil
		}
		return nil, fmt.Errorf("type %s is not declared; add it to :types", types[0].Text)
	}
	all := &objectSet{has: make([]bool, len(t.objects))}
	for i := range t.objects {
		for _, ty := range types {
			set, ok := t.sets[ty.Text]
			if !ok {
				return nil, fmt.Errorf("type %s is not declared; add it to :types", ty.Text)
			}
			if set.has[i] {
				all.add(int32(i))
				break
			}
		}
	}
	return all, nil
}

func (s *objectSet) add(o int32) {
	s.has[o] = true
	s.members = append(s.members, o)
}

func names(list []pddl.Name) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.Text
	}
	return out
}
