package pddl

import (
	"maps"
	"slices"
)

// TypeTree answers questions on the types of a domain. Its root is "object".
// A type may have several supertypes; cycles, which [CheckDomain] reports, do
// no harm.
type TypeTree struct {
	supers map[string]map[string]bool // of each type: itself and all above
}

// TypeTree builds the tree of the domain's types.
func (d *Domain) TypeTree() *TypeTree {
	direct := map[string][]string{objectType: nil}
	for _, t := range d.Types {
		name := t.Name.Text
		if name == objectType {
			continue
		}
		direct[name] = append(direct[name], objectType)
		for _, s := range t.Types {
			direct[name] = append(direct[name], s.Text)
			if _, known := direct[s.Text]; !known {
				direct[s.Text] = []string{objectType} // named as a supertype only
			}
		}
	}
	tree := &TypeTree{supers: make(map[string]map[string]bool, len(direct))}
	for name := range direct {
		tree.supers[name] = reachable(direct, name)
	}
	return tree
}

func reachable(edges map[string][]string, from string) map[string]bool {
	seen := map[string]bool{from: true}
	for todo := []string{from}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range edges[next] {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		}
	}
	return seen
}

// Has reports whether the type is declared, or named as a supertype.
func (t *TypeTree) Has(name string) bool { return t.supers[name] != nil }

// IsA reports whether sub is super or below it. Of undeclared types nothing is
// anything, except that each is itself and an object.
func (t *TypeTree) IsA(sub, super string) bool {
	return sub == super || super == objectType || t.supers[sub][super]
}

// Supers returns the type and all above it, sorted.
func (t *TypeTree) Supers(name string) []string { return slices.Sorted(maps.Keys(t.supers[name])) }

// Subtypes returns the type and all below it, sorted.
func (t *TypeTree) Subtypes(name string) []string {
	var out []string
	for sub, supers := range t.supers {
		if supers[name] {
			out = append(out, sub)
		}
	}
	slices.Sort(out)
	return out
}

// Names returns all types, sorted.
func (t *TypeTree) Names() []string { return slices.Sorted(maps.Keys(t.supers)) }

// Action returns the action of that name, or nil.
func (d *Domain) Action(name string) *Action {
	for _, a := range d.Actions {
		if a.Name.Text == name {
			return a
		}
	}
	return nil
}

// Predicate returns the declaration of a predicate, or nil.
func (d *Domain) Predicate(name string) *Signature { return find(d.Predicates, name) }

// Function returns the declaration of a numeric function, or nil.
func (d *Domain) Function(name string) *Signature { return find(d.Functions, name) }

func find(list []Signature, name string) *Signature {
	for i := range list {
		if list[i].Name.Text == name {
			return &list[i]
		}
	}
	return nil
}
