package ground

import (
	"fmt"
	"slices"

	"genplanx/pddl"
)

// grounder holds the ground task while it is built and pruned.
type grounder struct {
	e         *engine
	in        instances
	forbidden map[string]bool // by stepKey

	atoms         []groundAtom
	initial       []bool // by atom
	operators     []operator
	axioms        []groundAxiom
	goalParts     []goalPart
	unreached     []goal // parts of the goal that cannot become true
	abbreviations map[string]literal
	dropped       int // instances without a cost or forbidden
}

// groundAtom is an atom that can become true; rel is -1 for an abbreviation.
type groundAtom struct {
	rel     int32
	args    []int32
	derived bool
}

type operator struct {
	instance instance
	pre      conjunction
	effects  []groundEffect
	cost     int64
}

type groundEffect struct {
	when conjunction
	set  literal
}

type groundAxiom struct {
	body conjunction
	head literal
}

// goalPart is a conjunct of the goal and the literals it comes to.
type goalPart struct {
	goal
	literals conjunction
}

func newGrounder(e *engine, forbidden []pddl.Step) *grounder {
	g := &grounder{e: e, forbidden: map[string]bool{}, abbreviations: map[string]literal{}}
	for _, s := range forbidden {
		args := make([]int32, len(s.Args))
		for i, a := range s.Args {
			o, ok := e.pr.object[a]
			if !ok {
				o = -1
			}
			args[i] = o
		}
		g.forbidden[valueKey(s.Action, args)] = true
	}
	return g
}

// newAtom returns the positive literal of a new atom.
func (g *grounder) newAtom(a groundAtom, derived bool) literal {
	a.derived = derived
	g.atoms = append(g.atoms, a)
	g.initial = append(g.initial, false)
	return literal(2*len(g.atoms) - 1)
}

// instantiate builds operators, axioms and the goal from the derived rows.
func (g *grounder) instantiate() error {
	pr := g.e.pr
	g.in = instances{pr: pr, relations: g.e.relations, budget: &g.e.budget}
	g.in.atomOf = make([][]literal, len(pr.predicates))
	for pred := range pr.predicates {
		if pr.changes(int32(pred)) {
			g.addAtoms(int32(pred))
		}
	}
	for i, a := range pr.actions {
		if err := g.addOperators(int32(i), a); err != nil {
			return err
		}
	}
	for _, ax := range pr.axioms {
		if err := g.addAxioms(ax); err != nil {
			return err
		}
	}
	g.addGoal()
	return g.in.err
}

func (g *grounder) addAtoms(pred int32) {
	r := g.e.relations[pred]
	for i := range r.n {
		l := g.newAtom(groundAtom{rel: pred, args: r.row(i)}, g.e.pr.predicates[pred].derived)
		g.in.atomOf[pred] = append(g.in.atomOf[pred], l)
	}
	// The initial facts were inserted first, see engine.load.
	for i := range g.e.initialRows[pred] {
		g.initial[g.in.atomOf[pred][i]>>1] = true
	}
}

func (g *grounder) scope(sets []*objectSet) {
	g.in.sets = sets
	g.in.env = make([]int32, len(sets))
}

func (g *grounder) addOperators(number int32, a *action) error {
	r := g.e.relations[len(g.e.pr.predicates)+int(number)]
	g.scope(a.sets)
	for i := range r.n {
		row := r.row(i)
		copy(g.in.env, row)
		if len(g.forbidden) > 0 && g.forbidden[valueKey(a.name, row)] {
			g.dropped++
			continue
		}
		c, ok, err := g.cost(a)
		if err != nil {
			return fmt.Errorf("grounding action %s: %w", a.name, err)
		}
		if !ok {
			g.dropped++
			continue
		}
		if err := g.addInstance(a, operator{instance: instance{number, row}, cost: c}); err != nil {
			return err
		}
	}
	return nil
}

// addInstance adds an operator for each conjunction that the precondition of a
// bound action splits into.
func (g *grounder) addInstance(a *action, op operator) error {
	g.in.parts = 0
	var pre expression
	g.in.conjoin(&pre, a.pre)
	ways := g.split(&pre)
	if len(ways) == 0 {
		return g.in.err
	}
	var effects []groundEffect
	for _, add := range []bool{false, true} { // PDDL deletes, then adds
		for i := range a.effects {
			if e := &a.effects[i]; e.add == add {
				g.addEffects(e, 0, &effects)
			}
		}
	}
	for _, way := range ways {
		op.pre = way
		op.effects = simplify(way, effects)
		if len(op.effects) > 0 {
			g.operators = append(g.operators, op)
		}
	}
	g.e.budget.bytes -= int64(len(effects)+len(ways)) * 48
	if g.e.budget.bytes < 0 {
		return &TooLargeError{g.e.describe(int32(len(g.e.pr.predicates)) + op.instance.action)}
	}
	return g.in.err
}

