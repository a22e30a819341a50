package abstraction

import (
	"encoding/binary"
	"slices"

	"genplanx/planner/heuristic/abstraction/graph"
	"genplanx/planner/task"
)

// projection is the task with all variables but those of a pattern left out
// (pattern database: Culberson and Schaeffer 1998, Edelkamp 2001). Its states are
// numbered by mixed radix, and its transitions are not stored: a label leads
// into the states that agree with its result.
type projection struct {
	pattern []int32
	sizes   []int32
	factor  []int32 // number = sum of value times factor
	states  int32
	goal    []entry
	labels  graph.Labels
	loops   []bool
	result  []outcomeInto // by label
	tree    tree
	work    int64 // transitions and states: the work of one pass
	// explicit, if not nil, has the transitions; result and tree are not needed then.
	explicit *graph.Graph

	values []int32
	found  []int32
}

// outcomeInto is an outcome seen backwards: into the states where all of into
// hold, from those with the offsets added.
type outcomeInto struct {
	into    []entry
	offsets []int32
}

// builder makes projections of one task.
type builder struct {
	t        *task.Task
	changing [][]int32 // by variable: operators with an effect on it
	goal     []int32   // by variable: value in the goal, or -1
	outcomes *outcomes
	stamp    []int32 // by operator
	stamped  int32
	key      []byte
	work     int64
}

func newBuilder(t *task.Task) *builder {
	b := &builder{t: t, changing: make([][]int32, t.Basic), goal: make([]int32, t.Basic), outcomes: newOutcomes(t), stamp: make([]int32, len(t.Operators))}
	for i := range t.Operators {
		for _, e := range t.Operators[i].Effects {
			v := t.FactVar[e.Fact]
			if l := b.changing[v]; len(l) == 0 || l[len(l)-1] != int32(i) {
				b.changing[v] = append(l, int32(i))
			}
		}
	}
	for v := range b.goal {
		b.goal[v] = -1
	}
	for _, f := range t.Goal {
		if !t.IsDerived(f) {
			b.goal[t.FactVar[f]] = t.Value(f)
		}
	}
	return b
}

// project makes the projection to a pattern of sorted basic variables, or nil if
// it would have more states or transitions than the limit or too many outcomes.
func (b *builder) project(pattern []int32, limit int64) *projection {
	p := &projection{pattern: pattern, values: make([]int32, len(pattern))}
	states := int64(1)
	for i, v := range pattern {
		p.factor = append(p.factor, int32(states))
		p.sizes = append(p.sizes, b.t.Size(int(v)))
		if states *= int64(b.t.Size(int(v))); states > limit {
			return nil
		}
		if g := b.goal[v]; g >= 0 {
			p.goal = append(p.goal, entry{int32(i), g})
		}
	}
	p.states = int32(states)
	p.work = states
	if !b.label(p, limit) {
		return nil
	}
	p.tree = newTree(p)
	b.work += states
	return p
}

// label groups the outcomes of operators that do the same to the pattern. It is
// false if there are too many.
func (b *builder) label(p *projection, limit int64) bool {
	b.outcomes.enter(p.pattern)
	defer b.outcomes.leave(p.pattern)
	number := map[string]int{}
	var operators [][]int32
	b.stamped++
	for _, v := range p.pattern {
		for _, op := range b.changing[v] {
			if b.stamp[op] == b.stamped {
				continue
			}
			b.stamp[op] = b.stamped
			b.work += int64(8 + len(b.t.Operators[op].Effects) + len(b.t.Operators[op].Pre))
			if !b.outcomes.of(&b.t.Operators[op]) {
				return false
			}
			for _, o := range b.outcomes.list {
				b.work += 8
				b.encode(o)
				n, ok := number[string(b.key)]
				if !ok {
					n = len(operators)
					number[string(b.key)] = n
					operators = append(operators, nil)
					if !p.add(o, b.outcomes.loops, limit) {
						return false
					}
				}
				if l := operators[n]; len(l) == 0 || l[len(l)-1] != op {
					operators[n] = append(l, op)
				}
			}
		}
	}
	p.labels.First = []int32{0}
	for _, l := range operators {
		p.labels.Operators = append(p.labels.Operators, l...)
		p.labels.First = append(p.labels.First, int32(len(p.labels.Operators)))
	}
	return true
}

// encode makes a key of an outcome. An operator that may also change nothing
// does not share labels with those that always do something.
func (b *builder) encode(o outcome) {
	b.key = append(b.key[:0], 0)
	if b.outcomes.loops {
		b.key[0] = 1
	}
	for _, e := range o.cond {
		b.key = binary.AppendUvarint(b.key, uint64(e.place)*2)
		b.key = binary.AppendUvarint(b.key, uint64(e.value))
	}
	for _, e := range o.eff {
		b.key = binary.AppendUvarint(b.key, uint64(e.place)*2+1)
		b.key = binary.AppendUvarint(b.key, uint64(e.value))
	}
}

