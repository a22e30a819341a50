package planner_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"genplanx/planner"
	"genplanx/planner/lifted"
)

// TestSplitAgainstExhaustiveSearch solves products of two or three independent
// random tasks: the costs add up to what exhaustive search finds for each, and
// one without a plan leaves the whole without.
func TestSplitAgainstExhaustiveSearch(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(*tasks / 4) {
		r := rand.New(rand.NewPCG(seed, 3))
		text, want, ok := randomProduct(t, r, seed)
		if !ok {
			counts["passed over"]++
			continue
		}
		d, p := text.mustRead(t)
		for _, h := range planner.Heuristics() {
			got, err := planner.Solve(t.Context(), d, p, planner.Options{Heuristic: h})
			if err == nil {
				err = agree(d, p, got, want)
			}
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s%s", seed, h, err, text.domain, text.problem)
			}
			switch {
			case got.Status == planner.Unsolvable:
				counts["unsolvable"]++
			case got.Stats.Parts > 1:
				counts["split"]++
			default:
				counts["whole"]++ // the goals of the others hold at the start
			}
		}
	}
	t.Log(counts)
	if counts["split"] < *tasks/10 || counts["unsolvable"] < *tasks/40 {
		t.Errorf("%v: the random products no longer exercise the splitting", counts)
	}
}

// randomProduct returns a product, and the cost of its cheapest plan, or -1.
func randomProduct(t *testing.T, r *rand.Rand, seed uint64) (taskText, int64, bool) {
	var texts []taskText
	costs, total := r.IntN(2) == 0, int64(0)
	for n := 2 + r.IntN(2); len(texts) < n; {
		text := randomTask(r.Uint64N(100000)).withMetric(costs)
		d, p := text.mustRead(t)
		m, err := lifted.NewModel(d, p)
		if err != nil {
			return taskText{}, 0, false
		}
		cost, err := cheapest(m)
		switch {
		case errors.Is(err, errLarge):
			return taskText{}, 0, false
		case err != nil:
			t.Fatal(err)
		case cost < 0 && r.IntN(10) > 0:
			continue // one is enough to spoil the product
		case cost < 0 || total < 0:
			total = -1
		default:
			total += cost
		}
		texts = append(texts, text)
	}
	return product(seed, texts...), total, true
}

