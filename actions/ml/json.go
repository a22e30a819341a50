package ml

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"genplanx/actions/table"
)

// UnmarshalJSON reads a model and checks it, so that a damaged file cannot make
// predictions fail or run forever.
func (m *Model) UnmarshalJSON(text []byte) error {
	type plain Model
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("reading a model: %w", err)
	}
	read := Model(p)
	if err := read.check(); err != nil {
		return fmt.Errorf("reading a model: %w", err)
	}
	*m = read
	return nil
}

func (m *Model) check() error {
	switch {
	case m.Target == "":
		return errors.New("it names no target")
	case m.Kind < table.Text || m.Kind > table.DateTime:
		return fmt.Errorf("the target has the unknown kind %d", m.Kind)
	case len(m.Nodes) == 0:
		return errors.New("it has no nodes")
	}
	for _, f := range m.Features {
		if !slices.IsSorted(f.Values) {
			return fmt.Errorf("the values of %q are out of order", f.Name)
		}
	}
	for i, n := range m.Nodes {
		if err := m.checkNode(i, n); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	_, err := m.cells()
	return err
}

func (m *Model) checkNode(i int, n Node) error {
	if !m.regression() && (n.Class < 0 || n.Class >= len(m.Classes)) {
		return fmt.Errorf("there is no class %d", n.Class)
	}
	if n.Leaf {
		return nil
	}
	// Children follow their parents, so every way down ends.
	if n.Left <= i || n.Right <= i || n.Left >= len(m.Nodes) || n.Right >= len(m.Nodes) {
		return fmt.Errorf("its children %d and %d are out of place", n.Left, n.Right)
	}
	if n.Feature < 0 || n.Feature >= len(m.Features) {
		return fmt.Errorf("there is no feature %d", n.Feature)
	}
	f := m.Features[n.Feature]
	if f.categorical() != (len(n.Values) > 0) || !slices.IsSorted(n.Values) {
		return fmt.Errorf("its test does not fit %q", f.Name)
	}
	for _, v := range n.Values {
		if v < 0 || v >= len(f.Values) {
			return fmt.Errorf("%q has no value %d", f.Name, v)
		}
	}
	return nil
}
