package abstraction

import (
	"math/bits"
	"slices"

	"genplanx/planner/task"
)

// compiler makes a lookup of members and partitions.
type compiler struct {
	t        *task.Task
	members  []member
	parts    []partition
	shares   [][]share // by member
	patterns [][]int32 // by frame
	inFrame  [][]int32 // members by frame
	others   []int32   // members without a frame
	out      lookup
	state    []int32 // of a member, by state of the frame
	dead     []bool  // by state of the frame
	work     int64
}

// share says where the table of a member in a partition starts.
type share struct{ part, start int32 }

// compile returns the lookup and the work that it took.
func compile(t *task.Task, members []member, parts []partition) (lookup, int64) {
	c := compiler{t: t, members: members, parts: parts, shares: make([][]share, len(members))}
	for i := range parts {
		for _, e := range parts[i].entries {
			c.shares[e.member] = append(c.shares[e.member], share{int32(i), e.start})
		}
	}
	c.frames()
	c.widths()
	c.layOut()
	for i := range c.patterns {
		for k, m := range c.inFrame[i] {
			c.relate(i, c.members[m].system.(*projection))
			c.fill(i, m, k == 0)
		}
		c.mark(i)
	}
	for i, m := range c.others {
		c.state = c.state[:0]
		for s := range c.members[m].Size() {
			c.state = append(c.state, s)
		}
		c.fill(len(c.patterns)+i, m, true)
		c.mark(len(c.patterns) + i)
	}
	return c.out, c.work
}

const (
	smallFrame = 1 << 8  // states up to which frames are merged at will
	largeFrame = 1 << 12 // and up to which they are if that makes few more
)

// frames finds a frame for each projection that matters: one that has its
// variables already, or else the one that becomes the least larger by them.
func (c *compiler) frames() {
	var projections []int32
	for i := range c.members {
		if m := &c.members[i]; c.shares[i] != nil || m.ends {
			if _, ok := m.system.(*projection); ok {
				projections = append(projections, int32(i))
			} else {
				c.others = append(c.others, int32(i))
			}
		}
	}
	slices.SortStableFunc(projections, func(a, b int32) int { return int(c.members[b].Size() - c.members[a].Size()) })
	for _, m := range projections {
		pattern := c.members[m].system.(*projection).pattern
		best, least := -1, int64(0)
		for i, f := range c.patterns {
			old, own, both := c.size(f), int64(c.members[m].Size()), c.union(f, pattern)
			fits := both == old || both <= smallFrame || both <= largeFrame && both <= 2*(old+own)
			if fits && (best < 0 || both-old < least) {
				best, least = i, both-old
			}
			if best >= 0 && least == 0 {
				break
			}
		}
		c.work += int64(2 * len(c.patterns))
		if best < 0 {
			best = len(c.patterns)
			c.patterns, c.inFrame = append(c.patterns, nil), append(c.inFrame, nil)
		}
		if least > 0 || c.patterns[best] == nil {
			c.patterns[best] = compact(slices.Concat(c.patterns[best], pattern))
		}
		c.inFrame[best] = append(c.inFrame[best], m)
	}
}

// size returns how many states a pattern has.
func (c *compiler) size(pattern []int32) int64 {
	n := int64(1)
	for _, v := range pattern {
		n *= int64(c.t.Size(int(v)))
	}
	return n
}

// union returns how many states the variables of two patterns have together.
func (c *compiler) union(a, b []int32) int64 {
	n := c.size(a)
	for _, v := range b {
		if _, has := slices.BinarySearch(a, v); !has {
			n *= int64(c.t.Size(int(v)))
		}
		if n > 1<<32 {
			break
		}
	}
	return n
}

// widths chooses numbers that no sum overflows.
func (c *compiler) widths() {
	most := uint64(0)
	for i := range c.parts {
		p := &c.parts[i]
		sum := uint64(0)
		for _, e := range p.entries {
			largest := int32(0)
			for _, d := range p.table[e.start : e.start+c.members[e.member].Size()] {
				if d != dead {
					largest = max(largest, d)
				}
			}
			sum += uint64(largest)
		}
		most = max(most, sum)
		c.work += int64(len(p.table))
	}
	c.out.lane = 16
	if most >= 1<<16-1 {
		c.out.lane = 32
	}
	if n := bits.Len64(most + 1); n > 32 {
		c.out.shift = uint(n - 32)
	}
	perWord := 64 / int(c.out.lane)
	c.out.width = max(1, (len(c.parts)+perWord-1)/perWord)
	c.out.sum = make([]uint64, c.out.width)
}

// layOut places the rows.
func (c *compiler) layOut() {
	l := &c.out
	l.first = []int32{0}
	total := 0
	add := func(states int) {
		l.start = append(l.start, total)
		total += states * l.width
	}
	for _, pattern := range c.patterns {
		factor := int32(1)
		for _, v := range pattern {
			l.variable = append(l.variable, v)
			l.factor = append(l.factor, factor)
			factor *= c.t.Size(int(v))
		}
		l.first = append(l.first, int32(len(l.variable)))
		add(int(factor))
	}
	for _, m := range c.others {
		l.others = append(l.others, c.members[m].system)
		add(int(c.members[m].Size()))
	}
	l.rows = make([]uint64, total)
	c.work += int64(total)
	// Measured: a variable 1 ns, a frame 3, another system 40, a word 0.5.
	l.work = int64(4*len(l.variable)+2*len(l.start)*(6+l.width)+160*len(c.others)+6*l.width) / 10
}

// relate computes the states of a projection by those of its frame.
func (c *compiler) relate(frame int, p *projection) {
	c.state = append(c.state[:0], 0)
	for _, v := range c.patterns[frame] {
		factor := int32(0)
		if i, has := slices.BinarySearch(p.pattern, v); has {
			factor = p.factor[i]
		}
		n := len(c.state)
		for value := int32(1); value < c.t.Size(int(v)); value++ {
			for _, s := range c.state[:n] {
				c.state = append(c.state, s+value*factor)
			}
		}
	}
	c.work += int64(len(c.state))
}

// fill adds the distances of a member to the rows of its frame, and notes which
// of the frame's states are dead ends; first tells that it is the first one.
func (c *compiler) fill(frame int, m int32, first bool) {
	l := &c.out
	if first {
		c.dead = slices.Grow(c.dead[:0], len(c.state))[:len(c.state)]
		clear(c.dead)
	}
	for _, s := range c.shares[m] {
		bit := uint(s.part) * l.lane
		table := c.parts[s.part].table[s.start:]
		at := l.start[frame] + int(bit/64)
		for i, state := range c.state {
			if d := table[state]; d != dead {
				l.rows[at] += uint64(d) >> l.shift << (bit % 64)
			} else {
				c.dead[i] = true
			}
			at += l.width
		}
	}
	if c.members[m].ends {
		for i, state := range c.state {
			c.dead[i] = c.dead[i] || c.members[m].dist[state] == dead
		}
	}
	c.work += int64(len(c.state) * (1 + len(c.shares[m])))
}

// mark makes the rows of dead ends say so. This comes last, as nothing may be
// added to them.
func (c *compiler) mark(frame int) {
	for i, is := range c.dead {
		if is {
			c.out.rows[c.out.start[frame]+i*c.out.width] = deadRow
		}
	}
}
