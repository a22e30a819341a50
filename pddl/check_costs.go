package pddl

import (
	"strings"

	"genplanx/pddl/diag"
)

// costs checks the metric, and that each cost an action may read has a value.
func (c *checker) costs(p *Problem, assigned map[string]*Assignment) {
	declared := c.functions[totalCost] != nil
	if p.Metric != nil && !declared {
		c.fault(diag.UnknownFunction, p.Metric.Span, "the metric uses total-cost, which the domain does not declare").Hint =
			"add (:functions (total-cost) - number) to the domain"
	}
	if p.Metric != nil && declared && assigned[totalCost] == nil {
		c.report(diag.Note, diag.MissingTotalCost, p.Metric.Span, "`:init` does not say where total-cost starts; it is 0").Hint =
			"add (= (total-cost) 0)"
	}
	var facts map[string][]*Fact
	valued := map[string]bool{}
	for _, x := range assigned {
		valued[x.Function.Text] = true
	}
	told := map[string]bool{} // functions whose missing values were reported
	for _, a := range c.d.Actions {
		increase := costOf(a.Effect)
		if increase == nil {
			continue
		}
		if p.Metric == nil && declared {
			c.report(diag.Warning, diag.CostsWithoutMetric, p.Name.Span, "actions have costs, but the problem has no metric; each step then counts 1").Hint =
				"add " + strings.TrimPrefix(metricHint, "write ")
			declared = false // said once
		}
		s := c.functions[increase.Function.Text]
		if increase.Function.Text == "" || s == nil || len(s.Params) != len(increase.Args) {
			continue
		}
		if facts == nil {
			facts = factsByPredicate(p)
		}
		j := costJoin{c: c, facts: facts, increase: increase, assigned: assigned, params: a.Params, bound: map[string]string{}}
		if !told[s.Name.Text] && j.run(a, valued[s.Name.Text]) {
			told[s.Name.Text] = true
		}
	}
}

// costOf returns the cost of an action, or nil.
func costOf(e Effect) *Increase {
	switch e := e.(type) {
	case *Increase:
		return e
	case *AndEffect:
		for _, q := range e.Parts {
			if x := costOf(q); x != nil {
				return x
			}
		}
	}
	return nil
}

func factsByPredicate(p *Problem) map[string][]*Fact {
	out := map[string][]*Fact{}
	for i := range p.Init {
		f := &p.Init[i]
		out[f.Predicate.Text] = append(out[f.Predicate.Text], f)
	}
	return out
}

// objectNames returns all objects, sorted, so that reports do not depend on map order.
func (c *checker) objectNames() []string {
	if len(c.sorted) != len(c.objects) {
		c.sorted = sortedKeys(c.objects)()
	}
	return c.sorted
}
