package pptx_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"genplanx/actions/slides/pptx"
)

func write(t interface{ Fatal(...any) }, doc pptx.Document) []byte {
	var b bytes.Buffer
	if err := pptx.Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// documents draws any document: all kinds, texts in all scripts, missing values.
func documents() *rapid.Generator[pptx.Document] {
	line := rapid.StringMatching(`[a-zA-Z0-9 <>&"'äß漢🙂€{}%$.-]{0,12}`)
	text := rapid.StringMatching(`[a-z<&"漢{}]{1,9}(\n[a-z ]{0,5}){0,3}`)
	number := rapid.OneOf(rapid.Float64Range(-1e308, 1e308), rapid.Just(math.NaN()), rapid.Just(0.1), rapid.Just(300.0))
	finite := rapid.Float64Range(-1e308, 1e308)
	charts := rapid.Custom(func(t *rapid.T) *pptx.Chart {
		n := rapid.IntRange(1, 6).Draw(t, "points")
		c := &pptx.Chart{
			Kind:  rapid.SampledFrom([]pptx.Kind{pptx.Bar, pptx.Line, pptx.Pie, pptx.Scatter, pptx.Histogram}).Draw(t, "kind"),
			Title: line.Draw(t, "title"),
		}
		if c.Kind != pptx.Pie {
			c.CategoryTitle, c.ValueTitle = line.Draw(t, "category title"), line.Draw(t, "value title")
		}
		if c.Kind != pptx.Scatter {
			c.Categories = rapid.SliceOfN(line, n, n).Draw(t, "categories")
		}
		for range rapid.IntRange(1, 3).Draw(t, "series") {
			s := pptx.Series{Name: line.Draw(t, "name"), Values: rapid.SliceOfN(number, n, n).Draw(t, "values")}
			if c.Kind == pptx.Scatter {
				s.X = rapid.SliceOfN(finite, n, n).Draw(t, "x")
			}
			c.Series = append(c.Series, s)
		}
		return c
	})
	tables := rapid.Custom(func(t *rapid.T) *pptx.Table {
		n := rapid.IntRange(1, 4).Draw(t, "columns")
		row := rapid.SliceOfN(line, n, n)
		return &pptx.Table{
			Header: row.Draw(t, "header"), Rows: rapid.SliceOfN(row, 0, 5).Draw(t, "rows"),
			Right: rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "right"), Note: line.Draw(t, "note"),
		}
	})
	items := rapid.Custom(func(t *rapid.T) pptx.Item {
		switch rapid.IntRange(0, 2).Draw(t, "item") {
		case 0:
			return pptx.Item{Chart: charts.Draw(t, "chart")}
		case 1:
			return pptx.Item{Table: tables.Draw(t, "table")}
		}
		return pptx.Item{Text: text.Draw(t, "text")}
	})
	return rapid.Custom(func(t *rapid.T) pptx.Document {
		doc := pptx.Document{Title: line.Draw(t, "document title")}
		for range rapid.IntRange(0, 3).Draw(t, "slides") {
			doc.Slides = append(doc.Slides, pptx.Slide{
				Title: line.Draw(t, "slide title"), Items: rapid.SliceOfN(items, 0, 4).Draw(t, "items"),
			})
		}
		return doc
	})
}

// TestReadWrite: reading gives back what was written.
func TestReadWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := documents().Draw(t, "document")
		data := write(t, doc)
		got, err := pptx.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(doc, got, cmpopts.IgnoreFields(pptx.Chart{}, "Workbook"), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestPackage holds what PowerPoint insists on: every part has a content type
// and every relationship a target.
func TestPackage(t *testing.T) {
	doc := documents().Filter(func(d pptx.Document) bool {
		return len(d.Slides) > 1 && len(d.Slides[0].Items) > 2
	}).Example(7)
	data := write(t, doc)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := parts[f.Name]; twice {
			t.Errorf("part %s is there twice", f.Name)
		}
		parts[f.Name] = string(body)
	}
	types := parts["[Content_Types].xml"]
	for name, body := range parts {
		known := strings.Contains(types, `PartName="/`+name+`"`) || strings.HasSuffix(name, ".rels") || strings.HasSuffix(name, ".xlsx")
		if !known && name != "[Content_Types].xml" {
			t.Errorf("part %s has no content type", name)
		}
		if !strings.HasSuffix(name, ".rels") {
			continue
		}
		folder := strings.TrimSuffix(name[:strings.LastIndex(name, "/")], "_rels")
		for _, piece := range strings.Split(body, `Target="`)[1:] {
			target, _, _ := strings.Cut(piece, `"`)
			full := folder + target
			for strings.Contains(full, "/../") {
				at := strings.Index(full, "/../")
				full = full[:strings.LastIndex(full[:at], "/")+1] + full[at+4:]
			}
			if _, ok := parts[full]; !ok {
				t.Errorf("%s points at %s, which is not there", name, full)
			}
		}
	}
}

