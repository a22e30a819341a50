package ground

import (
	"math"
	"slices"
)

// newJoiner plans the join that binds the open slots; all others are bound
// before it runs.
func (in *instances) newJoiner(open []int32, atoms []atom, tests []test, filters []filter) *joiner {
	p := joinPlanner{in: in, open: slices.Clone(open), tests: slices.Clone(tests), atoms: slices.Clone(atoms), filters: filters}
	for _, f := range filters {
		p.atoms = append(p.atoms, f.atom)
	}
	p.joined = make([]bool, len(p.atoms))
	j := &joiner{row: make([]int32, len(p.atoms))}
	for i := range p.atoms {
		p.todo = append(p.todo, int32(i))
	}
	for len(p.todo)+len(p.open) > 0 {
		j.levels = append(j.levels, p.next())
		p.dropFilters(int32(len(atoms)))
	}
	if len(p.tests) > 0 { // on slots bound before
		first := level{atom: -1, tests: p.tests}
		j.levels = append([]level{first}, j.levels...)
	}
	return j
}

type joinPlanner struct {
	in    *instances
	open  []int32
	tests []test
	todo  []int32 // atoms

	atoms   []atom // those of the filters last
	filters []filter
	joined  []bool // by atom
}

// dropFilters drops the filters that cover only atoms that are joined.
func (p *joinPlanner) dropFilters(first int32) {
	p.todo = slices.DeleteFunc(p.todo, func(i int32) bool {
		return i >= first && !slices.ContainsFunc(p.filters[i-first].covers, func(c int32) bool { return !p.joined[c] })
	})
}

func (p *joinPlanner) bound(t term) bool { return t.slot < 0 || !slices.Contains(p.open, t.slot) }

// matches estimates the rows that agree with an atom's bound arguments.
func (p *joinPlanner) matches(a atom) float64 {
	r := p.in.relations[a.rel]
	size := float64(r.n)
	for i, t := range a.args {
		if p.bound(t) {
			size /= max(1, float64(r.distinctAt(i)))
		}
	}
	return size
}

// next plans the next level: a slot that an equality forces, the atom with the
// fewest matches, or a slot that no atom binds.
func (p *joinPlanner) next() level {
	best, at := math.Inf(1), -1
	for i, number := range p.todo {
		if m := p.matches(p.atoms[number]); m < best {
			best, at = m, i
		}
	}
	var l level
	if forced := p.forced(); forced >= 0 || at < 0 {
		l = p.slotLevel(max(forced, 0))
	} else {
		number := p.todo[at]
		p.joined[number] = true
		p.todo = slices.Delete(p.todo, at, at+1)
		l = p.atomLevel(number, p.atoms[number])
	}
	p.tests = slices.DeleteFunc(p.tests, func(t test) bool {
		ready := !slices.ContainsFunc(t.args, func(t term) bool { return !p.bound(t) })
		if ready {
			l.tests = append(l.tests, t)
		}
		return ready
	})
	return l
}

func (p *joinPlanner) atomLevel(number int32, a atom) level {
	l := level{atom: number, rel: p.in.relations[a.rel]}
	var positions []int32
	for i, t := range a.args {
		switch first := slices.Index(a.args, t); {
		case p.bound(t):
			positions, l.key = append(positions, int32(i)), append(l.key, t)
		case first < i:
			l.repeats = append(l.repeats, [2]int32{int32(first), int32(i)})
		default:
			b := bind{at: int32(i), slot: t.slot}
			if set := p.in.sets[t.slot]; len(set.list) < len(p.in.pr.objects) {
				b.set = set
			}
			l.binds = append(l.binds, b)
		}
	}
	p.open = slices.DeleteFunc(p.open, func(slot int32) bool { return slices.Contains(a.args, term{slot: slot}) })
	if l.whole = len(positions) == len(a.args); !l.whole {
		l.groups = l.rel.group(positions)
	}
	return l
}

// forced returns the first open slot whose object an equality gives, or -1.
func (p *joinPlanner) forced() int {
	return slices.IndexFunc(p.open, func(slot int32) bool { _, ok := p.equalTo(slot); return ok })
}

// slotLevel lets an open slot run through its type, or gives it the object that
// an equality forces on it.
func (p *joinPlanner) slotLevel(at int) level {
	slot := p.open[at]
	l := level{atom: -1, binds: []bind{{slot: slot, set: p.in.sets[slot]}}}
	if t, ok := p.equalTo(slot); ok {
		l.key = []term{t}
	}
	p.open = slices.Delete(p.open, at, at+1)
	return l
}

func (p *joinPlanner) equalTo(slot int32) (term, bool) {
	for _, t := range p.tests {
		if !t.equal || t.negated {
			continue
		}
		for i, a := range t.args {
			if a.slot == slot && p.bound(t.args[1-i]) {
				return t.args[1-i], true
			}
		}
	}
	return term{}, false
}
