package planner_test

import (
	"container/heap"
	"errors"
	"flag"
	"fmt"
	"testing"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit"
	"genplanx/planner/lifted"
)

var tasks = flag.Int("tasks", 3000, "random tasks to compare with exhaustive search")

// maxStates bounds the exhaustive search; larger tasks are passed over.
const maxStates = 150

var errLarge = errors.New("too many states")

// cheapest is Dijkstra's algorithm on the lifted meaning of a task; -1 stands
// for no plan.
func cheapest(m *lifted.Model) (int64, error) {
	best := map[string]int64{m.Initial().Key(): 0}
	q := &frontier{{m.Initial(), 0}}
	for q.Len() > 0 {
		e := heap.Pop(q).(entry)
		if best[e.state.Key()] < e.cost {
			continue
		}
		if m.GoalReached(e.state) {
			return e.cost, nil
		}
		for _, step := range m.Steps(e.state) {
			next, cost, err := m.Apply(e.state, step)
			if err != nil {
				return 0, err
			}
			total := e.cost + cost
			if known, ok := best[next.Key()]; !ok || total < known {
				if best[next.Key()] = total; len(best) > maxStates {
					return 0, errLarge
				}
				heap.Push(q, entry{next, total})
			}
		}
	}
	return -1, nil
}

type entry struct {
	state lifted.State
	cost  int64
}

type frontier []entry

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].cost < f[j].cost }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(entry)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	e := (*f)[last]
	*f = (*f)[:last]
	return e
}

// TestSolveAgainstExhaustiveSearch compares solvability and cost with Dijkstra's
// algorithm on the lifted meaning, in all modes of the planner.
func TestSolveAgainstExhaustiveSearch(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(*tasks) {
		text := randomTask(seed)
		what, err := compare(t, text, seed)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s%s", seed, err, text.domain, text.problem)
		}
		counts[what]++
	}
	t.Log(counts)
	if counts["solved"] < *tasks/5 || counts["unsolvable"] < *tasks/10 {
		t.Errorf("%v: the random tasks no longer exercise the planner", counts)
	}
}

// modesPerTask is how many of the modes, in turn, each random task is solved in.
const modesPerTask = 4

// modes are the ways in which a task is solved: as users do, with everything at
// once, with each heuristic alone, and with each part of the planner left out.
func modes() []planner.Options {
	list := []planner.Options{{}, planner.Thorough(planner.Options{})}
	for _, h := range planner.Heuristics() {
		list = append(list, planner.Thorough(planner.Options{Heuristic: h}))
	}
	for _, part := range planner.Parts() {
		list = append(list, planner.Thorough(planner.Options{Without: []string{part}}))
	}
	return append(list, planner.Thorough(planner.Options{Heuristic: "blind", Without: planner.Parts()}))
}

func compare(t *testing.T, text taskText, seed uint64) (string, error) {
	d, p, err := text.read()
	if err != nil {
		return "", err
	}
	m, err := lifted.NewModel(d, p)
	if err != nil {
		return "no meaning", nil
	}
	want, err := cheapest(m)
	if errors.Is(err, errLarge) {
		return "large", nil
	}
	if err != nil {
		return "", err
	}
	all := modes()
	for i := range uint64(modesPerTask) {
		o := all[(seed*modesPerTask+i)%uint64(len(all))]
		r, err := planner.Solve(t.Context(), d, p, o)
		if err == nil {
			err = agree(d, p, r, want)
		}
		if err != nil {
			return "", fmt.Errorf("%+v: %w", o, err)
		}
	}
	if want < 0 {
		return "unsolvable", nil
	}
	return "solved", nil
}

func agree(d *pddl.Domain, p *pddl.Problem, r planner.Result, want int64) error {
	switch {
	case want < 0 && r.Status == planner.Unsolvable:
		if r.Reason == "" {
			return errors.New("unsolvable without a reason")
		}
		return nil
	case want < 0 || r.Status != planner.SolvedOptimally:
		return fmt.Errorf("status %v (%s), exhaustive search says %d", r.Status, r.Reason, want)
	case r.Cost != want || r.LowerBound != want:
		return fmt.Errorf("cost %d, bound %d, exhaustive search says %d", r.Cost, r.LowerBound, want)
	}
	v, err := audit.Check(d, p, r.Plan)
	if err != nil || !v.Valid || v.Cost != want {
		return fmt.Errorf("audit: %v %v", v, err)
	}
	return nil
}
