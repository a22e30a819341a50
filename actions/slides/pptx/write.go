package pptx

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"text/template"
	"unicode/utf8"
)

//go:embed parts/*.xml
var parts embed.FS

// Names and sizes as the templates see them.
type (
	deck struct {
		Title  string
		Slides []*page
		Charts []*native
	}
	page struct {
		Number    int
		ID        int // of the slide; at least 256
		TitleRun  run
		Frames    []frame
		Charts    []*native
		RowHeight int
	}
	frame struct {
		ID    int
		Name  string
		Box   box
		Chart *native
		Table *grille
		Run   run
	}
	native struct {
		*Chart
		Number int
		Sheets []sheet
	}
	grille struct {
		Widths []int64
		Height int64
		Lines  [][]cell
	}
	cell struct {
		Text  string
		Size  int
		Head  bool
		Right bool
	}
	run struct {
		Lines []string
		Size  int // hundredths of a point; 0 leaves it to the master
	}
)

// Write writes a document. The same document gives the same bytes.
func Write(w io.Writer, doc Document) error {
	d, err := build(doc)
	if err != nil {
		return err
	}
	t, err := template.New("").Funcs(template.FuncMap{"x": escape}).ParseFS(parts, "parts/*.xml")
	if err != nil {
		return fmt.Errorf("reading the parts of a presentation: %w", err)
	}
	z := zip.NewWriter(w)
	fill := func(name, part string, data any) error {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, part, data); err != nil {
			return fmt.Errorf("writing part %q: %w", name, err)
		}
		return put(z, name, b.Bytes())
	}
	for _, part := range [][2]string{
		{"[Content_Types].xml", "content_types.xml"}, {"_rels/.rels", "root_rels.xml"},
		{"docProps/core.xml", "core.xml"}, {"docProps/app.xml", "app.xml"},
		{"ppt/presentation.xml", "presentation.xml"}, {"ppt/_rels/presentation.xml.rels", "presentation_rels.xml"},
		{"ppt/tableStyles.xml", "table_styles.xml"}, {"ppt/theme/theme1.xml", "theme.xml"},
		{"ppt/slideMasters/slideMaster1.xml", "master.xml"}, {"ppt/slideMasters/_rels/slideMaster1.xml.rels", "master_rels.xml"},
		{"ppt/slideLayouts/slideLayout1.xml", "layout.xml"}, {"ppt/slideLayouts/_rels/slideLayout1.xml.rels", "layout_rels.xml"},
	} {
		if err := fill(part[0], part[1], d); err != nil {
			return err
		}
	}
	for _, s := range d.Slides {
		if err := fill(fmt.Sprintf("ppt/slides/slide%d.xml", s.Number), "slide.xml", s); err != nil {
			return err
		}
		if err := fill(fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", s.Number), "slide_rels.xml", s); err != nil {
			return err
		}
	}
	for _, c := range d.Charts {
		if err := writeChart(z, fill, c); err != nil {
			return err
		}
	}
	return z.Close()
}

func writeChart(z *zip.Writer, fill func(name, part string, data any) error, c *native) error {
	if err := fill(fmt.Sprintf("ppt/charts/chart%d.xml", c.Number), "chart.xml", c); err != nil {
		return err
	}
	if err := fill(fmt.Sprintf("ppt/charts/_rels/chart%d.xml.rels", c.Number), "chart_rels.xml", c); err != nil {
		return err
	}
	book, err := c.workbook()
	if err != nil {
		return fmt.Errorf("writing the data of chart %d: %w", c.Number, err)
	}
	return put(z, fmt.Sprintf("ppt/embeddings/chart%d.xlsx", c.Number), book)
}

// build numbers the slides and charts and lays the items out.
func build(doc Document) (*deck, error) {
	d := &deck{Title: doc.Title}
	for i, s := range doc.Slides {
		p := &page{Number: i + 1, ID: 256 + i, TitleRun: run{Lines: strings.Split(s.Title, "\n")}, RowHeight: rowHeight}
		for k, place := range arrange(s.Items) {
			if err := d.add(p, s.Items[k], place); err != nil {
				return nil, fmt.Errorf("slide %d (%q): %w", i+1, s.Title, err)
			}
		}
		d.Slides = append(d.Slides, p)
	}
	return d, nil
}

