package heuristic

import "math"

// lmCut sums the costs of disjunctive action landmarks, found one after the
// other as cuts through the graph of hmax supporters; what a landmark costs is
// taken off all its operators before the next is sought (Helmert and Domshlak
// 2009). A cut consists of parts, and its cost is taken off their parents, each
// once: some part of the cut is in every relaxed plan, so some parent is in
// every plan, and one that is there pays all its parts.
type lmCut struct {
	exploration
	stop   func() bool
	round  int32
	mark   []int32 // by fact: round and zone, see below
	paid   []int32 // by parent: round in which it was lowered
	tried  []int32 // by part: round in which it was a candidate
	state  []int32 // by fact: the evaluation in whose state it holds
	turn   int32   // number of the evaluation
	seen   []int32 // by fact: the backward search that met it
	next   []int32 // by fact: the fact that search came from
	walk   int32   // number of the backward search
	passed []int32 // by part: preconditions cheaper than the supporter, at the front
	todo   []int32
	into   []int32 // parts with an effect in the goal zone
	cut    []int32 // parts
	payers []int32 // parents of the cut
	kept   kept
}

// Marks of a round lie above those of all earlier rounds, so nothing has to be
// cleared between rounds: 3*round plus one of these.
const (
	inZone      = 0 // the goal follows without cost
	reachable   = 1 // reached from the state without entering the zone
	unreachable = 2 // not so
)

func newLMCut(r *relaxed, stop func() bool) *lmCut {
	return &lmCut{
		exploration: *newExploration(r), stop: stop,
		mark: make([]int32, r.facts), paid: make([]int32, len(r.parentCost)), tried: make([]int32, r.parts),
		state: make([]int32, r.facts), seen: make([]int32, r.facts), next: make([]int32, r.facts),
		passed: make([]int32, r.parts),
	}
}

// Evaluate implements [Heuristic].
func (l *lmCut) Evaluate(values []int32) int64 {
	l.begin()
	return l.evaluate(values, 0)
}

// begin sets the costs back to the task's.
func (l *lmCut) begin() {
	copy(l.remaining, l.r.parentCost)
	clear(l.passed)
	l.kept.found = l.kept.found[:0]
}

// evaluate adds cuts of what costs are left to the sum of those paid already.
func (l *lmCut) evaluate(values []int32, total int64) int64 {
	l.explore(values)
	if l.cost[l.r.goal] == unreached {
		return DeadEnd
	}
	l.noteState()
	first := total + l.cost[l.r.goal]
	for l.cost[l.r.goal] > 0 && !l.stop() {
		l.nextRound()
		l.markGoalZone()
		l.findCut()
		total += l.payCut()
		l.update()
	}
	// Where parents have several parts, the cuts may come to less than hmax.
	return max(first, total)
}

// noteState remembers which facts hold in the state.
func (l *lmCut) noteState() {
	if l.turn++; l.turn == math.MaxInt32 {
		clear(l.state)
		l.turn = 1
	}
	for _, f := range l.holding {
		l.state[f] = l.turn
	}
}

func (l *lmCut) nextRound() {
	if l.round++; l.round >= math.MaxInt32/3-1 {
		clear(l.mark)
		clear(l.paid)
		clear(l.tried)
		l.round = 1
	}
}

// markGoalZone marks the facts from which the goal follows without cost, going
// back through supporters, and collects the parts that lead into the zone.
func (l *lmCut) markGoalZone() {
	zone := 3*l.round + inZone
	l.into = l.into[:0]
	l.mark[l.r.goal] = zone
	l.todo = append(l.todo[:0], l.r.goal)
	for len(l.todo) > 0 {
		f := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		makes := l.r.makes.of(f)
		l.work += int64(len(makes)) + 1
		for _, p := range makes {
			if l.left[p] > 0 {
				continue
			}
			if l.remaining[l.r.parent[p]] > 0 {
				if l.tried[p] != l.round {
					l.tried[p] = l.round
					l.into = append(l.into, p)
				}
			} else if s := l.supporter[p]; l.mark[s] != zone {
				l.mark[s] = zone
				l.todo = append(l.todo, s)
			}
		}
	}
}

