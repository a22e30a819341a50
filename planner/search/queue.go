package search

// queue holds open states by f = g+h, then by h; of equals the last in is the
// first out, which follows one line to the goal instead of widening the last
// layer. It keeps one stack per pair (f, h) and a heap of the pairs in use.
type queue struct {
	stacks []stack
	number map[key]int32
	heap   []int32 // stacks that hold something
	idle   []int32 // stacks that became empty, in that order; some may be in use again
	size   int
}

type key struct{ f, h int64 }

type stack struct {
	key
	ids    []int32
	queued bool
}

// keptCapacity is how much room an empty stack may keep for its next use.
const keptCapacity = 1 << 10

func newQueue() *queue { return &queue{number: map[key]int32{}} }

func (k key) less(o key) bool { return k.f < o.f || k.f == o.f && k.h < o.h }

func (q *queue) push(id int32, f, h int64) {
	k := key{f, h}
	i, ok := q.number[k]
	if !ok {
		i = q.vacant()
		q.number[k] = i
		q.stacks[i].key = k
	}
	s := &q.stacks[i]
	s.ids = append(s.ids, id)
	q.size++
	if !s.queued {
		s.queued = true
		q.heap = append(q.heap, i)
		q.up(len(q.heap) - 1)
	}
}

// keptIdle is how many empty stacks keep their keys, as many are soon used again.
const keptIdle = 64

// vacant returns a stack to use for another key. A search that passes millions of
// costs would else leave an empty stack behind for each.
func (q *queue) vacant() int32 {
	for len(q.idle) > keptIdle {
		i := q.idle[0]
		q.idle = q.idle[1:]
		if s := &q.stacks[i]; !s.queued && q.number[s.key] == i {
			delete(q.number, s.key)
			return i
		}
	}
	q.stacks = append(q.stacks, stack{})
	return int32(len(q.stacks) - 1)
}

// bytes estimates what the queue takes.
func (q *queue) bytes() int64 { return int64(q.size)*8 + int64(len(q.stacks))*128 }

// pop returns a state and the key it was pushed with.
func (q *queue) pop() (int32, key, bool) {
	if len(q.heap) == 0 {
		return 0, key{}, false
	}
	s := &q.stacks[q.heap[0]]
	last := len(s.ids) - 1
	id := s.ids[last]
	s.ids = s.ids[:last]
	q.size--
	if last == 0 {
		s.queued = false
		q.idle = append(q.idle, q.heap[0])
		if cap(s.ids) > keptCapacity {
			s.ids = nil
		}
		end := len(q.heap) - 1
		q.heap[0] = q.heap[end]
		q.heap = q.heap[:end]
		q.down(0)
	}
	return id, s.key, true
}

func (q *queue) less(i, j int) bool { return q.stacks[q.heap[i]].less(q.stacks[q.heap[j]].key) }

func (q *queue) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !q.less(i, parent) {
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
		if child+1 < len(q.heap) && q.less(child+1, child) {
			child++
		}
		if !q.less(child, i) {
			return
		}
		q.heap[i], q.heap[child] = q.heap[child], q.heap[i]
		i = child
	}
}
