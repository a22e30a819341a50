package ground

import (
	"context"
	"fmt"
)

// engine computes the least fixpoint of the rules, semi-naively: each new row
// has one turn, in which it is joined with all rows that had theirs before. The
// next atom to join is always the one with the fewest matching rows, so a
// binding that some atom cannot extend is given up at once.
type engine struct {
	pr        *program
	relations []*relation // predicates, then actions
	rules     []*rule
	watchers  [][]watcher // by relation: body atoms a new row can match
	queue     []entry
	budget    budget
	// initialRows counts, by predicate, the leading rows that are true at the start.
	initialRows []int32

	// Of the rule being joined:
	rule *rule
	env  []int32
	rest []int32 // body atoms still to be joined
	row  []int32 // scratch for looking up and deriving
}

type watcher struct{ rule, atom int32 }

// entry is a row waiting for its turn.
type entry struct{ rel, row int32 }

const unbound = -1

// budget stops the grounding at a deadline or when it would need too much memory.
type budget struct {
	ctx   context.Context
	bytes int64 // left
	steps int   // until the context is asked again
}

const stepsPerCheck = 1 << 13

func (b *budget) step() error {
	if b.steps--; b.steps > 0 {
		return nil
	}
	b.steps = stepsPerCheck
	return b.ctx.Err()
}

// TooLargeError says that the grounded task would not fit the memory limit.
type TooLargeError struct{ What string }

func (e *TooLargeError) Error() string {
	return "grounding: the memory limit is reached while instantiating " + e.What
}

func newEngine(ctx context.Context, pr *program, bytes int64) *engine {
	e := &engine{pr: pr, rules: pr.rules(), budget: budget{ctx: ctx, bytes: bytes}}
	for _, p := range pr.predicates {
		e.relations = append(e.relations, newRelation(p.arity))
	}
	for _, a := range pr.actions {
		e.relations = append(e.relations, newRelation(len(a.params)))
	}
	e.watchers = make([][]watcher, len(e.relations))
	return e
}

