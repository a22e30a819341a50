package search

import (
	"slices"

	"genplanx/planner/task"
)

// successors finds the applicable operators of a state. It is a decision tree
// over the preconditions, in one slice. A node is
//
//	variable, next, child of value 0, child of value 1, ...
//
// or, as a leaf, -1, next, count, operators ...
//
// Where next is the node to go on with whatever the value; 0 stands for none.
type successors struct {
	t    *task.Task
	tree []int32
	root int32
	todo []int32
}

func newSuccessors(t *task.Task) *successors {
	s := &successors{t: t, tree: make([]int32, 1)}
	all := make([]int32, len(t.Operators))
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortStableFunc(all, func(a, b int32) int { return slices.Compare(t.Operators[a].Pre, t.Operators[b].Pre) })
	s.root = s.build(all, 0)
	return s
}

// build makes the tree of operators that are sorted by their preconditions and
// agree on the first depth of them.
func (s *successors) build(ops []int32, depth int) int32 {
	if len(ops) == 0 {
		return 0
	}
	n := 0
	for n < len(ops) && len(s.t.Operators[ops[n]].Pre) == depth {
		n++
	}
	first := int32(0)
	link := &first // where the number of the next node goes
	at := int32(0)
	connect := func(node int32) {
		if at == 0 {
			*link = node
		} else {
			s.tree[at+1] = node
		}
		at = node
	}
	if n > 0 {
		node := int32(len(s.tree))
		s.tree = append(append(s.tree, -1, 0, int32(n)), ops[:n]...)
		connect(node)
	}
	for ops = ops[n:]; len(ops) > 0; {
		v := s.t.FactVar[s.t.Operators[ops[0]].Pre[depth]]
		node := int32(len(s.tree))
		s.tree = append(s.tree, v, 0)
		s.tree = append(s.tree, make([]int32, s.t.Size(int(v)))...)
		connect(node)
		for len(ops) > 0 && s.t.FactVar[s.t.Operators[ops[0]].Pre[depth]] == v {
			f := s.t.Operators[ops[0]].Pre[depth]
			n := 0
			for n < len(ops) && s.t.Operators[ops[n]].Pre[depth] == f {
				n++
			}
			child := s.build(ops[:n], depth+1)
			s.tree[node+2+s.t.Value(f)] = child
			ops = ops[n:]
		}
	}
	return first
}

// appendApplicable appends the operators whose preconditions hold to out, in an
// order that depends on the task only.
func (s *successors) appendApplicable(values, out []int32) []int32 {
	s.todo = append(s.todo[:0], s.root)
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for at != 0 {
			v, next := s.tree[at], s.tree[at+1]
			if v < 0 {
				n := s.tree[at+2]
				out = append(out, s.tree[at+3:at+3+n]...)
			} else if child := s.tree[at+2+values[v]]; child != 0 {
				s.todo = append(s.todo, child)
			}
			at = next
		}
	}
	return out
}
