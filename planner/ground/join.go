package ground

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
