package alternative_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
)

// ending is a context that ends after it was asked so often.
type ending struct {
	context.Context
	left atomic.Int64
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestTopEnded ends the search at many moments: what is then said to be proved is
// the start of the whole list, all are plans, and no plan is below the bound.
func TestTopEnded(t *testing.T) {
	const k = 5
	ended, some := 0, 0
	for seed := range uint64(*examples / 4) {
		e := randomExample(t, seed)
		whole, err := e.finder.Top(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		for asks := int64(0); ; asks += 1 + asks/2 {
			ctx := &ending{Context: t.Context()}
			ctx.left.Store(asks)
			part, err := e.finder.Top(ctx, k)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, e.text)
			}
			if part.Proved == k || part.Complete {
				break
			}
			ended++
			if part.Proved > 0 {
				some++
			}
			if part.Reason == "" || part.Proved > len(whole.Plans) {
				t.Fatalf("seed %d: ended with %+v, whole %+v", seed, part, whole)
			}
			for i := range part.Proved {
				if part.Plans[i].Cost != whole.Plans[i].Cost {
					t.Fatalf("seed %d: plan %d of cost %d is not proved: %+v", seed, i, part.Plans[i].Cost, whole)
				}
			}
			if len(whole.Plans) > part.Proved && whole.Plans[part.Proved].Cost < part.LowerBound {
				t.Fatalf("seed %d: bound %d, but %+v", seed, part.LowerBound, whole)
			}
			sets := map[string]bool{}
			for _, p := range part.Plans {
				sets[string(multisetOf(p))] = true
			}
			if len(sets) != len(part.Plans) {
				t.Fatalf("seed %d: a plan is listed twice: %+v", seed, part)
			}
		}
	}
	if ended < *examples/4 || some < ended/10 {
		t.Errorf("%d ended, %d of them with a plan: nothing is tested", ended, some)
	}
}

func multisetOf(p ranked) []byte {
	var keys []string
	for _, s := range p.Plan {
		keys = append(keys, s.Key())
	}
	slices.Sort(keys)
	var out []byte
	for _, k := range keys {
		out = append(out, k...)
	}
	return out
}
