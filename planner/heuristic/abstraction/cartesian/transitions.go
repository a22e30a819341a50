package cartesian

// transitions are those between different states, in two lists for each state.
// They lie in one array and are linked, so that one that moves to another state
// costs no search and no garbage.
type transitions struct {
	all   []transition
	free  int32 // first unused one, linked by nextOut
	count int64
	out   []int32 // first transition from a state
	in    []int32 // first transition to a state
}

type transition struct {
	op, from, to     int32
	nextOut, prevOut int32
	nextIn, prevIn   int32
}

// end is the end of a list.
const end = -1

func (x *transitions) addState() {
	x.out = append(x.out, end)
	x.in = append(x.in, end)
}

func (x *transitions) add(op, from, to int32) {
	i := x.free
	if i == end {
		i = int32(len(x.all))
		x.all = append(x.all, transition{})
	} else {
		x.free = x.all[i].nextOut
	}
	x.count++
	x.all[i] = transition{op: op, from: from, to: to}
	x.linkOut(i)
	x.linkIn(i)
}

func (x *transitions) remove(i int32) {
	x.unlinkOut(i)
	x.unlinkIn(i)
	x.count--
	x.all[i] = transition{nextOut: x.free, op: end}
	x.free = i
}

// moveFrom and moveTo give a transition another end.
func (x *transitions) moveFrom(i, state int32) {
	x.unlinkOut(i)
	x.all[i].from = state
	x.linkOut(i)
}

func (x *transitions) moveTo(i, state int32) {
	x.unlinkIn(i)
	x.all[i].to = state
	x.linkIn(i)
}

func (x *transitions) linkOut(i int32) {
	t := &x.all[i]
	t.nextOut, t.prevOut = x.out[t.from], end
	if t.nextOut != end {
		x.all[t.nextOut].prevOut = i
	}
	x.out[t.from] = i
}

func (x *transitions) linkIn(i int32) {
	t := &x.all[i]
	t.nextIn, t.prevIn = x.in[t.to], end
	if t.nextIn != end {
		x.all[t.nextIn].prevIn = i
	}
	x.in[t.to] = i
}

func (x *transitions) unlinkOut(i int32) {
	t := &x.all[i]
	if t.prevOut == end {
		x.out[t.from] = t.nextOut
	} else {
		x.all[t.prevOut].nextOut = t.nextOut
	}
	if t.nextOut != end {
		x.all[t.nextOut].prevOut = t.prevOut
	}
}

func (x *transitions) unlinkIn(i int32) {
	t := &x.all[i]
	if t.prevIn == end {
		x.in[t.to] = t.nextIn
	} else {
		x.all[t.prevIn].nextIn = t.nextIn
	}
	if t.nextIn != end {
		x.all[t.nextIn].prevIn = t.prevIn
	}
}
