package symmetry

import "slices"

// partition is an ordered partition of the vertices into cells, twice: the cells
// of the left and the right one have the same places and sizes, and a vertex in
// a left cell is to be mapped to one in the same right cell (the partition pairs
// of Darga, Sakallah and Markov 2008). A cell is named by its first place.
type partition struct {
	g           *graph
	left, right half
	length      []int32 // by cell
	queue       []int32 // cells that may split others
	queued      []bool
	splits      []split // to be undone, the last first
	// moved are vertices that got into another cell, left or right, since the
	// two partitions were equal.
	moved []int32

	work, limit int64 // edges looked at and vertices moved; how many may be
	asked       int64 // work when stop was asked last
	stop        func() bool
}

// half is one of the two partitions, and what the cell at hand does to it.
type half struct {
	at      []int32 // vertex by place
	place   []int32 // by vertex
	cell    []int32 // by vertex
	count   []int64 // by vertex: weight of its edges into the cell at hand
	hit     []int32 // vertices with such edges; each lies at the end of its cell
	touched []int32 // by cell: number of those
	cells   []int32 // with some touched
}

// askEvery is the work between two questions whether to stop.
const askEvery = 1 << 16

type split struct{ cell, from int32 }

// weight of an edge by its label. Sums could be equal by chance, which costs only
// time: that all edges are kept is checked in the end.
var weight = [2]int64{1, 1 << 32}

func newHalf(n int) half {
	return half{at: make([]int32, n), place: make([]int32, n), cell: make([]int32, n), count: make([]int64, n), touched: make([]int32, n)}
}

// newPartition has a cell for each colour, in both halves.
func newPartition(g *graph, limit int64, stop func() bool) *partition {
	n := len(g.colour)
	p := &partition{g: g, left: newHalf(n), length: make([]int32, n), queued: make([]bool, n), limit: limit, stop: stop}
	first := make([]int32, g.colours+1)
	for _, c := range g.colour {
		first[c+1]++
	}
	for c := range g.colours {
		first[c+1] += first[c]
		if size := first[c+1] - first[c]; size > 0 {
			p.length[first[c]] = size
			p.enqueue(first[c])
		}
	}
	fill := slices.Clone(first)
	for v, c := range g.colour {
		p.left.at[fill[c]] = int32(v)
		p.left.place[v] = fill[c]
		p.left.cell[v] = first[c]
		fill[c]++
	}
	return p
}

// over reports whether the work is done; from then on it says so always.
func (p *partition) over() bool {
	if p.work-p.asked >= askEvery {
		p.asked = p.work
		if p.stop() {
			p.limit = 0
		}
	}
	return p.work >= p.limit
}

// pair makes the right half equal to the left one.
func (p *partition) pair() {
	p.right = newHalf(len(p.left.at))
	copy(p.right.at, p.left.at)
	copy(p.right.place, p.left.place)
	copy(p.right.cell, p.left.cell)
}

func (p *partition) paired() bool { return p.right.at != nil }

func (p *partition) enqueue(cell int32) {
	if !p.queued[cell] {
		p.queued[cell] = true
		p.queue = append(p.queue, cell)
	}
}

// single gives v on the left and w on the right a cell of their own, the same,
// at the end of the one they are in.
func (p *partition) single(v, w int32) {
	from := p.left.cell[v]
	p.length[from]--
	cell := from + p.length[from]
	p.length[cell] = 1
	p.left.move(v, cell)
	p.left.cell[v] = cell
	if p.paired() {
		p.right.move(w, cell)
		p.right.cell[w] = cell
		p.moved = append(p.moved, v, w)
	}
	p.splits = append(p.splits, split{cell, from})
	p.enqueue(cell)
}

// move swaps v with the vertex at a place of its cell.
func (h *half) move(v, place int32) {
	w, was := h.at[place], h.place[v]
	h.at[place], h.at[was] = v, w
	h.place[v], h.place[w] = place, was
}

// undo takes splits back until n are left.
func (p *partition) undo(n int) {
	for len(p.splits) > n {
		s := p.splits[len(p.splits)-1]
		p.splits = p.splits[:len(p.splits)-1]
		end := s.cell + p.length[s.cell]
		p.work += int64(end - s.cell)
		for i := s.cell; i < end; i++ {
			p.left.cell[p.left.at[i]] = s.from
			if p.paired() {
				p.right.cell[p.right.at[i]] = s.from
			}
		}
		p.length[s.from] += p.length[s.cell]
		p.length[s.cell] = 0
	}
}

