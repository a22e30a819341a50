package abstraction

import (
	"slices"
	"testing"

	"genplanx/planner/heuristic/abstraction/graph"
	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

func never() bool { return false }

// scaled returns a random task whose costs are multiplied.
func scaled(seed uint64, factor int64) *task.Task {
	t := tasktest.Random(seed)
	for i := range t.Operators {
		t.Operators[i].Cost *= factor
	}
	return t
}

// TestShares: what the members of a partitioning get of an operator's cost is
// never more than there is, at any time.
func TestShares(t *testing.T) {
	paid := 0
	for seed := range uint64(1000) {
		h := New(scaled(seed, 1+int64(seed%3)), Options{Budget: 1 << 14, MemoryBytes: 1 << 20}, never)
		h.locateSamples()
		state := h.samples.at(0)
		order := h.greedy(state)
		for i := range order {
			h.partition(order[:i+1], state)
			for op, left := range h.share.remaining {
				if left < 0 {
					t.Fatalf("seed %d: operator %d of cost %d has %d left after %d members", seed, op, h.share.full[op], left, i+1)
				}
				if left < h.share.full[op] {
					paid++
				}
			}
		}
	}
	if paid < 10000 {
		t.Errorf("only %d costs were paid", paid)
	}
}

// edges lists the transitions of a projection as triples of operator, from, to.
func edges(p *projection) map[[3]int32]bool {
	out := map[[3]int32]bool{}
	for l := range p.result {
		p.each(p.result[l].into, func(s int32) {
			for _, off := range p.result[l].offsets {
				for _, op := range p.labels.Of(l) {
					out[[3]int32{op, s + off, s}] = true
				}
			}
		})
	}
	return out
}

// everyState calls f with all combinations of values, possible or not.
func everyState(t *task.Task, f func(values []int32)) {
	values := make([]int32, t.Variables())
	for {
		f(values)
		v := 0
		for ; v < len(values); v++ {
			if values[v]++; values[v] < t.Size(v) {
				break
			}
			values[v] = 0
		}
		if v == len(values) {
			return
		}
	}
}

// TestProjection compares with the transitions of all states: none is missing,
// and where nothing is left undecided there are no others.
func TestProjection(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		r := tasktest.Random(seed)
		if r.Variables() > 8 {
			continue
		}
		a, b := int32(seed%uint64(r.Basic)), int32(seed/7%uint64(r.Basic))
		pattern := compact([]int32{a, b})
		p := newBuilder(r).project(pattern, 1<<20)
		if p == nil {
			t.Fatalf("seed %d: no projection to %v", seed, pattern)
		}
		got, want := edges(p), map[[3]int32]bool{}
		next := make([]int32, r.Variables())
		everyState(r, func(values []int32) {
			for i := range r.Operators {
				if o := &r.Operators[i]; r.Holds(o.Pre, values) {
					r.Apply(o, values, next)
					if from, to := p.State(values), p.State(next); from != to {
						want[[3]int32{int32(i), from, to}] = true
					}
				}
			}
		})
		found += len(want)
		for e := range want {
			if !got[e] {
				t.Fatalf("seed %d, pattern %v: no transition %v", seed, pattern, e)
			}
		}
		if !r.ConditionalEffects() && len(got) != len(want) {
			t.Fatalf("seed %d, pattern %v: %d transitions, want %d", seed, pattern, len(got), len(want))
		}
	}
	if found < 1000 {
		t.Errorf("only %d transitions", found)
	}
}

// TestExplicit: stored transitions give the same distances and saturated costs.
func TestExplicit(t *testing.T) {
	var q graph.Queue
	for seed := range uint64(1000) {
		r := tasktest.Random(seed)
		b := newBuilder(r)
		pattern := compact([]int32{int32(seed % uint64(r.Basic)), int32(seed / 5 % uint64(r.Basic)), r.FactVar[r.Goal[0]] % int32(r.Basic)})
		p := b.project(pattern, 1<<20)
		costs := make([]int64, p.labels.Len())
		for i := range costs {
			costs[i] = int64(seed) * int64(i) % 5
		}
		dist, saturated := make([]int64, p.states), make([]int64, len(costs))
		p.Distances(costs, dist, &q)
		p.Saturate(dist, saturated)
		p.expand()
		dist2, saturated2 := make([]int64, p.states), make([]int64, len(costs))
		p.Distances(costs, dist2, &q)
		p.Saturate(dist2, saturated2)
		if !slices.Equal(dist, dist2) || !slices.Equal(saturated, saturated2) {
			t.Fatalf("seed %d: distances %v and %v, saturated costs %v and %v", seed, dist, dist2, saturated, saturated2)
		}
	}
}

// TestLookup compares the rows with the tables they are made of.
func TestLookup(t *testing.T) {
	compared, wide := 0, 0
	for seed := range uint64(1000) {
		factor := []int64{1, 5000, task.MaxCost / 4}[seed%3]
		h := New(scaled(seed, factor), Options{Budget: 1 << 14, MemoryBytes: 1 << 20}, never)
		for i, s := range tasktest.States(h.t) {
			if i%7 == 0 {
				h.samples.add(s.Values)
			}
		}
		h.Improve(1 << 16)
		if h.lookup.lane == 32 {
			wide++
		}
		everyState(h.t, func(values []int32) {
			want := int64(0)
			state := make([]int32, len(h.members))
			for i := range h.members {
				if state[i] = h.members[i].State(values); h.members[i].dist[state[i]] == dead {
					want = DeadEnd
				}
			}
			for i := range h.parts {
				want = max(want, h.parts[i].value(state))
			}
			got := h.lookup.evaluate(values)
			if got > want || want != DeadEnd && want-got > int64(len(h.members))<<h.lookup.shift || got < want && h.lookup.shift == 0 {
				t.Fatalf("seed %d, state %v: %d, want %d", seed, values, got, want)
			}
			compared++
		})
	}
	if compared < 10000 || wide < 100 {
		t.Errorf("%d values compared, %d tasks with large costs", compared, wide)
	}
}
