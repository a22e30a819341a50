package chart_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/actions/chart"
	"genplanx/actions/table"
)

func object(typ, name string, value any) actions.Object {
	return actions.Object{Name: name, Type: typ, Value: value}
}

func frame(columns ...table.Column) *table.Table { return &table.Table{Columns: columns} }

func column(name string, kind table.Kind, cells ...any) table.Column {
	for i, c := range cells {
		if n, ok := c.(int); ok {
			cells[i] = int64(n)
		}
	}
	return table.Column{Name: name, Kind: kind, Cells: cells}
}

func run(a actions.Action, ws *actions.Workspace, args ...actions.Object) (actions.Result, error) {
	all := append([]actions.Object{{Name: "ai", Type: "ai-agent"}}, args...)
	return a.Run(context.Background(), &actions.Call{Args: all, Workspace: ws})
}

func create(t testing.TB, kind string, attrs map[string]any) *chart.Chart {
	t.Helper()
	r, err := run(chart.CreateGraph(), nil, actions.Object{Name: "g", Type: kind, Attrs: attrs})
	if err != nil {
		t.Fatal(err)
	}
	return r.Values["g"].(*chart.Chart)
}

func add(c *chart.Chart, d *table.Table, by string, d1 *table.Table) (*chart.Chart, error) {
	r, err := run(chart.AddToGraph(), nil, object("dataframe", "d", d), object(string(c.Kind), "g", c), object("column", "c", by), object("dataframe", "d1", d1))
	if err != nil {
		return nil, err
	}
	return r.Values["g"].(*chart.Chart), nil
}

var (
	balance = column("balance", table.Integer, 190, 200, 250, 300)
	net     = column("net-value", table.Real, 1.5, nil, -3.25, 4.0)
	year    = column("year", table.Integer, 2021, 2022, 2023, 2024)
	sector  = column("sector", table.Text, "Pharma", "Tech", "Retail", nil)
	day     = column("day", table.Date, time.Date(2024, 3, 20, 0, 0, 0, 0, time.UTC), nil, nil, nil)
	start   = column("start", table.DateTime, time.Date(2024, 3, 20, 14, 0, 0, 0, time.UTC), time.Date(2024, 3, 20, 14, 0, 9, 0, time.UTC), nil, nil)
	flags   = column("flag", table.Bool, true, false, true, false)
)

