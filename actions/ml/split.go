package ml

import (
	"math"
	"slices"
)

// split is a way to divide the rows of a node.
type split struct {
	feature   int
	threshold float64
	values    []int // categories that go left; nil for numbers
	mostLeft  bool
	gain      float64
}

// least gain by which one split must beat another; below it they tie, and the
// earlier feature, then the lower threshold, wins.
const epsilon = 1e-12

// bestSplit finds the split with the greatest drop of impurity. Its gain counts
// only for the share of rows that have the feature (Quinlan, C4.5).
func (g *grower) bestSplit(p part, all tally) (best split, ok bool) {
	best.gain = math.Inf(-1)
	for f := range g.features {
		var s split
		var found bool
		if g.features[f].categorical() {
			s, found = g.splitCategories(p, f)
		} else {
			s, found = g.splitNumbers(p, f)
		}
		if !found {
			continue
		}
		s.gain *= float64(s.knownRows(g, p, f)) / float64(all.rows)
		if s.gain > best.gain+epsilon {
			best, ok = s, true
		}
	}
	return best, ok
}

func (s split) knownRows(g *grower, p part, f int) int {
	if !g.features[f].categorical() {
		return len(p.sorted[f])
	}
	n := 0
	for _, r := range p.rows {
		if g.known[f][r] {
			n++
		}
	}
	return n
}

// splitNumbers tries the middle between all neighbouring values.
func (g *grower) splitNumbers(p part, f int) (best split, ok bool) {
	rows, numbers := p.sorted[f], g.numbers[f]
	if len(rows) < 2 || numbers[rows[0]] == numbers[rows[len(rows)-1]] {
		return best, false
	}
	right := g.tallyOf(rows)
	left := g.emptyTally()
	whole := right.impurity()
	if right.pure() {
		return best, false // only rows without a value differ
	}
	best = split{feature: f, gain: math.Inf(-1)}
	for i, r := range rows[:len(rows)-1] {
		left.add(g, r, 1)
		right.add(g, r, -1)
		low, high := numbers[r], numbers[rows[i+1]]
		if low == high || left.rows < g.leaf || right.rows < g.leaf {
			continue
		}
		gain := whole - weighted(left, right)
		if gain > best.gain+epsilon {
			best.gain, best.threshold, ok = gain, middle(low, high), true
		}
	}
	return best, ok
}

// middle is a number above low and not above high.
func middle(low, high float64) float64 {
	m := low + (high-low)/2
	if m <= low || m > high || math.IsInf(m, 0) {
		return high
	}
	return m
}

// splitCategories finds a subset of the values to send left. With two classes, or
// a quantity, the values are put in the order of their share of the second class,
// or of their mean; the best of all subsets is then a prefix of that order
// (Breiman et al., theorem 4.5). With more classes each value is tried against
// the rest.
func (g *grower) splitCategories(p part, f int) (best split, ok bool) {
	tallies := make([]tally, len(g.features[f].Values))
	all := g.emptyTally()
	for _, r := range p.rows {
		if !g.known[f][r] {
			continue
		}
		v := g.category[f][r]
		if tallies[v].rows == 0 {
			tallies[v] = g.emptyTally()
		}
		tallies[v].add(g, r, 1)
		all.add(g, r, 1)
	}
	var present []int
	for v, t := range tallies {
		if t.rows > 0 {
			present = append(present, v)
		}
	}
	if len(present) < 2 || all.pure() {
		return best, false
	}
	if len(g.classes) > 2 {
		return g.oneAgainstRest(f, present, tallies, all)
	}
	slices.SortStableFunc(present, func(a, b int) int {
		switch x, y := tallies[a].score(), tallies[b].score(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	best = split{feature: f, gain: math.Inf(-1)}
	left, right := g.emptyTally(), all.copy()
	whole := all.impurity()
	for i, v := range present[:len(present)-1] {
		left.merge(tallies[v], 1)
		right.merge(tallies[v], -1)
		if left.rows < g.leaf || right.rows < g.leaf {
			continue
		}
		if gain := whole - weighted(left, right); gain > best.gain+epsilon {
			best.gain, best.values, ok = gain, slices.Sorted(slices.Values(present[:i+1])), true
		}
	}
	return best, ok
}

func (g *grower) oneAgainstRest(f int, present []int, tallies []tally, all tally) (best split, ok bool) {
	best = split{feature: f, gain: math.Inf(-1)}
	whole := all.impurity()
	for _, v := range present {
		rest := all.copy()
		rest.merge(tallies[v], -1)
		if tallies[v].rows < g.leaf || rest.rows < g.leaf {
			continue
		}
		if gain := whole - weighted(tallies[v], rest); gain > best.gain+epsilon {
			best.gain, best.values, ok = gain, []int{v}, true
		}
	}
	return best, ok
}

// weighted is the impurity of two parts by their number of rows.
func weighted(a, b tally) float64 {
	n := float64(a.rows + b.rows)
	return float64(a.rows)/n*a.impurity() + float64(b.rows)/n*b.impurity()
}
