package abstraction

import "math"

// lookup is what an evaluation reads. A frame is a set of variables that holds
// those of several members, so that one row has the sums of their distances, and
// has them for all partitions: numbers of 16 or 32 bits, several to a word, which
// are added in one go.
type lookup struct {
	first    []int32 // frame i has the places first[i] to first[i+1] of the next two
	variable []int32
	factor   []int32
	others   []system // abstractions that are no projections: rows of their own
	start    []int    // where rows begin, of frames, then of others

	rows  []uint64
	width int  // words of a row
	lane  uint // bits of a number
	shift uint // the numbers stand for multiples of 1<<shift
	sum   []uint64
	work  int64 // of an evaluation, in quarters of a step
}

// deadRow is the first word of a row of states from which there is no plan. No
// sum of numbers is as large.
const deadRow = math.MaxUint64

func (l *lookup) evaluate(values []int32) int64 {
	clear(l.sum)
	at := int32(0)
	for i, end := range l.first[1:] {
		s := int32(0)
		for ; at < end; at++ {
			s += values[l.variable[at]] * l.factor[at]
		}
		if !l.add(l.start[i] + int(s)*l.width) {
			return DeadEnd
		}
	}
	for i, o := range l.others {
		if !l.add(l.start[len(l.first)-1+i] + int(o.State(values))*l.width) {
			return DeadEnd
		}
	}
	return l.most()
}

// add adds a row to the sums, unless it says that there is no plan.
func (l *lookup) add(start int) bool {
	row := l.rows[start : start+l.width]
	if row[0] == deadRow {
		return false
	}
	for i := range l.sum {
		l.sum[i] += row[i]
	}
	return true
}

// most returns the largest of the sums.
func (l *lookup) most() int64 {
	best := uint64(0)
	mask := uint64(1)<<l.lane - 1
	for _, w := range l.sum {
		for ; w != 0; w >>= l.lane {
			best = max(best, w&mask)
		}
	}
	return int64(best << l.shift)
}
