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
		if testing.Verbose() && len(distinct)*4 > n*5 {
			t.Log(i, g, len(states), n, len(distinct), len(g.moves))
		}
	}
	t.Log(total, kept, exact, groups)
}