// findCut keeps, of the parts that lead into the goal zone, those whose
// supporter is reached from the state along supporters outside the zone. It
// looks for the state backwards from each, which stays near the zone, where a
// sweep forwards would visit everything the state can reach.
func (l *lmCut) findCut() {
	l.cut = l.cut[:0]
	for _, p := range l.into {
		if l.fromState(l.supporter[p]) {
			l.cut = append(l.cut, p)
		}
	}
}

// fromState reports whether a fact is reached from the state without entering
// the goal zone. It goes back depth first, through the part that reached a fact
// first if it can. What it learns is kept for the round.
func (l *lmCut) fromState(f int32) bool {
	yes, no := 3*l.round+reachable, 3*l.round+unreachable
	if l.mark[f] >= 3*l.round {
		return l.mark[f] == yes
	}
	if l.walk++; l.walk == math.MaxInt32 {
		clear(l.seen)
		l.walk = 1
	}
	l.seen[f], l.next[f] = l.walk, -1
	l.todo = append(l.todo[:0], f)
	for at := 0; at < len(l.todo); {
		g := l.todo[len(l.todo)-1]
		if l.state[g] == l.turn || l.mark[g] == yes {
			for ; g >= 0; g = l.next[g] {
				l.mark[g] = yes
			}
			return true
		}
		// Facts looked at move to the front part of todo, for the case that the
		// search fails and all of them are unreachable.
		l.todo[len(l.todo)-1], l.todo[at] = l.todo[at], g
		at++
		l.goBack(g)
	}
	for _, g := range l.todo {
		l.mark[g] = no
	}
	return false
}

// goBack puts the supporters that may have reached a fact on the stack, the one
// of its cheapest achiever on top.
func (l *lmCut) goBack(f int32) {
	zone, no := 3*l.round+inZone, 3*l.round+unreachable
	best := -1
	makes := l.r.makes.of(f)
	l.work += int64(len(makes)) + 1
parts:
	for _, p := range makes {
		s := l.supporter[p]
		if l.left[p] > 0 || l.seen[s] == l.walk || l.mark[s] == zone || l.mark[s] == no {
			continue
		}
		for _, e := range l.r.eff.of(p) {
			if l.mark[e] == zone {
				continue parts
			}
		}
		l.seen[s], l.next[s] = l.walk, f
		l.todo = append(l.todo, s)
		if l.suppCost[p]+l.remaining[l.r.parent[p]] == l.cost[f] {
			best = len(l.todo) - 1
		}
	}
	if last := len(l.todo) - 1; best >= 0 {
		l.todo[best], l.todo[last] = l.todo[last], l.todo[best]
	}
}

// payCut takes the cost of the cut off the parents of its parts.
func (l *lmCut) payCut() int64 {
	cost := unreached
	l.payers = l.payers[:0]
	for _, p := range l.cut {
		cost = min(cost, l.remaining[l.r.parent[p]])
	}
	for _, p := range l.cut {
		if parent := l.r.parent[p]; l.paid[parent] != l.round {
			l.paid[parent] = l.round
			l.remaining[parent] -= cost
			l.payers = append(l.payers, parent)
		}
	}
	l.kept.record(cost, l.payers)
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
		needs := l.r.needs.of(f)
		l.work += int64(len(needs)) + 1
		for _, p := range needs {
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
// part became cheaper. None is dearer than the old one was, so the first that
// is as dear will do; those before it are cheaper for good, so that the goal's
// thousands are not all looked at after each cut.
func (l *lmCut) newSupporter(p int32) bool {
	old, pre := l.suppCost[p], l.r.pre.of(p)
	for i := l.passed[p]; int(i) < len(pre); i++ {
		if l.cost[pre[i]] == old {
			l.supporter[p], l.passed[p] = pre[i], i
			return false
		}
	}
	cost := int64(-1)
	for i, f := range pre {
		if c := l.cost[f]; c > cost {
			cost, l.supporter[p], l.passed[p] = c, f, int32(i)
		}
	}
	l.suppCost[p] = cost
	return true
}
