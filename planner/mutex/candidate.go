package mutex

import (
	"cmp"
	"slices"
)

// candidate is a set of predicates whose atoms are sorted into groups by some of
// their arguments, the parameters: atoms with the same objects there are in one
// group. A predicate's other arguments are counted: a group has all of their
// values. {at(truck; counted: place)} makes a group for each truck. A predicate
// may be there several times with other arguments for the same parameters, as the
// faces of a turning cube need it.
type candidate struct {
	params int
	parts  []part // ascending
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
	// maxParts bounds the parts of a candidate.
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

// has reports whether the part is in the candidate.
func (c *candidate) has(p *part) bool {
	return slices.ContainsFunc(c.parts, func(q part) bool { return q.compare(p) == 0 })
}

func (p *part) compare(q *part) int {
	if d := cmp.Compare(p.predicate, q.predicate); d != 0 {
		return d
	}
	return slices.Compare(p.positions, q.positions)
}

// with returns the candidate with another part, in the one form that all
// candidates have that differ in the names of parameters only: they are numbered
// as some part of the first predicate has them, so that the parts, sorted, come
// first.
func (c *candidate) with(p part) candidate {
	all := append(slices.Clone(c.parts), p)
	first := slices.MinFunc(all, func(a, b part) int { return cmp.Compare(a.predicate, b.predicate) }).predicate
	var best []part
	for _, like := range all {
		if like.predicate != first {
			continue
		}
		if parts := renamed(all, like.positions); best == nil || slices.CompareFunc(parts, best, func(a, b part) int { return a.compare(&b) }) < 0 {
			best = parts
		}
	}
	return candidate{c.params, best}
}

// within reports whether the candidate's parts are among those of another, if its
// parameters are named suitably.
func (c *candidate) within(other *candidate) bool {
	if c.params != other.params || len(c.parts) > len(other.parts) {
		return false
	}
	from := &c.parts[0]
	return slices.ContainsFunc(other.parts, func(to part) bool {
		name := make([]int, c.params) // by parameter of other: that of c
		for k, at := range to.positions {
			if name[k] = slices.Index(from.positions, at); name[k] < 0 {
				return false
			}
		}
		return to.predicate == from.predicate && !slices.ContainsFunc(c.parts, func(p part) bool {
			q := part{p.predicate, make([]int8, c.params)}
			for k, param := range name {
				q.positions[k] = p.positions[param]
			}
			return !other.has(&q)
		})
	})
}

// renamed returns the parts sorted, with the parameters in the order of the
// positions.
func renamed(parts []part, positions []int8) []part {
	order := make([]int, len(positions))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(positions[a], positions[b]) })
	out := make([]part, len(parts))
	for i, p := range parts {
		out[i] = part{p.predicate, make([]int8, len(order))}
		for k, param := range order {
			out[i].positions[k] = p.positions[param]
		}
	}
	slices.SortFunc(out, func(a, b part) int { return a.compare(&b) })
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