// refine splits cells until all vertices of a cell have equal edges into each
// cell. It reports false when left and right come apart, so that no
// automorphism maps cells as they stand, or when the work is done.
func (p *partition) refine() bool {
	ok := true
	for i := 0; i < len(p.queue); i++ {
		cell := p.queue[i]
		p.queued[cell] = false
		ok = ok && !p.over() && p.splitBy(cell)
	}
	p.queue = p.queue[:0]
	return ok
}

func (p *partition) splitBy(cell int32) bool {
	p.scan(&p.left, cell)
	ok := true
	slices.Sort(p.left.cells) // an order that an automorphism keeps
	if p.paired() {
		p.scan(&p.right, cell)
		ok = len(p.left.hit) == len(p.right.hit) && len(p.left.cells) == len(p.right.cells)
	}
	for i := 0; i < len(p.left.cells) && ok; i++ {
		ok = p.splitCell(p.left.cells[i])
	}
	p.left.forget()
	p.right.forget()
	return ok
}

// scan follows the edges out of a cell.
func (p *partition) scan(h *half, cell int32) {
	for _, v := range h.at[cell : cell+p.length[cell]] {
		edges := p.g.edges(v)
		p.work += int64(len(edges))
		for _, e := range edges {
			w := e >> 1
			if h.count[w] == 0 {
				h.hit = append(h.hit, w)
				c := h.cell[w]
				if h.touched[c] == 0 {
					h.cells = append(h.cells, c)
				}
				h.touched[c]++
				h.move(w, c+p.length[c]-h.touched[c])
			}
			h.count[w] += weight[e&1]
		}
	}
}

func (h *half) forget() {
	for _, v := range h.hit {
		h.count[v] = 0
	}
	for _, c := range h.cells {
		h.touched[c] = 0
	}
	h.hit, h.cells = h.hit[:0], h.cells[:0]
}

// order sorts the touched vertices of a cell by their count; first is their
// first place, end the one after.
func (h *half) order(first, end int32) {
	part := h.at[first:end]
	equal := true
	for _, v := range part {
		equal = equal && h.count[v] == h.count[part[0]]
	}
	if equal {
		return
	}
	slices.SortFunc(part, func(v, w int32) int {
		switch {
		case h.count[v] < h.count[w]:
			return -1
		case h.count[v] > h.count[w]:
			return 1
		}
		return int(v - w)
	})
	for i, v := range part {
		h.place[v] = first + int32(i)
	}
}

// splitCell takes a cell apart by count, the vertices without edges staying first.
func (p *partition) splitCell(cell int32) bool {
	end := cell + p.length[cell]
	first := end - p.left.touched[cell]
	p.left.order(first, end)
	if p.paired() {
		if p.right.touched[cell] != p.left.touched[cell] {
			return false
		}
		p.right.order(first, end)
		for i := first; i < end; i++ {
			if p.left.countAt(i) != p.right.countAt(i) {
				return false
			}
		}
	}
	if p.left.countAt(end-1) == p.left.countAt(first) && first == cell {
		return true
	}
	p.length[cell] = first - cell
	largest, all := cell, p.queued[cell]
	last := cell // new cell, or the one that stays
	begin := len(p.splits)
	for i := first; i < end; i++ {
		if i == cell || i > first && p.left.countAt(i) == p.left.countAt(i-1) {
			p.length[last]++
		} else {
			p.splits = append(p.splits, split{i, cell})
			last = i
			p.length[i] = 1
		}
		if last != cell {
			p.label(i, last)
		}
	}
	for _, s := range p.splits[begin:] {
		if p.length[s.cell] > p.length[largest] {
			largest = s.cell
		}
	}
	// As in Hopcroft's minimisation of automata, the largest part adds nothing to
	// what the others and the whole have told.
	for _, s := range p.splits[begin:] {
		if all || s.cell != largest {
			p.enqueue(s.cell)
		}
	}
	if largest != cell {
		p.enqueue(cell)
	}
	return true
}

func (h *half) countAt(place int32) int64 { return h.count[h.at[place]] }

func (p *partition) label(place, cell int32) {
	v := p.left.at[place]
	p.left.cell[v] = cell
	p.work++
	if p.paired() {
		w := p.right.at[place]
		p.right.cell[w] = cell
		p.moved = append(p.moved, v, w)
	}
}
