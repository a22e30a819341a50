package abstraction

// tree finds the labels that lead into a state: each node tests one place of
// the pattern, with a branch for each value and one for the labels that do not
// care about it (the successor generator of Helmert 2006, section 5, backwards).
type tree struct {
	nodes  []treeNode
	branch []int32 // node by value, -1: none
	labels []int32
	stack  []int32
}

type treeNode struct {
	place int32 // tested; -1: none
	first int32 // of the branches
	other int32 // node for labels without this test, -1: none
	start int32 // labels whose tests are all done
	end   int32
}

func newTree(p *projection) tree {
	t := tree{}
	all := make([]int32, len(p.result))
	for i := range all {
		all[i] = int32(i)
	}
	t.build(p, all, 0)
	return t
}

// build makes a node for labels that agree in all places before this one.
func (t *tree) build(p *projection, labels []int32, place int32) int32 {
	if len(labels) == 0 {
		return -1
	}
	tests := func(l int32, place int32) int32 {
		for _, e := range p.result[l].into {
			if e.place == place {
				return e.value
			}
		}
		return -1
	}
	first := int32(len(p.sizes))
	for _, l := range labels {
		for _, e := range p.result[l].into {
			if e.place >= place {
				first = min(first, e.place)
				break
			}
		}
	}
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{place: -1, other: -1})
	if first == int32(len(p.sizes)) {
		t.nodes[n].start = int32(len(t.labels))
		t.labels = append(t.labels, labels...)
		t.nodes[n].end = int32(len(t.labels))
		return n
	}
	parts := make([][]int32, p.sizes[first])
	var others []int32
	for _, l := range labels {
		if v := tests(l, first); v >= 0 {
			parts[v] = append(parts[v], l)
		} else {
			others = append(others, l)
		}
	}
	at := int32(len(t.branch))
	t.branch = append(t.branch, make([]int32, len(parts))...)
	t.nodes[n].place, t.nodes[n].first = first, at
	for v, part := range parts {
		t.branch[at+int32(v)] = t.build(p, part, first+1)
	}
	t.nodes[n].other = t.build(p, others, first+1)
	return n
}

// appendMatches adds the labels whose tests the values by place pass.
func (t *tree) appendMatches(values, out []int32) []int32 {
	if len(t.nodes) == 0 {
		return out
	}
	t.stack = append(t.stack[:0], 0)
	for len(t.stack) > 0 {
		n := &t.nodes[t.stack[len(t.stack)-1]]
		t.stack = t.stack[:len(t.stack)-1]
		if n.place < 0 {
			out = append(out, t.labels[n.start:n.end]...)
			continue
		}
		if b := t.branch[n.first+values[n.place]]; b >= 0 {
			t.stack = append(t.stack, b)
		}
		if n.other >= 0 {
			t.stack = append(t.stack, n.other)
		}
	}
	return out
}
