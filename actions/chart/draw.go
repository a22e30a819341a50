package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The picture is 16:9, like a slide.
const (
	width   = 10 * vg.Inch
	height  = 5.625 * vg.Inch
	dpi     = 144
	fontPt  = 12
	titlePt = 16
)

// palette holds the colours of the series, those of the slides' theme first.
var palette = []color.RGBA{
	{0x2F, 0x5D, 0x8A, 255}, {0xE0, 0x7B, 0x39, 255}, {0x4C, 0x9F, 0x70, 255}, {0xC4, 0x4E, 0x52, 255},
	{0x7A, 0x68, 0xA6, 255}, {0x8C, 0x6D, 0x5A, 255}, {0x3F, 0xA7, 0xB8, 255}, {0xD1, 0xA8, 0x2A, 255},
}

func colour(i int) color.RGBA { return palette[i%len(palette)] }

// Write draws the chart as "png" or "svg". The same chart gives the same bytes.
func (c *Chart) Write(w io.Writer, format string) error {
	if len(c.Series) == 0 {
		return fmt.Errorf("chart %s has no data", c.Name)
	}
	p, err := c.Counted().plot()
	if err != nil {
		return err
	}
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
	case "svg":
		canvas = vgsvg.New(width, height)
	default:
		return fmt.Errorf("%q is not a picture format; png and svg are", format)
	}
	whole := draw.New(canvas)
	whole.SetColor(color.White)
	whole.Fill(whole.Path())
	p.Draw(draw.Crop(whole, 14, -20, 12, -12))
	_, err = canvas.WriteTo(w)
	return err
}

// plot lays the chart out; histograms come as bars of their bins.
func (c *Chart) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = c.Heading()
	p.Title.Padding = 10
	style(p)
	if c.Kind == Pie {
		return p, c.addPie(p)
	}
	p.X.Label.Text, p.Y.Label.Text = c.CategoryTitle, c.ValueTitle()
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal.Color = color.Gray{Y: 200}
	p.Add(grid)
	var err error
	switch c.Kind {
	case Scatter:
		err = c.addPoints(p)
	case Line:
		err = c.addLines(p)
	default:
		err = c.addBars(p)
	}
	if err != nil {
		return nil, fmt.Errorf("drawing chart %s: %w", c.Name, err)
	}
	p.Y.Tick.Marker = numberTicks{}
	if c.Kind == Scatter {
		p.X.Tick.Marker = numberTicks{}
	} else {
		c.nameCategories(p)
	}
	c.widen(p)
	return p, nil
}

// widen leaves room round the data, and above it for a legend that covers none
// of it.
func (c *Chart) widen(p *plot.Plot) {
	room := (p.Y.Max/2 - p.Y.Min/2) / 10
	based := c.Kind == Bar || c.Kind == Histogram || (c.Kind == Line && p.Y.Min == 0)
	if !based || p.Y.Min < 0 {
		p.Y.Min -= room
	}
	if !based || p.Y.Max > 0 {
		p.Y.Max += room
	}
	if len(c.Series) > 1 {
		p.Legend.Top = true
		p.Y.Max += room * 1.5 * float64(len(c.Series))
	}
	if c.Kind == Scatter {
		side := (p.X.Max/2 - p.X.Min/2) / 20
		p.X.Min, p.X.Max = p.X.Min-side, p.X.Max+side
	}
}

func style(p *plot.Plot) {
	sans := func(size font.Length, bold bool) font.Font {
		f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
		if bold {
			f.Weight = 2
		}
		return f
	}
	p.Title.TextStyle.Font = sans(titlePt, true)
	p.Legend.TextStyle.Font = sans(fontPt, false)
	p.Legend.Padding, p.Legend.ThumbnailWidth = 4, 14
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(fontPt+1, false)
		axis.Label.Padding = 6
		axis.Tick.Label.Font = sans(fontPt, false)
		axis.LineStyle.Color = color.Gray{Y: 120}
		axis.Tick.LineStyle.Color = color.Gray{Y: 120}
	}
}

func (c *Chart) addBars(p *plot.Plot) error {
	share := vg.Length(0.7)
	if c.Kind == Histogram {
		share = 0.96
	}
	bar := 8.6 * vg.Inch / vg.Length(len(c.Categories)) * share / vg.Length(len(c.Series))
	bar = min(bar, 1.6*vg.Inch)
	for i, s := range c.Series {
		values := make(plotter.Values, len(s.Values))
		for k, v := range s.Values {
			if !math.IsNaN(v) {
				values[k] = v
			}
		}
		bars, err := plotter.NewBarChart(values, bar)
		if err != nil {
			return err
		}
		bars.Color, bars.LineStyle.Width = colour(i), 0
		bars.Offset = bar * (vg.Length(i) - vg.Length(len(c.Series)-1)/2)
		p.Add(bars)
		if len(c.Series) > 1 {
			p.Legend.Add(s.Name, bars)
		}
	}
	// A bar says its value by its length, so the axis starts at nought.
	p.Y.Min, p.Y.Max = min(p.Y.Min, 0), max(p.Y.Max, 0)
	base := plotter.NewFunction(func(float64) float64 { return 0 })
	base.Samples, base.Color, base.Width = 2, color.Gray{Y: 120}, 0.5
	p.Add(base)
	return nil
}

func (c *Chart) addLines(p *plot.Plot) error {
	for i, s := range c.Series {
		x := make([]float64, len(s.Values))
		for k := range x {
			x[k] = float64(k)
		}
		var thumb plot.Thumbnailer
		// A missing value is a gap, not a line through a guess.
		for _, run := range runs(x, s.Values) {
			line, points, err := plotter.NewLinePoints(run)
			if err != nil {
				return err
			}
			line.Color, line.Width = colour(i), 2.5
			points.Color, points.Shape, points.Radius = colour(i), draw.CircleGlyph{}, 3
			p.Add(line)
			if len(s.Values) <= 60 || len(run) == 1 {
				p.Add(points)
			}
			thumb = line
		}
		if len(c.Series) > 1 {
			p.Legend.Add(s.Name, thumb)
		}
	}
	if p.Y.Min > 0 {
		p.Y.Min = 0 // as on slides: a line that starts at its least value exaggerates
	}
	return nil
}

// runs cuts a series at its missing values.
func runs(x, y []float64) []plotter.XYs {
	var out []plotter.XYs
	open := false
	for i := range y {
		if math.IsNaN(y[i]) || math.IsNaN(x[i]) {
			open = false
			continue
		}
		if !open {
			out, open = append(out, nil), true
		}
		out[len(out)-1] = append(out[len(out)-1], plotter.XY{X: x[i], Y: y[i]})
	}
	return out
}

func (c *Chart) addPoints(p *plot.Plot) error {
	for i, s := range c.Series {
		var all plotter.XYs
		for _, run := range runs(s.X, s.Values) {
			all = append(all, run...)
		}
		if len(all) == 0 {
			return fmt.Errorf("no row has both %q and %q", c.CategoryTitle, s.Name)
		}
		points, err := plotter.NewScatter(all)
		if err != nil {
			return err
		}
		points.Color, points.Shape, points.Radius = colour(i), draw.CircleGlyph{}, 3.5
		p.Add(points)
		if len(c.Series) > 1 {
			p.Legend.Add(s.Name, points)
		}
	}
	return nil
}
