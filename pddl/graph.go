package pddl

// graph is which names depend on which.
type graph struct {
	number map[string]int
	next   [][]int
}

func newGraph() *graph { return &graph{number: map[string]int{}} }

func (g *graph) add(from, to string) {
	i := g.node(from)
	g.next[i] = append(g.next[i], g.node(to))
}

func (g *graph) node(name string) int {
	i, known := g.number[name]
	if !known {
		i = len(g.next)
		g.number[name] = i
		g.next = append(g.next, nil)
	}
	return i
}

// components numbers the strongly connected components and returns that of each
// node (Sharir 1981): nodes of one component depend on each other. It uses no
// recursion, since chains of rules may be as long as the text.
func (g *graph) components() []int {
	before := make([][]int, len(g.next))
	for i, list := range g.next {
		for _, k := range list {
			before[k] = append(before[k], i)
		}
	}
	var order []int
	seen := make([]bool, len(g.next))
	for i := range g.next {
		order = append(order, finished(g.next, seen, i)...)
	}
	component, seen := make([]int, len(g.next)), make([]bool, len(g.next))
	for n := len(order) - 1; n >= 0; n-- {
		for _, i := range finished(before, seen, order[n]) {
			component[i] = n
		}
	}
	return component
}

// finished walks from a node to all not seen before, and returns them in the
// order in which they are left.
func finished(next [][]int, seen []bool, from int) []int {
	if seen[from] {
		return nil
	}
	type step struct{ node, edge int }
	var out []int
	seen[from] = true
	for path := []step{{from, 0}}; len(path) > 0; {
		s := &path[len(path)-1]
		if s.edge == len(next[s.node]) {
			out = append(out, s.node)
			path = path[:len(path)-1]
			continue
		}
		to := next[s.node][s.edge]
		s.edge++
		if !seen[to] {
			seen[to] = true
			path = append(path, step{to, 0})
		}
	}
	return out
}
