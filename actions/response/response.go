// Package response makes answers to the user: the Go side of create-response,
// add-to-response and send-response.
//
// It owns the value of a response object, [Response], and how values are put
// into words. In: objects. Out: a message. It says nothing that is not in a
// value it was given. It must not know plans, prompts or terminals. Start
// reading at [Response].
package response

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/actions/table"
)

// Response is the value of a response object. It is not changed once made.
type Response struct {
	Name  string
	Parts []Part
}

// Part is one value in words; Name is the object it came from.
type Part struct {
	Name string
	Text string
}

// String is the text of the answer.
func (r *Response) String() string {
	texts := make([]string, len(r.Parts))
	for i, p := range r.Parts {
		texts[i] = strings.TrimRight(p.Text, "\n")
	}
	return strings.Join(texts, "\n")
}

// of returns the response of an object. One that is available from the start has
// only its text, or nothing.
func of(o actions.Object) (*Response, error) {
	switch v := o.Value.(type) {
	case *Response:
		if v != nil {
			return v, nil
		}
	case nil:
		return &Response{Name: o.Name}, nil
	case string:
		return begin(o.Name, v), nil
	}
	return nil, fmt.Errorf("%s is not a response", o.Name)
}

// begin makes a response from the text of its definition.
func begin(name, text string) *Response {
	r := &Response{Name: name}
	if text = strings.TrimSpace(text); text != "" && !strings.EqualFold(text, name) {
		r.Parts = []Part{{Name: name, Text: text}}
	}
	return r
}

func (r *Response) with(p Part) *Response {
	next := *r
	next.Parts = append(slices.Clip(r.Parts), p)
	return &next
}

// maxRows bounds the rows of a table in an answer.
const maxRows = 20

// Words puts the value of an object into words: text as it is, others with their label.
func Words(o actions.Object) (string, error) {
	label := Label(o)
	switch v := o.Value.(type) {
	case nil:
		return "", errors.New("it has no value yet")
	case string:
		if strings.HasSuffix(o.Type, "file") || o.Type == "database" {
			return label + ": " + v, nil
		}
		return v, nil
	case int64:
		return fmt.Sprintf("%s: %d", label, v), nil
	case int:
		return fmt.Sprintf("%s: %d", label, v), nil
	case float64:
		return label + ": " + number(v), nil
	case bool:
		if v {
			return label + ": yes", nil
		}
		return label + ": no", nil
	case time.Time:
		return label + ": " + table.Format(v), nil
	case *table.Table:
		if v != nil {
			return inTable(label, v), nil
		}
	case fmt.Stringer:
		return label + ": " + v.String(), nil
	}
	return "", fmt.Errorf("a value of type %T cannot be put into words", o.Value)
}

func inTable(label string, t *table.Table) string {
	switch {
	case len(t.Columns) == 0 || t.Rows() == 0:
		none := "no rows"
		if len(t.Notes) > 0 {
			none += " (" + strings.Join(t.Notes, "; ") + ")"
		}
		if label == "rows" {
			return none
		}
		return label + ": " + none
	case len(t.Columns) == 1 && t.Rows() == 1:
		c := t.Columns[0]
		if c.Cells[0] == nil {
			return fmt.Sprintf("%s: no row that matches has a %s", label, c.Name)
		}
		return fmt.Sprintf("%s: %s %s", label, c.Name, c.Text(0))
	}
	return label + ":\n" + t.Preview(maxRows)
}

// Label is what a value is called for people: the key "label" of the definition, or the name in words. A name that
// was made from a type and a number ("data-count1") says the type only.
func Label(o actions.Object) string {
	if text, ok := o.Attrs["label"].(string); ok && strings.TrimSpace(text) != "" {
		return strings.TrimSpace(text)
	}
	plain := strings.TrimRight(o.Name, "0123456789")
	switch {
	case plain == o.Name || plain == "":
		plain = o.Name
	case plain == "dataframe":
		plain = "rows"
	default:
		plain = strings.TrimPrefix(plain, "data-")
	}
	return strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(plain))
}

// number is rounded as in tables.
func number(v float64) string { return table.Column{Cells: []any{v}}.Text(0) }
