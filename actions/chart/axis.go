package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
)

// nameCategories writes the categories under the axis: slanted when they are
// long, and only every so many when there are too many to read.
func (c *Chart) nameCategories(p *plot.Plot) {
	longest := 1
	for _, name := range c.Categories {
		longest = max(longest, min(utf8.RuneCountInString(name), maxLabel))
	}
	const axisChars = 110 // about as many letters fit side by side
	n := len(c.Categories)
	every := 1
	if n*(longest+2) > axisChars {
		every = (n + 29) / 30
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YCenter
	}
	ticks := make(plot.ConstantTicks, 0, n/every+1)
	for i := 0; i < n; i += every {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: clip(c.Categories[i])})
	}
	p.X.Tick.Marker = ticks
	p.X.Tick.Length = 0
	p.X.Min, p.X.Max = min(p.X.Min, -0.5), max(p.X.Max, float64(n)-0.5)
}

const maxLabel = 24

// clip shortens a label that would not fit, and keeps it on one line.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= maxLabel {
		return s
	}
	return string([]rune(s)[:maxLabel-1]) + "…"
}

// FormatNumber writes a number for people: at most nine significant digits, no
// exponent unless it is very large or very small.
func FormatNumber(v float64) string {
	size := math.Abs(v)
	if size == 0 {
		return "0" // not "-0"
	}
	if size >= 1e15 || size < 1e-6 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	if v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	if err != nil {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// numberTicks marks an axis at round numbers, about seven of them, written in
// full.
type numberTicks struct{}

func (numberTicks) Ticks(low, high float64) []plot.Tick {
	step := nice((high/2 - low/2) / 3)
	if step == 0 || math.IsInf(step, 0) || math.IsNaN(step) || low+step == low || high-step == high {
		// gonum's own ticks never return for neighbouring floats near 2^53.
		return []plot.Tick{{Value: low, Label: FormatNumber(low)}, {Value: high, Label: FormatNumber(high)}}
	}
	var ticks []plot.Tick
	for i := math.Ceil(low / step); i <= high/step && len(ticks) < 20; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: FormatNumber(i * step)})
	}
	return ticks
}
