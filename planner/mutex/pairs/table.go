package pairs

import (
	"math/bits"

	"genplanx/planner/task"
)

// table is a symmetric relation between facts, a row of bits for each. A fact
// that is related to itself may hold at all. One more row, any, holds those, so
// that an empty condition has a row too.
type table struct {
	n, words int
	bits     []uint64
}

func newTable(n int) table {
	words := (n + 63) / 64
	return table{n: n, words: words, bits: make([]uint64, (n+1)*words)}
}

func (t *table) row(f task.Fact) []uint64 {
	return t.bits[int(f)*t.words : (int(f)+1)*t.words]
}

func (t *table) any() task.Fact { return task.Fact(t.n) }

// together reports whether all facts are related to each other and themselves.
func (t *table) together(facts []task.Fact) bool {
	for i, f := range facts {
		row := t.row(f)
		for _, g := range facts[:i+1] {
			if !has(row, g) {
				return false
			}
		}
	}
	return true
}

// meet writes into dst the facts that are related to all given ones.
func (t *table) meet(dst []uint64, facts []task.Fact) {
	if len(facts) == 0 {
		copy(dst, t.row(t.any()))
		return
	}
	copy(dst, t.row(facts[0]))
	for _, f := range facts[1:] {
		and(dst, t.row(f))
	}
}

func and(dst, row []uint64) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] &= row[i]
	}
}

func has(row []uint64, f task.Fact) bool { return row[f>>6]>>(uint(f)&63)&1 != 0 }

func hasAll(row []uint64, facts []task.Fact) bool {
	for _, f := range facts {
		if !has(row, f) {
			return false
		}
	}
	return true
}

func set(row []uint64, f task.Fact) { row[f>>6] |= 1 << (uint(f) & 63) }

func unset(row []uint64, f task.Fact) { row[f>>6] &^= 1 << (uint(f) & 63) }

// mask returns the bits of word w that lie in [from, to).
func mask(w, from, to int32) uint64 {
	m := ^uint64(0)
	if low := from - w<<6; low > 0 {
		m <<= uint(low)
	}
	if high := w<<6 + 64 - to; high > 0 {
		m &= ^uint64(0) >> uint(high)
	}
	return m
}

func setRange(row []uint64, from, to int32) {
	for w := from >> 6; w<<6 < to; w++ {
		row[w] |= mask(w, from, to)
	}
}

func clearRange(row []uint64, from, to int32) {
	for w := from >> 6; w<<6 < to; w++ {
		row[w] &^= mask(w, from, to)
	}
}

// inRange counts the bits in [from, to), two at most, and returns the last seen.
func inRange(row []uint64, from, to int32) (count int, last task.Fact) {
	for w := from >> 6; w<<6 < to; w++ {
		if m := row[w] & mask(w, from, to); m != 0 {
			last = w<<6 + int32(bits.TrailingZeros64(m))
			if count++; count > 1 || m&(m-1) != 0 {
				return 2, last
			}
		}
	}
	return count, last
}
