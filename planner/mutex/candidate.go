package mutex

import (
	"cmp"
	"slices"
)

// candidate is a set of predicates whose atoms are sorted into groups by some of
// their arguments, the parameters: atoms with the same objects there are in one
// group. A predicate's other arguments are counted: a group has all of their
// values. {at(truck; counted: place)} makes a group for each truck.
type candidate struct {
	params int
	parts  []part // by predicate, ascending; no predicate twice
}

// part says which argument of a predicate is which parameter.
type part struct {
	predicate int32
	positions []int8 // by parameter
}

const (
	// maxCounted bounds the arguments of one predicate that are counted.
	maxCounted = 2
	// maxPairArity bounds the arity at which all pairs of counted arguments are
	// tried, and maxSingleArity that at which anything is.
	maxPairArity   = 5
	maxSingleArity = 12
	// maxParts bounds the predicates of a candidate.
	maxParts = 64
	// maxMatches bounds the ways to read an atom's arguments as parameters, of
	// which there are several where objects repeat.
	maxMatches = 8
)

// seeds are the candidates of one predicate: all arguments parameters, or all
// but one or two.
func seeds(predicate int32, arity int) []candidate {
	if arity > maxSingleArity {
		return nil
	}
	var out []candidate
	add := func(counted ...int) {
		p := part{predicate: predicate}
		for i := range arity {
			if !slices.Contains(counted, i) {
				p.positions = append(p.positions, int8(i))
			}
		}
		out = append(out, candidate{len(p.positions), []part{p}})
	}
	for i := range arity {
		add(i)
	}
	add()
	for i := range arity {
		for k := range i {
			if arity <= maxPairArity {
				add(k, i)
			}
		}
	}
	return out
}

// has reports whether the predicate is in the candidate.
func (c *candidate) has(predicate int32) bool {
	return slices.ContainsFunc(c.parts, func(p part) bool { return p.predicate == predicate })
}

// with returns the candidate with another part, in the one form that all
// candidates have that differ in the names of parameters only: the parameters
// are numbered as the first predicate has them.
func (c *candidate) with(p part) candidate {
	out := candidate{params: c.params, parts: append(slices.Clone(c.parts), p)}
	slices.SortFunc(out.parts, func(a, b part) int { return cmp.Compare(a.predicate, b.predicate) })
	order := make([]int, c.params)
	for i := range order {
		order[i] = i
	}
	first := out.parts[0].positions
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	for i, q := range out.parts {
		positions := make([]int8, c.params)
		for k, param := range order {
			positions[k] = q.positions[param]
		}
		out.parts[i].positions = positions
	}
	return out
}

// key tells candidates apart.
func (c *candidate) key() string {
	var b []byte
	for _, p := range c.parts {
		b = append(b, p.key()...)
	}
	return string(b)
}

func (p *part) key() string {
	b := []byte{byte(p.predicate), byte(p.predicate >> 8), byte(p.predicate >> 16), byte(p.predicate >> 24), byte(len(p.positions))}
	for _, at := range p.positions {
		b = append(b, byte(at))
	}
	return string(b)
}

// matches lists the ways to read a ground atom's arguments so that the objects
// are those of the parameters.
func matches(predicate int32, args, objects []int32) []part {
	if counted := len(args) - len(objects); counted < 0 || counted > maxCounted || len(args) > maxSingleArity {
		return nil
	}
	var out []part
	positions := make([]int8, 0, len(objects))
	var extend func()
	extend = func() {
		k := len(positions)
		if k == len(objects) {
			out = append(out, part{predicate, slices.Clone(positions)})
			return
		}
		for i, o := range args {
			if o == objects[k] && !slices.Contains(positions, int8(i)) && len(out) < maxMatches {
				positions = append(positions, int8(i))
				extend()
				positions = positions[:k]
			}
		}
	}
	extend()
	return out
}
