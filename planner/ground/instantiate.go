package ground

import (
	"encoding/binary"
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
	instances     int // of actions
	dropped       int // of these, without a cost or forbidden

	literals   arena[literal]
	effects    arena[groundEffect]
	objects    arena[int32]
	table      []cell         // of operators, by operator.tag
	altered    bool           // some operator was changed after it was built
	simplified []groundEffect // scratch
	seen       []seenEffects
	round      int32
	key        []byte // scratch, see valueKey
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

// bytesPerAtom is what an atom takes beside its row, until it is a variable.
const bytesPerAtom = 96

// newAtom returns the positive literal of a new atom.
func (g *grounder) newAtom(a groundAtom, derived bool) literal {
	a.derived = derived
	g.atoms = append(g.atoms, a)
	g.in.take(bytesPerAtom, func() string { return fmt.Sprintf("there are more than %d atoms", len(g.atoms)) })
	g.initial = append(g.initial, false)
	return literal(2*len(g.atoms) - 1)
}

// instantiate builds operators, axioms and the goal from the derived rows.
func (g *grounder) instantiate() error {
	pr := g.e.pr
	g.in = newInstances(g.e)
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
	first := len(g.atoms)
	g.in.first[pred] = literal(2*first + 1)
	for i := range r.n {
		if !g.in.proceed() {
			return
		}
		g.newAtom(groundAtom{rel: pred, args: r.row(i)}, g.e.pr.predicates[pred].derived)
	}
	// The initial facts were loaded first, see engine.load.
	for i := range g.e.initialRows[pred] {
		g.initial[first+int(i)] = true
	}
}

func (g *grounder) scope(sets []*objectSet) {
	g.in.sets = sets
	g.in.env = make([]int32, len(sets))
}

func (g *grounder) addOperators(number int32, a *action) error {
	b := g.newBuilder(number, a)
	if err := b.check(); err != nil {
		return err
	}
	return b.build()
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
	g.key = append(append(g.key[:0], c.function...), 0)
	for _, t := range c.args {
		g.key = binary.LittleEndian.AppendUint32(g.key, uint32(g.in.value(t)))
	}
	v, ok := g.e.pr.values[string(g.key)]
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
		if !g.in.proceed() {
			return g.in.err
		}
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
		head := g.in.first[ax.pred] + 2*i
		g.in.disjuncts(&body, func(x *expression) {
			for _, c := range g.split(x) {
				g.addAxiom(groundAxiom{c, head})
			}
		})
		if g.in.err != nil {
			return g.in.err
		}
	}
	return nil
}

// bytesPerAxiom is what an axiom takes while it is pruned and encoded, without
// its body.
const bytesPerAxiom = 160

func (g *grounder) addAxiom(a groundAxiom) {
	g.axioms = append(g.axioms, a)
	g.in.take(bytesPerAxiom+int64(len(a.body))*12, func() string { return fmt.Sprintf("there are more than %d axioms", len(g.axioms)) })
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
