package pptx

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

type (
	chartXML struct {
		Title *titleXML `xml:"chart>title"`
		Plot  struct {
			Parts []plotXML `xml:",any"`
		} `xml:"chart>plotArea"`
		Data *struct {
			Rel string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"externalData"`
	}
	// plotXML is a chart of the plot area or one of its axes.
	plotXML struct {
		XMLName xml.Name
		Gap     *struct {
			Percent string `xml:"val,attr"`
		} `xml:"gapWidth"`
		Series []struct {
			Name       cacheXML `xml:"tx>strRef>strCache"`
			Categories cacheXML `xml:"cat>strRef>strCache"`
			Years      cacheXML `xml:"cat>numRef>numCache"`
			Values     cacheXML `xml:"val>numRef>numCache"`
			X          cacheXML `xml:"xVal>numRef>numCache"`
			Y          cacheXML `xml:"yVal>numRef>numCache"`
		} `xml:"ser"`
		Position struct {
			Side string `xml:"val,attr"`
		} `xml:"axPos"`
		Title *titleXML `xml:"title"`
	}
	titleXML struct {
		Lines []lineXML `xml:"tx>rich>p"`
	}
	cacheXML struct {
		Count struct {
			N int `xml:"val,attr"`
		} `xml:"ptCount"`
		Points []struct {
			Index int    `xml:"idx,attr"`
			Value string `xml:"v"`
		} `xml:"pt"`
	}
)

func (b *bundle) chart(part string) (*Chart, error) {
	var file chartXML
	if err := b.decode(part, &file); err != nil {
		return nil, err
	}
	c := &Chart{Title: file.Title.text()}
	for _, p := range file.Plot.Parts {
		switch name := p.XMLName.Local; {
		case name == "catAx" || name == "valAx" || name == "dateAx":
			if p.Position.Side == "l" || p.Position.Side == "r" {
				c.ValueTitle = p.Title.text()
			} else {
				c.CategoryTitle = p.Title.text()
			}
		case strings.HasSuffix(name, "Chart") && c.Kind == "":
			c.Kind = kindOf(p)
			if err := b.series(c, p); err != nil {
				return nil, fmt.Errorf("part %q: %w", part, err)
			}
		}
	}
	if c.Kind == "" {
		return nil, fmt.Errorf("part %q holds no chart", part)
	}
	if file.Data == nil {
		return c, nil
	}
	rels, err := b.targets(part)
	if err != nil {
		return nil, err
	}
	if t, ok := rels[file.Data.Rel]; ok && t.kind == "package" {
		c.Workbook, err = b.part(t.part)
	}
	return c, err
}

// kindOf names the kind; bars that all but touch are a histogram.
func kindOf(p plotXML) Kind {
	if p.XMLName.Local == "barChart" && p.Gap != nil {
		if percent, err := strconv.Atoi(strings.TrimSuffix(p.Gap.Percent, "%")); err == nil && percent <= 10 {
			return Histogram
		}
	}
	return Kind(strings.TrimSuffix(p.XMLName.Local, "Chart"))
}

func (b *bundle) series(c *Chart, p plotXML) error {
	for _, s := range p.Series {
		names, err := b.strings(s.Name)
		if err != nil {
			return err
		}
		out := Series{Name: strings.Join(names, " ")}
		categories := s.Categories
		if len(categories.Points) == 0 {
			categories = s.Years
		}
		if c.Categories == nil && len(categories.Points) > 0 {
			if c.Categories, err = b.strings(categories); err != nil {
				return err
			}
		}
		values := s.Values
		if c.Kind == Scatter {
			values = s.Y
			if out.X, err = b.floats(s.X); err != nil {
				return err
			}
		}
		if out.Values, err = b.floats(values); err != nil {
			return err
		}
		c.Series = append(c.Series, out)
	}
	return nil
}

// strings returns the points of a cache in order.
func (b *bundle) strings(c cacheXML) ([]string, error) {
	b.points += c.Count.N
	if c.Count.N < 0 || b.points > maxPoints {
		return nil, fmt.Errorf("a chart claims %d points, the file may have at most %d", c.Count.N, maxPoints)
	}
	out := make([]string, c.Count.N)
	for _, p := range c.Points {
		if p.Index < 0 || p.Index >= len(out) {
			return nil, fmt.Errorf("point %d of a chart is outside its %d points", p.Index, len(out))
		}
		out[p.Index] = p.Value
	}
	return out, nil
}

// floats returns the points of a cache as numbers, NaN where one is missing.
func (b *bundle) floats(c cacheXML) ([]float64, error) {
	texts, err := b.strings(c)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(texts))
	for i, text := range texts {
		if out[i], err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			out[i] = math.NaN()
		}
	}
	return out, nil
}

func (t *titleXML) text() string {
	if t == nil {
		return ""
	}
	return textOf(t.Lines)
}
