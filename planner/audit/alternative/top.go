package alternative

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"

	"genplanx/pddl"
	"genplanx/planner"
)

// Ranked is a plan and its cost.
type Ranked struct {
	Plan pddl.Plan
	Cost int64
}

// Top lists plans, cheapest first.
type Top struct {
	Plans []Ranked
	// Proved of the plans, from the first, are what they claim to be; the others
	// are plans too, but cheaper ones may be missing. All are proved unless a
	// limit came first.
	Proved int
	// Complete: there are no more plans.
	Complete bool
	// LowerBound: no plan that is not among the proved ones is cheaper. Without
	// meaning when Complete.
	LowerBound int64
	// Reason for ending early, or for there being no plan at all; else empty.
	Reason string
}

// mostNodes bounds the sub-problems kept, and so the memory.
const mostNodes = 50_000

// Top returns the k cheapest plans that differ in more than the order of their
// steps and have no steps to spare: of each set of plans with the same steps, as
// often each, one is listed, and a plan is left out if some of its steps alone,
// in some order, reach the goal. What is listed is exact: with Proved plans, no
// other such plan is cheaper than the last of them. Plans of equal cost come in
// the order of their lengths, then of their text.
//
// A plan with no steps to spare that differs from a known plan has some step of
// it less often. So each plan found gives sub-problems, one a step, in which the
// step may be used less often than there; they are solved cheapest bound first.
// (Reiter's hitting set tree, 1987, with the known plans as conflict sets.)
func (f *Finder) Top(ctx context.Context, k int) (Top, error) {
	t := &tree{f: f, catalogue: catalogue{number: map[string]int32{}}, seen: map[string]bool{}, listed: map[string]bool{}}
	t.offer(&node{})
	out := Top{}
	for len(out.Plans) < k {
		if len(t.open) == 0 {
			out.Complete = true
			break
		}
		n := heap.Pop(&t.open).(*node)
		out.LowerBound = n.bound
		if !n.solved {
			if err := t.solve(ctx, n); err != nil {
				return Top{}, err
			}
			if t.stopped != "" {
				out.Reason, out.LowerBound = t.stopped, n.bound
				break
			}
			continue
		}
		if key := n.uses.key(); !t.listed[key] {
			t.listed[key] = true
			out.Plans = append(out.Plans, Ranked{t.plan(n.plan), n.bound})
		}
		t.branch(n)
	}
	out.Proved = len(out.Plans)
	order(out.Plans)
	if out.Reason != "" {
		out.Plans = append(out.Plans, t.others(k-len(out.Plans))...)
	} else if len(out.Plans) == 0 {
		out.Reason = t.why
	}
	return out, nil
}

// order sorts plans by cost, then length, then the texts of their steps.
func order(plans []Ranked) {
	type entry struct {
		Ranked
		text string
	}
	entries := make([]entry, len(plans))
	for i, p := range plans {
		keys := make([]string, len(p.Plan))
		for k, s := range p.Plan {
			keys[k] = s.Key()
		}
		slices.Sort(keys)
		entries[i] = entry{p, strings.Join(keys, "\n")}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Cost, b.Cost), len(a.Plan)-len(b.Plan), strings.Compare(a.text, b.text))
	})
	for i, e := range entries {
		plans[i] = e.Ranked
	}
}

// tree holds the sub-problems.
type tree struct {
	catalogue
	f       *Finder
	open    queue
	seen    map[string]bool // by node.key
	solved  []*node         // by a search, with a plan, in the order of being solved
	empty   []*node         // proved to have no plan
	listed  map[string]bool // by uses.key
	stopped string          // why a limit ended it
	why     string          // why the task has no plan
}

func (t *tree) offer(n *node) {
	if key := n.key(); !t.seen[key] {
		t.seen[key] = true
		n.number = len(t.seen)
		heap.Push(&t.open, n)
	}
}

// branch offers the sub-problems that together hold every other plan.
func (t *tree) branch(n *node) {
	done := map[int32]bool{}
	for _, s := range n.plan {
		if !done[s] {
			done[s] = true
			t.offer(n.with(limit{s, n.uses.of(s) - 1}))
		}
	}
}

// solve raises the bound of a node, gives it a plan, or finds that it has none;
// but for the last it is open again. A limit sets t.stopped.
func (t *tree) solve(ctx context.Context, n *node) error {
	if len(t.seen) > mostNodes {
		t.stopped = "there are too many combinations of steps to rule out"
		return nil
	}
	if slices.ContainsFunc(t.empty, n.stricter) {
		return nil
	}
	if t.known(n) {
		heap.Push(&t.open, n)
		return nil
	}
	r, err := t.f.keeping(ctx, t.steps, n.limits)
	if err != nil {
		return err
	}
	switch r.Status {
	case planner.Unsolvable:
		if len(n.limits) == 0 {
			t.why = r.Reason
		}
		t.empty = append(t.empty, n)
		return nil
	case planner.SolvedOptimally:
	default:
		n.bound = max(n.bound, r.LowerBound)
		t.stopped = r.Reason
		return nil
	}
	plan, reason, err := t.f.spared(ctx, r.Plan)
	if err != nil || reason != "" {
		t.stopped = reason
		return err
	}
	n.plan, n.bound, n.solved = t.numbers(plan), r.Cost, true
	n.uses = usesOf(n.plan)
	t.solved = append(t.solved, n)
	heap.Push(&t.open, n)
	return nil
}

// known settles or raises a node by what looser ones have proved.
func (t *tree) known(n *node) bool {
	before := n.bound
	for _, o := range t.solved {
		if o.bound > n.bound && n.stricter(o) {
			n.bound = o.bound
		}
	}
	for _, o := range t.solved {
		if o.bound == n.bound && n.allows(o.uses) {
			n.plan, n.uses, n.solved = o.plan, o.uses, true
			return true
		}
	}
	return n.bound > before
}

// others returns the cheapest of the plans that are known and not listed.
func (t *tree) others(most int) []Ranked {
	known := slices.Clone(t.solved)
	slices.SortStableFunc(known, func(a, b *node) int { return cmp.Or(cmp.Compare(a.bound, b.bound), len(a.plan)-len(b.plan)) })
	var out []Ranked
	for _, n := range known {
		if len(out) == most {
			break
		}
		if key := n.uses.key(); !t.listed[key] {
			t.listed[key] = true
			out = append(out, Ranked{t.plan(n.plan), n.bound})
		}
	}
	order(out)
	return out
}