func (g *grounder) addEffects(e *effect, i int, out *[]groundEffect) {
	if i < len(e.vars) {
		for _, o := range g.in.sets[e.vars[i]].list {
			if !g.in.room() {
				return
			}
			g.in.env[e.vars[i]] = o
			g.addEffects(e, i+1, out)
		}
		return
	}
	l := g.in.atom(e.pred, e.args)
	if l < 0 { // never true, so there is nothing to delete
		return
	}
	if !e.add {
		l ^= 1
	}
	var when expression
	if !g.in.conjoin(&when, e.when) {
		return
	}
	for _, c := range g.split(&when) {
		*out = append(*out, groundEffect{c, l})
	}
}

// simplify fits effects to a precondition: conditions it implies or excludes go,
// and so do effects that change nothing or are always overwritten.
func simplify(pre conjunction, effects []groundEffect) []groundEffect {
	var out []groundEffect
	for _, e := range effects {
		if when, ok := given(e.when, pre); ok {
			out = append(out, groundEffect{when, e.set})
		}
	}
	last := map[literal]int{} // atom -> last unconditional effect on it
	touched := map[literal]int{}
	for i, e := range out {
		touched[e.set>>1]++
		if len(e.when) == 0 {
			last[e.set>>1] = i
		}
	}
	kept := out[:0]
	for i, e := range out {
		if at, ok := last[e.set>>1]; ok && i < at {
			touched[e.set>>1]--
			continue
		}
		kept = append(kept, e)
	}
	out, kept = kept, nil
	for _, e := range out {
		if touched[e.set>>1] == 1 && slices.Contains(pre, e.set) {
			continue
		}
		kept = append(kept, e)
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

// cost sums the increases of a bound action; false means that some value is
// missing, so that the instance has no meaning.
func (g *grounder) cost(a *action) (int64, bool, error) {
	if g.e.pr.unitCost {
		return 1, g.costDefined(a), nil
	}
	total := int64(0)
	for _, c := range a.costs {
		v, ok := g.increase(c)
		if !ok {
			return 0, false, nil
		}
		if v < 0 {
			return 0, false, unsupported("it has the negative cost %d; only costs of 0 and more are supported", v)
		}
		if total += v; v > maxCost || total > maxCost {
			return 0, false, unsupported("it costs more than %d; scale the costs down", maxCost)
		}
	}
	return total, true, nil
}

const maxCost = 1 << 30

func (g *grounder) increase(c cost) (int64, bool) {
	if c.function == "" {
		return c.number, true
	}
	args := make([]int32, len(c.args))
	for i, t := range c.args {
		args[i] = g.in.value(t)
	}
	v, ok := g.e.pr.values[valueKey(c.function, args)]
	return v, ok
}

func (g *grounder) costDefined(a *action) bool {
	for _, c := range a.costs {
		if _, ok := g.increase(c); !ok {
			return false
		}
	}
	return true
}

func (g *grounder) addAxioms(ax *axiom) error {
	r := g.e.relations[ax.pred]
	g.scope(ax.sets)
rows:
	for i := range r.n {
		for k, slot := range ax.head {
			o := r.row(i)[k]
			if !ax.sets[slot].has[o] {
				continue rows
			}
			g.in.env[slot] = o
		}
		g.in.parts = 0
		var body expression
		g.in.conjoin(&body, ax.body)
		head := g.in.atomOf[ax.pred][i]
		g.in.disjuncts(&body, func(x *expression) {
			for _, c := range g.split(x) {
				g.axioms = append(g.axioms, groundAxiom{c, head})
			}
		})
		if g.in.err != nil {
			return g.in.err
		}
	}
	return nil
}

// disjuncts takes a body that is one disjunction apart, as an atom may have any
// number of axioms.
func (in *instances) disjuncts(x *expression, do func(*expression)) {
	if len(x.choices) != 1 || x.never {
		do(x)
		return
	}
	for i := range x.choices[0] {
		m := x.choices[0][i]
		m.literals = append(slices.Clone(x.literals), m.literals...)
		in.disjuncts(&m, do)
	}
}

// addGoal grounds the goal part by part, so that a part out of reach can be named.
func (g *grounder) addGoal() {
	g.scope(g.e.pr.goalVars.sets)
	for _, part := range g.e.pr.goals {
		var x expression
		g.in.conjoin(&x, part.f)
		ways := g.split(&x)
		if len(ways) > 1 {
			ways = []conjunction{{g.abbreviation(ways)}}
		}
		if len(ways) == 0 {
			g.unreached = append(g.unreached, part)
			continue
		}
		g.goalParts = append(g.goalParts, goalPart{part, ways[0]})
	}
}
