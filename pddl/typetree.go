package pddl

import (
	"maps"
	"slices"
)

// TypeTree answers questions on the types of a domain. Its root is "object".
// A type may have several supertypes; cycles, which [CheckDomain] reports, do
// no harm.
type TypeTree struct {
	names  []string // sorted
	number map[string]int
	above  []bitset // of each type: itself and its supertypes
	below  []bitset // of each type: itself and its subtypes
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
	t := &TypeTree{names: slices.Sorted(maps.Keys(direct)), number: make(map[string]int, len(direct))}
	for i, name := range t.names {
		t.number[name] = i
	}
	up := make([][]int, len(t.names))
	for i, name := range t.names {
		t.below = append(t.below, newBitset(len(t.names)))
		for _, s := range direct[name] {
			up[i] = append(up[i], t.number[s])
		}
	}
	for i := range t.names {
		t.above = append(t.above, t.close(up, i))
	}
	return t
}

// close returns what is reached from a type upwards, and notes in each of these
// that the type is below it.
func (t *TypeTree) close(up [][]int, from int) bitset {
	seen := newBitset(len(t.names))
	for todo := []int{from}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen.has(next) {
			continue
		}
		seen.add(next)
		t.below[next].add(from)
		todo = append(todo, up[next]...)
	}
	return seen
}

// Has reports whether the type is declared, or named as a supertype.
func (t *TypeTree) Has(name string) bool {
	_, known := t.number[name]
	return known
}

// IsA reports whether sub is super or below it. Of undeclared types nothing is
// anything, except that each is itself and an object.
func (t *TypeTree) IsA(sub, super string) bool {
	if sub == super || super == objectType {
		return true
	}
	i, known := t.number[sub]
	k, also := t.number[super]
	return known && also && t.above[i].has(k)
}

// Supers returns the type and all above it, sorted.
func (t *TypeTree) Supers(name string) []string { return t.list(t.above, name) }

// Subtypes returns the type and all below it, sorted.
func (t *TypeTree) Subtypes(name string) []string { return t.list(t.below, name) }

func (t *TypeTree) list(rows []bitset, name string) []string {
	i, known := t.number[name]
	if !known {
		return nil
	}
	var out []string
	for k, other := range t.names {
		if rows[i].has(k) {
			out = append(out, other)
		}
	}
	return out
}

// Names returns all types, sorted.
func (t *TypeTree) Names() []string { return slices.Clone(t.names) }

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

func (b bitset) add(i int) { b[i/64] |= 1 << (i % 64) }

func (b bitset) union(o bitset) {
	for i := range o {
		b[i] |= o[i]
	}
}

func (b bitset) meets(o bitset) bool {
	for i := range o {
		if b[i]&o[i] != 0 {
			return true
		}
	}
	return false
}
