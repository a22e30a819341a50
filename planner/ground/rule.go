package ground

import "slices"

// rule derives rows of head from the rows of one side or from pairs of two.
type rule struct {
	head  int32
	from  string // the action or axiom, for messages
	out   []pick
	fixed []int32 // objects that are named
	sides []side
	tests []ruleTest
}

// pick says where a value comes from: a position of a side's row, or, for side
// 2, of the rule's fixed objects.
type pick struct {
	side int8
	at   int32
}

// rows are what a rule is tried on: the rows of its sides and its fixed objects.
type rows [3][]int32

// side is an atom of a rule.
type side struct {
	rel    int32
	index  *index // on what the other side and fixed objects give
	key    []pick
	fixed  []check // positions that hold a fixed object
	checks []check // what else a row must satisfy by itself
}

// check tests one position of a row: a fixed object, the same as another
// position (same > 0: position same-1), or an object of a set.
type check struct {
	at, object, same int32
	set              *objectSet
}

// ruleTest wants two values to differ (rel -1), or a row to be in a relation or
// not.
type ruleTest struct {
	rel     int32
	present bool
	args    []pick
}

type trigger struct {
	rule int32
	side int8
}

// rule adds a rule for the parts and the splitter's tests.
func (s *splitter) rule(head atom, parts []part) {
	e := s.e
	r := rule{head: head.rel, from: s.c.from}
	from := map[int32]pick{} // by slot
	for k, p := range parts {
		for i, t := range p.args {
			if _, known := from[t.slot]; t.slot >= 0 && !known {
				from[t.slot] = pick{int8(k), int32(i)}
			}
		}
	}
	picks := func(args []term) []pick {
		out := make([]pick, len(args))
		for i, t := range args {
			if t.slot >= 0 {
				out[i] = from[t.slot]
				continue
			}
			out[i] = pick{2, int32(len(r.fixed))}
			r.fixed = append(r.fixed, t.object)
		}
		return out
	}
	r.out = picks(head.args)
	for _, t := range s.tests {
		x := ruleTest{rel: -1, present: t.present, args: picks(t.args)}
		if !t.equal {
			x.rel = t.atom.rel
		}
		r.tests = append(r.tests, x)
	}
	for k := range parts {
		r.sides = append(r.sides, s.side(&r, parts, k))
		e.triggers[parts[k].rel] = append(e.triggers[parts[k].rel], trigger{int32(len(e.rules)), int8(k)})
	}
	e.rules = append(e.rules, r)
}

func (s *splitter) side(r *rule, parts []part, k int) side {
	p := parts[k]
	d := side{rel: p.rel}
	var positions []int32
	all := len(s.e.pr.objects)
	for i, t := range p.args {
		at := int32(i)
		first := slices.Index(p.args, t)
		switch {
		case t.slot < 0:
			d.fixed = append(d.fixed, check{at: at, object: t.object})
			positions, d.key = append(positions, at), append(d.key, pick{2, int32(len(r.fixed))})
			r.fixed = append(r.fixed, t.object)
		case first < i:
			d.checks = append(d.checks, check{at: at, same: int32(first) + 1})
		default:
			if set := s.c.sets[t.slot]; len(set.list) < all && !s.e.relations[p.rel].typed {
				d.checks = append(d.checks, check{at: at, set: set})
			}
			if len(parts) == 2 {
				if other := slices.Index(parts[1-k].args, t); other >= 0 {
					positions, d.key = append(positions, at), append(d.key, pick{int8(1 - k), int32(other)})
				}
			}
		}
	}
	if len(parts) == 2 {
		d.index = s.e.relations[p.rel].index(positions)
	}
	return d
}
