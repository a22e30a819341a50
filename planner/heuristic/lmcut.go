package heuristic

// lmCut sums the costs of disjunctive action landmarks, found one after the
// other as cuts through the graph of hmax supporters; what a landmark costs is
// taken off all its operators before the next is sought (Helmert and Domshlak
// 2009). A cut consists of parts, and its cost is taken off their parents, each
// once: some part of the cut is in every relaxed plan, so some parent is in
// every plan, and one that is there pays all its parts.
type lmCut struct {
	exploration
	stop  func() bool
	mark  []int32 // by fact: round and zone, see below
	round int32
	paid  []int32 // by parent: round in which it was lowered
	todo  []int32
	cut   []int32 // parts
}

// The zones of a round are marked 2*round (before the goal zone) and 2*round+1
// (goal zone), so that no round has to clear the marks of the last.

func newLMCut(r *relaxed, stop func() bool) *lmCut {
	return &lmCut{exploration: *newExploration(r), stop: stop, mark: make([]int32, r.facts), paid: make([]int32, len(r.parentCost))}
}

func (l *lmCut) Evaluate(values []int32) int64 {
	copy(l.remaining, l.r.parentCost)
	l.explore(values)
	if l.cost[l.r.goal] == unreached {
		return DeadEnd
	}
	first, total := l.cost[l.r.goal], int64(0)
	for l.cost[l.r.goal] > 0 && !l.stop() {
		l.nextRound()
		l.markGoalZone()
		l.findCut(values)
		total += l.payCut()
		l.update()
	}
	// Where parents have several parts, the cuts may come to less than hmax.
	return max(first, total)
}

func (l *lmCut) nextRound() {
	if l.round++; l.round >= 1<<29 {
		clear(l.mark)
		clear(l.paid)
		l.round = 1
	}
}

// markGoalZone marks the facts from which the goal follows without cost, going
// back through supporters.
func (l *lmCut) markGoalZone() {
	zone := 2*l.round + 1
	l.mark[l.r.goal] = zone
	l.todo = append(l.todo[:0], l.r.goal)
	for len(l.todo) > 0 {
		f := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		for _, p := range l.r.makes.of(f) {
			if l.left[p] > 0 || l.remaining[l.r.parent[p]] > 0 {
				continue
			}
			if s := l.supporter[p]; l.mark[s] != zone {
				l.mark[s] = zone
				l.todo = append(l.todo, s)
			}
		}
	}
}

// findCut collects the parts that lead from facts reached without entering the
// goal zone into it.
func (l *lmCut) findCut(values []int32) {
	before, zone := 2*l.round, 2*l.round+1
	l.cut = l.cut[:0]
	l.todo = l.todo[:0]
	start := func(f int32) {
		if f >= 0 && l.mark[f] < before {
			l.mark[f] = before
			l.todo = append(l.todo, f)
		}
	}
	start(l.r.always)
	for v, value := range values {
		start(l.r.number[l.r.t.VarFirst[v]+value])
	}
	for len(l.todo) > 0 {
		f := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
	parts:
		for _, p := range l.r.needs.of(f) {
			if l.left[p] > 0 || l.supporter[p] != f {
				continue
			}
			effects := l.r.eff.of(p)
			for _, e := range effects {
				if l.mark[e] == zone {
					l.cut = append(l.cut, p)
					continue parts
				}
			}
			for _, e := range effects {
				start(e)
			}
		}
	}
}

// payCut takes the cost of the cut off the parents of its parts.
func (l *lmCut) payCut() int64 {
	cost := unreached
	for _, p := range l.cut {
		cost = min(cost, l.remaining[l.r.parent[p]])
	}
	for _, p := range l.cut {
		if parent := l.r.parent[p]; l.paid[parent] != l.round {
			l.paid[parent] = l.round
			l.remaining[parent] -= cost
		}
	}
	return cost
}

// update repairs the hmax values after payCut: all parts of the cheaper parents
// may reach their effects earlier, and so on from there.
func (l *lmCut) update() {
	for _, c := range l.cut {
		parent := l.r.parent[c]
		if l.paid[parent] != l.round {
			continue // done with an earlier part
		}
		l.paid[parent] = 0
		for _, p := range l.r.partsOf.of(parent) {
			if l.left[p] == 0 {
				l.reachEffects(p)
			}
		}
	}
	for {
		f, cost, ok := l.queue.pop()
		if !ok {
			return
		}
		if l.cost[f] < cost {
			continue
		}
		for _, p := range l.r.needs.of(f) {
			if l.left[p] == 0 && l.supporter[p] == f && l.suppCost[p] > cost && l.newSupporter(p) {
				l.reachEffects(p)
			}
		}
	}
}

func (l *lmCut) reachEffects(p int32) {
	target := l.suppCost[p] + l.remaining[l.r.parent[p]]
	for _, e := range l.r.eff.of(p) {
		l.reach(e, target)
	}
}

// newSupporter chooses the dearest precondition anew and reports whether the
// part became cheaper.
func (l *lmCut) newSupporter(p int32) bool {
	best, cost := l.supporter[p], int64(-1)
	for _, f := range l.r.pre.of(p) {
		if l.cost[f] > cost {
			best, cost = f, l.cost[f]
		}
	}
	cheaper := cost < l.suppCost[p]
	l.supporter[p], l.suppCost[p] = best, cost
	return cheaper
}
