package ground

import "slices"

// simplify fits effects to a precondition: conditions it implies or excludes go,
// and so do effects that change nothing or are always overwritten. The result
// is valid until the next call.
func (g *grounder) simplify(pre conjunction, effects []groundEffect) []groundEffect {
	out := g.simplified[:0]
	for _, e := range effects {
		if len(e.when) > 0 {
			when, ok := given(e.when, pre)
			if !ok {
				continue
			}
			e.when = when
		}
		out = append(out, e)
	}
	g.simplified = out
	if len(out) > fewEffects {
		return g.simplifyMany(pre, out)
	}
	kept := out[:0]
	for i, e := range out {
		if !overwritten(e, out[i+1:]) {
			kept = append(kept, e)
		}
	}
	out, kept = kept, kept[:0]
	for i, e := range out {
		alone := !changes(out[i+1:], e.set) && !changes(kept, e.set)
		if alone && slices.Contains(pre, e.set) {
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// fewEffects are compared in pairs.
const fewEffects = 12

func overwritten(e groundEffect, later []groundEffect) bool {
	for i := range later {
		if later[i].set>>1 == e.set>>1 && len(later[i].when) == 0 {
			return true
		}
	}
	return false
}

func changes(effects []groundEffect, l literal) bool {
	for i := range effects {
		if effects[i].set>>1 == l>>1 {
			return true
		}
	}
	return false
}

// seenEffects is scratch by atom, valid where round is the current one.
type seenEffects struct {
	round       int32
	last, count int32 // last unconditional effect on the atom (or -1), and how many are on it
}

func (g *grounder) simplifyMany(pre conjunction, out []groundEffect) []groundEffect {
	if len(g.seen) < len(g.atoms) {
		g.seen = append(g.seen, make([]seenEffects, len(g.atoms)-len(g.seen))...)
	}
	g.round++
	for i, e := range out {
		s := &g.seen[e.set>>1]
		if s.round != g.round {
			*s = seenEffects{g.round, -1, 0}
		}
		s.count++
		if len(e.when) == 0 {
			s.last = int32(i)
		}
	}
	kept := out[:0]
	for i, e := range out {
		s := &g.seen[e.set>>1]
		if int32(i) < s.last {
			s.count--
			continue
		}
		if s.count > 1 || !slices.Contains(pre, e.set) {
			kept = append(kept, e)
		}
	}
	return kept
}

// given drops from a condition what the precondition implies; false means that
// the two exclude each other.
func given(when, pre conjunction) (conjunction, bool) {
	var rest conjunction
	for _, l := range when {
		if _, no := slices.BinarySearch(pre, l^1); no {
			return nil, false
		}
		if _, yes := slices.BinarySearch(pre, l); !yes {
			rest = append(rest, l)
		}
	}
	return rest, true
}
