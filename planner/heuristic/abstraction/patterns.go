package abstraction

import (
	"encoding/binary"
	"slices"

	"genplanx/planner/task"
)

// candidates yields patterns in order of size: the variables of the goal, then
// each pattern with one more variable that it depends on, or one more goal
// (after Pommerening, Röger and Helmert 2013: interesting patterns).
type candidates struct {
	near  [][]int32 // by variable: those that operators changing it test, sorted
	list  [][]int32 // all patterns so far, by size
	grown int       // patterns before it have been extended
	seen  map[string]bool
	key   []byte
	most  int // patterns
	work  int64
}

func newCandidates(t *task.Task, most int) *candidates {
	c := &candidates{near: neighbours(t), seen: map[string]bool{}, most: most}
	for _, f := range t.Goal {
		if !t.IsDerived(f) {
			c.add([]int32{t.FactVar[f]})
		}
	}
	return c
}

// maxPairs bounds the pairs of variables that are looked at for neighbours.
const maxPairs = 1 << 24

// neighbours returns for each variable which others are preconditions of
// operators that change it, or are changed by them too and have a goal.
func neighbours(t *task.Task) [][]int32 {
	isGoal := make([]bool, t.Variables())
	for _, f := range t.Goal {
		isGoal[t.FactVar[f]] = true
	}
	near := make([][]int32, t.Basic)
	var around []int32
	work := 0
	for i := range t.Operators {
		if work > maxPairs {
			break // without some neighbours there are fewer patterns
		}
		o := &t.Operators[i]
		around = around[:0]
		for _, f := range o.Pre {
			around = append(around, t.FactVar[f])
		}
		for _, e := range o.Effects {
			for _, f := range e.When {
				around = append(around, t.FactVar[f])
			}
			if isGoal[t.FactVar[e.Fact]] {
				around = append(around, t.FactVar[e.Fact])
			}
		}
		slices.Sort(around)
		around = slices.Compact(around)
		for _, e := range o.Effects {
			v := t.FactVar[e.Fact]
			work += len(around)
			for _, w := range around {
				if w != v && int(w) < t.Basic {
					near[v] = append(near[v], w)
				}
			}
			if len(near[v]) > 4*t.Variables() {
				near[v] = compact(near[v])
			}
		}
	}
	for v := range near {
		near[v] = compact(near[v])
	}
	return near
}

func compact(s []int32) []int32 {
	slices.Sort(s)
	return slices.Compact(s)
}

func (c *candidates) add(pattern []int32) {
	if len(c.list) >= c.most {
		return
	}
	c.key = c.key[:0]
	for _, v := range pattern {
		c.key = binary.AppendUvarint(c.key, uint64(v))
	}
	if !c.seen[string(c.key)] {
		c.seen[string(c.key)] = true
		c.list = append(c.list, pattern)
	}
	c.work += int64(len(pattern))
}

// at returns pattern number i, or nil if it has more variables than size or
// there are not that many.
func (c *candidates) at(i, size int) []int32 {
	for i >= len(c.list) && c.grown < len(c.list) && len(c.list[c.grown]) < size {
		c.extend(c.list[c.grown])
		c.grown++
	}
	if i >= len(c.list) || len(c.list[i]) > size {
		return nil
	}
	return c.list[i]
}

func (c *candidates) extend(pattern []int32) {
	for _, v := range pattern {
		for _, w := range c.near[v] {
			at, has := slices.BinarySearch(pattern, w)
			if !has {
				c.add(slices.Insert(slices.Clone(pattern), at, w))
			}
		}
	}
}
