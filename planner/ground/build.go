package ground

import (
	"fmt"
	"slices"
)

// builder makes the operators of one action: its join over the reached atoms
// binds the parameters, and what the join does not tell is looked up.
type builder struct {
	g      *grounder
	number int32
	action *action
	join   *joiner
	atoms  []joined   // of the join that are facts of the state
	rest   []*formula // conjuncts of the precondition that the join leaves open
	// effects in PDDL's order: deletes, then adds
	effects []*effect
	each    []*joiner // of the effects with variables or conditions; else nil
	bytes   int64     // estimate for an operator with its encoding

	expected float64 // instances

	pre  []literal
	list []groundEffect
}

// joined is an atom of a join: its number there and its predicate.
type joined struct{ number, pred int32 }

func (g *grounder) newBuilder(number int32, a *action) *builder {
	g.scope(a.sets)
	pr := g.e.pr
	b := &builder{g: g, number: number, action: a}
	atoms, tests := pr.conjunctive(a.pre, nil, nil)
	b.join = g.in.newJoiner(a.params, atoms, tests, a.filters)
	for i, x := range atoms {
		if int(x.rel) < len(pr.predicates) && pr.changes(x.rel) {
			b.atoms = append(b.atoms, joined{int32(i), x.rel})
		}
	}
	for _, f := range conjuncts(a.pre) {
		decided := f.kind == isEqual || f.kind == isAtom && (!f.negated || !pr.changes(f.pred))
		if !decided {
			b.rest = append(b.rest, f)
		}
	}
	for _, add := range []bool{false, true} {
		for i := range a.effects {
			if e := &a.effects[i]; e.add == add {
				b.effects = append(b.effects, e)
				b.each = append(b.each, g.effectJoin(e))
			}
		}
	}
	b.bytes = bytesPerOperator + int64(len(a.params)*4+(len(b.atoms)+len(b.rest))*8+len(a.effects)*88)
	return b
}

// effectJoin plans the join that binds an effect's variables where it can fire
// and change something; nil if it has none.
func (g *grounder) effectJoin(e *effect) *joiner {
	if len(e.vars) == 0 {
		return nil
	}
	atoms, tests := g.e.pr.conjunctive(e.when, nil, nil)
	if !e.add {
		atoms = append(atoms, atom{e.pred, e.args})
	}
	return g.in.newJoiner(e.vars, atoms, tests, nil)
}

// bytesPerOperator is what an operator takes while it is pruned and encoded,
// without its lists.
const bytesPerOperator = 320

// Instances that differ in name only become one operator, so more of them are
// tried than would fit if all differed: up to maxAlike times as many. After
// sampleInstances it is seen how many operators they really make.
const (
	maxAlike        = 16
	sampleInstances = 1 << 17
	mostReserved    = 1 << 19 // operators that room is made for at once
)

// check refuses an action whose instances would not fit the memory, before any
// is built.
func (b *builder) check() error {
	in := &b.g.in
	most := b.g.e.budget.bytes/b.bytes*maxAlike + 1
	n, share := in.count(b.join, 0, most)
	if in.err != nil {
		return in.err
	}
	b.expected = float64(n) / max(share, 1e-100)
	if n >= most || n >= sureSample && b.expected > sureFactor*float64(most) {
		return b.tooLarge(b.expected)
	}
	return nil
}

// Where the fuel ends before the instances are counted, the estimate must rest on
// so many and exceed the limit so far for the action to be refused.
const (
	sureSample = 1 << 14
	sureFactor = 4
)

func (b *builder) tooLarge(instances float64) error {
	return &TooLargeError{b.size(instances), b.g.e.budget.limit}
}

func (b *builder) size(instances float64) string {
	s := fmt.Sprintf("action %s has about %.2g instances", b.action.name, instances)
	if n := len(b.g.operators); n > 0 {
		s += fmt.Sprintf(", beside %d operators so far", n)
	}
	return s
}

// build adds the operators of all instances.
func (b *builder) build() error {
	g := b.g
	var failed error
	before, room := g.instances, g.e.budget.bytes
	g.operators = slices.Grow(g.operators, min(int(b.expected), mostReserved))
	g.in.run(b.join, func() bool {
		if failed = b.instance(); failed != nil {
			return false
		}
		if n := g.instances - before; n%sampleInstances == 0 {
			if used := room - g.e.budget.bytes; float64(used)/float64(n)*b.expected > 2*float64(room) {
				failed = b.tooLarge(b.expected)
			}
		}
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	return g.in.err
}

// instance adds the operators of the bound instance: one for each conjunction
// that its precondition splits into.
func (b *builder) instance() error {
	g, in := b.g, &b.g.in
	g.instances++
	args := in.env[:len(b.action.params)]
	if len(g.forbidden) > 0 && g.forbidden[valueKey(b.action.name, args)] {
		g.dropped++
		return nil
	}
	c, ok, err := g.cost(b.action)
	if err != nil {
		return fmt.Errorf("grounding action %s: %w", b.action.name, err)
	}
	if !ok {
		g.dropped++
		return nil
	}
	in.parts = 0
	var pre expression
	pre.literals = b.pre[:0]
	for _, a := range b.atoms {
		pre.literals = append(pre.literals, in.first[a.pred]+2*b.join.row[a.number])
	}
	for _, f := range b.rest {
		if !in.conjoin(&pre, f) {
			return in.err
		}
	}
	b.pre = pre.literals[:0]
	if len(pre.choices) > 0 {
		return b.ways(g.split(&pre), args, c)
	}
	way, ok := normal(pre.literals)
	if !ok {
		return in.err
	}
	one := [1]conjunction{way}
	return b.ways(one[:], args, c)
}

func (b *builder) ways(ways []conjunction, args []int32, cost int64) error {
	g := b.g
	b.list = b.list[:0]
	for i, e := range b.effects {
		if b.each[i] == nil {
			b.effect(e)
		} else {
			g.in.run(b.each[i], func() bool { return g.in.room() && b.effect(e) })
		}
	}
	if g.in.err != nil {
		return g.in.err
	}
	kept := int64(0)
	for _, way := range ways {
		effects := g.simplify(way, b.list)
		if len(effects) == 0 {
			continue
		}
		op := operator{pre: way, effects: effects, cost: cost}
		old := g.known(&op)
		switch {
		case old == nil:
			op.pre, op.effects = g.literals.copy(way), g.effects.copy(effects)
			op.instance = instance{b.number, g.objects.copy(args)}
			g.operators = append(g.operators, op)
			kept += bytesPerOperator + int64(len(args)*4+len(way)*8+len(effects)*88)
		case cost < old.cost:
			old.cost, old.instance = cost, instance{b.number, g.objects.copy(args)}
		}
	}
	g.in.take(kept, func() string { return b.size(b.expected) })
	return g.in.err
}

// effect adds a bound effect to the list, once for each conjunction that its
// condition splits into; false means that time or memory is up.
func (b *builder) effect(e *effect) bool {
	in := &b.g.in
	l := in.atom(e.pred, e.args)
	if l < 0 { // never true, so there is nothing to delete
		return true
	}
	if !e.add {
		l ^= 1
	}
	if e.when.kind == isAnd && len(e.when.parts) == 0 {
		b.list = append(b.list, groundEffect{nil, l})
		return true
	}
	var when expression
	if !in.conjoin(&when, e.when) {
		return in.err == nil
	}
	for _, c := range b.g.split(&when) {
		b.list = append(b.list, groundEffect{c, l})
	}
	return true
}