// run derives everything from the rows of the initial state, which must be in
// the relations already, static ones without a turn of their own.
func (e *engine) run() error {
	for i, r := range e.rules {
		if !e.watch(int32(i), r) {
			if err := e.begin(r, -1, nil); err != nil {
				return err
			}
		}
	}
	for at := 0; at < len(e.queue); at++ {
		q := e.queue[at]
		rel := e.relations[q.rel]
		rel.visible = q.row + 1
		for _, w := range e.watchers[q.rel] {
			if err := e.begin(e.rules[w.rule], w.atom, rel.row(q.row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// watch registers the body atoms that can grow; without any, the rule fires once.
func (e *engine) watch(number int32, r *rule) bool {
	grows := false
	for i, a := range r.body {
		if e.grows(a.rel) {
			grows = true
			e.watchers[a.rel] = append(e.watchers[a.rel], watcher{number, int32(i)})
		}
	}
	return grows
}

func (e *engine) grows(rel int32) bool {
	return int(rel) >= len(e.pr.predicates) || e.pr.changes(rel)
}

// begin joins a rule, its atom number trigger (-1 for none) matched to the row.
func (e *engine) begin(r *rule, trigger int32, row []int32) error {
	e.rule = r
	e.env = e.env[:0]
	for range r.sets {
		e.env = append(e.env, unbound)
	}
	e.rest = e.rest[:0]
	for i := range r.body {
		if int32(i) != trigger {
			e.rest = append(e.rest, int32(i))
		}
	}
	for i := range r.tests {
		if ok := e.passes(int32(i)); !ok {
			return nil
		}
	}
	if trigger < 0 {
		return e.join(len(e.rest))
	}
	var trail [maxArity]int32
	n, ok := e.match(r.body[trigger].args, row, &trail)
	if !ok {
		return nil
	}
	err := e.join(len(e.rest))
	e.undo(trail[:n])
	return err
}

// join extends the binding by the first n atoms of rest, then derives the head.
func (e *engine) join(n int) error {
	if err := e.budget.step(); err != nil {
		return err
	}
	if n == 0 {
		return e.enumerate(0)
	}
	best, rows := e.choose(n)
	if rows.count == 0 {
		return nil
	}
	a := &e.rule.body[e.rest[best]]
	e.rest[best], e.rest[n-1] = e.rest[n-1], e.rest[best]
	err := e.extend(a, rows, n-1)
	e.rest[best], e.rest[n-1] = e.rest[n-1], e.rest[best]
	return err
}

// matches are the rows that may agree with an atom under the binding: a chain of
// an index, or all rows.
type matches struct {
	index *index
	first int32
	count int32
}

func (e *engine) choose(n int) (int, matches) {
	best, fewest := 0, matches{count: -1}
	for i := range n {
		m := e.matching(&e.rule.body[e.rest[i]])
		if fewest.count < 0 || m.count < fewest.count {
			best, fewest = i, m
			if m.count == 0 {
				break
			}
		}
	}
	return best, fewest
}

func (e *engine) matching(a *atom) matches {
	mask, h := uint64(0), uint64(hashSeed)
	for p, t := range a.args {
		o := t.object
		if t.slot >= 0 {
			if o = e.env[t.slot]; o == unbound {
				continue
			}
		}
		mask |= 1 << p
		h = hashMix(h, o)
	}
	r := e.relations[a.rel]
	if mask == 0 {
		return matches{first: r.n - 1, count: r.n}
	}
	x := r.index(mask)
	c, ok := x.head[h]
	if !ok {
		return matches{}
	}
	return matches{x, c.first, c.count}
}

func (e *engine) extend(a *atom, m matches, n int) error {
	r := e.relations[a.rel]
	visible := r.n
	if e.grows(a.rel) {
		visible = r.visible
	}
	var trail [maxArity]int32
	for i := m.first; i >= 0; {
		if i < visible {
			bound, ok := e.match(a.args, r.row(i), &trail)
			if ok {
				if err := e.join(n); err != nil {
					return err
				}
				e.undo(trail[:bound])
			}
		}
		if m.index == nil {
			i--
		} else {
			i = m.index.next[i]
		}
	}
	return nil
}

// match binds the open slots of args to a row, if types and tests allow it. On
// failure nothing is bound.
func (e *engine) match(args []term, row []int32, trail *[maxArity]int32) (int, bool) {
	n := 0
	for p, t := range args {
		o := row[p]
		if t.slot < 0 {
			if t.object == o {
				continue
			}
		} else if e.env[t.slot] == unbound {
			if e.rule.sets[t.slot].has[o] {
				e.env[t.slot] = o
				trail[n] = t.slot
				n++
				continue
			}
		} else if e.env[t.slot] == o {
			continue
		}
		e.undo(trail[:n])
		return 0, false
	}
	for _, slot := range trail[:n] {
		for _, i := range e.rule.testsOf[slot] {
			if !e.passes(i) {
				e.undo(trail[:n])
				return 0, false
			}
		}
	}
	return n, true
}

func (e *engine) undo(trail []int32) {
	for _, slot := range trail {
		e.env[slot] = unbound
	}
}

// passes decides a test; one with an open slot passes for now.
func (e *engine) passes(i int32) bool {
	t := &e.rule.tests[i]
	e.row = e.row[:0]
	for _, a := range t.args {
		o := a.object
		if a.slot >= 0 {
			o = e.env[a.slot]
		}
		if o == unbound && a.slot >= 0 {
			return true
		}
		e.row = append(e.row, o)
	}
	if t.equal {
		return (e.row[0] == e.row[1]) != t.negated
	}
	return e.relations[t.atom.rel].find(e.row) < 0
}

// enumerate binds the slots that no atom bound to all objects of their types.
func (e *engine) enumerate(from int) error {
	for from < len(e.rule.slots) && e.env[e.rule.slots[from]] != unbound {
		from++
	}
	if from == len(e.rule.slots) {
		return e.derive()
	}
	slot := e.rule.slots[from]
	candidates := e.rule.sets[slot].list
	if one, ok := e.equalTo(slot); ok {
		if !e.rule.sets[slot].has[one] {
			return nil
		}
		candidates = []int32{one}
	}
	var trail [maxArity]int32
	self := []term{{slot: slot}}
	for _, o := range candidates {
		if err := e.budget.step(); err != nil {
			return err
		}
		if n, ok := e.match(self, []int32{o}, &trail); ok {
			if err := e.enumerate(from + 1); err != nil {
				return err
			}
			e.undo(trail[:n])
		}
	}
	return nil
}

// equalTo returns the object that an equality forces on an open slot.
func (e *engine) equalTo(slot int32) (int32, bool) {
	for _, i := range e.rule.testsOf[slot] {
		t := &e.rule.tests[i]
		if !t.equal || t.negated {
			continue
		}
		for _, a := range t.args {
			if a.slot < 0 {
				return a.object, true
			}
			if e.env[a.slot] != unbound {
				return e.env[a.slot], true
			}
		}
	}
	return 0, false
}

func (e *engine) derive() error {
	row := e.row[:0]
	for _, t := range e.rule.head.args {
		o := t.object
		if t.slot >= 0 {
			o = e.env[t.slot]
		}
		row = append(row, o)
	}
	e.row = row
	return e.insert(e.rule.head.rel, row)
}

// bytesPerRow is a generous estimate for a row with its indexes and, later, the
// operator or variable made from it.
const bytesPerRow = 160

func (e *engine) insert(rel int32, row []int32) error {
	r := e.relations[rel]
	if !r.add(row) {
		return nil
	}
	e.queue = append(e.queue, entry{rel, r.n - 1})
	e.budget.bytes -= bytesPerRow + int64(len(row))*8
	if e.budget.bytes < 0 {
		return &TooLargeError{e.describe(rel)}
	}
	return nil
}

func (e *engine) describe(rel int32) string {
	n := e.relations[rel].n
	if i := int(rel) - len(e.pr.predicates); i >= 0 {
		return fmt.Sprintf("action %s (%d instances so far)", e.pr.actions[i].name, n)
	}
	return fmt.Sprintf("predicate %s (%d facts so far)", e.pr.predicates[rel].name, n)
}
