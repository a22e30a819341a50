package ml

import (
	"context"
	"fmt"
	"reflect"

	"genplanx/actions"
	"genplanx/actions/table"
)

// previewRows of a prediction are shown in the report.
const previewRows = 20

// PredictUsingLearnedModel is the Go side of (predict-using-learned-model ai model
// dataframe column result): the result is the frame with the predicted column
// (paper, figure 13).
func PredictUsingLearnedModel() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("prediction on %s using %s", c.Args[4].Name, c.Args[1].Name)
		},
		Run: func(_ context.Context, c *actions.Call) (actions.Result, error) {
			predicted, err := predict(c)
			if err != nil {
				return actions.Result{}, err
			}
			return actions.Result{
				Values:  map[string]any{c.Args[4].Name: predicted},
				Made:    []actions.Artifact{{Kind: "value", Object: c.Args[4].Name, Text: predicted.Preview(previewRows)}},
				Summary: fmt.Sprintf("predicted %s for %d rows of %s", c.Args[3].Text(), predicted.Rows(), c.Args[2].Name),
			}, nil
		},
		Check: func(_ context.Context, c *actions.Call) ([]actions.Observation, error) {
			truth, note := actions.True, ""
			again, err := predict(c)
			switch {
			case err != nil:
				truth, note = actions.False, err.Error()
			case !reflect.DeepEqual(again, c.Args[4].Value):
				truth, note = actions.False, c.Args[4].Name+" does not hold the predictions"
			}
			return []actions.Observation{
				{Predicate: "done-prediction", Args: []string{c.Args[1].Name, c.Args[2].Name, c.Args[3].Name, c.Args[4].Name}, Truth: truth, Note: note},
				{Predicate: "available", Args: []string{c.Args[4].Name}, Truth: truth, Note: note},
			}, nil
		},
	}
}

func predict(c *actions.Call) (*table.Table, error) {
	m, err := actions.Value[*Model](c.Args[1])
	if err != nil {
		return nil, err
	}
	t, err := actions.Value[*table.Table](c.Args[2])
	if err != nil {
		return nil, err
	}
	predicted, err := m.Predict(t)
	if err != nil {
		return nil, &actions.Fault{Doing: fmt.Sprintf("predicting %s for %s", m.Target, c.Args[2].Name), Err: err,
			Hint: "give the file for prediction the columns of the file for learning"}
	}
	return predicted, nil
}
