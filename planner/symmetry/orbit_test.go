package symmetry

import (
	"fmt"
	"slices"
	"testing"

	"genplanx/planner/task"
)

// allStates lists every assignment of the basic variables, if there are few.
func allStates(t *task.Task, most int) [][]int32 {
	states := [][]int32{make([]int32, t.Variables())}
	for v := range t.Basic {
		n := len(states)
		if n*int(t.Size(v)) > most {
			return nil
		}
		for x := int32(1); x < t.Size(v); x++ {
			for _, s := range states[:n] {
				s = slices.Clone(s)
				s[v] = x
				states = append(states, s)
			}
		}
	}
	return states
}

// orbits numbers the sets of states that generators lead between.
func orbits(t *task.Task, images [][]task.Fact, states [][]int32) (number []int, n int) {
	index := map[string]int{}
	for i, s := range states {
		index[fmt.Sprint(s[:t.Basic])] = i
	}
	number = make([]int, len(states))
	for i := range number {
		number[i] = -1
	}
	for i := range states {
		if number[i] >= 0 {
			continue
		}
		number[i] = n
		for open := []int{i}; len(open) > 0; {
			s := states[open[len(open)-1]]
			open = open[:len(open)-1]
			for _, image := range images {
				k := index[fmt.Sprint(mapState(t, image, s)[:t.Basic])]
				if number[k] < 0 {
					number[k] = n
					open = append(open, k)
				}
			}
		}
		n++
	}
	return number, n
}

func (g *Group) images(t *task.Task) [][]task.Fact {
	var out [][]task.Fact
	for i := range g.generators {
		image := make([]task.Fact, t.Facts())
		for f := range image {
			image[f] = g.generators[i].image(int32(f))
		}
		out = append(out, image)
	}
	return out
}

// TestOrbits compares canonical states with the orbits of all states: they lie
// in the same one, and there are hardly more of them than orbits.
func TestOrbits(t *testing.T) {
	total, kept, exact, groups := 0, 0, 0, 0
	for i, c := range tasks(150) {
		g := Find(c, enough, never)
		states := allStates(c, 1000)
		if g == nil || states == nil {
			continue
		}
		number, n := orbits(c, g.images(c), states)
		canonical := g.NewCanonical()
		index := map[string]int{}
		for k, s := range states {
			index[fmt.Sprint(s[:c.Basic])] = k
		}
		distinct := map[string]bool{}
		for k, s := range states {
			s = slices.Clone(s)
			canonical.Canonical(s)
			key := fmt.Sprint(s[:c.Basic])
			if number[index[key]] != number[k] {
				t.Fatalf("task %d: %v of orbit %d became %v of orbit %d", i, states[k], number[k], s, number[index[key]])
			}
			distinct[key] = true
		}
		total += n
		kept += len(distinct)
		groups++
		if n == len(distinct) {
			exact++
		}
	}
	t.Log(total, kept, exact, groups)
	if groups < 300 || exact*100 < groups*99 {
		t.Errorf("canonical states are one of each orbit in %d of %d tasks only: %d of %d orbits", exact, groups, kept, total)
	}
}

// plainTask reports whether no operator has two effects on one variable.
func plainTask(t *task.Task) bool {
	for _, o := range t.Operators {
		var variables []int32
		for _, e := range o.Effects {
			variables = append(variables, t.FactVar[e.Fact])
		}
		slices.Sort(variables)
		if len(slices.Compact(variables)) < len(o.Effects) {
			return false
		}
	}
	return true
}

// describe writes a task under a renaming of facts, in an order that does not
// depend on the names.
func describe(t *task.Task, image []task.Fact) string {
	facts := func(list []task.Fact) []task.Fact {
		var out []task.Fact
		for _, f := range list {
			out = append(out, image[f])
		}
		slices.Sort(out)
		return out
	}
	var lines []string
	for _, o := range t.Operators {
		var effects []string
		for _, e := range o.Effects {
			effects = append(effects, fmt.Sprint(facts(e.When), image[e.Fact]))
		}
		slices.Sort(effects)
		lines = append(lines, fmt.Sprint(facts(o.Pre), effects, o.Cost))
	}
	for _, a := range t.Axioms {
		lines = append(lines, fmt.Sprint(facts(a.Body), image[a.Head]))
	}
	slices.Sort(lines)
	return fmt.Sprint(facts(t.Goal), lines)
}

// everySymmetry tries all permutations of variables with all of their values.
func everySymmetry(t *task.Task) [][]task.Fact {
	var out [][]task.Fact
	want := describe(t, identity(t.Facts()))
	kind := occurrences(t)
	image := make([]task.Fact, t.Facts())
	used := make([]bool, t.Variables())
	var place func(v int)
	var values func(v, w int, x int32, taken int)
	place = func(v int) {
		if v == t.Variables() {
			if describe(t, image) == want {
				out = append(out, slices.Clone(image))
			}
			return
		}
		for w := range used {
			if !used[w] && t.Size(v) == t.Size(w) && (v < t.Basic) == (w < t.Basic) {
				used[w] = true
				values(v, w, 0, 0)
				used[w] = false
			}
		}
	}
	values = func(v, w int, x int32, taken int) {
		if x == t.Size(v) {
			place(v + 1)
			return
		}
		for y := range t.Size(w) {
			if taken>>y&1 == 0 && (v < t.Basic || x == y) && kind[t.VarFirst[v]+x] == kind[t.VarFirst[w]+y] {
				image[t.VarFirst[v]+x] = t.VarFirst[w] + y
				values(v, w, x+1, taken|1<<y)
			}
		}
	}
	place(0)
	return out
}

func identity(n int) []task.Fact {
	out := make([]task.Fact, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// occurrences counts where each fact is named; a symmetry keeps the counts.
func occurrences(t *task.Task) [][6]int {
	out := make([][6]int, t.Facts())
	count := func(k int, facts ...task.Fact) {
		for _, f := range facts {
			out[f][k]++
		}
	}
	for _, o := range t.Operators {
		count(0, o.Pre...)
		for _, e := range o.Effects {
			count(1, e.When...)
			count(2, e.Fact)
		}
	}
	for _, a := range t.Axioms {
		count(3, a.Body...)
		count(4, a.Head)
	}
	count(5, t.Goal...)
	return out
}

// TestEverySymmetry compares the orbits under the generators found with those
// under all symmetries there are, in tasks so small that all permutations can be
// tried.
func TestEverySymmetry(t *testing.T) {
	tried, orbitsSeen := 0, 0
	for seed := range uint64(6000) {
		c := symmetric(seed, 2+int(seed%2))
		states := allStates(c, 300)
		if c.Variables() > 10 || states == nil || !plainTask(c) {
			continue
		}
		every := everySymmetry(c)
		_, want := orbits(c, every, states)
		var found [][]task.Fact
		if g := Find(c, enough, never); g != nil {
			found = g.images(c)
		}
		if _, n := orbits(c, found, states); n != want {
			t.Errorf("seed %d: %d orbits, but %d under all %d symmetries", seed, n, want, len(every))
		}
		tried++
		orbitsSeen += want
	}
	t.Log(tried, orbitsSeen)
	if tried < 200 {
		t.Errorf("only %d tasks were small enough", tried)
	}
}
