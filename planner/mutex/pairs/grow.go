package pairs

import (
	"math/bits"

	"genplanx/planner/task"
)

// growing is the table that a pass fills, with the places where it grew. Passes
// go in rounds over all operators; of an operator only those words of its rows
// are looked at again that grew in the last round or in this one.
type growing struct {
	table
	shift  uint     // so many words, as a power of two, share one bit below
	recent []uint64 // by row: words that grew in the last round or this one
	now    []uint64 // by row: words that grew in this one
	seen   []uint64 // by operator: a row of what was compatible with it, or nil
	work   int64    // bits set and words looked at
}

func newGrowing(n int) growing {
	g := growing{table: newTable(n), recent: make([]uint64, n+1), now: make([]uint64, n+1)}
	for (g.words-1)>>g.shift >= 64 {
		g.shift++
	}
	return g
}

// begin empties the table for a pass over so many operators or branches.
func (g *growing) begin(operators int) {
	const most = 1 << 22 // words: 32 MiB
	if size := operators * g.words; size > most {
		g.seen = nil
	} else if size > len(g.seen) {
		g.seen = make([]uint64, size)
	} else {
		clear(g.seen)
	}
	clear(g.bits)
	clear(g.recent)
	clear(g.now)
}

// seenBy returns what was compatible with an operator, or nil.
func (g *growing) seenBy(i int) []uint64 {
	if g.seen == nil {
		return nil
	}
	return g.seen[i*g.words : (i+1)*g.words]
}

// round ends a round and reports whether another one is due.
func (g *growing) round() bool {
	copy(g.recent, g.now)
	clear(g.now)
	for _, m := range g.recent {
		if m != 0 {
			return true
		}
	}
	return false
}

// where returns the words in which rows of the facts grew.
func (g *growing) where(facts []task.Fact) uint64 {
	if len(facts) == 0 {
		return g.recent[g.any()]
	}
	m := uint64(0)
	for _, f := range facts {
		m |= g.recent[f]
	}
	return m
}

// at returns the word of a fact.
func (g *growing) at(f task.Fact) uint64 { return 1 << (uint(f>>6) >> g.shift) }

func (g *growing) mark(f task.Fact, word int) {
	m := uint64(1) << (uint(word) >> g.shift)
	g.recent[f] |= m
	g.now[f] |= m
}

// markAll says that a whole row is new.
func (g *growing) markAll(f task.Fact) { g.recent[f], g.now[f] = g.all(), g.all() }

// all stands for all words.
func (g *growing) all() uint64 {
	return ^uint64(0) >> (63 - uint(g.words-1)>>g.shift)
}

// span returns the first words of a set that belong together.
func (g *growing) span(m uint64) (from, to int) {
	b := bits.TrailingZeros64(m)
	return b << g.shift, min((b+1)<<g.shift, g.words)
}

// meetNew writes into words of dst the facts that are related to all given ones
// and not in seen, which gets them; seen may be nil. It returns the words in
// which there are any.
func (g *growing) meetNew(where uint64, dst []uint64, facts []task.Fact, seen []uint64) uint64 {
	first := g.any()
	if len(facts) > 0 {
		first, facts = facts[0], facts[1:]
	}
	some := uint64(0)
	for m := where; m != 0; m &= m - 1 {
		from, to := g.span(m)
		g.work += int64((to - from) * (len(facts) + 1))
		for w := from; w < to; w++ {
			x := g.bits[int(first)*g.words+w]
			for _, f := range facts {
				x &= g.bits[int(f)*g.words+w]
			}
			if seen != nil {
				x &^= seen[w]
				seen[w] |= x
			}
			dst[w] = x
			if x != 0 {
				some |= m & -m
			}
		}
	}
	return some
}

// restrict removes from words of dst what is not related to all facts, and
// returns the words in which something is left.
func (g *growing) restrict(t *table, where uint64, dst []uint64, facts []task.Fact) uint64 {
	some := uint64(0)
	for m := where; m != 0; m &= m - 1 {
		from, to := g.span(m)
		g.work += int64((to - from) * len(facts))
		for w := from; w < to; w++ {
			x := dst[w]
			for _, f := range facts {
				x &= t.bits[int(f)*t.words+w]
			}
			dst[w] = x
			if x != 0 {
				some |= m & -m
			}
		}
	}
	return some
}

// add relates a fact to all of dst, in words of it, that it is allowed with.
func (g *growing) add(t *table, where uint64, f task.Fact, dst []uint64) {
	mine, allowed := g.row(f), t.row(f)
	for ; where != 0; where &= where - 1 {
		from, to := g.span(where)
		g.work += int64(to - from)
		for w := from; w < to; w++ {
			fresh := dst[w] & allowed[w] &^ mine[w]
			if fresh == 0 {
				continue
			}
			mine[w] |= fresh
			g.mark(f, w)
			g.mirror(f, w, fresh)
		}
	}
	if all := g.row(g.any()); has(mine, f) && !has(all, f) {
		set(all, f)
		g.mark(g.any(), int(f>>6))
	}
}

// mirror enters a fact into the rows of others, those of a word.
func (g *growing) mirror(f task.Fact, word int, fresh uint64) {
	g.work += 2 * int64(bits.OnesCount64(fresh))
	for ; fresh != 0; fresh &= fresh - 1 {
		o := task.Fact(word<<6 + bits.TrailingZeros64(fresh))
		set(g.row(o), f)
		g.mark(o, int(f>>6))
	}
}
