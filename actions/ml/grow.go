package ml

import (
	"context"
	"slices"
)

// grower builds a tree. Each numeric feature is sorted once; nodes keep their
// rows in that order, so a level of the tree costs one pass over the rows for
// each feature, and the whole tree O(features × rows × (log rows + depth)).
type grower struct {
	*set
	settings
	nodes []Node
	left  []bool // by row: which way it goes at the node being split
}

// part is the rows of one node: all of them, and by numeric feature those with a
// value, in its order.
type part struct {
	rows   []int
	sorted [][]int
}

func grow(ctx context.Context, d *set, s settings) ([]Node, error) {
	g := &grower{set: d, settings: s, left: make([]bool, d.rows)}
	p := part{rows: make([]int, d.rows), sorted: make([][]int, len(d.features))}
	for i := range p.rows {
		p.rows[i] = i
	}
	for f, numbers := range d.numbers {
		if numbers == nil {
			continue
		}
		for _, r := range p.rows {
			if d.known[f][r] {
				p.sorted[f] = append(p.sorted[f], r)
			}
		}
		slices.SortStableFunc(p.sorted[f], func(a, b int) int {
			switch {
			case numbers[a] < numbers[b]:
				return -1
			case numbers[a] > numbers[b]:
				return 1
			}
			return 0
		})
	}
	err := g.node(ctx, p, 0)
	return g.nodes, err
}

// node appends the tree of a part.
func (g *grower) node(ctx context.Context, p part, depth int) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	at := len(g.nodes)
	all := g.tallyOf(p.rows)
	n := Node{Leaf: true, Rows: len(p.rows), Class: all.majority(), Mean: all.mean()}
	g.nodes = append(g.nodes, n)
	if depth >= g.depth || len(p.rows) < 2*g.leaf || all.pure() {
		return nil
	}
	best, ok := g.bestSplit(p, all)
	if !ok {
		return nil
	}
	left, right := g.divide(p, &best)
	n.Leaf, n.Feature, n.Threshold, n.Values, n.MostLeft = false, best.feature, best.threshold, best.values, best.mostLeft
	n.Left = len(g.nodes)
	if err := g.node(ctx, left, depth+1); err != nil {
		return err
	}
	n.Right = len(g.nodes)
	g.nodes[at] = n
	return g.node(ctx, right, depth+1)
}

// divide sends every row one way. Rows without a value go with the majority.
func (g *grower) divide(p part, s *split) (left, right part) {
	lefts, rights := 0, 0
	for _, r := range p.rows {
		if !g.known[s.feature][r] {
			continue
		}
		g.left[r] = g.goesLeft(s, r)
		if g.left[r] {
			lefts++
		} else {
			rights++
		}
	}
	s.mostLeft = lefts >= rights
	for _, r := range p.rows {
		if !g.known[s.feature][r] {
			g.left[r] = s.mostLeft
		}
	}
	left.rows, right.rows = g.share(p.rows)
	left.sorted, right.sorted = make([][]int, len(p.sorted)), make([][]int, len(p.sorted))
	for f, rows := range p.sorted {
		if rows != nil {
			left.sorted[f], right.sorted[f] = g.share(rows)
		}
	}
	return left, right
}

func (g *grower) goesLeft(s *split, r int) bool {
	if s.values != nil {
		_, in := slices.BinarySearch(s.values, g.category[s.feature][r])
		return in
	}
	return g.numbers[s.feature][r] < s.threshold
}

// share keeps the order of the rows on both sides.
func (g *grower) share(rows []int) (left, right []int) {
	count := 0
	for _, r := range rows {
		if g.left[r] {
			count++
		}
	}
	left, right = make([]int, 0, count), make([]int, 0, len(rows)-count)
	for _, r := range rows {
		if g.left[r] {
			left = append(left, r)
		} else {
			right = append(right, r)
		}
	}
	return left, right
}
