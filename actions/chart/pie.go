package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"genplanx/actions/table"
)

// pie draws slices clockwise from the top. gonum has no pie of its own.
type pie struct {
	shares []float64 // of the whole; they add up to 1
	colour func(int) color.Color
}

// addPie makes the chart a pie, with a legend that gives each slice's value and
// share.
func (c *Chart) addPie(p *plot.Plot) error {
	s := c.Series[0]
	sum := 0.0
	for _, v := range s.Values {
		if v > 0 {
			sum += v
		}
	}
	if sum == 0 || math.IsInf(sum, 0) {
		return fmt.Errorf("the values of %q add up to %v, so there are no slices", s.Name, sum)
	}
	slices := pie{shares: make([]float64, len(s.Values)), colour: sliceColour}
	for i, v := range s.Values {
		if v > 0 {
			slices.shares[i] = v / sum
		}
		entry := clip(c.Categories[i]) + ": missing"
		if !math.IsNaN(v) {
			entry = fmt.Sprintf("%s: %s (%.1f%%)", clip(c.Categories[i]), FormatNumber(table.Rounded(v)), 100*slices.shares[i])
		}
		p.Legend.Add(entry, swatch{sliceColour(i)})
	}
	p.Legend.Top = true
	if len(s.Values) > 18 {
		p.Legend.TextStyle.Font.Size = 8
		p.Legend.Padding = 1
	}
	// The legend stands beside the slices, not at the far edge.
	entries := p.Legend.Rectangle(draw.Canvas{Canvas: nil, Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}})
	if free := width*0.4 - entries.Size().X; free > 0 {
		p.Legend.XOffs = -free
	}
	p.Add(slices)
	p.HideAxes()
	return nil
}

// sliceColour keeps neighbours apart when there are more slices than colours.
func sliceColour(i int) color.Color {
	base := colour(i)
	lighter := func(v uint8) uint8 { return v + uint8(int(255-v)*min(i/len(palette), 4)/6) }
	return color.RGBA{R: lighter(base.R), G: lighter(base.G), B: lighter(base.B), A: 255}
}

// Plot draws the slices left of the legend.
func (s pie) Plot(c draw.Canvas, _ *plot.Plot) {
	size := c.Size()
	radius := min(size.X*0.3, size.Y/2) * 0.95
	middle := vg.Point{X: c.Min.X + size.X*0.32, Y: c.Min.Y + size.Y/2}
	angle := math.Pi / 2
	for i, share := range s.shares {
		if share == 0 {
			continue
		}
		turn := -2 * math.Pi * share
		var path vg.Path
		if share < 1 {
			path.Move(middle)
			path.Line(vg.Point{X: middle.X + radius*vg.Length(math.Cos(angle)), Y: middle.Y + radius*vg.Length(math.Sin(angle))})
		} else {
			path.Move(vg.Point{X: middle.X, Y: middle.Y + radius})
		}
		path.Arc(middle, radius, angle, turn)
		path.Close()
		c.SetColor(s.colour(i))
		c.Fill(path)
		c.SetColor(color.White)
		c.SetLineWidth(1.5)
		if share < 1 {
			c.Stroke(path)
		}
		angle += turn
	}
}

// DataRange gives the axes, which are hidden, something to span.
func (s pie) DataRange() (xmin, xmax, ymin, ymax float64) { return 0, 1, 0, 1 }

// swatch is a coloured square of the legend.
type swatch struct{ fill color.Color }

func (s swatch) Thumbnail(c *draw.Canvas) {
	c.SetColor(s.fill)
	c.Fill(c.Path())
}
