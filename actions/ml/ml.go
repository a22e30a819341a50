// Package ml learns models from tables and predicts with them.
//
// It owns the actions learn-supervised and predict-using-learned-model, and a
// decision tree (CART: Breiman, Friedman, Olshen and Stone, 1984) written by
// hand. In: tables, the name of a column and of an algorithm. Out: a [Model],
// a table with a predicted column. It must not know files, plans or charts.
// Start reading at learn_supervised.go; the tree is grown in grow.go and split.go.
package ml

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/actions/table"
)

// Model is a learned decision tree. It is not changed once made, and JSON keeps
// it whole.
type Model struct {
	Algorithm string     `json:"algorithm"` // "decision tree (gini)"
	Target    string     `json:"target"`
	Kind      table.Kind `json:"kind"` // of the target
	// Classes are the values of the target as text, in order; none in a
	// regression tree.
	Classes  []string  `json:"classes,omitempty"`
	Features []Feature `json:"features"`
	// Nodes of the tree; the first is the root, children follow their parents.
	Nodes []Node `json:"nodes"`
	Rows  int    `json:"rows"` // learned from
	// Notes say which columns and rows were left out, and why.
	Notes []string `json:"notes,omitempty"`
}

// Feature is a column the model looks at.
type Feature struct {
	Name string     `json:"name"`
	Kind table.Kind `json:"kind"`
	// Values of a text column that were seen, in order; numbers have none.
	Values []string `json:"values,omitempty"`
}

func (f Feature) categorical() bool { return f.Kind == table.Text }

// Node is a test or a leaf. A number below the threshold goes left, all others
// right: the convention of R's rpart, which puts a value right at the threshold
// on the upper side. A text goes left when it is one of Left's values. A missing
// value, or a text never seen, goes where most rows went.
type Node struct {
	Leaf      bool    `json:"leaf,omitempty"`
	Feature   int     `json:"feature,omitempty"`
	Threshold float64 `json:"threshold,omitempty"`
	Values    []int   `json:"values,omitempty"` // of a text feature, ascending
	Left      int     `json:"left,omitempty"`
	Right     int     `json:"right,omitempty"`
	MostLeft  bool    `json:"mostLeft,omitempty"`
	Rows      int     `json:"rows"`
	Class     int     `json:"class,omitempty"` // of a classification
	Mean      float64 `json:"mean,omitempty"`  // of a regression
}

func (m *Model) regression() bool { return len(m.Classes) == 0 }

// Leaves counts the leaves of the tree.
func (m *Model) Leaves() int {
	n := 0
	for _, node := range m.Nodes {
		if node.Leaf {
			n++
		}
	}
	return n
}

// Depth is the number of tests on the longest way from the root to a leaf.
func (m *Model) Depth() int {
	depth := make([]int, len(m.Nodes))
	deepest := 0
	for i, n := range m.Nodes {
		deepest = max(deepest, depth[i])
		if !n.Leaf {
			depth[n.Left], depth[n.Right] = depth[i]+1, depth[i]+1
		}
	}
	return deepest
}

// mostLines of a tree are shown.
const mostLines = 40

// String shows the tree as indented rules, for reports.
func (m *Model) String() string {
	var b strings.Builder
	lines := 0
	m.write(&b, 0, "", &lines)
	return b.String()
}

func (m *Model) write(b *strings.Builder, i int, indent string, lines *int) {
	n := m.Nodes[i]
	if *lines++; *lines > mostLines {
		if *lines == mostLines+1 {
			b.WriteString(indent + "…\n")
		}
		return
	}
	if n.Leaf {
		fmt.Fprintf(b, "%s%s = %s (%d rows)\n", indent, m.Target, m.label(n), n.Rows)
		return
	}
	left, right := m.tests(n)
	fmt.Fprintf(b, "%sif %s:\n", indent, left)
	m.write(b, n.Left, indent+"  ", lines)
	fmt.Fprintf(b, "%sif %s:\n", indent, right)
	m.write(b, n.Right, indent+"  ", lines)
}

func (m *Model) label(n Node) string {
	if m.regression() {
		return table.Column{Cells: []any{n.Mean}}.Text(0)
	}
	return m.Classes[n.Class]
}

// tests are the conditions of both ways out of a node, in words.
func (m *Model) tests(n Node) (left, right string) {
	f := m.Features[n.Feature]
	if !f.categorical() {
		at := threshold(f.Kind, n.Threshold)
		return f.Name + " < " + at, f.Name + " >= " + at
	}
	var in, out []string
	for i, v := range f.Values {
		if slices.Contains(n.Values, i) {
			in = append(in, v)
		} else {
			out = append(out, v)
		}
	}
	// The shorter list is easier to read.
	if len(out) < len(in) && len(out) > 0 {
		right, left = among(f.Name, out)
		return left, right
	}
	return among(f.Name, in)
}

func among(name string, values []string) (is, isNot string) {
	if len(values) == 1 {
		return name + " is " + values[0], name + " is not " + values[0]
	}
	list := strings.Join(values, ", ")
	return name + " is one of " + list, name + " is none of " + list
}

func threshold(kind table.Kind, v float64) string {
	if kind == table.Date || kind == table.DateTime {
		return table.Format(momentOf(v))
	}
	return table.Column{Cells: []any{v}}.Text(0)
}
