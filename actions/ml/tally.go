package ml

import (
	"math"
	"slices"
)

// tally sums up the target over some rows: counts of classes, or the moments of a
// quantity about an origin that keeps them small.
type tally struct {
	rows    int
	entropy bool
	counts  []int
	sum     float64
	squares float64
	origin  float64
}

func (g *grower) emptyTally() tally {
	t := tally{entropy: g.entropy}
	if g.value != nil {
		t.origin = g.value[0]
	} else {
		t.counts = make([]int, len(g.classes))
	}
	return t
}

func (g *grower) tallyOf(rows []int) tally {
	t := g.emptyTally()
	for _, r := range rows {
		t.add(g, r, 1)
	}
	return t
}

func (t *tally) add(g *grower, row, times int) {
	t.rows += times
	if t.counts != nil {
		t.counts[g.class[row]] += times
		return
	}
	v := g.value[row] - t.origin
	t.sum += float64(times) * v
	t.squares += float64(times) * v * v
}

func (t *tally) merge(o tally, times int) {
	t.rows += times * o.rows
	for i, n := range o.counts {
		t.counts[i] += times * n
	}
	t.sum += float64(times) * o.sum
	t.squares += float64(times) * o.squares
}

func (t tally) copy() tally {
	t.counts = slices.Clone(t.counts)
	return t
}

// impurity is gini, entropy in bits, or the variance.
func (t tally) impurity() float64 {
	n := float64(t.rows)
	if t.rows == 0 {
		return 0
	}
	if t.counts == nil {
		mean := t.sum / n
		return max(t.squares/n-mean*mean, 0)
	}
	result := 1.0
	if t.entropy {
		result = 0
	}
	for _, c := range t.counts {
		share := float64(c) / n
		switch {
		case c == 0:
		case t.entropy:
			result -= share * math.Log2(share)
		default:
			result -= share * share
		}
	}
	return result
}

// pure reports that nothing is left to tell apart.
func (t tally) pure() bool {
	if t.counts == nil {
		return t.impurity() < epsilon
	}
	for _, c := range t.counts {
		if c == t.rows {
			return true
		}
	}
	return false
}

// majority is the most frequent class, the first of those that tie.
func (t tally) majority() int {
	best := 0
	for i, c := range t.counts {
		if c > t.counts[best] {
			best = i
		}
	}
	return best
}

func (t tally) mean() float64 {
	if t.counts != nil || t.rows == 0 {
		return 0
	}
	return t.origin + t.sum/float64(t.rows)
}

// score orders categories: the share of the second class, or the mean.
func (t tally) score() float64 {
	if t.counts == nil {
		return t.sum / float64(t.rows)
	}
	if len(t.counts) < 2 {
		return 0
	}
	return float64(t.counts[1]) / float64(t.rows)
}
