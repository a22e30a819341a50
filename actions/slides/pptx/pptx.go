// Package pptx writes and reads PowerPoint files (Office Open XML, ECMA-376):
// titles, texts, tables and native charts with their data inside, so that "edit
// data" works.
//
// It owns the file format. In: a [Document]. Out: bytes, and a [Document] again:
// [Read] gives back what [Write] was given. It must not know actions, tables or
// the workspace. The parts that never change lie in parts/ as templates. Start
// reading at [Write].
package pptx

// Document is a presentation.
type Document struct {
	Title  string
	Slides []Slide
}

// Slide has a title and items, which are laid out below it.
type Slide struct {
	Title string
	Items []Item
}

// Item is one of a chart, a table or a text.
type Item struct {
	Chart *Chart
	Table *Table
	Text  string
}

// Kind is the kind of a native chart.
type Kind string

// The kinds of charts. A histogram is written as bars without gaps.
const (
	Bar       Kind = "bar"
	Line      Kind = "line"
	Pie       Kind = "pie"
	Scatter   Kind = "scatter"
	Histogram Kind = "histogram"
)

// Chart is a native chart. Categories are shared by all series; a scatter chart
// has none and its series have X instead.
type Chart struct {
	Kind          Kind
	Title         string
	CategoryTitle string
	ValueTitle    string
	Categories    []string
	Series        []Series
	// Workbook is the embedded xlsx file; Write makes it, Read returns it.
	Workbook []byte
}

// Series is a named list of values; NaN is a missing one.
type Series struct {
	Name   string
	X      []float64
	Values []float64
}

// Table is a header and rows of text, all of equal length.
type Table struct {
	Header []string
	Rows   [][]string
	// Right says which columns are aligned right (numbers); nil means none.
	Right []bool
	// Note stands below the table: "first 15 of 213 rows".
	Note string
}