func TestAddToGraph(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		kind     string
		d, d1    *table.Table
		by       string
		want     chart.Chart
		fault    string
		existing *table.Table
	}{
		"paper":       {kind: "bar-chart", d: frame(balance), d1: frame(year), by: "year", want: chart.Chart{CategoryTitle: "year", Categories: []string{"2021", "2022", "2023", "2024"}, Series: []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}}}},
		"whole frame": {kind: "bar-chart", d: frame(year, sector, balance), d1: frame(year, sector, balance), by: "year", want: chart.Chart{CategoryTitle: "year", Categories: []string{"2021", "2022", "2023", "2024"}, Series: []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}}}},
		"other case":  {kind: "bar-chart", d: frame(balance), d1: frame(year, sector), by: "Sector", want: chart.Chart{CategoryTitle: "sector", Categories: []string{"Pharma", "Tech", "Retail", "(missing)"}, Series: []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}}}},
		"only column": {kind: "line-chart", d: frame(net), d1: frame(day), by: "date", want: chart.Chart{CategoryTitle: "day", Categories: []string{"2024-03-20", "(missing)", "(missing)", "(missing)"}, Series: []chart.Series{{Name: "net-value", Values: []float64{1.5, nan, -3.25, 4}}}}},
		"times":       {kind: "line-chart", d: frame(balance), d1: frame(start), by: "start", want: chart.Chart{CategoryTitle: "start", Categories: []string{"2024-03-20 14:00", "2024-03-20 14:00:09", "(missing)", "(missing)"}, Series: []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}}}},
		"scatter":     {kind: "scatter-chart", d: frame(net), d1: frame(balance), by: "balance", want: chart.Chart{CategoryTitle: "balance", Series: []chart.Series{{Name: "net-value", X: []float64{190, 200, 250, 300}, Values: []float64{1.5, nan, -3.25, 4}}}}},
		"two series":  {kind: "bar-chart", existing: frame(balance), d: frame(net), d1: frame(year), by: "year", want: chart.Chart{CategoryTitle: "year", Categories: []string{"2021", "2022", "2023", "2024"}, Series: []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}, {Name: "net-value", Values: []float64{1.5, nan, -3.25, 4}}}}},

		"text":            {kind: "bar-chart", d: frame(sector), d1: frame(year), by: "year", fault: `column "sector" holds text, not numbers`},
		"dates":           {kind: "bar-chart", d: frame(day), d1: frame(year), by: "year", fault: `column "day" holds dates, not numbers`},
		"yes and no":      {kind: "bar-chart", d: frame(flags), d1: frame(year), by: "year", fault: `column "flag" holds yes/no values, not numbers`},
		"nothing numeric": {kind: "bar-chart", d: frame(year, sector), d1: frame(year), by: "year", fault: `none of its columns can be drawn: "year" (numbers), "sector" (text)`},
		"row counts":      {kind: "bar-chart", d: frame(balance), d1: frame(column("y", table.Integer, 1)), by: "y", fault: `column "balance" has 4 rows but reference column "y" has 1`},
		"no column":       {kind: "bar-chart", d: frame(balance), d1: frame(year, sector), by: "month", fault: `there is no column "month"`},
		"no rows":         {kind: "bar-chart", d: frame(column("v", table.Real)), d1: frame(column("c", table.Text)), by: "c", fault: `column "v" has no rows`},
		"all missing":     {kind: "bar-chart", d: frame(column("v", table.Real, nil)), d1: frame(column("c", table.Text, "a")), by: "c", fault: `all values of column "v" are missing`},
		"infinite":        {kind: "bar-chart", d: frame(column("v", table.Real, math.Inf(1))), d1: frame(column("c", table.Text, "a")), by: "c", fault: `row 1 of column "v" is not a finite number`},
		"negative slice":  {kind: "pie-chart", d: frame(net), d1: frame(year), by: "year", fault: `row 3 of column "net-value" is -3.25; a slice cannot be negative`},
		"empty pie":       {kind: "pie-chart", d: frame(column("v", table.Real, 0.0)), d1: frame(column("c", table.Text, "a")), by: "c", fault: `add up to 0`},
		"second pie":      {kind: "pie-chart", existing: frame(balance), d: frame(balance), d1: frame(year), by: "year", fault: `it already shows "balance"`},
		"scatter of text": {kind: "scatter-chart", d: frame(net), d1: frame(sector), by: "sector", fault: `needs numbers on both axes, column "sector" holds text`},
		"no columns":      {kind: "bar-chart", d: frame(), d1: frame(year), by: "year", fault: `d has no columns`},
		"no data":         {kind: "bar-chart", d: nil, d1: frame(year), by: "year", fault: `d holds no data yet`},
	} {
		t.Run(name, func(t *testing.T) {
			g := create(t, c.kind, nil)
			if c.existing != nil {
				var err error
				if g, err = add(g, c.existing, "year", frame(year)); err != nil {
					t.Fatal(err)
				}
			}
			before := *g
			got, err := add(g, c.d, c.by, c.d1)
			if diff := cmp.Diff(before, *g, cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("the old chart was changed: %s", diff)
			}
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Fatalf("error %v, want one with %q", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			c.want.Name, c.want.Kind = "g", chart.Kind(c.kind)
			if diff := cmp.Diff(&c.want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCategoriesMustAgree(t *testing.T) {
	g, err := add(create(t, "bar-chart", nil), frame(balance), "year", frame(year))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = add(g, frame(net), "sector", frame(sector)); err == nil || !strings.Contains(err.Error(), `drawn by column "year"`) {
		t.Errorf("error %v", err)
	}
}

func TestCreateGraph(t *testing.T) {
	for _, c := range []struct {
		object actions.Object
		want   chart.Chart
		fault  string
	}{
		{actions.Object{Name: "bar-chart1", Type: "bar-chart", Value: "Bar Chart 1"}, chart.Chart{Name: "bar-chart1", Kind: chart.Bar}, ""},
		{actions.Object{Name: "g", Type: "histogram", Value: "Ages", Attrs: map[string]any{"bins": 5.0}}, chart.Chart{Name: "g", Kind: chart.Histogram, Title: "Ages", Bins: 5}, ""},
		{actions.Object{Name: "g", Type: "pie-chart", Value: "x", Attrs: map[string]any{"title": "Shares"}}, chart.Chart{Name: "g", Kind: chart.Pie, Title: "Shares"}, ""},
		{actions.Object{Name: "g", Type: "graph"}, chart.Chart{}, `"graph" is not a kind of chart`},
		{actions.Object{Name: "g", Type: "histogram", Attrs: map[string]any{"bins": 1e9}}, chart.Chart{}, "bins is 1e+09"},
		{actions.Object{Name: "g", Type: "histogram", Attrs: map[string]any{"bins": "many"}}, chart.Chart{}, "bins is many"},
	} {
		r, err := run(chart.CreateGraph(), nil, c.object)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) || actions.HintOf(err) == "" {
				t.Errorf("error %v, want one with %q and a hint", err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&c.want, r.Values[c.object.Name]); diff != "" {
			t.Error(diff)
		}
	}
}

func TestHistogram(t *testing.T) {
	add := func(c *chart.Chart, column table.Column) *chart.Chart {
		r, err := run(chart.AddToHistogram(), nil, object("dataframe", "d", frame(column)), object("histogram", "g", c))
		if err != nil {
			t.Fatal(err)
		}
		return r.Values["g"].(*chart.Chart)
	}
	c := add(create(t, "histogram", nil), column("age", table.Integer, 20, 29, 30, 41, 60, 59, nil)).Counted()
	if diff := cmp.Diff([]string{"20–30", "30–40", "40–50", "50–60"}, c.Categories); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{2, 1, 1, 2}, c.Series[0].Values); diff != "" {
		t.Error(diff)
	}
	one := add(create(t, "histogram", nil), column("v", table.Real, 7.0, 7.0)).Counted()
	if diff := cmp.Diff([]float64{2}, one.Series[0].Values); diff != "" {
		t.Error(diff)
	}
	asked := add(create(t, "histogram", map[string]any{"bins": 3}), column("v", table.Real, 0.0, 1.0, 2.0, 3.0)).Counted()
	if diff := cmp.Diff([]float64{1, 1, 2}, asked.Series[0].Values); diff != "" {
		t.Error(diff)
	}
}

// TestBinsLoseNothing: whatever the samples, the counts add up to their number.
func TestBinsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), 1, 200).Draw(t, "values")
		c := &chart.Chart{Kind: chart.Histogram, Series: []chart.Series{{Name: "v", Values: values}}}
		total := 0.0
		counted := c.Counted()
		for _, n := range counted.Series[0].Values {
			total += n
		}
		if total != float64(len(values)) || len(counted.Categories) > 101 {
			t.Fatalf("%v counted of %d in %d bins", total, len(values), len(counted.Categories))
		}
	})
}

