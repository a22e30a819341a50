package abstraction

import (
	"genplanx/planner/task"
)

const (
	maxPatterns    = 1 << 16 // looked at
	maxTransitions = 1 << 22 // and states of a projection: some 50 ms a pass
	maxSize        = 5       // variables of a pattern
)

// choice selects patterns (Seipp 2019, "Pattern selection for optimal classical
// planning with saturated cost partitioning": Sys-SCP): in rounds, it goes
// through all patterns by size and takes those that still give an estimate
// under the costs that the ones before them in the round have left over.
type choice struct {
	candidates *candidates
	build      *builder
	share      *partitioner
	t          *task.Task
	size       int
	next       int  // candidate
	added      bool // in this round
	skipped    bool // a pattern in this round as too large for the budget
	taken      []bool
	done       bool
}

func newChoice(t *task.Task, costs []int64) *choice {
	return &choice{candidates: newCandidates(t, maxPatterns), build: newBuilder(t), share: newPartitioner(costs), t: t, size: 1}
}

func (c *choice) work() int64 { return c.candidates.work + c.build.work + c.share.work }

// projection returns the next projection that is worth having for some sample, or
// nil when the budget is spent or all are seen. Limit bounds its transitions; a
// budget that is less does as well, until a later round.
func (c *choice) projection(budget, limit int64, samples [][]int32, stop func() bool) *projection {
	end := c.work() + budget
	for !c.done && c.work() < end && !stop() {
		c.candidates.work++
		pattern := c.candidates.at(c.next, c.size)
		if pattern == nil {
			c.finishRound()
			continue
		}
		i := c.next
		c.next++
		for len(c.taken) <= i {
			c.taken = append(c.taken, false)
		}
		if c.taken[i] || !c.payable(pattern) {
			continue
		}
		allowed := min(limit, maxTransitions, budget/4)
		p := c.build.project(pattern, allowed)
		if p == nil {
			c.skipped = c.skipped || allowed < maxTransitions
			c.taken[i] = allowed == maxTransitions
			continue
		}
		if !c.share.payable(p) {
			continue
		}
		c.share.distances(p)
		if !c.worth(p, samples) {
			continue
		}
		c.share.pay(p)
		c.taken[i], c.added = true, true
		return p
	}
	return nil
}

// finishRound starts again with the full costs, or with larger patterns if the
// round has found nothing.
func (c *choice) finishRound() {
	if !c.added {
		if c.size < min(maxSize, c.t.Basic) {
			c.size++
		} else {
			c.done = !c.skipped
			c.candidates.work += int64(len(c.taken)) // so that rounds come to an end
		}
	}
	c.share.reset()
	c.next, c.added, c.skipped = 0, false, false
}

// payable reports whether some operator that changes the pattern has costs left.
func (c *choice) payable(pattern []int32) bool {
	for _, v := range pattern {
		for _, op := range c.build.changing[v] {
			c.candidates.work++
			if c.share.remaining[op] > 0 {
				return true
			}
		}
	}
	return false
}

// worth reports whether the distances tell something about some sample.
func (c *choice) worth(p *projection, samples [][]int32) bool {
	for _, values := range samples {
		c.share.work++
		if c.share.dist[p.State(values)] > 0 {
			return true
		}
	}
	return false
}

// worth reports whether some distance tells more than nothing.
func worth(dist []int64) bool {
	for _, d := range dist {
		if d > 0 {
			return true
		}
	}
	return false
}
