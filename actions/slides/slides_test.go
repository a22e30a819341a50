package slides_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gopresentation "github.com/casibase/goppt"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"

	"genplanx/actions"
	"genplanx/actions/chart"
	"genplanx/actions/slides"
	"genplanx/actions/slides/pptx"
	"genplanx/actions/table"
	"genplanx/pddl"
)

// world runs actions by name on objects, as the monitor does.
type world struct {
	t       testing.TB
	ws      *actions.Workspace
	objects map[string]actions.Object
}

func newWorld(t testing.TB, objects ...actions.Object) *world {
	t.Helper()
	ws, err := actions.OpenWorkspace(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &world{t: t, ws: ws, objects: map[string]actions.Object{"ai": {Name: "ai", Type: "ai-agent"}}}
	for _, o := range objects {
		w.objects[o.Name] = o
	}
	return w
}

func (w *world) call(names ...string) *actions.Call {
	c := &actions.Call{Step: pddl.Step{Args: names}, Workspace: w.ws}
	for _, n := range names {
		o, ok := w.objects[n]
		if !ok {
			w.t.Fatalf("no object %s", n)
		}
		c.Args = append(c.Args, o)
	}
	return c
}

func (w *world) run(a actions.Action, names ...string) (actions.Result, error) {
	r, err := a.Run(context.Background(), w.call(names...))
	for name, v := range r.Values {
		o := w.objects[name]
		o.Value = v
		w.objects[name] = o
	}
	return r, err
}

func (w *world) must(a actions.Action, names ...string) actions.Result {
	w.t.Helper()
	r, err := w.run(a, names...)
	if err != nil {
		w.t.Fatalf("%v: %v", names, err)
	}
	return r
}

func object(typ, name string, value any) actions.Object {
	return actions.Object{Name: name, Type: typ, Value: value}
}

func frame(columns ...table.Column) *table.Table { return &table.Table{Columns: columns} }

func ints(name string, values ...int64) table.Column {
	c := table.Column{Name: name, Kind: table.Integer}
	for _, v := range values {
		c.Cells = append(c.Cells, v)
	}
	return c
}

func texts(name string, values ...string) table.Column {
	c := table.Column{Name: name, Kind: table.Text}
	for _, v := range values {
		c.Cells = append(c.Cells, v)
	}
	return c
}

// paper is example 1.1 of the paper: figure 6's rows.
func paper(t testing.TB) *world {
	w := newWorld(t,
		object("presentation", "presentation1", nil), object("slide", "slide1", nil),
		object("title", "title1", "Balance over years"), object("bar-chart", "bar-chart1", "Bar Chart 1"),
		object("column", "reference1", "year"), object("powerpoint-file", "presentation-file1", "./genplanx/graph.pptx"),
		object("dataframe", "filtered-dataframe", frame(ints("balance", 190, 200, 250, 300))),
		object("dataframe", "reference-dataframe", frame(ints("year", 2021, 2022, 2023, 2024))),
	)
	w.must(slides.CreatePresentation(), "ai", "presentation1")
	w.must(slides.CreateSlide(), "ai", "slide1", "presentation1", "title1")
	w.must(chart.CreateGraph(), "ai", "bar-chart1")
	w.must(chart.AddToGraph(), "ai", "filtered-dataframe", "bar-chart1", "reference1", "reference-dataframe")
	w.must(slides.AddToSlideBasic(), "ai", "bar-chart1", "slide1", "presentation1")
	return w
}

func TestPaperExample(t *testing.T) {
	w := paper(t)
	if said := w.objects["presentation1"].Value.(*slides.Deck).String(); said != "1 slide: Balance over years" {
		t.Errorf("the deck says %q", said)
	}
	save := slides.GeneratePresentation()
	call := w.call("ai", "presentation1", "presentation-file1")
	if diff := cmp.Diff([]actions.Effect{{Class: actions.Writes, Verb: "create", Target: "genplanx/graph.pptx", Detail: "presentation presentation1"}}, save.Effects(call)); diff != "" {
		t.Error(diff)
	}
	r := w.must(save, "ai", "presentation1", "presentation-file1")
	if r.Made[0].Path != "genplanx/graph.pptx" || r.Made[0].Kind != "file" {
		t.Errorf("made %+v", r.Made)
	}
	if e := save.Effects(call); e[0].Verb != "replace" {
		t.Errorf("effect of the second run is %q", e[0].Verb)
	}
	doc, err := slides.Open(w.ws, "genplanx/graph.pptx")
	if err != nil {
		t.Fatal(err)
	}
	want := pptx.Document{Title: "Balance over years", Slides: []pptx.Slide{{Title: "Balance over years", Items: []pptx.Item{{Chart: &pptx.Chart{
		Kind: pptx.Bar, CategoryTitle: "year", ValueTitle: "balance",
		Categories: []string{"2021", "2022", "2023", "2024"},
		Series:     []pptx.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}},
	}}}}}}
	if diff := cmp.Diff(want, doc, cmpopts.IgnoreFields(pptx.Chart{}, "Workbook"), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	book, err := excelize.OpenReader(bytes.NewReader(doc.Slides[0].Items[0].Chart.Workbook))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"year", "balance"}, {"2021", "190"}, {"2022", "200"}, {"2023", "250"}, {"2024", "300"}}, rows); diff != "" {
		t.Errorf("data behind the chart: %s", diff)
	}
	seen, err := save.Check(context.Background(), call)
	if err != nil || len(seen) != 1 || seen[0].Truth != actions.True {
		t.Errorf("check saw %+v, %v", seen, err)
	}
}

