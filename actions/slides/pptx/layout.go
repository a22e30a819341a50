package pptx

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Sizes in EMU, 914400 to the inch; a slide is 13.33 by 7.5 inches.
const (
	areaX, areaY = 640080, 1325880
	areaW, areaH = 10911840, 5120640
	gap          = 182880
	rowHeight    = 290000
	noteHeight   = 340000
	pointEMU     = 12700
	// Text is at most and at least so large, in points.
	maxPoint, minPoint = 20, 10
)

// box is a place on the slide.
type box struct{ X, Y, W, H int64 }

// TableLimits says how many rows and columns of a table can be read on a slide
// that holds so many charts and tables and so many texts, and how many letters
// wide it is.
func TableLimits(visuals, texts int) (rows, columns, width int) {
	items := make([]Item, visuals+texts)
	for i := range min(visuals, len(items)) {
		items[i].Table = &Table{}
	}
	for i := visuals; i < len(items); i++ {
		// The most room that a text under charts can take.
		items[i].Text = strings.Repeat("\n", 100)
	}
	in := box{areaX, areaY, areaW, areaH}
	if visuals > 0 {
		in = arrange(items)[0]
	}
	rows = int((in.H-noteHeight-gap/4)/rowHeight) - 1
	columns = int(in.W / 1_000_000)
	width = int(in.W/pointEMU) * 2 * 100 / tableFont(in)
	return max(1, rows), max(2, columns), width - 3*columns
}

// tableFont is the size of a table's text, in hundredths of a point.
func tableFont(in box) int {
	if in.W > areaW/2 {
		return 1400
	}
	return 1200
}

// arrange gives each item its place: charts and tables in a grid, texts below
// one another; texts stand right of a single chart and under several.
func arrange(items []Item) []box {
	var visuals, texts []int
	for i, it := range items {
		if it.Chart != nil || it.Table != nil {
			visuals = append(visuals, i)
		} else {
			texts = append(texts, i)
		}
	}
	first, second := box{areaX, areaY, areaW, areaH}, box{areaX, areaY, areaW, areaH}
	switch {
	case len(visuals) == 0 || len(texts) == 0:
	case len(visuals) == 1:
		first.W = areaW * 2 / 3
		second.X += first.W + gap
		second.W = areaW - first.W - gap
	default:
		second.H = min(areaH/3, wanted(items, texts, areaW))
		first.H = areaH - second.H - gap
		second.Y += first.H + gap
	}
	places := make([]box, len(items))
	grid(places, visuals, first)
	stack(places, texts, items, second)
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

// stack places texts below one another, each as high as its lines; when there
// are too many lines, all shrink alike.
func stack(places []box, which []int, items []Item, in box) {
	if len(which) == 0 {
		return
	}
	total := max(1, wanted(items, which, in.W))
	y := in.Y
	for _, i := range which {
		h := textHeight(items[i].Text, in.W)
		if total > in.H {
			h = h * in.H / total
		}
		places[i] = box{in.X, y, in.W, h}
		y += h
	}
}

func wanted(items []Item, texts []int, width int64) int64 {
	total := int64(0)
	for _, i := range texts {
		total += textHeight(items[i].Text, width)
	}
	return total
}

// textHeight is the height of a text at the largest size.
func textHeight(text string, width int64) int64 {
	return int64(wrapped(text, letters(width, maxPoint))*maxPoint)*pointEMU*5/4 + gap
}

// letters is about how many letters fit a line.
func letters(width int64, points int) int { return max(1, int(width/pointEMU)*2/points) }

// wrapped counts the lines of a text when a line holds so many letters.
func wrapped(text string, letters int) int {
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		lines += 1 + utf8.RuneCountInString(line)/letters
	}
	return lines
}

// fontSize returns the largest size, in hundredths of a point, at which a text
// fits its box.
func fontSize(text string, in box) int {
	for points := maxPoint; points > minPoint; points-- {
		if int64(wrapped(text, letters(in.W, points))*points)*pointEMU*5/4+gap/2 <= in.H {
			return points * 100
		}
	}
	return minPoint * 100
}
