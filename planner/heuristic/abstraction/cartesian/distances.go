package cartesian

import (
	"math"

	"genplanx/planner/heuristic/abstraction/graph"
)

const infinite = math.MaxInt64

// distances are those to the sink, with a tree of shortest paths. After a split
// only states whose path led through the divided state are looked at again
// (Seipp, von Allmen and Helmert 2020): splits make distances larger, never
// smaller. All costs are positive, so no path goes round in circles.
type distances struct {
	to      []int64 // by state
	up      []int32 // the transition that begins a shortest path, or end
	orphans []int32 // states whose path may be gone
	dirty   []int32 // states whose distance may have grown
	mark    []uint8 // by state
	queue   graph.Queue
}

const (
	settled = 1 << iota
	unknown
)

// addState gives a new state the distance of the one it was part of.
func (d *distances) addState(of int32) {
	d.to = append(d.to, d.to[of])
	d.up = append(d.up, end)
	d.up[of] = end
	d.mark = append(d.mark, 0)
}

// measure computes all distances anew.
func (a *Abstraction) measure() {
	d := &a.d
	for s := range d.to {
		d.to[s], d.up[s] = infinite, end
	}
	d.to[a.sink] = 0
	d.queue.Reset()
	d.queue.Push(0, a.sink)
	a.relax(func(int32) bool { return true })
}

// relax carries smaller distances backwards, to the states that are open to it.
func (a *Abstraction) relax(open func(int32) bool) {
	d := &a.d
	for {
		dist, s, ok := d.queue.Pop()
		if !ok {
			return
		}
		if dist > d.to[s] {
			continue
		}
		for i := a.x.in[s]; i != end; {
			a.work++
			t := &a.x.all[i]
			if c := dist + a.m.costs[t.op]; c < d.to[t.from] && open(t.from) {
				d.to[t.from], d.up[t.from] = c, i
				d.queue.Push(c, t.from)
			}
			i = t.nextIn
		}
	}
}

// repair makes the distances right after a split.
func (a *Abstraction) repair() {
	d := &a.d
	d.queue.Reset()
	d.dirty = d.dirty[:0]
	seen := d.orphans
	for _, s := range seen {
		if d.to[s] != infinite {
			d.queue.Push(d.to[s], s)
		}
	}
	for {
		_, s, ok := d.queue.Pop()
		if !ok {
			break
		}
		if d.mark[s] != 0 {
			continue
		}
		d.orphans = append(d.orphans, s)
		d.mark[s] = settled
		if s != a.sink && !a.reconnect(s) {
			d.mark[s] = unknown
			d.dirty = append(d.dirty, s)
			a.orphanChildren(s)
		}
	}
	a.measureDirty()
	for _, s := range d.orphans {
		d.mark[s] = 0
	}
}

// reconnect looks for another path of the same cost. All states that are closer
// to the goal are known by now.
func (a *Abstraction) reconnect(s int32) bool {
	d := &a.d
	if i := d.up[s]; i != end && a.supports(i, s) {
		return true
	}
	for i := a.x.out[s]; i != end; i = a.x.all[i].nextOut {
		a.work++
		if a.supports(i, s) {
			d.up[s] = i
			return true
		}
	}
	return false
}

func (a *Abstraction) supports(i, s int32) bool {
	t := &a.x.all[i]
	to := a.d.to[t.to]
	return a.d.mark[t.to] != unknown && to != infinite && to+a.m.costs[t.op] == a.d.to[s]
}

func (a *Abstraction) orphanChildren(s int32) {
	d := &a.d
	for i := a.x.in[s]; i != end; i = a.x.all[i].nextIn {
		a.work++
		if from := a.x.all[i].from; d.up[from] == i && d.mark[from] == 0 {
			d.queue.Push(d.to[from], from)
		}
	}
}

// measureDirty gives dirty states the distances that their neighbours allow.
func (a *Abstraction) measureDirty() {
	d := &a.d
	d.queue.Reset()
	for _, s := range d.dirty {
		d.to[s], d.up[s] = infinite, end
		for i := a.x.out[s]; i != end; i = a.x.all[i].nextOut {
			a.work++
			t := &a.x.all[i]
			if d.mark[t.to] == unknown || d.to[t.to] == infinite {
				continue
			}
			if c := d.to[t.to] + a.m.costs[t.op]; c < d.to[s] {
				d.to[s], d.up[s] = c, i
			}
		}
	}
	for _, s := range d.dirty {
		if d.to[s] != infinite {
			d.queue.Push(d.to[s], s)
		}
	}
	a.relax(func(s int32) bool { return d.mark[s] == unknown })
}
