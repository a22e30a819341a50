package alternative

import (
	"encoding/binary"
	"slices"

	"genplanx/pddl"
)

// catalogue numbers the steps that plans were found with, so that many long
// plans take little room.
type catalogue struct {
	steps  []pddl.Step
	number map[string]int32 // by the step's key
}

func (c *catalogue) numbers(plan pddl.Plan) []int32 {
	out := make([]int32, len(plan))
	for i, s := range plan {
		key := s.Key()
		n, known := c.number[key]
		if !known {
			n = int32(len(c.steps))
			c.number[key] = n
			c.steps = append(c.steps, s)
		}
		out[i] = n
	}
	return out
}

func (c *catalogue) plan(numbers []int32) pddl.Plan {
	out := make(pddl.Plan, len(numbers))
	for i, n := range numbers {
		out[i] = c.steps[n]
	}
	return out
}

// uses is how often each step stands in a plan: the plan's steps, sorted.
type uses []int32

func usesOf(plan []int32) uses {
	u := slices.Clone(plan)
	slices.Sort(u)
	return u
}

func (u uses) of(step int32) int32 {
	from, _ := slices.BinarySearch(u, step)
	to, _ := slices.BinarySearch(u, step+1)
	return int32(to - from)
}

func (u uses) key() string {
	var b []byte
	for _, s := range u {
		b = binary.AppendUvarint(b, uint64(s))
	}
	return string(b)
}

// limit says how often a step may be used at most.
type limit struct{ step, most int32 }

// node is a sub-problem: the plans that keep to some limits.
type node struct {
	limits []limit // sorted, one a step
	bound  int64   // no plan that keeps to the limits is cheaper; its plan's cost once solved
	solved bool
	plan   []int32 // a cheapest one, with no steps to spare
	uses   uses    // of the plan
	number int     // in the order of being offered
}

// stricter reports whether every plan that keeps to n's limits keeps to o's.
func (n *node) stricter(o *node) bool {
	i := 0
	for _, l := range o.limits {
		for i < len(n.limits) && n.limits[i].step < l.step {
			i++
		}
		if i == len(n.limits) || n.limits[i].step != l.step || n.limits[i].most > l.most {
			return false
		}
	}
	return true
}

func (n *node) allows(u uses) bool {
	for _, l := range n.limits {
		if u.of(l.step) > l.most {
			return false
		}
	}
	return true
}

func (n *node) key() string {
	var b []byte
	for _, l := range n.limits {
		b = binary.AppendUvarint(b, uint64(l.step))
		b = binary.AppendUvarint(b, uint64(l.most))
	}
	return string(b)
}

// with is the sub-problem in which a step may be used less often still.
func (n *node) with(l limit) *node {
	limits := slices.Clone(n.limits)
	at, known := slices.BinarySearchFunc(limits, l.step, func(x limit, step int32) int { return int(x.step - step) })
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
