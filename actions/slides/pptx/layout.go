package pptx

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Sizes in EMU, 914400 to the inch; a slide is 13.33 by 7.5 inches.
const (
	areaX, areaY = 548640, 1325880
	areaW, areaH = 11094720, 5120640
	gap          = 182880
	rowHeight    = 290000
	noteHeight   = 340000
	pointEMU     = 12700
)

// box is a place on the slide.
type box struct{ X, Y, W, H int64 }

// TableLimits says how many rows and columns of a table can be read on a slide
// that holds so many charts and tables, and how many letters fit a row.
func TableLimits(visuals int) (rows, columns, letters int) {
	switch {
	case visuals <= 1:
		return 15, 10, 130
	case visuals == 2:
		return 15, 6, 60
	}
	return 6, 6, 60
}

// arrange gives each item its place: charts and tables in a grid, texts below
// one another, beside the charts when there are both.
func arrange(items []Item) []box {
	var visuals, texts []int
	for i, it := range items {
		if it.Chart != nil || it.Table != nil {
			visuals = append(visuals, i)
		} else {
			texts = append(texts, i)
		}
	}
	whole := box{areaX, areaY, areaW, areaH}
	left, right := whole, whole
	if len(visuals) > 0 && len(texts) > 0 {
		left.W = areaW * 2 / 3
		right.X += left.W + gap
		right.W = areaW - left.W - gap
	}
	places := make([]box, len(items))
	grid(places, visuals, left)
	stack(places, texts, items, right)
	return places
}

// grid places items in rows of about equal number.
func grid(places []box, which []int, in box) {
	if len(which) == 0 {
		return
	}
	columns := int64(math.Ceil(math.Sqrt(float64(len(which)))))
	rows := (int64(len(which)) + columns - 1) / columns
	w, h := (in.W-gap*(columns-1))/columns, (in.H-gap*(rows-1))/rows
	for k, i := range which {
		column, row := int64(k)%columns, int64(k)/columns
		places[i] = box{in.X + column*(w+gap), in.Y + row*(h+gap), w, h}
	}
}

// stack places texts below one another, each with room for its lines.
func stack(places []box, which []int, items []Item, in box) {
	total := 0
	for _, i := range which {
		total += wrapped(items[i].Text, 40)
	}
	y := in.Y
	for _, i := range which {
		h := in.H * int64(wrapped(items[i].Text, 40)) / int64(total)
		places[i] = box{in.X, y, in.W, h}
		y += h
	}
}

// wrapped counts the lines of a text when a line holds so many letters.
func wrapped(text string, letters int) int {
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		lines += 1 + utf8.RuneCountInString(line)/letters
	}
	return lines
}

// fontSize returns the largest size, in hundredths of a point, at which a text
// fits its box; never below 10 points.
func fontSize(text string, in box) int {
	for points := 20; points > 10; points-- {
		letters := max(1, int(in.W/pointEMU)*2/points)
		if int64(wrapped(text, letters)*points)*pointEMU*5/4 <= in.H {
			return points * 100
		}
	}
	return 1000
}
