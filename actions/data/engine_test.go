package data

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"genplanx/actions/table"
)

func numbers(from int64) *table.Table {
	c := table.Column{Name: "n", Kind: table.Integer}
	for i := range int64(100) {
		c.Cells = append(c.Cells, from+i)
	}
	return &table.Table{Columns: []table.Column{c}}
}

// More tables than are kept, asked by several callers at once.
func TestOptimizedKeepsTablesApart(t *testing.T) {
	x := &indexed{engine: newEngine()}
	var group sync.WaitGroup
	for i := range int64(mostLoaded + 3) {
		frame := numbers(1000 * i)
		group.Go(func() {
			for range 3 {
				got := outcome(x.ask(t.Context(), frame, fmt.Sprint("frame-", i), fmt.Sprintf("df[df['n'] == %d]", 1000*i+7)))
				if want := fmt.Sprintf("n:integer\n%d\n", 1000*i+7); got != want {
					t.Errorf("frame %d: %q", i, got)
				}
			}
		})
	}
	group.Wait()
	if len(x.loaded) != mostLoaded {
		t.Errorf("%d tables are kept, want %d", len(x.loaded), mostLoaded)
	}
}

// The optimized kind searches by an index where the basic kind scans.
func TestOptimizedUsesAnIndex(t *testing.T) {
	x := &indexed{engine: newEngine()}
	frame := numbers(0)
	if _, err := x.ask(t.Context(), frame, "d", "df[df['n'] == 5]"); err != nil {
		t.Fatal(err)
	}
	basic, err := loadFrame(t.Context(), frame)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = basic.close() }()
	for want, db := range map[string]*memory{"SEARCH": x.loaded[0].db, "SCAN": basic} {
		plan, err := db.query(t.Context(), `EXPLAIN QUERY PLAN SELECT t."n" FROM df AS t WHERE (t."n" = 5)`, standardLimits())
		if err != nil {
			t.Fatal(err)
		}
		detail, _ := plan.Column("detail")
		if got := detail.Text(0); !strings.HasPrefix(got, want) {
			t.Errorf("the plan is %q, want %s", got, want)
		}
	}
}