// drawings are charts whose pictures are looked at by eye once and then held.
func drawings(t testing.TB) map[string]*chart.Chart {
	must := func(c *chart.Chart, err error) *chart.Chart {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	many := column("day", table.Text)
	values := column("visits", table.Integer)
	for i := range 300 {
		many.Cells = append(many.Cells, time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
		values.Cells = append(values.Cells, int64(1000+i*i%977))
	}
	bars := must(add(create(t, "bar-chart", nil), frame(balance), "year", frame(year)))
	return map[string]*chart.Chart{
		"bar":     bars,
		"grouped": must(add(bars, frame(column("costs", table.Integer, 90, 80, 70, -60)), "year", frame(year))),
		"line":    must(add(create(t, "line-chart", map[string]any{"title": "Net value with a gap"}), frame(net), "year", frame(year))),
		"pie":     must(add(create(t, "pie-chart", nil), frame(balance), "sector", frame(sector))),
		"scatter": must(add(create(t, "scatter-chart", nil), frame(net), "balance", frame(balance))),
		"many":    must(add(create(t, "line-chart", nil), frame(values), "day", frame(many))),
		"crowd":   must(add(create(t, "bar-chart", nil), frame(values), "day", frame(many))),
		"histogram": {Name: "h", Kind: chart.Histogram, CategoryTitle: "age", Series: []chart.Series{
			{Name: "age", Values: []float64{23, 31, 35, 38, 41, 44, 44, 47, 52, 58, 63, 29, 33}}}},
	}
}

// drawn are texts that the drawings must show.
var drawn = map[string][]string{
	"bar":       {"year", "balance", "2021", "2024", "0", "200", "300"},
	"grouped":   {"year", "balance", "costs", "2021", "0", "300"},
	"line":      {"net-value", "2022"},
	"pie":       {"Pharma: 190 (20.2%)", "(missing): 300 (31.9%)"},
	"scatter":   {"balance", "net-value", "0", "200"},
	"many":      {"day", "visits", "2024-01-01"},
	"crowd":     {"day", "0"},
	"histogram": {"age", "count", "20–30", "0", "4"},
}

func TestDrawings(t *testing.T) {
	for name, c := range drawings(t) {
		t.Run(name, func(t *testing.T) {
			var a, b, svg bytes.Buffer
			for _, out := range []*bytes.Buffer{&a, &b} {
				if err := c.Write(out, "png"); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Error("the same chart gave different bytes")
			}
			picture, err := png.Decode(&a)
			if err != nil {
				t.Fatal(err)
			}
			if size := picture.Bounds().Size(); size.X != 1440 || size.Y != 810 {
				t.Errorf("size is %v", size)
			}
			if err := c.Write(&svg, "svg"); err != nil {
				t.Fatal(err)
			}
			said := texts(t, svg.Bytes())
			for _, want := range append([]string{c.Heading()}, drawn[name]...) {
				if !slices.Contains(said, want) {
					t.Errorf("the drawing does not say %q but %q", want, said)
				}
			}
			if keep := os.Getenv("GENPLANX_KEEP"); keep != "" {
				if err := os.WriteFile(filepath.Join(keep, name+".png"), b.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// texts returns what an SVG says.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var out []string
	inside := false
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			inside = v.Name.Local == "text"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				out = append(out, string(v))
			}
		}
	}
}

// TestBarsStartAtNought measures the bars of the drawing: their heights are to
// each other as the values are.
func TestBarsStartAtNought(t *testing.T) {
	var svg bytes.Buffer
	if err := drawings(t)["bar"].Write(&svg, "svg"); err != nil {
		t.Fatal(err)
	}
	var heights []float64
	for _, m := range regexp.MustCompile(`<path d="M([^"]*)Z" style="fill:#2F5D8A`).FindAllStringSubmatch(svg.String(), -1) {
		low, high := math.Inf(1), math.Inf(-1)
		for point := range strings.SplitSeq(m[1], "L") {
			_, y, _ := strings.Cut(point, ",")
			v, err := strconv.ParseFloat(y, 64)
			if err != nil {
				t.Fatal(err)
			}
			low, high = min(low, v), max(high, v)
		}
		heights = append(heights, high-low)
	}
	want := []float64{190, 200, 250, 300}
	if len(heights) != len(want) {
		t.Fatalf("%d bars drawn", len(heights))
	}
	for i := range want {
		if got := heights[i] / heights[3]; math.Abs(got-want[i]/300) > 0.005 {
			t.Errorf("bar %d is %.3f of the last, %.3f expected", i, got, want[i]/300)
		}
	}
}

func TestSaveGraph(t *testing.T) {
	ws, err := actions.OpenWorkspace(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	}()
	g := object("bar-chart", "g", drawings(t)["bar"])
	save := chart.SaveGraph()
	for _, name := range []string{"out/chart.png", "chart.SVG"} {
		f := object("image-file", "f", name)
		call := &actions.Call{Args: []actions.Object{{Name: "ai"}, g, f}, Workspace: ws}
		look := func() actions.Observation {
			seen, err := save.Check(context.Background(), call)
			if err != nil || len(seen) != 1 {
				t.Fatal(seen, err)
			}
			return seen[0]
		}
		if seen := look(); seen.Truth != actions.False {
			t.Errorf("before: %+v", seen)
		}
		if e := save.Effects(call); len(e) != 1 || e[0].Verb != "create" || e[0].Target != name {
			t.Errorf("effects %+v", e)
		}
		r, err := save.Run(context.Background(), call)
		if err != nil || r.Made[0].Path != name {
			t.Fatalf("%+v, %v", r, err)
		}
		if seen := look(); seen.Truth != actions.True {
			t.Errorf("after: %+v", seen)
		}
		if e := save.Effects(call); e[0].Verb != "replace" {
			t.Errorf("effects %+v", e)
		}
		if err := os.WriteFile(filepath.Join(ws.Dir(), name), []byte("<html/>"), 0o600); err != nil {
			t.Fatal(err)
		}
		if seen := look(); seen.Truth != actions.False {
			t.Errorf("spoilt: %+v", seen)
		}
	}
	for name, want := range map[string]string{"chart.gif": "not a picture format", "../chart.png": "outside the workspace", "": "no path"} {
		call := &actions.Call{Args: []actions.Object{{Name: "ai"}, g, object("image-file", "f", name)}, Workspace: ws}
		if err := save.Preflight(context.Background(), call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", name, err)
		}
		if _, err := save.Run(context.Background(), call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", name, err)
		}
	}
	empty := &actions.Call{Args: []actions.Object{{Name: "ai"}, object("bar-chart", "g", create(t, "bar-chart", nil)), object("image-file", "f", "e.png")}, Workspace: ws}
	if _, err := save.Run(context.Background(), empty); err == nil {
		t.Error("an empty chart was saved")
	}
	if _, err := ws.Stat("e.png"); err == nil {
		t.Error("a file was left behind")
	}
}

// TestAnyChartDraws: no numbers make the drawing fail or panic.
func TestAnyChartDraws(t *testing.T) {
	kinds := []chart.Kind{chart.Bar, chart.Line, chart.Pie, chart.Histogram, chart.Scatter}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		n := rapid.IntRange(1, 30).Draw(t, "n")
		number := rapid.OneOf(rapid.Float64Range(-1e300, 1e300), rapid.Just(0.0), rapid.Float64Range(-1e-300, 1e-300))
		if kind == chart.Pie {
			number = rapid.Float64Range(1e-300, 1e300)
		}
		s := chart.Series{Name: rapid.String().Draw(t, "name"), Values: rapid.SliceOfN(number, n, n).Draw(t, "values")}
		c := &chart.Chart{Kind: kind, Series: []chart.Series{s}}
		if kind == chart.Scatter {
			c.Series[0].X = rapid.SliceOfN(number, n, n).Draw(t, "x")
		} else if kind != chart.Histogram {
			c.Categories = rapid.SliceOfN(rapid.String(), n, n).Draw(t, "categories")
		}
		var b bytes.Buffer
		if err := c.Write(&b, "svg"); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkPNG(b *testing.B) {
	c := drawings(b)["bar"]
	for b.Loop() {
		if err := c.Write(&bytes.Buffer{}, "png"); err != nil {
			b.Fatal(err)
		}
	}
}

// A chart says when categories stand on its axis more than once.
func TestRepeats(t *testing.T) {
	values := column("sales", table.Integer, int64(1), int64(2), int64(3), int64(4))
	for want, months := range map[string][]any{
		"":                                   {"a", "b", "c", "d"},
		"month has 2 rows each for 2 values": {"a", "b", "a", "b"},
		"month has 4 rows for 3 values; say total or average to combine them": {"a", "b", "a", "c"},
	} {
		by := column("month", table.Text, months...)
		g := object("bar-chart", "g", create(t, "bar-chart", nil))
		r, err := run(chart.AddToGraph(), nil, object("dataframe", "d", frame(values)), g, object("column", "c", "month"), object("dataframe", "d1", frame(by)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Summary, want) || (len(r.Made) > 0) != (want != "") || strings.Contains(r.Summary, "total or average") != (want != "") {
			t.Errorf("%v: %q, made %v", months, r.Summary, r.Made)
		}
	}
}

// The axis of a line of positive values starts at nought, in pictures too.
func TestLinesStartAtNought(t *testing.T) {
	c := &chart.Chart{Kind: chart.Line, CategoryTitle: "m", Categories: []string{"a", "b"}, Series: []chart.Series{{Name: "s", Values: []float64{260, 300}}}}
	var b bytes.Buffer
	if err := c.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(texts(t, b.Bytes()), "0") {
		t.Errorf("no 0 on the axis: %v", texts(t, b.Bytes()))
	}
}
