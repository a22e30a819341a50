package ground

import "context"

// engine computes the least fixpoint of its rules, semi-naively: each new row
// has one turn, in which it is joined with all rows that had theirs before.
type engine struct {
	pr        *program
	relations []*relation // predicates, then those of auxiliaries, types and joins
	rules     []rule
	triggers  [][]trigger // by relation: sides of rules a new row can match
	budget    budget
	// initialRows counts, by predicate, the leading rows that are true at the start.
	initialRows []int32

	shared map[string]int32 // relations of joins, by splitter.key
	sets   map[*objectSet]int32
	types  map[*objectSet]int32 // relations of types

	work, nextCheck int64 // conclusions tried, and where foresee is next

	key, row []int32 // scratch
}

func newEngine(ctx context.Context, pr *program, bytes int64) *engine {
	e := &engine{
		pr: pr, budget: budget{ctx: ctx, bytes: bytes, limit: bytes},
		shared: map[string]int32{}, sets: map[*objectSet]int32{}, types: map[*objectSet]int32{}, nextCheck: firstCheck,
	}
	for _, p := range pr.predicates {
		e.relations = append(e.relations, newRelation(p.arity))
	}
	e.triggers = make([][]trigger, len(e.relations))
	return e
}

func (e *engine) newRelation(arity int) int32 {
	e.relations = append(e.relations, newRelation(arity))
	e.triggers = append(e.triggers, nil)
	return int32(len(e.relations) - 1)
}

// typeRelation returns the relation that holds the objects of a set.
func (e *engine) typeRelation(set *objectSet) int32 {
	rel, known := e.types[set]
	if !known {
		rel = e.newRelation(1)
		e.types[set] = rel
		e.relations[rel].typed = true
		for _, o := range set.list {
			e.relations[rel].add([]int32{o})
		}
	}
	return rel
}

func (e *engine) setNumber(set *objectSet) int32 {
	n, known := e.sets[set]
	if !known {
		n = int32(len(e.sets))
		e.sets[set] = n
	}
	return n
}

// turnsAtOnce bounds the rows of a relation that have their turn before those of
// others, so that one that explodes does not keep back the facts that show the
// task to be too large.
const turnsAtOnce = 256

// run derives everything from the rows that are in the relations.
func (e *engine) run() error {
	for again := true; again; {
		again = false
		for i := range e.relations {
			more, err := e.turns(int32(i))
			if err != nil {
				return err
			}
			again = again || more
		}
	}
	return nil
}

// turns gives some rows of a relation their turn, if any are waiting.
func (e *engine) turns(number int32) (bool, error) {
	r := e.relations[number]
	if len(e.triggers[number]) == 0 {
		r.done = r.n
	}
	if r.done == r.n {
		return false, nil
	}
	for end := r.done + turnsAtOnce; r.done < min(end, r.n); {
		if err := e.turn(number, r); err != nil {
			return false, err
		}
		if e.work >= e.nextCheck {
			if err := e.foresee(); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// turn joins the next row of a relation with those before.
func (e *engine) turn(number int32, r *relation) error {
	i := r.done
	r.done++
	for _, x := range r.indexes {
		x.enter(r, i)
	}
	for _, t := range e.triggers[number] {
		if err := e.fire(&e.rules[t.rule], int(t.side), i); err != nil {
			return err
		}
	}
	return e.budget.step()
}

func (e *engine) fire(r *rule, k int, i int32) error {
	rows := rows{2: r.fixed}
	s := &r.sides[k]
	rows[k] = e.relations[s.rel].row(i)
	if !fits(s.fixed, rows[k]) || !fits(s.checks, rows[k]) {
		return nil
	}
	if len(r.sides) == 1 {
		return e.conclude(r, &rows)
	}
	o := &r.sides[1-k]
	key := e.key[:0]
	for _, p := range o.key {
		key = append(key, p.of(&rows))
	}
	e.key = key
	rel := e.relations[o.rel]
	head := e.relations[r.head]
	for m := o.index.first(rel, key); m >= 0; m = o.index.next[m] {
		if head.arity == 0 && head.n > 0 {
			return nil
		}
		if rows[1-k] = rel.row(m); !fits(o.checks, rows[1-k]) {
			continue
		}
		if err := e.conclude(r, &rows); err != nil {
			return err
		}
	}
	return nil
}

func (p pick) of(rows *rows) int32 { return rows[p.side][p.at] }

func fits(checks []check, row []int32) bool {
	for i := range checks {
		c := &checks[i]
		o := row[c.at]
		switch {
		case c.set != nil:
			if !c.set.has[o] {
				return false
			}
		case c.same > 0:
			if row[c.same-1] != o {
				return false
			}
		case c.object != o:
			return false
		}
	}
	return true
}

func (e *engine) conclude(r *rule, rows *rows) error {
	e.work++
	if err := e.budget.step(); err != nil {
		return err
	}
	for i := range r.tests {
		t := &r.tests[i]
		if t.rel < 0 {
			if t.args[0].of(rows) == t.args[1].of(rows) {
				return nil
			}
			continue
		}
		e.row = e.row[:0]
		for _, p := range t.args {
			e.row = append(e.row, p.of(rows))
		}
		if (e.relations[t.rel].find(e.row) >= 0) != t.present {
			return nil
		}
	}
	e.row = e.row[:0]
	for _, p := range r.out {
		e.row = append(e.row, p.of(rows))
	}
	return e.derive(r.head, e.row, r.from)
}

// bytesPerRow is what a row takes beside its objects: its places in the table
// and in an index or two, each with room to grow.
const bytesPerRow = 64

// derive adds a row; from is what it comes from.
func (e *engine) derive(rel int32, row []int32, from string) error {
	r := e.relations[rel]
	if !r.add(row) {
		return nil
	}
	return e.budget.take(bytesPerRow+int64(len(row))*8, func() string { return e.describe(rel, from) })
}

// firstCheck is the work after which it is first looked ahead, then at every
// doubling.
const firstCheck = 1 << 20

// foresee refuses the task if the instances of an action, as far as it is known
// now what can be true, are too many already. So much work is rare, and then
// mostly in vain. It takes a fraction of the work done so far.
func (e *engine) foresee() error {
	e.nextCheck = 2 * e.work
	for i, a := range e.pr.actions {
		g := newGrounder(e, nil)
		g.in = newInstances(e)
		g.in.fuel = e.work / int64(4*len(e.pr.actions))
		if err := g.newBuilder(int32(i), a).check(); err != nil {
			return err
		}
	}
	for _, r := range e.relations { // they will grow
		r.groups, r.distinct = nil, nil
	}
	return nil
}
