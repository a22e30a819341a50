// Package slides makes presentations: the Go side of create-presentation,
// create-slide, add-to-slide-basic, add-table-to-slide, add-text-to-slide and
// generate-presentation.
//
// It owns the values of presentation and slide objects, [Deck] and [Slide], and
// what of them goes into the file. In: objects, charts, tables, texts. Out: new
// decks, and a pptx file. It must not know the file format, which is in the
// folder pptx, nor plans or prompts. Start reading at [Deck].
package slides

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/actions/chart"
	"genplanx/actions/table"
)

// Deck is the value of a presentation object. It is not changed once made.
type Deck struct {
	Name   string // the object's name
	Title  string // "" when the user gave none
	Slides []*Slide
}

// Slide is the value of a slide object. It is not changed once made.
type Slide struct {
	Name  string // the object's name
	Title string
	Items []Item
}

// Item is one thing on a slide: a chart, a table or a text.
type Item struct {
	Name  string // the object's name
	Chart *chart.Chart
	Table *table.Table
	Text  string
}

// with returns a copy of the deck in which the slide is new or replaced.
func (d *Deck) with(s *Slide) *Deck {
	next := *d
	next.Slides = slices.Clone(d.Slides)
	i := slices.IndexFunc(next.Slides, func(old *Slide) bool { return old.Name == s.Name })
	if i < 0 {
		next.Slides = append(next.Slides, s)
	} else {
		next.Slides[i] = s
	}
	return &next
}

// String says what the deck holds: "2 slides: Balance over years, Costs".
func (d *Deck) String() string {
	titles := make([]string, len(d.Slides))
	for i, s := range d.Slides {
		titles[i] = s.Title
	}
	if len(titles) == 0 {
		return "no slides"
	}
	return count(len(titles), "slide") + ": " + strings.Join(titles, ", ")
}

// deckOf returns the deck of a presentation object.
func deckOf(o actions.Object) (*Deck, error) {
	d, ok := o.Value.(*Deck)
	if !ok || d == nil {
		return nil, fmt.Errorf("%s is not a presentation yet", o.Name)
	}
	return d, nil
}

// place adds an item to a slide of a presentation and returns the new values of
// both.
func place(call *actions.Call, slide, presentation actions.Object, it Item) (map[string]any, error) {
	deck, err := deckOf(presentation)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(deck.Slides, func(s *Slide) bool { return s.Name == slide.Name })
	if i < 0 {
		return nil, fmt.Errorf("%s is not a slide of %s", slide.Name, presentation.Name)
	}
	next := *deck.Slides[i]
	next.Items = actions.InOrder(call, slide.Name, append(slices.Clip(next.Items), it), func(i Item) string { return i.Name })
	return map[string]any{slide.Name: &next, presentation.Name: deck.with(&next)}, nil
}

// given returns the text a definition carries, unless it is only the name of
// the object or empty.
func given(o actions.Object, key string) string {
	for _, v := range []any{o.Attrs[key], o.Value} {
		if text, ok := v.(string); ok && strings.TrimSpace(text) != "" && !strings.EqualFold(text, o.Name) {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