// TestWorkbook opens the data behind a scatter chart: the ranges that the chart
// names hold its numbers.
func TestWorkbook(t *testing.T) {
	doc := pptx.Document{Slides: []pptx.Slide{{Items: []pptx.Item{{Chart: &pptx.Chart{
		Kind: pptx.Scatter, CategoryTitle: "x",
		Series: []pptx.Series{{Name: "a", X: []float64{1, 2}, Values: []float64{3, math.NaN()}}, {Name: "b", X: []float64{5, 6}, Values: []float64{7, 8}}},
	}}}}}}
	data := write(t, doc)
	got, err := pptx.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(got.Slides[0].Items[0].Chart.Workbook))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"x", "a", "x", "b"}, {"1", "3", "5", "7"}, {"2", "", "6", "8"}}, rows); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{"Sheet1!$A$2:$A$3", "Sheet1!$B$2:$B$3", "Sheet1!$C$2:$C$3", "Sheet1!$D$1", "Sheet1!$D$2:$D$3"} {
		if !strings.Contains(part(t, data, "ppt/charts/chart1.xml"), "<c:f>"+want+"</c:f>") {
			t.Errorf("the chart does not name range %s", want)
		}
	}
}

func part(t *testing.T, data []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestWriteFaults(t *testing.T) {
	for want, it := range map[string]pptx.Item{
		`series "a" has 1 values for 2 categories`: {Chart: &pptx.Chart{Kind: pptx.Bar, Categories: []string{"x", "y"}, Series: []pptx.Series{{Name: "a", Values: []float64{1}}}}},
		`"radar" is not a kind of chart`:           {Chart: &pptx.Chart{Kind: "radar"}},
		"a row of the table has 1 cells":           {Table: &pptx.Table{Header: []string{"a", "b"}, Rows: [][]string{{"1"}}}},
		"a table needs columns":                    {Table: &pptx.Table{}},
	} {
		err := pptx.Write(io.Discard, pptx.Document{Slides: []pptx.Slide{{Items: []pptx.Item{it}}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// pack makes a package of the given parts over a small valid one.
func pack(t testing.TB, parts map[string]string) []byte {
	all := map[string]string{
		"ppt/presentation.xml":             `<p xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sldIdLst><sldId id="256" r:id="a"/></sldIdLst></p>`,
		"ppt/_rels/presentation.xml.rels":  `<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/></Relationships>`,
		"ppt/slides/slide1.xml":            `<s xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><cSld><spTree><graphicFrame><graphic><graphicData><chart r:id="c"/></graphicData></graphic></graphicFrame></spTree></cSld></s>`,
		"ppt/slides/_rels/slide1.xml.rels": `<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>`,
		"ppt/charts/chart1.xml":            `<c><chart><plotArea><barChart/></plotArea></chart></c>`,
	}
	for name, body := range parts {
		all[name] = body
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, body := range all {
		if body == "" {
			continue
		}
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadFaults(t *testing.T) {
	series := func(count, point string) string {
		return fmt.Sprintf(`<c><chart><plotArea><barChart><ser><val><numRef><numCache><ptCount val="%s"/><pt idx="%s"><v>1</v></pt></numCache></numRef></val></ser></barChart></plotArea></chart></c>`, count, point)
	}
	for want, parts := range map[string]map[string]string{
		"":                                       {},
		"not a zip file":                         nil,
		`part "ppt/presentation.xml" is missing`: {"ppt/presentation.xml": ""},
		"the file is too large":                  {"ppt/presentation.xml": "<p>" + strings.Repeat(" ", 17<<20) + "</p>"},
		"claims 2000000000 points":               {"ppt/charts/chart1.xml": series("2000000000", "0")},
		"claims -1 points":                       {"ppt/charts/chart1.xml": series("-1", "0")},
		"point 5 of a chart is outside its 2 points":  {"ppt/charts/chart1.xml": series("2", "5")},
		"point -5 of a chart is outside its 2 points": {"ppt/charts/chart1.xml": series("2", "-5")},
		"holds no chart":   {"ppt/charts/chart1.xml": "<c/>"},
		`slide 1: part ""`: {"ppt/_rels/presentation.xml.rels": `<Relationships/>`},
		"syntax error":     {"ppt/slides/slide1.xml": "<a><b></a>"},
	} {
		data := []byte("no zip")
		if parts != nil {
			data = pack(t, parts)
		}
		_, err := pptx.Read(bytes.NewReader(data), int64(len(data)))
		if want == "" {
			if err != nil {
				t.Errorf("the small package: %v", err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// FuzzReadParts changes a part inside a package; a change of the zip's own bytes
// would be caught by its checksums alone.
func FuzzReadParts(f *testing.F) {
	names := []string{"ppt/presentation.xml", "ppt/slides/slide1.xml", "ppt/charts/chart1.xml", "ppt/_rels/presentation.xml.rels", "ppt/slides/_rels/slide1.xml.rels"}
	chart := &pptx.Chart{Kind: pptx.Bar, Title: "t", CategoryTitle: "year", Categories: []string{"2023", "2024"}, Series: []pptx.Series{{Name: "a", Values: []float64{1, 2}}}}
	whole := write(f, pptx.Document{Slides: []pptx.Slide{{Title: "one", Items: []pptx.Item{
		{Chart: chart}, {Table: &pptx.Table{Header: []string{"a"}, Rows: [][]string{{"1"}}, Note: "n"}}, {Text: "x\ny"},
	}}}})
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		f.Fatal(err)
	}
	for i, name := range names {
		file, err := z.Open(name)
		if err != nil {
			f.Fatal(err)
		}
		body, err := io.ReadAll(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), string(body))
	}
	f.Fuzz(func(t *testing.T, which uint8, body string) {
		data := pack(t, map[string]string{names[int(which)%len(names)]: body})
		doc, err := pptx.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		points := 0
		for _, s := range doc.Slides {
			for _, it := range s.Items {
				if it.Chart != nil {
					for _, x := range it.Chart.Series {
						points += len(x.Values) + len(x.X)
					}
				}
			}
		}
		if points > 2_000_000 {
			t.Errorf("%d points were read", points)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	c := &pptx.Chart{Kind: pptx.Bar, CategoryTitle: "year", ValueTitle: "balance", Categories: []string{"2021", "2022", "2023", "2024"},
		Series: []pptx.Series{{Name: "balance", Values: []float64{190, 200, 250, 300}}}}
	doc := pptx.Document{Slides: []pptx.Slide{{Title: "Balance over years", Items: []pptx.Item{{Chart: c}}}}}
	b.ReportAllocs()
	for b.Loop() {
		if err := pptx.Write(io.Discard, doc); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTablesFit: a table of the size the limits allow ends above the slide's
// lower edge, whatever else is on the slide.
func TestTablesFit(t *testing.T) {
	for visuals := 1; visuals < 6; visuals++ {
		for texts := range 4 {
			rows, columns, letters := pptx.TableLimits(visuals, texts)
			table := &pptx.Table{Header: make([]string, columns), Note: "n"}
			for range rows {
				table.Rows = append(table.Rows, make([]string, columns))
			}
			var s pptx.Slide
			for range visuals {
				s.Items = append(s.Items, pptx.Item{Table: table})
			}
			for range texts {
				s.Items = append(s.Items, pptx.Item{Text: strings.Repeat("words and words\n", 20)})
			}
			body := part(t, write(t, pptx.Document{Slides: []pptx.Slide{s}}), "ppt/slides/slide1.xml")
			for _, m := range regexp.MustCompile(`<a:off x="(\d+)" y="(\d+)"/><a:ext cx="(\d+)" cy="(\d+)"`).FindAllStringSubmatch(body, -1) {
				var n [4]int
				for i := range n {
					var err error
					if n[i], err = strconv.Atoi(m[i+1]); err != nil {
						t.Fatal(err)
					}
				}
				if n[0]+n[2] > 12192000 || n[1]+n[3] > 6858000 {
					t.Errorf("%d visuals, %d texts: a box ends outside the slide: %v", visuals, texts, n)
				}
			}
			if rows < 2 || letters < 20 {
				t.Errorf("%d visuals, %d texts: %d rows, %d letters", visuals, texts, rows, letters)
			}
		}
	}
}

// Labels of values are rounded; the numbers behind them are not.
func TestNumberFormat(t *testing.T) {
	for want, values := range map[string][]float64{
		"#,##0": {1, 44583, math.NaN()}, "#,##0.00": {1, 44583.3333333333}, "General": {0.0123, 2},
	} {
		c := &pptx.Chart{Kind: pptx.Bar, Categories: []string{"a", "b", "c"}, Series: []pptx.Series{{Name: "s", Values: values}}}
		if got := c.NumberFormat(); got != want {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
}
