package heuristic

const unreached = int64(1) << 62

// exploration computes hmax values of all facts, by Dijkstra's algorithm over
// the parts. A part's supporter is its dearest precondition.
type exploration struct {
	r         *relaxed
	queue     queue
	open      []int32 // missing preconditions, by part; template
	left      []int32
	cost      []int64 // by fact
	remaining []int64 // cost by parent; LM-cut lowers it
	supporter []int32 // by part
	suppCost  []int64
	holding   []int32 // facts of the state
	work      int64   // looks at a part, roughly
}

// Work implements [Heuristic].
func (x *exploration) Work() int64 { return x.work }

func newExploration(r *relaxed) *exploration {
	x := &exploration{
		r: r, open: make([]int32, r.parts), left: make([]int32, r.parts),
		cost: make([]int64, r.facts), remaining: make([]int64, len(r.parentCost)),
		supporter: make([]int32, r.parts), suppCost: make([]int64, r.parts),
	}
	largest := int64(0)
	for _, c := range r.parentCost {
		largest = max(largest, c)
	}
	x.queue = newQueue(largest)
	for p := range r.parts {
		x.open[p] = int32(len(r.pre.of(p)))
	}
	copy(x.remaining, r.parentCost)
	return x
}

// explore computes the values from scratch.
func (x *exploration) explore(values []int32) {
	r := x.r
	for f := range x.cost {
		x.cost[f] = unreached
	}
	copy(x.left, x.open)
	x.work += int64(len(x.cost)+len(x.left)) / 16
	x.holding = r.appendHolding(values, x.holding[:0])
	for _, f := range x.holding {
		x.reach(f, 0)
	}
	for {
		f, cost, ok := x.queue.pop()
		if !ok {
			return
		}
		if x.cost[f] < cost {
			continue
		}
		needs := r.needs.of(f)
		x.work += int64(len(needs)) + 1
		for _, p := range needs {
			if x.left[p]--; x.left[p] > 0 {
				continue
			}
			x.supporter[p], x.suppCost[p] = f, cost
			target := cost + x.remaining[r.parent[p]]
			for _, e := range r.eff.of(p) {
				x.reach(e, target)
			}
		}
	}
}

func (x *exploration) reach(f int32, cost int64) {
	if cost < x.cost[f] {
		x.cost[f] = cost
		x.queue.push(f, cost)
	}
}

// queue is a priority queue of facts: buckets while costs are small, since most
// tasks have small ones, else a binary heap.
type queue struct {
	buckets [][]int32 // nil: the heap is used
	at      int       // no bucket before it holds anything
	size    int
	heap    []queued
}

type queued struct {
	cost int64
	fact int32
}

const largestBucketed = 64

func newQueue(largestCost int64) queue {
	if largestCost > largestBucketed {
		return queue{}
	}
	return queue{buckets: make([][]int32, 1)}
}

func (q *queue) push(f int32, cost int64) {
	if q.buckets == nil {
		q.heap = append(q.heap, queued{cost, f})
		q.up(len(q.heap) - 1)
		return
	}
	for int(cost) >= len(q.buckets) {
		q.buckets = append(q.buckets, nil)
	}
	q.buckets[cost] = append(q.buckets[cost], f)
	q.at = min(q.at, int(cost))
	q.size++
}

func (q *queue) pop() (int32, int64, bool) {
	if q.buckets == nil {
		return q.popHeap()
	}
	if q.size == 0 {
		q.at = 0
		return 0, 0, false
	}
	for len(q.buckets[q.at]) == 0 {
		q.at++
	}
	b := q.buckets[q.at]
	f := b[len(b)-1]
	q.buckets[q.at] = b[:len(b)-1]
	q.size--
	return f, int64(q.at), true
}

func (q *queue) popHeap() (int32, int64, bool) {
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	top := q.heap[0]
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	q.down(0)
	return top.fact, top.cost, true
}

func (q *queue) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if q.heap[parent].cost <= q.heap[i].cost {
			return
		}
		q.heap[parent], q.heap[i] = q.heap[i], q.heap[parent]
		i = parent
	}
}

func (q *queue) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			return
		}
		if child+1 < len(q.heap) && q.heap[child+1].cost < q.heap[child].cost {
			child++
		}
		if q.heap[i].cost <= q.heap[child].cost {
			return
		}
		q.heap[i], q.heap[child] = q.heap[child], q.heap[i]
		i = child
	}
}
