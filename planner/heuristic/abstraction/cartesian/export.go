package cartesian

import (
	"encoding/binary"
	"slices"

	"genplanx/planner/heuristic/abstraction/graph"
)

// Graph returns the abstract transition system of the subtask. Operators with the
// same transitions share a label. It holds for any costs, and for states that
// can be reached from the task's initial state: abstract states that cannot be,
// and transitions out of states without a way to the sink, are left out.
func (a *Abstraction) Graph() *graph.Graph {
	live := a.live()
	byOp := a.edges(live)
	var labels graph.Labels
	labels.First = []int32{0}
	var edges []graph.Edge
	var loops []bool
	var members [][]int32
	known := map[string]int32{}
	var key []byte
	for first, list := range byOp {
		if !a.c.stands(int32(first)) {
			continue
		}
		loop := a.loops(int32(first), live)
		if len(list) == 0 && loop {
			continue
		}
		key = key[:0]
		slices.SortFunc(list, func(x, y graph.Edge) int {
			if x.From != y.From {
				return int(x.From - y.From)
			}
			return int(x.To - y.To)
		})
		for _, e := range list {
			key = binary.LittleEndian.AppendUint32(key, uint32(e.From))
			key = binary.LittleEndian.AppendUint32(key, uint32(e.To))
		}
		l, ok := known[string(key)]
		if !ok {
			l = int32(len(members))
			known[string(key)] = l
			members = append(members, nil)
			loops = append(loops, false)
			for _, e := range list {
				edges = append(edges, graph.Edge{From: e.From, To: e.To, Label: l})
			}
		}
		for op := int32(first); op != end; op = a.c.next[op] {
			members[l] = append(members[l], op)
		}
		loops[l] = loops[l] || loop
	}
	for _, list := range members {
		labels.Operators = append(labels.Operators, list...)
		labels.First = append(labels.First, int32(len(labels.Operators)))
	}
	return graph.New(a.s.n, a.s.find(a.m.t.Initial), []int32{a.sink}, labels, edges, loops)
}

// edges lists the transitions that matter, by operator.
func (a *Abstraction) edges(live []bool) [][]graph.Edge {
	byOp := make([][]graph.Edge, len(a.m.operators))
	for i := range a.x.all {
		if t := &a.x.all[i]; t.op != end && live[t.from] {
			byOp[t.op] = append(byOp[t.op], graph.Edge{From: t.from, To: t.to})
		}
	}
	return byOp
}

// live marks the states that can be reached from the initial one and from which
// the sink can be. What can be reached from a sink that is no product is not
// known, so there all states count as reached.
func (a *Abstraction) live() []bool {
	live := make([]bool, a.s.n)
	if a.open {
		for s, d := range a.d.to {
			live[s] = d != infinite
		}
		return live
	}
	first := a.s.find(a.m.t.Initial)
	if a.d.to[first] == infinite {
		return live
	}
	live[first] = true
	todo := []int32{first}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i := a.x.out[s]; i != end; i = a.x.all[i].nextOut {
			if to := a.x.all[i].to; !live[to] && a.d.to[to] != infinite {
				live[to] = true
				todo = append(todo, to)
			}
		}
	}
	return live
}

// mostVisits bounds the search for a loop of one operator.
const mostVisits = 64

// loops reports whether an operator may lead from some live state to itself. It
// says so as well when finding out takes long.
func (a *Abstraction) loops(op int32, live []bool) bool {
	if a.open {
		return true // nothing is known about the states of the sink
	}
	o := &a.m.operators[op]
	todo := []int32{0}
	for visits := 0; len(todo) > 0; visits++ {
		if visits == mostVisits {
			return true
		}
		n := a.s.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if n.variable < 0 {
			if live[n.left] && a.joins(n.left, op, n.left) {
				return true
			}
			continue
		}
		left, right := true, true
		for _, list := range [][]assignment{o.pre, o.eff} {
			if value, ok := valueOf(list, n.variable); ok {
				in := a.s.masks[n.mask+value>>6]>>(value&63)&1 != 0
				left, right = left && !in, right && in
			}
		}
		if left {
			todo = append(todo, n.left)
		}
		if right {
			todo = append(todo, n.right)
		}
	}
	return false
}
