package alternative

import (
	"slices"
	"strconv"
	"strings"

	"genplanx/pddl"
)

// limit says how often a step may be used at most.
type limit struct {
	key  string
	step pddl.Step
	most int
}

// node is a sub-problem: the plans that keep to some limits.
type node struct {
	limits []limit // sorted by key, one a step
	bound  int64   // no plan that keeps to the limits is cheaper; its plan's cost once solved
	solved bool
	plan   pddl.Plan // a cheapest one, with no steps to spare
	number int       // in the order of being offered
}

// stricter reports whether every plan that keeps to n's limits keeps to o's.
func (n *node) stricter(o *node) bool {
	i := 0
	for _, l := range o.limits {
		for i < len(n.limits) && n.limits[i].key < l.key {
			i++
		}
		if i == len(n.limits) || n.limits[i].key != l.key || n.limits[i].most > l.most {
			return false
		}
	}
	return true
}

func (n *node) allows(uses map[string]int) bool {
	for _, l := range n.limits {
		if uses[l.key] > l.most {
			return false
		}
	}
	return true
}

func (n *node) key() string {
	var b strings.Builder
	for _, l := range n.limits {
		b.WriteString(l.key)
		b.WriteString(strconv.Itoa(l.most))
		b.WriteByte('\n')
	}
	return b.String()
}

// with is the sub-problem in which a step may be used less often still.
func (n *node) with(l limit) *node {
	limits := slices.Clone(n.limits)
	at, known := slices.BinarySearchFunc(limits, l.key, func(x limit, key string) int { return strings.Compare(x.key, key) })
	if known {
		limits[at] = l
	} else {
		limits = slices.Insert(limits, at, l)
	}
	return &node{limits: limits, bound: n.bound}
}

// queue orders nodes by bound, solved ones first among equals, then as offered.
type queue []*node

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	if a.bound != b.bound {
		return a.bound < b.bound
	}
	if a.solved != b.solved {
		return a.solved
	}
	return a.number < b.number
}

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for container/heap.
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }

// Pop is for container/heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	n := (*q)[last]
	*q = (*q)[:last]
	return n
}
