package chart

import (
	"math"
	"slices"
)

// maxBins bounds the bars of a histogram.
const maxBins = 100

// Counted turns a histogram into the bar chart of its bins: one category a bin
// ("80–100"; a bin holds its lower bound, the last also its upper), one count a
// bin and series. Other charts are returned as they are.
func (c *Chart) Counted() *Chart {
	if c.Kind != Histogram || len(c.Series) == 0 {
		return c
	}
	low, step, n := c.bins()
	out := *c
	out.Categories = make([]string, n)
	for i := range n {
		out.Categories[i] = FormatNumber(low+float64(i)*step) + "–" + FormatNumber(low+float64(i+1)*step)
	}
	out.Series = make([]Series, len(c.Series))
	for k, s := range c.Series {
		counts := make([]float64, n)
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				counts[min(max(int(math.Floor((v-low)/step+1e-9)), 0), n-1)]++
			}
		}
		out.Series[k] = Series{Name: s.Name, Values: counts}
	}
	return &out
}

// bins chooses the lower bound, width and number of bins: Sturges' rule for
// their number, rounded to a width people count in (1, 2, 2.5 or 5 times a power
// of ten), whole when all samples are.
func (c *Chart) bins() (low, step float64, n int) {
	lowest, highest, count, whole := math.Inf(1), math.Inf(-1), 0, true
	for _, s := range c.Series {
		for _, v := range s.Values {
			if math.IsNaN(v) {
				continue
			}
			lowest, highest = min(lowest, v), max(highest, v)
			whole = whole && v == math.Trunc(v)
			count++
		}
	}
	// Halves, because the difference of two large numbers can overflow.
	span := (highest/2 - lowest/2) * 2
	switch {
	case span == 0 || math.IsInf(span, 0) || lowest+span/maxBins == lowest:
		return lowest, max(1, math.Abs(lowest)/1e6, span), 1
	case c.Bins > 0:
		return lowest, span / float64(c.Bins), c.Bins
	}
	step = nice(span / (math.Ceil(math.Log2(float64(count))) + 1))
	if whole {
		step = max(1, math.Ceil(step))
	}
	low = math.Floor(lowest/step) * step
	return low, step, max(1, min(maxBins, int(math.Ceil((highest-low)/step-1e-9))))
}

// nice rounds a width up to 1, 2, 2.5 or 5 times a power of ten.
func nice(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	steps := []float64{1, 2, 2.5, 5, 10}
	i, _ := slices.BinarySearch(steps, x/power-1e-9)
	return steps[min(i, len(steps)-1)] * power
}
