package ground

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// maxSplit bounds the conjunctions that one condition is split into; what would
// give more gets a derived atom for each of its disjunctions instead.
const maxSplit = 8

// bytesPerAbbreviation is about what a disjunction takes: its atom, axioms and key.
const bytesPerAbbreviation = 256

// split returns conjunctions of which one holds exactly where x does.
func (g *grounder) split(x *expression) []conjunction {
	if x.never {
		return nil
	}
	total := 1
	for _, c := range x.choices {
		total *= max(1, len(c))
		if total > maxSplit {
			return g.abbreviate(x)
		}
	}
	out := []conjunction{slices.Clone(x.literals)}
	for _, c := range x.choices {
		var members []conjunction
		for i := range c {
			members = append(members, g.split(&c[i])...)
		}
		if len(out)*len(members) > maxSplit {
			return g.abbreviate(x)
		}
		var next []conjunction
		for _, a := range out {
			for _, b := range members {
				next = append(next, append(slices.Clone(a), b...))
			}
		}
		out = next
	}
	return normalAll(out)
}

func normalAll(list []conjunction) []conjunction {
	var out []conjunction
	for _, c := range list {
		if n, ok := normal(c); ok {
			out = append(out, n)
		}
	}
	return out
}

// abbreviate replaces the disjunctions of x by derived atoms.
func (g *grounder) abbreviate(x *expression) []conjunction {
	c := slices.Clone(x.literals)
	for _, members := range x.choices {
		if !g.in.proceed() {
			return nil // the grounder reports why
		}
		g.in.take(bytesPerAbbreviation, func() string {
			return fmt.Sprintf("a quantified condition has more than %d disjunctions", len(g.abbreviations))
		})
		var bodies []conjunction
		for i := range members {
			bodies = append(bodies, g.split(&members[i])...)
		}
		c = append(c, g.abbreviation(bodies))
	}
	return normalAll([]conjunction{c})
}

// abbreviation returns the positive literal of a derived atom that holds exactly
// where one of the bodies does; equal disjunctions share it.
func (g *grounder) abbreviation(bodies []conjunction) literal {
	slices.SortFunc(bodies, func(a, b conjunction) int { return slices.Compare(a, b) })
	var key []byte
	for _, b := range bodies {
		key = binary.AppendUvarint(key, uint64(len(b)))
		for _, l := range b {
			key = binary.AppendUvarint(key, uint64(l))
		}
	}
	if l, ok := g.abbreviations[string(key)]; ok {
		return l
	}
	l := g.newAtom(groundAtom{rel: -1}, true)
	g.abbreviations[string(key)] = l
	for _, b := range bodies {
		g.addAxiom(groundAxiom{body: b, head: l})
	}
	return l
}
