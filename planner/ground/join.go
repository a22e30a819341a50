package ground

import (
	"math"
	"slices"
)

// joiner enumerates the bindings of slots under which all its atoms are in their
// relations, which must be finished, and its tests pass. The order of the atoms
// is chosen once, the one with the fewest expected matches next.
type joiner struct {
	levels []level
	row    []int32 // of each atom, by its number: the row it is matched with
	key    []int32
}

// level matches one atom, or lets one slot run through its type.
type level struct {
	atom    int32 // -1 for a slot
	rel     *relation
	whole   bool // the key is the whole row
	groups  *groups
	key     []term
	binds   []bind
	repeats [][2]int32 // positions that must hold the same
	tests   []test     // decidable from here on
	one     [1]int32   // scratch for a single candidate
}

// bind sets a slot from a position of the row.
type bind struct {
	at, slot int32
	set      *objectSet
}

// newJoiner plans the join that binds the open slots; all others are bound
// before it runs.
func (in *instances) newJoiner(open []int32, atoms []atom, tests []test, filters []filter) *joiner {
	p := joinPlanner{in: in, open: slices.Clone(open), tests: slices.Clone(tests), atoms: slices.Clone(atoms), filters: filters}
	for _, f := range filters {
		p.atoms = append(p.atoms, f.atom)
	}
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
}

// dropFilters drops the filters that cover only atoms that are joined.
func (p *joinPlanner) dropFilters(first int32) {
	p.todo = slices.DeleteFunc(p.todo, func(i int32) bool {
		return i >= first && !slices.ContainsFunc(p.filters[i-first].covers, func(c int32) bool { return slices.Contains(p.todo, c) })
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

// run calls do for every binding, until it returns false or the budget ends; then
// it returns false.
func (in *instances) run(j *joiner, do func() bool) bool { return in.level(j, 0, do) }

func (in *instances) level(j *joiner, n int, do func() bool) bool {
	if n == len(j.levels) {
		return do()
	}
	l := &j.levels[n]
	for _, c := range in.candidates(j, l) {
		if !in.proceed() {
			return false
		}
		if in.bind(j, l, c) && !in.level(j, n+1, do) {
			return false
		}
	}
	return true
}

// candidates returns the rows, or objects of a slot, that a level can match
// under the binding so far.
func (in *instances) candidates(j *joiner, l *level) []int32 {
	if l.atom < 0 {
		switch {
		case len(l.binds) == 0:
			return l.one[:]
		case len(l.key) == 0:
			return l.binds[0].set.list
		}
		l.one[0] = in.value(l.key[0])
		return l.one[:]
	}
	key := j.key[:0]
	for _, t := range l.key {
		key = append(key, in.value(t))
	}
	j.key = key
	if !l.whole {
		return l.groups.matching(l.rel, key)
	}
	if l.one[0] = l.rel.find(key); l.one[0] < 0 {
		return nil
	}
	return l.one[:]
}

// bind binds the slots of a level to a candidate and reports whether that passes.
func (in *instances) bind(j *joiner, l *level, c int32) bool {
	if l.atom < 0 {
		for _, b := range l.binds {
			if !b.set.has[c] {
				return false
			}
			in.env[b.slot] = c
		}
		return in.pass(l.tests)
	}
	row := l.rel.row(c)
	for _, b := range l.binds {
		o := row[b.at]
		if b.set != nil && !b.set.has[o] {
			return false
		}
		in.env[b.slot] = o
	}
	for _, p := range l.repeats {
		if row[p[0]] != row[p[1]] {
			return false
		}
	}
	j.row[l.atom] = c
	return in.pass(l.tests)
}

// count counts the bindings from a level on, up to most. Where it stopped early,
// share is about the part of the bindings that were looked at.
func (in *instances) count(j *joiner, n int, most int64) (count int64, share float64) {
	if n == len(j.levels) {
		return 1, 1
	}
	l := &j.levels[n]
	simple := n+1 == len(j.levels) && len(l.tests)+len(l.repeats) == 0
	for _, b := range l.binds {
		simple = simple && (b.set == nil || l.atom < 0 && len(l.key) == 0)
	}
	list := in.candidates(j, l)
	if simple {
		return int64(len(list)), 1
	}
	for i, c := range list {
		more, part := int64(0), 0.0
		if in.proceed() && in.bind(j, l, c) {
			more, part = in.count(j, n+1, most-count)
		}
		if count += more; count >= most || in.stopped() {
			return count, (float64(i) + part) / float64(len(list))
		}
	}
	return count, 1
}

func (in *instances) stopped() bool { return in.err != nil || in.fuel < 0 }

// proceed counts a step; false means that the time is up, or the fuel.
func (in *instances) proceed() bool {
	if in.fuel--; in.fuel < 0 {
		return false
	}
	if in.err == nil {
		in.err = in.budget.step()
	}
	return in.err == nil
}

func (in *instances) pass(tests []test) bool {
	for i := range tests {
		t := &tests[i]
		if t.equal {
			if (in.value(t.args[0]) == in.value(t.args[1])) == t.negated {
				return false
			}
			continue
		}
		in.row = in.row[:0]
		for _, a := range t.args {
			in.row = append(in.row, in.value(a))
		}
		if in.relations[t.atom.rel].find(in.row) >= 0 {
			return false
		}
	}
	return true
}
