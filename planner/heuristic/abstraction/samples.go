package abstraction

import "slices"

// samples are states for which orders are tried: the initial one, then states
// that were evaluated, ever farther apart.
type samples struct {
	values [][]int32
	best   []int64 // value so far
	by     []int32 // partition that says so, or -1
	state  []int32 // of all members, sample after sample
	tried  int     // those before it had their order with the members at hand
	stride int64   // evaluations between two samples
	wait   int64
}

const maxSamples = 256

func (s *samples) add(values []int32) {
	s.values = append(s.values, slices.Clone(values))
	s.best, s.by = append(s.best, -1), append(s.by, -1)
}

// offer takes every stride-th state. When there are too many, every other one
// but the first is given up.
func (s *samples) offer(values []int32) {
	if s.wait--; s.wait >= 0 {
		return
	}
	s.wait = s.stride
	if len(s.values) == maxSamples {
		keep := 1
		for i := 2; i < maxSamples; i += 2 {
			s.values[keep] = s.values[i]
			keep++
		}
		s.values, s.best, s.by = s.values[:keep], s.best[:keep], s.by[:keep]
		s.tried = min(s.tried, 1+s.tried/2)
		s.stride = 2*s.stride + 1
	}
	s.add(values)
}

// locateSamples finds the states of all members for each sample, and what the
// partitions at hand say there.
func (h *Heuristic) locateSamples() {
	s := &h.samples
	s.state = s.state[:0]
	for _, values := range s.values {
		for m := range h.members {
			s.state = append(s.state, h.members[m].State(values))
		}
	}
	for i := range s.values {
		s.best[i], s.by[i] = -1, -1
		for k := range h.parts {
			h.rate(i, k)
		}
	}
	h.share.work += int64(4 * len(s.state))
}

// at returns the states of all members for a sample.
func (s *samples) at(i int) []int32 {
	n := len(s.state) / len(s.values)
	return s.state[i*n : (i+1)*n]
}

// rate notes a partition as the best for a sample if it is.
func (h *Heuristic) rate(sample, part int) {
	p := &h.parts[part]
	h.share.work += int64(len(p.entries))
	if v := p.value(h.samples.at(sample)); v > h.samples.best[sample] {
		h.samples.best[sample], h.samples.by[sample] = v, int32(part)
	}
}

// total sums up what is known of the samples.
func (s *samples) total() (sum int64) {
	for _, v := range s.best {
		if v > 0 && v != DeadEnd {
			sum += v
		}
	}
	return sum
}
