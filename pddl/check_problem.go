package pddl

import (
	"genplanx/pddl/diag"
)

// problem checks all of a problem.
func (c *checker) problem(p *Problem) {
	c.requirementNames(p.Requirements)
	if p.DomainName.Text != c.d.Name.Text {
		c.domainName(p)
	}
	c.problemObjects(p)
	c.init(p)
	assigned := c.assignments(p)
	if p.Goal == nil {
		c.fault(diag.MissingGoal, p.Name.Span, "the problem has no goal").Hint = "add (:goal (and (...)))"
	} else {
		c.context = p.Goal.Range()
		c.condition(p.Goal, nil, true)
	}
	c.context = diag.Span{}
	c.costs(p, assigned)
}

func (c *checker) domainName(p *Problem) {
	if p.DomainName.Text == "" {
		c.report(diag.Warning, diag.DomainMismatch, p.Name.Span, "the problem does not name its domain").Hint =
			"add (:domain " + c.d.Name.Text + ")"
		return
	}
	c.report(diag.Warning, diag.DomainMismatch, p.DomainName.Span, "the problem is for domain `%s`, but the domain is `%s`",
		p.DomainName.Text, c.d.Name.Text).Related = here(c.d.Source, c.d.Name.Span, "the domain's name")
}

func (c *checker) problemObjects(p *Problem) {
	constants := len(c.objects)
	seen := make(map[string]TypedName, len(p.Objects))
	for _, x := range p.Objects {
		c.typesOf(x)
		c.duplicateObject(x, seen, "object")
		if old, ok := c.objects[x.Name.Text]; ok && constants > 0 && old.src != c.src {
			severity, other := diag.Warning, ""
			if typesText(old.Types) != typesText(x.Types) {
				severity, other = diag.Error, " with another type: "+typesText(old.Types)
			}
			c.report(severity, diag.DuplicateObject, x.Name.Span, "object `%s` is a constant of the domain already%s", x.Name.Text, other).Related =
				here(old.src, old.Name.Span, "declared here")
			continue
		}
		first(c.objects, x.Name.Text, object{x, c.src})
	}
}

// init checks the facts of the initial state.
func (c *checker) init(p *Problem) {
	seen := make(map[string]int32, len(p.Init))
	var key []byte
	for i := range p.Init {
		f := &p.Init[i]
		c.atom(f.Predicate, f.Args, f.Span, nil)
		if x := c.derived[f.Predicate.Text]; x != nil {
			c.fault(diag.DerivedChanged, f.Predicate.Span, "a fact of `:init` has the derived predicate `%s`", f.Predicate.Text).Related =
				here(c.d.Source, x.Head.Name.Span, "it is derived here")
		}
		key = appendKey(key[:0], f.Predicate, f.Args)
		if other, again := seen[string(key)]; again {
			c.report(diag.Warning, diag.DuplicateFact, f.Span, "the fact %s stands twice in `:init`", f).Related =
				here(nil, p.Init[other].Span, "the first stands here")
			continue
		}
		seen[string(key)] = int32(i)
	}
}

func appendKey(b []byte, name Name, args []Name) []byte {
	b = append(b, name.Text...)
	for _, a := range args {
		b = append(b, ' ')
		b = append(b, a.Text...)
	}
	return b
}

// assignments checks (= (f a) 3) and returns the calls that have a value.
func (c *checker) assignments(p *Problem) map[string]*Assignment {
	seen := make(map[string]*Assignment, len(p.Costs))
	var key []byte
	for i := range p.Costs {
		a := &p.Costs[i]
		c.costValue(a.Value, a.Span)
		if a.Function.Text == totalCost && a.Value != 0 {
			c.report(diag.Warning, diag.MissingTotalCost, a.Span, "total-cost starts at %d; plan costs are counted from 0", a.Value)
		}
		c.call(a.Function, a.Args, nil)
		key = appendKey(key[:0], a.Function, a.Args)
		other := seen[string(key)]
		if other == nil {
			seen[string(key)] = a
			continue
		}
		severity, what := diag.Warning, "has its value twice"
		if other.Value != a.Value {
			severity, what = diag.Error, "has two different values"
		}
		c.report(severity, diag.DuplicateFact, a.Span, "`%s` %s", AtomKey(a.Function, a.Args), what).Related =
			here(nil, other.Span, "the first stands here")
	}
	return seen
}