// add makes a label of an outcome, unless that makes more transitions than the
// limit.
func (p *projection) add(o outcome, loops bool, limit int64) bool {
	into := slices.Clone(o.eff)
	targets, sources := int64(p.states), int64(1)
	for _, c := range o.cond {
		if !slices.ContainsFunc(o.eff, func(e entry) bool { return e.place == c.place }) {
			into = append(into, c)
		}
	}
	for _, e := range into {
		targets /= int64(p.sizes[e.place])
	}
	offsets := []int32{0}
	for _, e := range o.eff {
		i := slices.IndexFunc(o.cond, func(c entry) bool { return c.place == e.place })
		if i >= 0 {
			for k := range offsets {
				offsets[k] += (o.cond[i].value - e.value) * p.factor[e.place]
			}
			continue
		}
		if sources *= int64(p.sizes[e.place]); p.work+targets*sources > limit {
			return false
		}
		var next []int32
		for v := range p.sizes[e.place] {
			for _, off := range offsets {
				next = append(next, off+(v-e.value)*p.factor[e.place])
			}
		}
		offsets = next
	}
	slices.SortFunc(into, func(a, b entry) int { return int(a.place - b.place) })
	moves := slices.DeleteFunc(slices.Clone(offsets), func(o int32) bool { return o == 0 })
	p.result = append(p.result, outcomeInto{into, moves})
	p.loops = append(p.loops, loops || len(moves) < len(offsets))
	p.work += targets * int64(len(moves))
	return p.work <= limit
}

// State returns the number of the abstract state of values by variable.
func (p *projection) State(values []int32) int32 {
	s := int32(0)
	for i, v := range p.pattern {
		s += values[v] * p.factor[i]
	}
	return s
}

// Size returns the number of abstract states.
func (p *projection) Size() int32 { return p.states }

// LabelSet returns the labels.
func (p *projection) LabelSet() *graph.Labels { return &p.labels }

// Transitions returns the work of one call of Distances or Saturate.
func (p *projection) Transitions() int64 { return p.work }

// Distances is like that of graph.Graph.
func (p *projection) Distances(costs, out []int64, q *graph.Queue) {
	if p.explicit != nil {
		p.explicit.Distances(costs, out, q)
		return
	}
	for s := range out {
		out[s] = graph.Infinite
	}
	q.Reset()
	p.each(p.goal, func(s int32) {
		out[s] = 0
		q.Push(0, s)
	})
	for {
		d, s, ok := q.Pop()
		if !ok {
			return
		}
		if d > out[s] {
			continue
		}
		for i := range p.values {
			p.values[i] = s / p.factor[i] % p.sizes[i]
		}
		p.found = p.tree.appendMatches(p.values, p.found[:0])
		for _, l := range p.found {
			c := costs[l]
			if c == graph.Infinite {
				continue
			}
			for _, off := range p.result[l].offsets {
				if n := d + c; n < out[s+off] {
					out[s+off] = n
					q.Push(n, s+off)
				}
			}
		}
	}
}

// Saturate is like that of graph.Graph.
func (p *projection) Saturate(dist, out []int64) {
	if p.explicit != nil {
		p.explicit.Saturate(dist, out)
		return
	}
	for l := range out {
		r := &p.result[l]
		most := int64(-graph.Infinite)
		if p.loops[l] {
			most = 0
		}
		p.each(r.into, func(s int32) {
			d := dist[s]
			if d == graph.Infinite {
				return
			}
			for _, off := range r.offsets {
				if from := dist[s+off]; from != graph.Infinite {
					most = max(most, from-d)
				}
			}
		})
		out[l] = most
	}
}

// each calls f with all states where the fixed entries hold, in ascending order.
func (p *projection) each(fixed []entry, f func(s int32)) {
	clear(p.values)
	s := int32(0)
	for _, e := range fixed {
		s += e.value * p.factor[e.place]
		p.values[e.place] = -1
	}
	for {
		f(s)
		i := 0
		for ; i < len(p.values); i++ {
			if p.values[i] < 0 {
				continue
			}
			s += p.factor[i]
			if p.values[i]++; p.values[i] < p.sizes[i] {
				break
			}
			s -= p.sizes[i] * p.factor[i]
			p.values[i] = 0
		}
		if i == len(p.values) {
			return
		}
	}
}

// expand stores the transitions one by one, which makes Distances and Saturate
// faster and takes 8 bytes for each.
func (p *projection) expand() {
	edges := make([]graph.Edge, 0, p.work-int64(p.states))
	for l := range p.result {
		p.each(p.result[l].into, func(s int32) {
			for _, off := range p.result[l].offsets {
				edges = append(edges, graph.Edge{From: s + off, To: s, Label: int32(l)})
			}
		})
	}
	var goals []int32
	p.each(p.goal, func(s int32) { goals = append(goals, s) })
	p.explicit = graph.New(p.states, 0, goals, p.labels, edges, p.loops)
	p.result, p.tree = nil, tree{}
}
