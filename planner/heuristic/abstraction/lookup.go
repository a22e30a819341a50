package abstraction

// lookup is what an evaluation reads: flat lists made from members and partitions.
type lookup struct {
	// Projections: the places first[i] to first[i+1] of variable and factor.
	projections []int32 // member
	first       []int32
	variable    []int32
	factor      []int32
	others      []int32 // members of other kinds
	members     []member
	ends        []int32 // members looked at for dead ends alone
	parts       []partition
	state       []int32 // by member, of the state at hand
	work        int64   // of an evaluation, in quarters of a step
}

// compile makes the lists anew.
func compile(members []member, parts []partition) lookup {
	l := lookup{members: members, parts: parts, first: []int32{0}, state: make([]int32, len(members))}
	needed := make([]bool, len(members))
	for i := range parts {
		for _, e := range parts[i].entries {
			needed[e.member] = true
		}
		l.work += int64(len(parts[i].entries))
	}
	for i := range members {
		if members[i].ends && !needed[i] {
			l.ends = append(l.ends, int32(i))
			needed[i] = true
		}
	}
	for i, n := range needed {
		if !n {
			continue
		}
		p, ok := members[i].system.(*projection)
		if !ok {
			l.others = append(l.others, int32(i))
			l.work += 8
			continue
		}
		l.projections = append(l.projections, int32(i))
		l.variable = append(l.variable, p.pattern...)
		l.factor = append(l.factor, p.factor...)
		l.first = append(l.first, int32(len(l.variable)))
	}
	l.work += int64(len(l.variable)) + int64(len(l.ends)) + 4
	return l
}

// locate finds the abstract states of a state.
func (l *lookup) locate(values []int32) {
	at := l.first[0]
	for i, m := range l.projections {
		end := l.first[i+1]
		s := int32(0)
		for ; at < end; at++ {
			s += values[l.variable[at]] * l.factor[at]
		}
		l.state[m] = s
	}
	for _, m := range l.others {
		l.state[m] = l.members[m].State(values)
	}
}

func (l *lookup) evaluate(values []int32) int64 {
	l.locate(values)
	for _, m := range l.ends {
		if l.members[m].dist[l.state[m]] == dead {
			return DeadEnd
		}
	}
	best := int64(0)
	for i := range l.parts {
		best = max(best, l.parts[i].value(l.state))
	}
	return best
}

// value sums up the tables of a partition, or returns DeadEnd.
func (p *partition) value(state []int32) int64 {
	sum := int64(0)
	for _, e := range p.entries {
		d := p.table[e.start+state[e.member]]
		if d == dead {
			return DeadEnd
		}
		sum += int64(d)
	}
	return sum
}