// TestDescribe holds the wording of figures 5 and 9 of the paper.
func TestDescribe(t *testing.T) {
	w := newWorld(t, object("presentation", "presentation1", nil), object("slide", "slide1", nil), object("title", "title1", ""),
		object("bar-chart", "bar-chart1", nil), object("powerpoint-file", "f", "./genplanx/graph.pptx"),
		object("dataframe", "filtered-dataframe", nil), object("column", "c", nil))
	for want, got := range map[string]string{
		"create empty presentation presentation1":                    slides.CreatePresentation().Describe(w.call("ai", "presentation1")),
		"create slide slide1 to presentation presentation1":          slides.CreateSlide().Describe(w.call("ai", "slide1", "presentation1", "title1")),
		"create graph bar-chart1 of type bar-chart":                  chart.CreateGraph().Describe(w.call("ai", "bar-chart1")),
		"add filtered-dataframe to graph bar-chart1":                 chart.AddToGraph().Describe(w.call("ai", "filtered-dataframe", "bar-chart1", "c", "filtered-dataframe")),
		"add bar-chart1 to slide slide1":                             slides.AddToSlideBasic().Describe(w.call("ai", "bar-chart1", "slide1", "presentation1")),
		"save presentation presentation1 into ./genplanx/graph.pptx": slides.GeneratePresentation().Describe(w.call("ai", "presentation1", "f")),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// gallery is a deck with every kind of item.
func gallery(t testing.TB) *world {
	months := texts("month", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
	sales := ints("sales", 120, 90, -30, 160, 210, 190, 230, 250, 180, 170, 140, 260)
	costs := ints("costs", 80, 85, 90, 100, 120, 110, 130, 125, 118, 112, 100, 140)
	long := frame(ints("n"), texts("remark"))
	for i := range int64(213) {
		long.Columns[0].Cells = append(long.Columns[0].Cells, i*i)
		long.Columns[1].Cells = append(long.Columns[1].Cells, strings.Repeat("word ", int(i%9)))
	}
	w := newWorld(t,
		object("presentation", "deck", nil), object("powerpoint-file", "out", "gallery.pptx"),
		object("dataframe", "sales", frame(months, sales)), object("dataframe", "costs", frame(months, costs)),
		object("dataframe", "long", long),
		object("dataframe", "samples", frame(ints("age", 23, 31, 35, 38, 41, 44, 44, 47, 52, 58, 63, 29, 33, 36, 40, 61))),
		object("column", "month", "month"), object("column", "salescolumn", "sales"),
		object("text", "summary", "Sales rose by 12 % over the year.\nCosts rose more slowly.\n\nMarch was bad."),
		object("data-contents", "count", int64(4)),
	)
	w.must(slides.CreatePresentation(), "ai", "deck")
	slide := func(name, title string) {
		w.objects[name] = object("slide", name, nil)
		w.objects["title-"+name] = object("title", "title-"+name, title)
		w.must(slides.CreateSlide(), "ai", name, "deck", "title-"+name)
	}
	draw := func(name, kind, column, by string, frames ...string) {
		w.objects[name] = object(kind, name, nil)
		w.must(chart.CreateGraph(), "ai", name)
		for _, f := range frames {
			w.must(chart.AddToGraph(), "ai", f, name, column, by)
		}
	}
	for _, kind := range []string{"bar-chart", "line-chart"} {
		slide("s-"+kind, "Sales and costs, "+kind)
		draw("g-"+kind, kind, "month", "sales", "sales", "costs")
		w.must(slides.AddToSlideBasic(), "ai", "g-"+kind, "s-"+kind, "deck")
	}
	slide("s-pie", "Costs by month")
	draw("g-pie", "pie-chart", "month", "sales", "costs")
	w.must(slides.AddToSlideBasic(), "ai", "g-pie", "s-pie", "deck")
	slide("s-scatter", "Costs against sales")
	draw("g-scatter", "scatter-chart", "salescolumn", "sales", "costs")
	w.must(slides.AddToSlideBasic(), "ai", "g-scatter", "s-scatter", "deck")
	slide("s-hist", "Ages")
	w.objects["g-hist"] = object("histogram", "g-hist", nil)
	w.must(chart.CreateGraph(), "ai", "g-hist")
	w.must(chart.AddToHistogram(), "ai", "samples", "g-hist")
	w.must(slides.AddToSlideBasic(), "ai", "g-hist", "s-hist", "deck")
	slide("s-table", "A long table")
	w.must(slides.AddTableToSlide(), "ai", "long", "s-table", "deck")
	slide("s-mixed", "Charts, a table and a text together, under a title that is too long for a single line of the slide")
	w.must(slides.AddToSlideBasic(), "ai", "g-bar-chart", "s-mixed", "deck")
	w.must(slides.AddTextToSlide(), "ai", "summary", "s-mixed", "deck")
	w.must(slides.AddTableToSlide(), "ai", "long", "s-mixed", "deck")
	slide("s-text", "Only text")
	w.must(slides.AddTextToSlide(), "ai", "summary", "s-text", "deck")
	w.must(slides.AddTextToSlide(), "ai", "count", "s-text", "deck")
	return w
}

func TestGallery(t *testing.T) {
	w := gallery(t)
	save := slides.GeneratePresentation()
	w.must(save, "ai", "deck", "out")
	seen, err := save.Check(context.Background(), w.call("ai", "deck", "out"))
	if err != nil || seen[0].Truth != actions.True {
		t.Fatalf("check saw %+v, %v", seen, err)
	}
	doc, err := slides.Open(w.ws, "gallery.pptx")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []pptx.Kind
	for _, s := range doc.Slides {
		for _, it := range s.Items {
			if it.Chart != nil {
				kinds = append(kinds, it.Chart.Kind)
			}
		}
	}
	if diff := cmp.Diff([]pptx.Kind{pptx.Bar, pptx.Line, pptx.Pie, pptx.Scatter, pptx.Histogram, pptx.Bar}, kinds); diff != "" {
		t.Error(diff)
	}
	tbl := doc.Slides[5].Items[0].Table
	if tbl.Note != "first 15 of 213 rows" || len(tbl.Rows) != 15 {
		t.Errorf("table has %d rows and note %q", len(tbl.Rows), tbl.Note)
	}
	last := doc.Slides[7]
	if last.Items[1].Text != "count: 4" {
		t.Errorf("text is %q", last.Items[1].Text)
	}
}

// TestSecondReader opens the file with a library that shares no code with ours.
func TestSecondReader(t *testing.T) {
	w := paper(t)
	w.must(slides.GeneratePresentation(), "ai", "presentation1", "presentation-file1")
	data, err := os.ReadFile(filepath.Join(w.ws.Dir(), "genplanx", "graph.pptx"))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := gopresentation.NewReader(gopresentation.ReaderPowerPoint2007)
	if err != nil {
		t.Fatal(err)
	}
	p, err := reader.ReadFromReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if p.GetSlideCount() != 1 {
		t.Fatalf("it sees %d slides", p.GetSlideCount())
	}
	slide, err := p.GetSlide(0)
	if err != nil {
		t.Fatal(err)
	}
	if text := slide.ExtractText(); !strings.Contains(text, "Balance over years") {
		t.Errorf("it sees the text %q", text)
	}
}

func TestCheckSeesDifferences(t *testing.T) {
	save := slides.GeneratePresentation()
	check := func(w *world) actions.Observation {
		seen, err := save.Check(context.Background(), w.call("ai", "presentation1", "presentation-file1"))
		if err != nil || len(seen) != 1 {
			t.Fatal(seen, err)
		}
		return seen[0]
	}
	for name, spoil := range map[string]func(*world){
		"no file": func(w *world) {
			if err := os.Remove(filepath.Join(w.ws.Dir(), "genplanx", "graph.pptx")); err != nil {
				t.Fatal(err)
			}
		},
		"not a pptx": func(w *world) {
			if err := os.WriteFile(filepath.Join(w.ws.Dir(), "genplanx", "graph.pptx"), []byte("PK"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"one slide more": func(w *world) {
			w.objects["slide2"] = object("slide", "slide2", nil)
			w.must(slides.CreateSlide(), "ai", "slide2", "presentation1", "title1")
		},
		"another chart": func(w *world) {
			w.must(slides.AddToSlideBasic(), "ai", "bar-chart1", "slide1", "presentation1")
		},
		"other numbers": func(w *world) {
			o := w.objects["presentation1"]
			deck := *o.Value.(*slides.Deck)
			slide := *deck.Slides[0]
			c := *slide.Items[0].Chart
			c.Series = []chart.Series{{Name: "balance", Values: []float64{190, 200, 250, 301}}}
			slide.Items = []slides.Item{{Chart: &c}}
			deck.Slides = []*slides.Slide{&slide}
			o.Value = &deck
			w.objects["presentation1"] = o
		},
		"another title": func(w *world) {
			o := w.objects["presentation1"]
			deck := *o.Value.(*slides.Deck)
			slide := *deck.Slides[0]
			slide.Title = "Balance"
			deck.Slides = []*slides.Slide{&slide}
			o.Value = &deck
			w.objects["presentation1"] = o
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := paper(t)
			w.must(save, "ai", "presentation1", "presentation-file1")
			if seen := check(w); seen.Truth != actions.True {
				t.Fatal(seen)
			}
			spoil(w)
			if seen := check(w); seen.Truth != actions.False || seen.Note == "" {
				t.Errorf("saw %+v", seen)
			}
		})
	}
}

// TestValuesAreNotChanged repeats a call on the same values.
func TestValuesAreNotChanged(t *testing.T) {
	w := paper(t)
	before := w.objects["presentation1"].Value.(*slides.Deck)
	items := len(before.Slides[0].Items)
	w.must(slides.AddToSlideBasic(), "ai", "bar-chart1", "slide1", "presentation1")
	if len(before.Slides[0].Items) != items {
		t.Error("the old deck was changed")
	}
	after := w.objects["presentation1"].Value.(*slides.Deck)
	if len(after.Slides) != 1 || len(after.Slides[0].Items) != items+1 || w.objects["slide1"].Value != after.Slides[0] {
		t.Errorf("slide and deck do not agree: %+v", after)
	}
}

func TestFaults(t *testing.T) {
	w := paper(t)
	w.objects["empty"] = object("bar-chart", "empty", &chart.Chart{Name: "empty", Kind: chart.Bar})
	w.objects["stray"] = object("slide", "stray", nil)
	w.objects["untitled"] = object("title", "untitled", nil)
	w.objects["blank"] = object("text", "blank", " ")
	w.objects["yes"] = object("text", "yes", true)
	w.objects["none"] = object("dataframe", "none", nil)
	w.objects["fresh"] = object("presentation", "fresh", nil)
	w.objects["outside"] = object("powerpoint-file", "outside", "../graph.pptx")
	w.objects["doc"] = object("powerpoint-file", "doc", "graph.docx")
	w.objects["nowhere"] = object("powerpoint-file", "nowhere", nil)
	for _, c := range []struct {
		action actions.Action
		args   string
		want   string
	}{
		{slides.AddToSlideBasic(), "ai empty slide1 presentation1", "no data"},
		{slides.AddToSlideBasic(), "ai bar-chart1 stray presentation1", "stray is not a slide of presentation1"},
		{slides.CreateSlide(), "ai stray fresh title1", "fresh is not a presentation yet"},
		{slides.CreateSlide(), "ai stray presentation1 untitled", "title untitled has no text"},
		{slides.AddTextToSlide(), "ai blank slide1 presentation1", "the text is empty"},
		{slides.AddTextToSlide(), "ai yes slide1 presentation1", "type bool"},
		{slides.AddTableToSlide(), "ai none slide1 presentation1", "no columns"},
		{slides.GeneratePresentation(), "ai presentation1 outside", "outside the workspace"},
		{slides.GeneratePresentation(), "ai presentation1 doc", ".docx"},
		{slides.GeneratePresentation(), "ai presentation1 nowhere", "no path"},
		{slides.GeneratePresentation(), "ai fresh presentation-file1", "not a presentation yet"},
	} {
		_, err := w.run(c.action, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.args, err, c.want)
		}
	}
	if left, err := filepath.Glob(filepath.Join(w.ws.Dir(), "*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestSameBytes(t *testing.T) {
	var files [2][]byte
	for i := range files {
		w := gallery(t)
		w.must(slides.GeneratePresentation(), "ai", "deck", "out")
		var err error
		if files[i], err = os.ReadFile(filepath.Join(w.ws.Dir(), "gallery.pptx")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same deck gave different bytes")
	}
}

func TestMissingValues(t *testing.T) {
	w := paper(t)
	w.objects["gaps"] = object("dataframe", "gaps", frame(table.Column{Name: "v", Kind: table.Real, Cells: []any{1.5, nil, -2.25}}))
	w.objects["days"] = object("dataframe", "days", frame(table.Column{Name: "day", Kind: table.Date, Cells: []any{time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), nil, time.Date(2024, 3, 3, 0, 0, 0, 0, time.UTC)}}))
	w.objects["line"] = object("line-chart", "line", "Gaps <&> \"quotes\" \x01")
	w.must(chart.CreateGraph(), "ai", "line")
	w.must(chart.AddToGraph(), "ai", "gaps", "line", "reference1", "days")
	w.must(slides.AddToSlideBasic(), "ai", "line", "slide1", "presentation1")
	w.must(slides.GeneratePresentation(), "ai", "presentation1", "presentation-file1")
	doc, err := slides.Open(w.ws, "genplanx/graph.pptx")
	if err != nil {
		t.Fatal(err)
	}
	got := doc.Slides[0].Items[1].Chart
	if diff := cmp.Diff([]float64{1.5, math.NaN(), -2.25}, got.Series[0].Values, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2024-03-01", "(missing)", "2024-03-03"}, got.Categories); diff != "" {
		t.Error(diff)
	}
	if got.Title != `Gaps <&> "quotes" ` {
		t.Errorf("title is %q", got.Title)
	}
}

// TestLibreOffice lets LibreOffice, where it is installed, turn the gallery into
// a PDF: a file that it cannot read gives none.
func TestLibreOffice(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil || testing.Short() {
		t.Skip("skipped: no LibreOffice here, or -short")
	}
	w := gallery(t)
	w.must(slides.GeneratePresentation(), "ai", "deck", "out")
	out := w.ws.Dir()
	if keep := os.Getenv("GENPLANX_KEEP"); keep != "" {
		out = keep
	}
	cmd := exec.CommandContext(t.Context(), office, "-env:UserInstallation=file://"+filepath.ToSlash(t.TempDir()),
		"--headless", "--convert-to", "pdf", "--outdir", out, filepath.Join(w.ws.Dir(), "gallery.pptx"))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	pdf, err := os.ReadFile(filepath.Join(out, "gallery.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if pages := bytes.Count(pdf, []byte("/Type/Page/")) + bytes.Count(pdf, []byte("/Type/Page\n")); pages != 8 {
		t.Errorf("LibreOffice made %d pages of 8 slides", pages)
	}
}

func BenchmarkGenerate(b *testing.B) {
	w := paper(b)
	for b.Loop() {
		w.must(slides.GeneratePresentation(), "ai", "presentation1", "presentation-file1")
	}
}