// TestSplitDeterministic: the same result, every count included, on one core and
// on several.
func TestSplitDeterministic(t *testing.T) {
	solve := func(cores int, text taskText, o planner.Options) planner.Result {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		d, p := text.mustRead(t)
		r, err := planner.Solve(t.Context(), d, p, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for seed := range uint64(60) {
		var texts []taskText
		for i := range 2 + seed%4 {
			texts = append(texts, randomTask(7*seed+i).withMetric(seed%2 == 0))
		}
		if seed%10 == 0 {
			texts = append(texts, counterText(11), counterText(13))
		}
		text := product(seed, texts...)
		// With so little memory, the counters stop at the limit.
		for _, o := range []planner.Options{{}, {Heuristic: "blind", MemoryLimit: 300 << 10}} {
			one := solve(1, text, o)
			for _, cores := range []int{2, 4} {
				if many := solve(cores, text, o); !reflect.DeepEqual(one, many) {
					t.Fatalf("seed %d: on one core %+v\non %d %+v", seed, one, cores, many)
				}
			}
		}
	}
}

// gate is a task whose goals need each other's opposite, which relaxed
// reachability does not see.
const gate = `(define (domain gate) (:requirements :strips :negative-preconditions) (:predicates (shut) (in) (out))
 (:action enter :parameters () :precondition (not (shut)) :effect (and (in) (shut)))
 (:action leave :parameters () :precondition (not (shut)) :effect (and (out) (shut))))`

func gateText(goal string) taskText {
	return taskText{gate, "(define (problem p) (:domain gate) (:init) (:goal " + goal + "))"}.withMetric(true)
}

// TestSplitUnsolvable: one part without a plan decides, however hard others are,
// and the reason names its goals only.
func TestSplitUnsolvable(t *testing.T) {
	for order := range 2 {
		texts := []taskText{gateText("(and (in) (out))"), counterText(40)}
		if order == 1 {
			texts[0], texts[1] = texts[1], texts[0]
		}
		d, p := product(1, texts...).mustRead(t)
		r, err := planner.Solve(t.Context(), d, p, planner.Options{Heuristic: "blind"})
		if err != nil || r.Status != planner.Unsolvable || r.Plan != nil || r.LowerBound != 0 {
			t.Fatalf("%v %v %s", err, r.Status, r.Reason)
		}
		for _, goal := range []string{"(in-", "(out-"} {
			if !strings.Contains(r.Reason, goal) {
				t.Errorf("reason %q does not name %s", r.Reason, goal)
			}
		}
		if strings.Contains(r.Reason, "(b0-") {
			t.Errorf("reason %q names goals that are no trouble", r.Reason)
		}
	}
}

// TestSplitLimits: what a limit leaves open in one part is open in the whole, and
// the bounds of all parts count.
func TestSplitLimits(t *testing.T) {
	const small = 1 << 10
	easy, hard := counterText(10), counterText(40) // 1023 steps, and too many
	jump := counterText(40, "(:action jump :parameters () :effect (and (increase (total-cost) 1000000)%s))")
	bounded := func(r planner.Result) bool { return r.LowerBound > small && r.Reason != "" }
	solve := func(ctx context.Context, memory int64, texts ...taskText) planner.Result {
		d, p := product(1, texts...).mustRead(t)
		r, err := planner.Solve(ctx, d, p, planner.Options{Heuristic: "blind", MemoryLimit: memory})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, memory := range []int64{1 << 20, 4 << 20} {
		if r := solve(t.Context(), memory, easy, hard); r.Status != planner.OutOfMemory || r.Plan != nil || !bounded(r) || r.Stats.PeakBytes > 2*memory {
			t.Errorf("memory: %v, bound %d, %s", r.Status, r.LowerBound, r.Reason)
		}
		if r := solve(t.Context(), memory, jump, easy); r.Status != planner.SolvedWithGap || !bounded(r) || r.LowerBound >= r.Cost || r.Cost != 1000000+small-1 {
			t.Errorf("gap: %v, cost %d, bound %d, %s", r.Status, r.Cost, r.LowerBound, r.Reason)
		}
		if r := solve(t.Context(), memory, jump, hard); r.Status != planner.OutOfMemory || r.Plan != nil || !bounded(r) {
			t.Errorf("gap and no plan: %v, bound %d, %s", r.Status, r.LowerBound, r.Reason)
		}
	}
	for _, c := range []struct {
		texts []taskText
		want  planner.Status
	}{
		{[]taskText{hard, easy}, planner.OutOfTime},
		{[]taskText{jump, easy}, planner.SolvedWithGap},
		{[]taskText{jump, hard}, planner.OutOfTime},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		start := time.Now()
		r := solve(ctx, 0, c.texts...)
		took := time.Since(start)
		cancel()
		if r.Status != c.want || !bounded(r) || !strings.Contains(r.Reason, "time") {
			t.Errorf("time: %v, want %v, bound %d, %s", r.Status, c.want, r.LowerBound, r.Reason)
		}
		// The machine may be busy: the limit is 100 ms, the test allows for more.
		if took > 800*time.Millisecond {
			t.Errorf("stopped after %v, with a deadline of 300 ms", took)
		}
	}
}

// TestSplitForbidden: steps ruled out stay out of all parts.
func TestSplitForbidden(t *testing.T) {
	d, p := officeTask(t, 3, 2, 1)
	free, err := planner.Solve(t.Context(), d, p, planner.Options{})
	if err != nil || free.Stats.Parts != 3 {
		t.Fatalf("%v: %d parts, %v", err, free.Stats.Parts, free.Status)
	}
	for i := range free.Plan {
		r, err := planner.Solve(t.Context(), d, p, planner.Options{Forbidden: free.Plan[i : i+1]})
		if err != nil || r.Plan != nil && r.Cost < free.Cost {
			t.Errorf("without %v: %v %v, cost %d", free.Plan[i], err, r.Status, r.Cost)
		}
		for _, s := range r.Plan {
			if s.String() == free.Plan[i].String() {
				t.Errorf("%v was ruled out", s)
			}
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	for _, decks := range []int{10, 50} {
		b.Run(fmt.Sprintf("office-%d-3-5", decks), func(b *testing.B) {
			d, p := officeTask(b, decks, 3, 5)
			b.ReportAllocs()
			for b.Loop() {
				r, err := planner.Solve(b.Context(), d, p, planner.Options{})
				if err != nil || r.Status != planner.SolvedOptimally || r.Stats.Parts != decks {
					b.Fatal(r.Status, r.Stats.Parts, err)
				}
			}
		})
	}
}

// BenchmarkShared is the office where all decks, or groups of them, share a read.
func BenchmarkShared(b *testing.B) {
	for _, c := range []struct{ decks, frames int }{{10, 1}, {50, 1}, {50, 10}, {200, 20}} {
		b.Run(fmt.Sprintf("office-%d-on-%d", c.decks, c.frames), func(b *testing.B) {
			d, p := officeSharing(b, c.decks, c.frames, 4, 5)
			b.ReportAllocs()
			for b.Loop() {
				r, err := planner.Solve(b.Context(), d, p, planner.Options{})
				if err != nil || r.Status != planner.SolvedOptimally {
					b.Fatal(r.Status, err)
				}
			}
		})
	}
}
