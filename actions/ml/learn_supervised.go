package ml

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// LearnSupervised is the Go side of (learn-supervised ai model dataframe column
// algorithm): it grows a decision tree that predicts the column from the others
// (paper, example 2).
func LearnSupervised() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("learning a supervised model from %s using algorithm %s and class in column %s. Model in %s",
				c.Args[2].Name, c.Args[4].Name, c.Args[3].Name, c.Args[1].Name)
		},
		Preflight: func(_ context.Context, c *actions.Call) error {
			_, err := algorithmNamed(c.Args[4])
			return err
		},
		Run: func(ctx context.Context, c *actions.Call) (actions.Result, error) {
			t, err := actions.Value[*table.Table](c.Args[2])
			if err != nil {
				return actions.Result{}, err
			}
			s, err := algorithmNamed(c.Args[4])
			if err != nil {
				return actions.Result{}, err
			}
			m, err := learn(ctx, t, c.Args[3].Text(), s)
			if err != nil {
				return actions.Result{}, &actions.Fault{Doing: "learning a model from " + c.Args[2].Name, Err: err, Hint: "name a column of the data, and give it rows with different values"}
			}
			right, err := m.score(t)
			if err != nil {
				return actions.Result{}, err
			}
			return actions.Result{
				Values:  map[string]any{c.Args[1].Name: m},
				Made:    []actions.Artifact{{Kind: "value", Object: c.Args[1].Name, Text: m.String()}},
				Summary: m.summary(right),
			}, nil
		},
		Check:   checkModel,
		Timeout: 5 * time.Minute,
	}
}

// Learn grows a tree from a table with the settings of a named algorithm; ""
// means a decision tree.
func Learn(ctx context.Context, t *table.Table, target, algorithm string) (*Model, error) {
	s, err := algorithmNamed(actions.Object{Value: algorithm})
	if err != nil {
		return nil, err
	}
	return learn(ctx, t, target, s)
}

func learn(ctx context.Context, t *table.Table, target string, s settings) (*Model, error) {
	name, err := query.Find(target, t.Names())
	if err != nil {
		return nil, err
	}
	column, _ := t.Column(name)
	d, err := prepare(t, column, s)
	if err != nil {
		return nil, err
	}
	nodes, err := grow(ctx, d, s)
	if err != nil {
		return nil, err
	}
	criterion := "gini"
	switch {
	case d.value != nil:
		criterion = "variance"
	case s.entropy:
		criterion = "entropy"
	}
	return &Model{
		Algorithm: s.name + " (" + criterion + ")", Target: name, Kind: d.kind, Classes: d.classes,
		Features: d.features, Nodes: nodes, Rows: d.rows, Notes: d.notes,
	}, nil
}

// score says how well the model fits the rows it was learned from.
func (m *Model) score(t *table.Table) (string, error) {
	predicted, err := m.Predict(t)
	if err != nil {
		return "", err
	}
	want, _ := t.Column(m.Target)
	got, _ := predicted.Column(m.Target)
	right, squares := 0, 0.0
	rows := known(want)
	for _, r := range rows {
		if m.regression() {
			x, _ := want.Float(r)
			y, _ := got.Float(r)
			squares += (x - y) * (x - y)
		} else if table.Format(want.Cells[r]) == table.Format(got.Cells[r]) {
			right++
		}
	}
	if m.regression() {
		return fmt.Sprintf("mean squared error %.4g on them", squares/float64(max(len(rows), 1))), nil
	}
	return fmt.Sprintf("%d of them predicted right", right), nil
}

func (m *Model) summary(score string) string {
	s := fmt.Sprintf("learned a %s for %s from %d rows: %d leaves, depth %d, %s", m.Algorithm, m.Target, m.Rows, m.Leaves(), m.Depth(), score)
	if len(m.Notes) > 0 {
		s += " (" + strings.Join(m.Notes, "; ") + ")"
	}
	return s
}

// checkModel looks at the model again: it must be sound, and fit the frame it was
// learned from.
func checkModel(_ context.Context, c *actions.Call) ([]actions.Observation, error) {
	m, ok := c.Args[1].Value.(*Model)
	var problem error
	switch {
	case !ok || m == nil:
		problem = errors.New(c.Args[1].Name + " holds no model")
	default:
		problem = m.check()
		if t, isTable := c.Args[2].Value.(*table.Table); isTable && problem == nil {
			_, problem = m.columns(t)
		}
	}
	truth, note := actions.True, ""
	if problem != nil {
		truth, note = actions.False, problem.Error()
	}
	return []actions.Observation{
		{Predicate: "available", Args: []string{c.Args[1].Name}, Truth: truth, Note: note},
		{Predicate: "learned-model", Args: []string{c.Args[1].Name, c.Args[3].Name}, Truth: truth, Note: note},
	}, nil
}
