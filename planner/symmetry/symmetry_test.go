package symmetry

import (
	"fmt"
	"slices"
	"testing"

	"genplanx/planner/task"
	"genplanx/planner/task/tasktest"
)

const enough = 1 << 30

func never() bool { return false }

// check says what is wrong with a generator of a task, by what operators and
// axioms do to many states and their images.
func check(t *task.Task, g *generator, d *draw) error {
	image := make([]task.Fact, t.Facts())
	reached := make([]bool, t.Facts())
	for f := range image {
		image[f] = g.image(int32(f))
		reached[image[f]] = true
		if t.FactVar[image[f]] != t.FactVar[g.image(t.VarFirst[t.FactVar[f]])] {
			return fmt.Errorf("takes the variable of fact %d apart", f)
		}
		if slices.Contains(t.Goal, int32(f)) != slices.Contains(t.Goal, image[f]) {
			return fmt.Errorf("does not keep goal %d", f)
		}
	}
	if slices.Contains(reached, false) {
		return fmt.Errorf("is no permutation: %v to %v", g.facts, g.factImages)
	}
	operator := make([]int, len(t.Operators))
	for i := range operator {
		operator[i] = i
	}
	for i, o := range g.operators {
		operator[o] = int(g.operatorImages[i])
	}
	axioms := task.NewAxiomEvaluator(t)
	state, next, other := make([]int32, t.Variables()), make([]int32, t.Variables()), make([]int32, t.Variables())
	for range 20 {
		for v := range t.Basic {
			state[v] = int32(d.n(int(t.Size(v))))
		}
		axioms.Evaluate(state)
		mapped := mapState(t, image, state)
		derived := slices.Clone(mapped)
		axioms.Evaluate(derived)
		if !slices.Equal(mapped, derived) {
			return fmt.Errorf("does not keep the axioms: %v, but %v", mapped, derived)
		}
		for i, k := range operator {
			o, p := &t.Operators[i], &t.Operators[k]
			if o.Cost != p.Cost || t.Holds(o.Pre, state) != t.Holds(p.Pre, mapped) {
				return fmt.Errorf("maps operator %d to %d, of another cost or precondition", i, k)
			}
			t.Apply(o, state, next)
			t.Apply(p, mapped, other)
			axioms.Evaluate(next)
			axioms.Evaluate(other)
			if !slices.Equal(mapState(t, image, next), other) {
				return fmt.Errorf("maps operator %d to %d, of other effects", i, k)
			}
		}
	}
	return nil
}

func mapState(t *task.Task, image []task.Fact, state []int32) []int32 {
	out := make([]int32, len(state))
	for v, x := range state {
		f := image[t.VarFirst[v]+x]
		out[t.FactVar[f]] = t.Value(f)
	}
	return out
}

// tasks are what most tests run on.
func tasks(n uint64) []*task.Task {
	var out []*task.Task
	for seed := range n {
		out = append(out, tasktest.Random(seed), symmetric(seed, 2), symmetric(seed, 3), symmetric(seed, 4))
	}
	return out
}

func TestGenerators(t *testing.T) {
	symmetric, families := 0, 0
	d := draw(1)
	for i, c := range tasks(400) {
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		g := Find(c, enough, never)
		if g == nil {
			continue
		}
		symmetric++
		families += len(g.families)
		for k := range g.generators {
			if err := check(c, &g.generators[k], &d); err != nil {
				t.Fatalf("task %d: generator %d of %v %v", i, k, g, err)
			}
		}
	}
	t.Log(symmetric, families)
	if symmetric < 1200 || families < 600 {
		t.Errorf("only %d tasks have symmetries, and %d families", symmetric, families)
	}
}

// TestCanonical checks that the canonical state is the image of the state under
// the word reported, and a function of the state.
func TestCanonical(t *testing.T) {
	d := draw(2)
	states, restless := 0, 0
	for i, c := range tasks(500) {
		g := Find(c, enough, never)
		if g == nil {
			continue
		}
		fast, slow := g.NewCanonical(), g.NewCanonical()
		var word []int32
		slow.word = &word
		for range 20 {
			state := make([]int32, c.Variables())
			for v := range c.Basic {
				state[v] = int32(d.n(int(c.Size(v))))
			}
			image := slices.Clone(state)
			word = word[:0]
			slow.Canonical(state)
			want := slices.Clone(image)
			fast.Canonical(want)
			if !slices.Equal(want, state) {
				t.Fatalf("task %d: %v and %v", i, want, state)
			}
			for _, k := range word {
				facts := make([]task.Fact, c.Facts())
				for f := range facts {
					facts[f] = g.generators[k].image(int32(f))
				}
				image = mapState(c, facts, image)
			}
			if !slices.Equal(image[:c.Basic], state[:c.Basic]) {
				t.Fatalf("task %d: %v, but the word leads to %v", i, state, image)
			}
			states++
			if fast.Canonical(state) {
				restless++
			}
		}
	}
	t.Log(states, restless)
	if restless*50 > states {
		t.Errorf("%d of %d canonical states change again", restless, states)
	}
}

