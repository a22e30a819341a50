package pptx

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Read reads a presentation: the slides in order, their titles, texts, tables
// and charts with the numbers the charts show. What it does not know (pictures,
// groups) it passes over.
func Read(r io.ReaderAt, size int64) (Document, error) {
	b, err := open(r, size)
	if err != nil {
		return Document{}, fmt.Errorf("reading presentation: %w", err)
	}
	doc, err := b.document()
	if err != nil {
		return Document{}, fmt.Errorf("reading presentation: %w", err)
	}
	return doc, nil
}

func (b *bundle) document() (Document, error) {
	main := "ppt/presentation.xml"
	root, err := b.targets("")
	if err != nil {
		return Document{}, err
	}
	for _, t := range root {
		if t.kind == "officeDocument" {
			main = t.part
		}
	}
	var list struct {
		Slides []struct {
			Rel string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sldIdLst>sldId"`
	}
	if err := b.decode(main, &list); err != nil {
		return Document{}, err
	}
	if len(list.Slides) > maxSlides {
		return Document{}, fmt.Errorf("it has %d slides, at most %d are read", len(list.Slides), maxSlides)
	}
	var doc Document
	if doc.Title, err = b.title(); err != nil {
		return Document{}, err
	}
	rels, err := b.targets(main)
	if err != nil {
		return Document{}, err
	}
	for i, s := range list.Slides {
		slide, err := b.slide(rels[s.Rel].part)
		if err != nil {
			return Document{}, fmt.Errorf("slide %d: %w", i+1, err)
		}
		doc.Slides = append(doc.Slides, slide)
	}
	return doc, nil
}

func (b *bundle) title() (string, error) {
	if _, ok := b.files["docProps/core.xml"]; !ok {
		return "", nil
	}
	var core struct {
		Title string `xml:"title"`
	}
	err := b.decode("docProps/core.xml", &core)
	return core.Title, err
}

type (
	shapeXML struct {
		XMLName xml.Name
		Box     struct {
			Name string `xml:"name,attr"`
		} `xml:"nvSpPr>cNvPr"`
		Holder *struct {
			Type string `xml:"type,attr"`
		} `xml:"nvSpPr>nvPr>ph"`
		Lines []lineXML `xml:"txBody>p"`
		Chart *struct {
			Rel string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"graphic>graphicData>chart"`
		Table *struct {
			Rows []struct {
				Cells []struct {
					Lines []lineXML `xml:"txBody>p"`
				} `xml:"tc"`
			} `xml:"tr"`
		} `xml:"graphic>graphicData>tbl"`
	}
	lineXML struct {
		Format struct {
			Align string `xml:"algn,attr"`
		} `xml:"pPr"`
		Parts []struct {
			XMLName xml.Name
			Text    string `xml:"t"`
		} `xml:",any"`
	}
)

func (b *bundle) slide(part string) (Slide, error) {
	var page struct {
		Tree struct {
			Shapes []shapeXML `xml:",any"`
		} `xml:"cSld>spTree"`
	}
	if err := b.decode(part, &page); err != nil {
		return Slide{}, err
	}
	rels, err := b.targets(part)
	if err != nil {
		return Slide{}, err
	}
	var out Slide
	for _, s := range page.Tree.Shapes {
		switch {
		case s.Chart != nil:
			chart, err := b.chart(rels[s.Chart.Rel].part)
			if err != nil {
				return Slide{}, err
			}
			out.Items = append(out.Items, Item{Chart: chart})
		case s.Table != nil:
			out.Items = append(out.Items, Item{Table: tableOf(s)})
		case s.XMLName.Local != "sp":
		case s.Holder != nil && (s.Holder.Type == "title" || s.Holder.Type == "ctrTitle"):
			out.Title = textOf(s.Lines)
		default:
			out.addText(s)
		}
	}
	return out, nil
}

// addText adds a text, or the note that belongs to the table before it.
func (s *Slide) addText(shape shapeXML) {
	text := textOf(shape.Lines)
	if strings.HasPrefix(shape.Box.Name, "Note ") && len(s.Items) > 0 {
		if t := s.Items[len(s.Items)-1].Table; t != nil && t.Note == "" {
			t.Note = text
			return
		}
	}
	s.Items = append(s.Items, Item{Text: text})
}

func tableOf(s shapeXML) *Table {
	t := &Table{}
	for i, row := range s.Table.Rows {
		texts := make([]string, len(row.Cells))
		for k, c := range row.Cells {
			texts[k] = textOf(c.Lines)
		}
		if i > 0 {
			t.Rows = append(t.Rows, texts)
			continue
		}
		t.Header = texts
		for _, c := range row.Cells {
			t.Right = append(t.Right, len(c.Lines) > 0 && c.Lines[0].Format.Align == "r")
		}
	}
	return t
}

// textOf joins paragraphs with line ends.
func textOf(lines []lineXML) string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		for _, p := range line.Parts {
			switch p.XMLName.Local {
			case "r", "fld":
				texts[i] += p.Text
			case "br":
				texts[i] += "\n"
			}
		}
	}
	return strings.Join(texts, "\n")
}