func (d *deck) add(p *page, it Item, place box) error {
	f := frame{ID: len(p.Frames) + 3, Box: place}
	switch {
	case it.Chart != nil:
		sheets, err := it.Chart.sheets()
		if err != nil {
			return err
		}
		if it.Chart.Element() == "" {
			return fmt.Errorf("%q is not a kind of chart", it.Chart.Kind)
		}
		f.Chart = &native{Chart: it.Chart, Number: len(d.Charts) + 1, Sheets: sheets}
		d.Charts = append(d.Charts, f.Chart)
		p.Charts = append(p.Charts, f.Chart)
	case it.Table != nil:
		t, err := it.Table.lay(place)
		if err != nil {
			return err
		}
		f.Table = t
		p.Frames = append(p.Frames, f)
		if it.Table.Note == "" {
			return nil
		}
		f = frame{ID: f.ID + 1, Name: fmt.Sprintf("Note %d", f.ID+1), Run: run{Lines: []string{it.Table.Note}, Size: 1200}}
		f.Box = box{place.X, place.Y + t.Height + gap/4, place.W, noteHeight}
	default:
		f.Name = fmt.Sprintf("Text %d", f.ID)
		f.Run = run{Lines: strings.Split(it.Text, "\n"), Size: fontSize(it.Text, place)}
	}
	p.Frames = append(p.Frames, f)
	return nil
}

// lay gives the columns widths by their longest text.
func (t *Table) lay(in box) (*grille, error) {
	if len(t.Header) == 0 {
		return nil, fmt.Errorf("a table needs columns")
	}
	g := &grille{Height: rowHeight * int64(len(t.Rows)+1)}
	longest := make([]int, len(t.Header))
	total := 0
	for k := range t.Header {
		longest[k] = max(4, utf8.RuneCountInString(t.Header[k]))
		for _, row := range t.Rows {
			if len(row) != len(t.Header) {
				return nil, fmt.Errorf("a row of the table has %d cells, the header %d", len(row), len(t.Header))
			}
			longest[k] = max(longest[k], utf8.RuneCountInString(row[k]))
		}
		longest[k] += 2
		total += longest[k]
	}
	for _, n := range longest {
		g.Widths = append(g.Widths, in.W*int64(n)/int64(total))
	}
	for i, row := range append([][]string{t.Header}, t.Rows...) {
		cells := make([]cell, len(row))
		for k, text := range row {
			cells[k] = cell{Text: text, Size: tableFont(in), Head: i == 0, Right: k < len(t.Right) && t.Right[k]}
		}
		g.Lines = append(g.Lines, cells)
	}
	return g, nil
}

// Element is the name of the chart's element in the file.
func (c *Chart) Element() string {
	switch c.Kind {
	case Bar, Histogram:
		return "barChart"
	case Line:
		return "lineChart"
	case Pie:
		return "pieChart"
	case Scatter:
		return "scatterChart"
	}
	return ""
}

// Describe is the text that screen readers speak.
func (c *Chart) Describe() string {
	names := make([]string, len(c.Series))
	for i, s := range c.Series {
		names[i] = s.Name
	}
	text := string(c.Kind) + " chart of " + strings.Join(names, ", ")
	if c.CategoryTitle != "" {
		text += " by " + c.CategoryTitle
	}
	return text
}

// Gap is the space between bars in percent of their width.
func (c *Chart) Gap() int {
	if c.Kind == Histogram {
		return 5
	}
	return 60
}

// Labelled says whether bars few enough carry their values.
func (c *Chart) Labelled() bool {
	return (c.Kind == Bar || c.Kind == Histogram) && len(c.Categories)*len(c.Series) <= 15
}

// NumberFormat is how values are written beside their bars; the file keeps all
// digits.
func (c *Chart) NumberFormat() string {
	format := "#,##0"
	for _, s := range c.Series {
		for _, v := range s.Values {
			switch {
			case math.IsNaN(v) || v == math.Trunc(v):
			case math.Abs(v) < 0.1:
				return "General"
			default:
				format = "#,##0.00"
			}
		}
	}
	return format
}

// FromZero keeps the axis of bars at nought, so that their lengths tell the
// truth; bars below it need the automatic axis.
func (c *Chart) FromZero() bool {
	if c.Element() != "barChart" {
		return false
	}
	for _, s := range c.Series {
		for _, v := range s.Values {
			if v < 0 {
				return false
			}
		}
	}
	return true
}

// Legend is where the legend stands, "" for none: one series is named by the
// axis.
func (c *Chart) Legend() string {
	switch {
	case c.Kind == Pie:
		return "r"
	case len(c.Series) > 1:
		return "b"
	}
	return ""
}

func escape(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}
