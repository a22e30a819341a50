package graph

import "math/bits"

// Queue is a monotone priority queue (Ahuja, Mehlhorn, Orlin and Tarjan 1990:
// radix heap): no key pushed is less than the last one popped. Entries lie in
// buckets by the highest bit in which they differ from that key, so each moves
// at most once per bit, and with small costs hardly ever. The zero value is
// ready; equal keys come out in an order that depends on the pushes only.
type Queue struct {
	last    int64
	buckets [64][]entry
	used    uint64 // bit b: bucket b holds something
}

type entry struct {
	key   int64
	state int32
}

// Reset empties the queue and keeps its room.
func (q *Queue) Reset() {
	for b := range q.buckets {
		q.buckets[b] = q.buckets[b][:0]
	}
	q.last, q.used = 0, 0
}

// Push adds a state; key must not be negative nor less than the last popped.
func (q *Queue) Push(key int64, state int32) {
	b := bits.Len64(uint64(key ^ q.last))
	q.buckets[b] = append(q.buckets[b], entry{key, state})
	q.used |= 1 << b
}

// Pop takes out an entry of the least key.
func (q *Queue) Pop() (key int64, state int32, ok bool) {
	if q.used == 0 {
		return 0, 0, false
	}
	if q.used&1 == 0 {
		q.settle()
	}
	first := q.buckets[0]
	e := first[len(first)-1]
	q.buckets[0] = first[:len(first)-1]
	if len(first) == 1 {
		q.used &^= 1
	}
	return e.key, e.state, true
}

// settle moves the least keys into bucket 0, and those beside them closer.
func (q *Queue) settle() {
	b := bits.TrailingZeros64(q.used)
	from := q.buckets[b]
	q.last = from[0].key
	for _, e := range from {
		q.last = min(q.last, e.key)
	}
	q.buckets[b] = from[:0]
	q.used &^= 1 << b
	for _, e := range from {
		q.Push(e.key, e.state) // into lower buckets only
	}
}
