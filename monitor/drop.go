package monitor

import (
	"cmp"
	"slices"
	"strings"
)

// dropSearch looks for the fewest, least valuable goals to give up so that a plan
// exists for the rest, by asking the planner about sets of goals. Goals that hold
// already are always kept. First each other goal is tried alone: one that cannot
// be reached alone is in every set to drop, and often that settles it. Then the
// others are tried with ever more of them left out, so that the first plan found
// leaves out the fewest. When the planner was asked too often, goals are taken in
// one by one instead, which may drop more than needed. Last it is asked which of
// the failed steps are to blame (blame.go).
type dropSearch struct {
	kept    []int // goals that hold
	stage   dropStage
	alone   []int // still to be tried alone; the first one is being tried
	lost    []lostGoal
	able    []int   // can be reached alone
	without [][]int // sets to leave out of able, of one size; the first is being tried
	size    int
	probes  int
	greedy  []int // taken in so far
	best    *Planned
	left    []int // of able, the set to leave out
	blaming int   // of lost, the goal whose failures are looked for
	suspect int   // of the run's failures, the one being tried
}

// lostGoal cannot be reached, even alone.
type lostGoal struct {
	index  int
	reason string
	blamed []string // failures without which it could be reached
}

type dropStage uint8

const (
	tryAlone dropStage = iota
	trySets
	tryGreedy
	tryBlame
)

// notAll is why there is another plan when goals are given up; the proof for each
// stands beside it.
const notAll = "not all that was asked for can be reached any more"

// exactGoals is the number of goals up to which sets are enumerated.
const exactGoals = 10

func (s State) startSearch(e Planned) (State, []Command) {
	wanted := s.unreached()
	d := dropSearch{alone: wanted}
	for _, i := range s.open() {
		if !slices.Contains(wanted, i) {
			d.kept = append(d.kept, i)
		}
	}
	s.search = &d
	if len(wanted) == 1 { // the answer for all is the answer for it alone
		return s.triedAlone(d, Planned{Reason: e.Reason}, false)
	}
	return s.probe(d, d.alone[:1])
}

// probe asks whether the kept goals can be reached together with some others.
func (s State) probe(d dropSearch, others []int) (State, []Command) {
	d.probes++
	s.search = &d
	goals := with(d.kept, others...)
	slices.Sort(goals)
	return s.query(notAll, goals, true)
}

// searched takes the planner's answer to a probe.
func (s State) searched(e Planned, solved bool) (State, []Command) {
	d := *s.search
	switch d.stage {
	case tryAlone:
		return s.triedAlone(d, e, solved)
	case trySets:
		if solved {
			return s.settle(d, e, d.without[0])
		}
		d.without = d.without[1:]
		return s.trySet(d)
	case tryGreedy:
		return s.triedGreedy(d, e, solved)
	default:
		return s.triedBlame(d, solved)
	}
}

func (s State) triedAlone(d dropSearch, e Planned, solved bool) (State, []Command) {
	i := d.alone[0]
	d.alone = d.alone[1:]
	if solved {
		d.able = with(d.able, i)
	} else {
		d.lost = with(d.lost, lostGoal{index: i, reason: e.Reason})
	}
	if len(d.alone) > 0 {
		return s.probe(d, d.alone[:1])
	}
	switch {
	case len(d.able) == 0:
		return s.settle(d, Planned{}, nil)
	case len(d.able) == 1 && solved && d.able[0] == i:
		return s.settle(d, e, nil) // the last probe was for exactly this
	}
	d.stage = trySets
	if len(d.lost) > 0 {
		d.without = [][]int{{}} // perhaps those that are lost were all that was wrong
	} else {
		d.size, d.without = 1, s.subsets(d.able, 1)
	}
	return s.trySet(d)
}

// trySet tries the next set to leave out.
func (s State) trySet(d dropSearch) (State, []Command) {
	for len(d.without) == 0 && len(d.able) <= exactGoals {
		d.size++
		d.without = s.subsets(d.able, d.size)
	}
	if len(d.without) == 0 || d.probes >= s.rules.Limits.Probes {
		return s.startGreedy(d)
	}
	return s.probe(d, minus(d.able, d.without[0]))
}

