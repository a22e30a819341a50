package heuristic

// A landmark of a state is still one after an operator that is not in it: who
// goes on to the goal has yet to use one of the others. So the cuts of a state
// are kept, and its successors begin with those that the operator is not in;
// most of the work is saved (Pommerening and Helmert 2013, incremental LM-cut).

// kept holds the landmarks of states by their numbers, as long as memory lasts.
type kept struct {
	at    []span // by state
	words [][]int32
	limit int64 // bytes for words
	bytes int64
	found []int32 // the landmarks of the state at hand: cost, length, operators, and so on
}

// span is where a state's landmarks lie; length 0 means that none are kept.
type span struct{ chunk, from, length int32 }

const (
	// Chunks begin small, as most searches do.
	keptFirst     = 1 << 8
	keptDoublings = 8
	// keptMost is how many words of one state are worth keeping.
	keptMost = 1 << 13
)

// record notes the landmark that was just paid.
func (k *kept) record(cost int64, operators []int32) {
	k.found = append(append(k.found, int32(cost), int32(len(operators))), operators...)
}

// keep stores what was found for a state.
func (k *kept) keep(state int32) {
	for int(state) >= len(k.at) {
		k.at = append(k.at, span{})
	}
	n := len(k.found)
	if n == 0 || n > keptMost || k.bytes+int64(4*n) > k.limit {
		return
	}
	last := len(k.words) - 1
	if last < 0 || len(k.words[last])+n > cap(k.words[last]) {
		size := keptFirst << min(len(k.words), keptDoublings)
		k.words = append(k.words, make([]int32, 0, max(size, n)))
		k.bytes += 4 * int64(max(size, n))
		last++
	}
	k.at[state] = span{int32(last), int32(len(k.words[last])), int32(n)}
	k.words[last] = append(k.words[last], k.found...)
}

func (k *kept) of(state int32) []int32 {
	if state < 0 || int(state) >= len(k.at) {
		return nil
	}
	s := k.at[state]
	if s.length == 0 {
		return nil
	}
	return k.words[s.chunk][s.from : s.from+s.length]
}

// EvaluateAfter is Evaluate for a state that an operator leads to from another
// one. States go by numbers from 0; parent -1 stands for none. The value may
// differ from Evaluate's, both are lower bounds.
func (l *lmCut) EvaluateAfter(state, parent, operator int32, values []int32) int64 {
	l.begin()
	inherited := l.inherit(parent, operator)
	h := l.evaluate(values, inherited)
	if h != DeadEnd {
		l.kept.keep(state)
	}
	return h
}

// Bytes returns the memory that kept landmarks take.
func (l *lmCut) Bytes() int64 { return l.kept.bytes + int64(len(l.kept.at))*12 }

// Limit sets how many bytes kept landmarks may take.
func (l *lmCut) Limit(bytes int64) { l.kept.limit = bytes }

// inherit pays the parent's landmarks without the operator, and returns their sum.
func (l *lmCut) inherit(parent, operator int32) int64 {
	total := int64(0)
	list := l.kept.of(parent)
	l.work += int64(len(list)) / 8
next:
	for at := 0; at < len(list); {
		cost, n := list[at], int(list[at+1])
		operators := list[at+2 : at+2+n]
		at += 2 + n
		for _, o := range operators {
			if o == operator {
				continue next
			}
		}
		for _, o := range operators {
			l.remaining[o] -= int64(cost)
		}
		total += int64(cost)
		l.kept.record(int64(cost), operators)
	}
	return total
}
