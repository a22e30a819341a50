package ground

import "slices"

// rule derives head for every binding of its slots under which all atoms of the
// body are in their relations and all tests pass. Its conditions are those of
// an action, effect or axiom or weaker, so what the rules derive from the
// initial state is a superset of what can ever be true.
type rule struct {
	head  atom
	body  []atom
	tests []test
	sets  []*objectSet // by slot
	// testsOf lists the tests each slot occurs in.
	testsOf [][]int32
	slots   []int32 // all slots the rule uses, to be bound
}

// atom is an atom of relation rel: a predicate's number, or that of an action's
// parameters (see engine).
type atom struct {
	rel  int32
	args []term
}

// test is an equality, or the absence of a static atom.
type test struct {
	equal   bool
	negated bool // of equal
	atom    atom // of an absence
	args    []term
}

// maxBranches bounds the rules made from one condition; beyond it, disjunctions
// are left out of the rules and only tested when an instance is built.
const maxBranches = 64

// branch is one way to satisfy a condition, as far as rules express it.
type branch struct {
	body  []atom
	tests []test
}

// branches turns a formula into rule bodies, at least as weak as it.
func (pr *program) branches(f *formula) []branch {
	switch f.kind {
	case isAtom:
		a := atom{f.pred, f.args}
		switch {
		case !f.negated:
			return []branch{{body: []atom{a}}}
		case !pr.changes(f.pred):
			return []branch{{tests: []test{{atom: a}}}}
		}
	case isEqual:
		return []branch{{tests: []test{{equal: true, negated: f.negated, args: f.args}}}}
	case isExists:
		return pr.branches(f.parts[0])
	case isOr:
		var out []branch
		for _, p := range f.parts {
			out = append(out, pr.branches(p)...)
		}
		if len(out) <= maxBranches {
			return out
		}
	case isAnd:
		out := []branch{{}}
		for _, p := range f.parts {
			more := pr.branches(p)
			if len(out)*len(more) > maxBranches {
				continue
			}
			out = cross(out, more)
		}
		return out
	case isForall: // tested when an instance is built
	}
	return []branch{{}}
}

func cross(a, b []branch) []branch {
	out := make([]branch, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, branch{
				body:  append(slices.Clone(x.body), y.body...),
				tests: append(slices.Clone(x.tests), y.tests...),
			})
		}
	}
	return out
}

// ruleSet makes the rules of all actions and axioms. The relation of action i
// is number len(predicates)+i; its rows are parameter bindings.
func (pr *program) rules() []*rule {
	var rules []*rule
	for i, a := range pr.actions {
		self := atom{int32(len(pr.predicates) + i), slotTerms(a.params)}
		for _, b := range pr.branches(a.pre) {
			rules = append(rules, newRule(self, b, a.sets, a.params))
		}
		for _, e := range a.effects {
			if !e.add {
				continue
			}
			for _, b := range pr.branches(e.when) {
				b.body = append([]atom{self}, b.body...)
				rules = append(rules, newRule(atom{e.pred, e.args}, b, a.sets, e.vars))
			}
		}
	}
	for _, ax := range pr.axioms {
		for _, b := range pr.branches(ax.body) {
			rules = append(rules, newRule(atom{ax.pred, slotTerms(ax.head)}, b, ax.sets, ax.head))
		}
	}
	return rules
}

func newRule(head atom, b branch, sets []*objectSet, must []int32) *rule {
	r := &rule{head: head, body: b.body, tests: b.tests, sets: sets, testsOf: make([][]int32, len(sets))}
	use := func(args []term) {
		for _, t := range args {
			if t.slot >= 0 && !slices.Contains(r.slots, t.slot) {
				r.slots = append(r.slots, t.slot)
			}
		}
	}
	for _, a := range r.body {
		use(a.args)
	}
	use(slotTerms(must))
	for i := range r.tests {
		t := &r.tests[i]
		if !t.equal {
			t.args = t.atom.args
		}
		use(t.args)
		for _, a := range t.args {
			if a.slot >= 0 && !slices.Contains(r.testsOf[a.slot], int32(i)) {
				r.testsOf[a.slot] = append(r.testsOf[a.slot], int32(i))
			}
		}
	}
	return r
}

func slotTerms(slots []int32) []term {
	out := make([]term, len(slots))
	for i, s := range slots {
		out[i] = term{slot: s}
	}
	return out
}