// search finds the cheapest plan with Dijkstra's algorithm, among canonical
// states if there is a group. It returns the plan, its cost (or Infinite) and
// the number of states.
func search(t *task.Task, g *Group) ([]int32, int64, int) {
	type node struct {
		values []int32
		cost   int64
		parent int
		op     int32
		done   bool
	}
	axioms := task.NewAxiomEvaluator(t)
	canonical := func([]int32) bool { return false }
	if g != nil {
		canonical = g.NewCanonical().Canonical
	}
	var nodes []node
	number := map[string]int{}
	add := func(values []int32, cost int64, parent int, op int32) {
		canonical(values)
		axioms.Evaluate(values)
		key := fmt.Sprint(values)
		i, ok := number[key]
		if !ok {
			i = len(nodes)
			number[key] = i
			nodes = append(nodes, node{slices.Clone(values), cost, parent, op, false})
		}
		if cost < nodes[i].cost {
			nodes[i].cost, nodes[i].parent, nodes[i].op = cost, parent, op
		}
	}
	values := make([]int32, t.Variables())
	copy(values, t.Initial)
	add(values, 0, -1, -1)
	goal := -1
	for {
		best := -1
		for i, n := range nodes {
			if !n.done && (best < 0 || n.cost < nodes[best].cost) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		nodes[best].done = true
		if goal < 0 && t.Holds(t.Goal, nodes[best].values) {
			goal = best
		}
		for i := range t.Operators {
			if o := &t.Operators[i]; t.Holds(o.Pre, nodes[best].values) {
				t.Apply(o, nodes[best].values, values)
				add(values, nodes[best].cost+o.Cost, best, int32(i))
			}
		}
	}
	if goal < 0 {
		return nil, tasktest.Infinite, len(nodes)
	}
	var plan []int32
	for i := goal; nodes[i].parent >= 0; i = nodes[i].parent {
		plan = append(plan, nodes[i].op)
	}
	slices.Reverse(plan)
	return plan, nodes[goal].cost, len(nodes)
}

// execute returns the cost of a plan.
func execute(t *task.Task, plan []int32) (int64, error) {
	axioms := task.NewAxiomEvaluator(t)
	values, next := make([]int32, t.Variables()), make([]int32, t.Variables())
	copy(values, t.Initial)
	axioms.Evaluate(values)
	cost := int64(0)
	for i, op := range plan {
		o := &t.Operators[op]
		if !t.Holds(o.Pre, values) {
			return 0, fmt.Errorf("step %d of %v is not applicable", i, plan)
		}
		t.Apply(o, values, next)
		axioms.Evaluate(next)
		values, next = next, values
		cost += o.Cost
	}
	if !t.Holds(t.Goal, values) {
		return 0, fmt.Errorf("%v misses the goal", plan)
	}
	return cost, nil
}

// TestOrbitSearch compares what is found among canonical states with the exact
// distances, and executes the unfolded plans.
func TestOrbitSearch(t *testing.T) {
	all, kept, plans := 0, 0, 0
	for i, c := range tasks(300) {
		g := Find(c, enough, never)
		if g == nil {
			continue
		}
		states := tasktest.States(c)
		if len(states) > 400 {
			continue
		}
		ops, cost, n := search(c, g)
		if cost != states[0].Distance {
			t.Fatalf("task %d with %v: cost %d, exact %d", i, g, cost, states[0].Distance)
		}
		all += len(states)
		kept += n
		if cost == tasktest.Infinite {
			continue
		}
		plans++
		plan := g.Unfold(c, ops)
		if actual, err := execute(c, plan); err != nil || actual != cost {
			t.Fatalf("task %d with %v: cost %d, found %d: %v", i, g, actual, cost, err)
		}
	}
	t.Log(all, kept, plans)
	if plans < 300 || kept*3 > all*2 {
		t.Errorf("%d plans; %d of %d states are kept", plans, kept, all)
	}
}
