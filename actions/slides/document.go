package slides

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"genplanx/actions/chart"
	"genplanx/actions/slides/pptx"
	"genplanx/actions/table"
)

// maxText bounds the letters of one text on a slide; the rest is left out and
// the slide says so.
const maxText = 3000

// document turns a deck into what the file holds: histograms are counted, tables
// cut to what can be read.
func (d *Deck) document() pptx.Document {
	doc := pptx.Document{Title: d.Title}
	for _, s := range d.Slides {
		page := pptx.Slide{Title: clean(s.Title)}
		for _, it := range s.Items {
			page.Items = append(page.Items, it.shown(s))
		}
		doc.Slides = append(doc.Slides, page)
	}
	if doc.Title == "" && len(doc.Slides) > 0 {
		doc.Title = doc.Slides[0].Title
	}
	return doc
}

// visuals counts the charts and tables of a slide.
func (s *Slide) visuals() int {
	n := 0
	for _, it := range s.Items {
		if it.Chart != nil || it.Table != nil {
			n++
		}
	}
	return n
}

func (it Item) shown(s *Slide) pptx.Item {
	visuals := s.visuals()
	switch {
	case it.Chart != nil:
		return pptx.Item{Chart: native(it.Chart, s.Title, visuals)}
	case it.Table != nil:
		return pptx.Item{Table: cut(it.Table, visuals, len(s.Items)-visuals)}
	}
	text := clean(it.Text)
	if n := utf8.RuneCountInString(text); n > maxText {
		text = fmt.Sprintf("%s…\n(first %d of %d letters)", string([]rune(text)[:maxText]), maxText, n)
	}
	return pptx.Item{Text: text}
}

// native gives a chart its native form. Its own title is left out where the
// slide's says the same; several charts on one slide always have one.
func native(c *chart.Chart, slideTitle string, visuals int) *pptx.Chart {
	kinds := map[chart.Kind]pptx.Kind{
		chart.Bar: pptx.Bar, chart.Line: pptx.Line, chart.Pie: pptx.Pie,
		chart.Scatter: pptx.Scatter, chart.Histogram: pptx.Histogram,
	}
	c = c.Counted()
	out := &pptx.Chart{Kind: kinds[c.Kind], CategoryTitle: clean(c.CategoryTitle), ValueTitle: clean(c.ValueTitle())}
	if visuals > 1 || strings.TrimSpace(slideTitle) == "" {
		out.Title = clean(c.Heading())
	} else if c.Title != slideTitle {
		out.Title = clean(c.Title)
	}
	if c.Kind == chart.Pie {
		// A pie has no axes to name the column.
		if out.Title == "" {
			out.Title = clean(c.Heading())
		}
		out.CategoryTitle, out.ValueTitle = "", ""
	}
	for _, category := range c.Categories {
		out.Categories = append(out.Categories, clean(category))
	}
	for _, s := range c.Series {
		out.Series = append(out.Series, pptx.Series{Name: clean(s.Name), X: s.X, Values: s.Values})
	}
	return out
}

// cut takes what can be read of a table and notes the rest.
func cut(t *table.Table, visuals, texts int) *pptx.Table {
	rows, columns, letters := pptx.TableLimits(visuals, texts)
	rows, columns = min(rows, t.Rows()), max(min(columns, len(t.Columns)), fitting(t, min(rows, t.Rows()), letters))
	out := &pptx.Table{Rows: make([][]string, rows)}
	for i := range rows {
		out.Rows[i] = make([]string, columns)
	}
	for k, c := range t.Columns[:columns] {
		out.Header = append(out.Header, shorten(c.Name, letters/columns))
		out.Right = append(out.Right, c.Kind == table.Integer || c.Kind == table.Real)
		for i := range rows {
			out.Rows[i][k] = shorten(c.Text(i), letters/columns)
		}
	}
	var notes []string
	if rows < t.Rows() {
		notes = append(notes, fmt.Sprintf("first %d of %d rows", rows, t.Rows()))
	}
	if columns < len(t.Columns) {
		notes = append(notes, fmt.Sprintf("first %d of %d columns, without %s", columns, len(t.Columns), shorten(strings.Join(t.Names()[columns:], ", "), 60)))
	}
	out.Note = strings.Join(notes, ", ")
	return out
}

// fitting is the number of columns that fit side by side when all are as wide as
// the widest of them: narrow ones are not left out for want of room.
func fitting(t *table.Table, rows, letters int) int {
	widest := 1
	for k, c := range t.Columns {
		widest = max(widest, utf8.RuneCountInString(c.Name))
		for i := range rows {
			widest = max(widest, utf8.RuneCountInString(c.Text(i)))
		}
		if (widest+3)*(k+1) > letters {
			return k
		}
	}
	return len(t.Columns)
}

// shorten keeps a cell on one line.
func shorten(s string, letters int) string {
	s = strings.Join(strings.Fields(clean(s)), " ")
	if utf8.RuneCountInString(s) <= letters {
		return s
	}
	return string([]rune(s)[:max(1, letters-1)]) + "…"
}

// clean drops what XML cannot hold, so that the file says what the deck says.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r < 0x20, r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
