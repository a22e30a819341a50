package pairs

import "genplanx/planner/task"

// Mutexes are pairs of facts that hold together in no state that is reachable and
// from which the goal can be reached. A state with such a pair is a dead end or
// cannot be reached. Facts of derived variables are in none. It is read-only.
type Mutexes struct {
	n    int
	rows table // the complement of what is allowed
}

// Has reports whether two facts are mutex: two values of one variable always
// are, and a fact is with itself if it never holds on the way to the goal.
func (m *Mutexes) Has(f, g task.Fact) bool {
	return int(f) < m.n && int(g) < m.n && has(m.rows.row(f), g)
}

// Row returns the facts that are mutex with a fact: bit g%64 of word g/64 is fact
// g. Only facts of basic variables have bits; others have no row but nil.
func (m *Mutexes) Row(f task.Fact) []uint64 {
	if int(f) >= m.n {
		return nil
	}
	return m.rows.row(f)
}

// Any reports whether two of the facts, or one alone, are mutex.
func (m *Mutexes) Any(facts []task.Fact) bool {
	for i, f := range facts {
		if int(f) >= m.n {
			continue
		}
		row := m.rows.row(f)
		for _, g := range facts[:i+1] {
			if int(g) < m.n && has(row, g) {
				return true
			}
		}
	}
	return false
}

// mutexes gathers the pairs of the kept facts, new[i] being the i-th of them.
func (s *tightener) mutexes(kept []task.Fact) *Mutexes {
	m := &Mutexes{n: len(kept), rows: newTable(len(kept))}
	for i, f := range kept {
		from, to := s.allowed.row(f), m.rows.row(task.Fact(i))
		if len(kept) == s.n {
			for w := range to {
				to[w] = ^from[w]
			}
			clearTail(to, s.n)
			continue
		}
		for k, g := range kept {
			if !has(from, g) {
				set(to, task.Fact(k))
			}
		}
	}
	return m
}

// clearTail clears the bits from n on.
func clearTail(row []uint64, n int) {
	if n&63 != 0 {
		row[len(row)-1] &= 1<<(uint(n)&63) - 1
	}
}
