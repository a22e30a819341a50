// Package symmetry finds what is interchangeable in a task, and lets a search
// keep one state of each set of symmetric ones (orbit space search).
//
// It owns the structural symmetries of a task (Shleyfman et al. 2015): the
// permutations of facts that map variables to variables, operators to operators
// of equal cost, axioms to axioms, and the goal to itself. They change neither
// distances to the goal nor the cost of paths. The initial state need not be
// kept, so a symmetric state may be one that cannot be reached: what is proved
// of reachable states only, such as mutexes found from the initial state, must
// not be assumed of it; [FindStable] is for users of that. In: *task.Task. Out:
// [Group], which replaces states by canonical ones and turns what was found among
// those into a plan of the task. It must not know PDDL, heuristics or search, and
// imports planner/task only. Start reading at [Find]; graph.go says what a
// symmetry is, automorphism.go finds some, family.go and closure.go make them
// useful, canonical.go uses them.
package symmetry

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"genplanx/planner/task"
)

// Group is a group of symmetries, given by generators. It is read only and may
// be shared.
type Group struct {
	generators []generator
	families   []family
	moves      []move  // products of the generators that no family contains
	rank       []int32 // of basic facts, for comparing states
}

// generator is a symmetry by what it moves, sorted: facts[i] goes to
// factImages[i].
type generator struct {
	facts, factImages         []int32
	operators, operatorImages []int32
	inverse                   int32 // number of the generator that undoes it
}

// Find returns symmetries of the task, or nil where there are none. The budget
// counts edges of the task's graph that are looked at, 20 to 100 million a
// second; memory is in proportion to the task. When the budget or the time ends,
// the symmetries found so far are returned: they need not be all in any case.
func Find(t *task.Task, budget int64, stop func() bool) *Group {
	return find(t, false, budget, stop)
}

// FindStable returns symmetries that keep the initial state too. States
// symmetric to reachable ones can then be reached at the same cost, so what is
// proved of reachable states only may be used together with them.
func FindStable(t *task.Task, budget int64, stop func() bool) *Group {
	return find(t, true, budget, stop)
}

func find(t *task.Task, initial bool, budget int64, stop func() bool) *Group {
	g := newGraph(t, initial, budget)
	if g == nil {
		return nil
	}
	f := newFinder(g, budget, stop)
	f.run()
	if len(f.found) == 0 {
		return nil
	}
	group := &Group{}
	for _, a := range f.found {
		group.add(newGenerator(g, a))
	}
	group.families = findFamilies(t, group.generators)
	group.useSmall(t)
	o := newOrder(t, group.families)
	group.rank = o.rank
	group.addMoves(t, o)
	return group
}

func newGenerator(g *graph, a automorphism) generator {
	order := make([]int32, len(a.from))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int { return cmp.Compare(a.from[x], a.from[y]) })
	var out generator
	for _, i := range order {
		switch v := int(a.from[i]); {
		case v < g.facts:
			out.facts = append(out.facts, a.from[i])
			out.factImages = append(out.factImages, a.to[i])
		case v >= g.operator && v < g.axiom:
			out.operators = append(out.operators, a.from[i]-int32(g.operator))
			out.operatorImages = append(out.operatorImages, a.to[i]-int32(g.operator))
		}
	}
	return out
}

// add takes a generator, and its inverse if that is another.
func (g *Group) add(s generator) {
	i := int32(len(g.generators))
	s.inverse = i
	if !s.isInvolution() {
		back := generator{inverse: i}
		back.facts, back.factImages = invert(s.facts, s.factImages)
		back.operators, back.operatorImages = invert(s.operators, s.operatorImages)
		s.inverse = i + 1
		g.generators = append(g.generators, s, back)
		return
	}
	g.generators = append(g.generators, s)
}

// isInvolution reports whether a generator is its own inverse on facts. On
// operators it need not be, where some are equal; either one will do.
func (s *generator) isInvolution() bool {
	for i, f := range s.facts {
		if s.image(s.factImages[i]) != f {
			return false
		}
	}
	return true
}

// image returns where a fact goes.
func (s *generator) image(f task.Fact) task.Fact {
	if i, ok := slices.BinarySearch(s.facts, f); ok {
		return s.factImages[i]
	}
	return f
}

func invert(from, to []int32) (sorted, images []int32) {
	at := make([]int32, len(from))
	for i := range at {
		at[i] = int32(i)
	}
	slices.SortFunc(at, func(x, y int32) int { return cmp.Compare(to[x], to[y]) })
	for _, i := range at {
		sorted = append(sorted, to[i])
		images = append(images, from[i])
	}
	return sorted, images
}

// Stable reports whether all symmetries keep the initial state of the task.
func (g *Group) Stable(t *task.Task) bool {
	for i := range g.generators {
		s := &g.generators[i]
		for k, f := range s.basicFacts(t.VarFirst[t.Basic]) {
			v, w := t.FactVar[f], t.FactVar[s.factImages[k]]
			if (t.Initial[v] == t.Value(f)) != (t.Initial[w] == t.Value(s.factImages[k])) {
				return false
			}
		}
	}
	return true
}

// Symmetries returns the number of generators.
func (g *Group) Symmetries() int { return len(g.generators) }

// String tells the number of generators and the sets of interchangeable things.
func (g *Group) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d generators", len(g.generators))
	for i := range g.families {
		fmt.Fprintf(&b, ", %d interchangeable", g.families[i].blocks)
	}
	return b.String()
}
