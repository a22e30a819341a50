package alternative_test

import (
	"fmt"
	"slices"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// uses is how often each step of an example stands in a plan.
type uses []int

func (u uses) within(o uses) bool {
	for i := range u {
		if u[i] > o[i] {
			return false
		}
	}
	return true
}

// minimal enumerates the sets of steps that are plans in some order and hold no
// smaller such set, up to a size, by trying all orders of all sets.
func (e *example) minimal(size int) []uses {
	type group struct {
		uses   uses
		states map[string]lifted.State
	}
	start := e.model.Initial()
	if e.model.GoalReached(start) {
		return []uses{make(uses, len(e.steps))}
	}
	level := []*group{{make(uses, len(e.steps)), map[string]lifted.State{"": start}}}
	var found []uses
	for range size {
		next := map[string]*group{}
		var order []string
		for _, g := range level {
			for i, s := range e.steps {
				u := slices.Clone(g.uses)
				u[i]++
				key := fmt.Sprint(u)
				if next[key] == nil {
					next[key], order = &group{u, map[string]lifted.State{}}, append(order, key)
				}
				for _, state := range g.states {
					if after, _, err := e.model.Apply(state, s); err == nil {
						next[key].states[after.Key()] = after
					}
				}
			}
		}
		level = nil
		for _, key := range order {
			g := next[key]
			if len(g.states) == 0 || slices.ContainsFunc(found, func(f uses) bool { return f.within(g.uses) }) {
				continue
			}
			reached := false
			for _, s := range g.states {
				reached = reached || e.model.GoalReached(s)
			}
			if reached {
				found = append(found, g.uses)
			} else {
				level = append(level, g)
			}
		}
	}
	return found
}

func (e *example) usesOf(plan pddl.Plan) uses {
	u := make(uses, len(e.steps))
	for _, s := range plan {
		u[slices.IndexFunc(e.steps, s.Equal)]++
	}
	return u
}

func (e *example) cost(u uses) int64 {
	total := int64(0)
	for i, n := range u {
		c, err := e.model.Cost(e.steps[i])
		if err != nil {
			panic(err)
		}
		total += c * int64(n)
	}
	return total
}

func TestTopAgainstEnumeration(t *testing.T) {
	const size, k = 5, 6
	lists, plans, free := 0, 0, 0
	for seed := range uint64(*examples) {
		e := randomExample(t, seed)
		if len(e.steps) > 7 {
			continue
		}
		top, err := e.finder.Top(t.Context(), k)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, e.text)
		}
		want := e.minimal(size)
		if fault := e.compare(top.Plans, want, size, top.Complete); fault != "" {
			t.Fatalf("seed %d: %s\n%v\n%v\n%s", seed, fault, top, want, e.text)
		}
		if top.Proved != len(top.Plans) || !top.Complete && len(top.Plans) != k || len(top.Plans) == 0 && top.Reason == "" {
			t.Fatalf("seed %d: %v\n%s", seed, top, e.text)
		}
		if len(top.Plans) > 1 {
			lists++
		}
		for _, p := range top.Plans {
			plans++
			if p.Cost == 0 {
				free++
			}
		}
	}
	t.Log(lists, plans, free)
	if lists < *examples/20 || free < plans/50 {
		t.Errorf("%d lists of %d plans, %d free: the examples no longer exercise the ranking", lists, plans, free)
	}
}

// compare holds a ranking against all sets of steps up to a size.
func (e *example) compare(got []ranked, want []uses, size int, complete bool) string {
	var listed []uses
	for i, p := range got {
		u := e.usesOf(p.Plan)
		switch {
		case e.cost(u) != p.Cost:
			return fmt.Sprintf("plan %d does not cost %d", i, p.Cost)
		case i > 0 && p.Cost < got[i-1].Cost:
			return fmt.Sprintf("plan %d is out of order", i)
		case slices.ContainsFunc(listed, func(o uses) bool { return o.within(u) || u.within(o) }):
			return fmt.Sprintf("plan %d has steps to spare, or is an order of another", i)
		case len(p.Plan) <= size && !slices.ContainsFunc(want, func(o uses) bool { return slices.Equal(o, u) }):
			return fmt.Sprintf("plan %d is none, or has steps to spare", i)
		}
		listed = append(listed, u)
	}
	for _, u := range want {
		due := complete || e.cost(u) < got[len(got)-1].Cost
		if due && !slices.ContainsFunc(listed, func(o uses) bool { return slices.Equal(o, u) }) {
			return fmt.Sprintf("the plan %v of cost %d is missing", u, e.cost(u))
		}
	}
	return ""
}
