package slides

import (
	"fmt"
	"strings"
	"testing"

	"genplanx/actions/table"
)

// Narrow columns all stand on the slide; of wide ones the note names those left out.
func TestColumnsThatFit(t *testing.T) {
	for _, tt := range []struct {
		cell string
		all  bool
	}{{"12", true}, {strings.Repeat("long ", 10), false}} {
		frame := &table.Table{}
		for i := range 13 {
			frame.Columns = append(frame.Columns, table.Column{Name: fmt.Sprintf("c%d", i), Kind: table.Text, Cells: []any{tt.cell}})
		}
		got := cut(frame, 1, 0)
		if all := len(got.Header) == 13; all != tt.all {
			t.Errorf("%q: %d columns are shown", tt.cell, len(got.Header))
		}
		if named := strings.Contains(got.Note, "without c"); named == tt.all {
			t.Errorf("%q: note %q", tt.cell, got.Note)
		}
		if len(got.Rows[0]) != len(got.Header) || (tt.all && got.Rows[0][12] != tt.cell) {
			t.Errorf("rows %q", got.Rows)
		}
	}
}