// startGreedy takes goals in, the most valuable first.
func (s State) startGreedy(d dropSearch) (State, []Command) {
	d.stage = tryGreedy
	d.able = slices.Clone(d.able)
	slices.SortStableFunc(d.able, func(a, b int) int { return cmp.Compare(s.worth(b), s.worth(a)) })
	d.alone = d.able
	return s.probe(d, d.alone[:1])
}

func (s State) triedGreedy(d dropSearch, e Planned, solved bool) (State, []Command) {
	if solved {
		d.greedy, d.best = with(d.greedy, d.alone[0]), &e
	}
	d.alone = d.alone[1:]
	if len(d.alone) > 0 {
		return s.probe(d, with(d.greedy, d.alone[0]))
	}
	if d.best == nil {
		return s.settle(d, Planned{}, d.able)
	}
	return s.settle(d, *d.best, minus(d.able, d.greedy))
}

// subsets lists the sets of the given size, the least valuable first; of equal
// ones those of later goals first, since what was asked first matters most.
func (s State) subsets(of []int, size int) [][]int {
	var sets [][]int
	var grow func(from int, set []int)
	grow = func(from int, set []int) {
		if len(set) == size {
			sets = append(sets, slices.Clone(set))
			return
		}
		for i := from; i < len(of); i++ {
			grow(i+1, append(set, of[i]))
		}
	}
	grow(0, nil)
	slices.SortStableFunc(sets, func(a, b []int) int {
		return cmp.Or(cmp.Compare(s.total(a), s.total(b)), -slices.Compare(a, b))
	})
	return sets
}

func (s State) total(goals []int) int64 {
	var sum int64
	for _, i := range goals {
		sum += s.worth(i)
	}
	return sum
}

func minus(all, some []int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(some, i) })
}

// settle ends the search for goals: e is the plan for what is kept, without a
// number when nothing is left to reach; left are goals that could be reached, only
// not with the others.
func (s State) settle(d dropSearch, e Planned, left []int) (State, []Command) {
	d.best, d.left, d.stage = nil, left, tryBlame
	if e.Number > 0 {
		d.best = &e
	}
	return s.blame(d)
}

// drop ends the search.
func (s State) drop(d dropSearch) (State, []Command) {
	s.search, s.adopted, s.phase = nil, d.best, dropping
	event := GoalsDropped{}
	if d.best != nil {
		event.Plan = d.best.Number
	}
	for _, l := range d.lost {
		failures := l.blamed
		if len(failures) == 0 {
			failures = s.failureTexts() // none alone, so some of them together
		}
		event.Goals = append(event.Goals, DroppedGoal{
			Index: l.index, Goal: s.goals[l.index].text, Why: cmp.Or(l.reason, "no plan reaches it"), Failures: failures,
		})
	}
	instead := s.goalTexts(minus(d.able, d.left))
	for _, i := range d.left {
		event.Goals = append(event.Goals, DroppedGoal{
			Index: i, Goal: s.goals[i].text, Failures: s.failureTexts(),
			Why: "it cannot be reached together with " + strings.Join(instead, " "), Instead: instead,
		})
	}
	slices.SortFunc(event.Goals, func(a, b DroppedGoal) int { return cmp.Compare(a.Index, b.Index) })
	return s, []Command{Write{event}}
}

func (s State) goalTexts(goals []int) []string {
	var texts []string
	for _, i := range goals {
		texts = append(texts, s.goals[i].text)
	}
	return texts
}

// goalsDropped gives the goals up and takes up the plan for the others.
func (s State) goalsDropped(e GoalsDropped) (State, []Command) {
	if s.phase != dropping {
		return s, nil
	}
	s.goals = slices.Clone(s.goals)
	for _, g := range e.Goals {
		if g.Index >= 0 && g.Index < len(s.goals) {
			s.goals[g.Index].dropped = g.Why
		}
	}
	if s.interrupted != "" {
		return s.finish(Stopped, s.interrupted)
	}
	if s.adopted == nil {
		return s.conclude()
	}
	e2 := *s.adopted
	s.adopted = nil
	return s.adopt(e2)
}
