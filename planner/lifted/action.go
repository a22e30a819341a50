package lifted

import (
	"encoding/binary"
	"errors"
	"fmt"

	"genplanx/pddl"
)

// action is a lifted action with its names resolved.
type action struct {
	source       *pddl.Action
	params       []int32 // slots
	frame        *frame
	conjuncts    []pddl.Condition
	precondition *formula // a conjunction, part by part that of conjuncts
	effects      []effect
	costs        []cost
}

// effect changes one atom for every binding of vars under which when holds.
type effect struct {
	vars []int32
	when *formula
	pred int32
	args []term
	add  bool
}

// cost is one (increase (total-cost) ...): a number or a function of args.
type cost struct {
	number   int64
	function string
	args     []term
}

func (m *Model) addActions() error {
	for _, src := range m.domain.Actions {
		if m.action[src.Name.Text] != nil {
			return fmt.Errorf("action %s is defined twice; rename one", src.Name.Text)
		}
		conjuncts := Conjuncts(src.Precondition)
		f, err := m.newFrame(src.Params, &pddl.And{Parts: conjuncts})
		if err != nil {
			return fmt.Errorf("reading the precondition of action %s: %w", src.Name.Text, err)
		}
		a := &action{source: src, frame: f, conjuncts: conjuncts, precondition: f.body}
		for i := range src.Params {
			a.params = append(a.params, int32(i))
		}
		if err := a.addEffect(src.Effect, effect{when: junction(isAnd, false, nil)}); err != nil {
			return fmt.Errorf("reading the effect of action %s: %w", src.Name.Text, err)
		}
		m.actions = append(m.actions, a)
		m.action[src.Name.Text] = a
	}
	return nil
}

// addEffect flattens an effect; outer holds the variables and conditions around it.
func (a *action) addEffect(e pddl.Effect, outer effect) error {
	switch e := e.(type) {
	case nil:
		return nil
	case *pddl.AndEffect:
		for _, p := range e.Parts {
			if err := a.addEffect(p, outer); err != nil {
				return err
			}
		}
		return nil
	case *pddl.Add:
		return a.addLiteral(&e.Atom, true, outer)
	case *pddl.Delete:
		return a.addLiteral(&e.Atom, false, outer)
	case *pddl.When:
		when, err := a.frame.compile(e.If, false)
		if err != nil {
			return err
		}
		outer.when = junction(isAnd, false, []*formula{outer.when, when})
		return a.addEffect(e.Then, outer)
	case *pddl.ForallEffect:
		return a.frame.within(e.Vars, func(slots []int32) error {
			outer.vars = append(outer.vars[:len(outer.vars):len(outer.vars)], slots...)
			return a.addEffect(e.Body, outer)
		})
	case *pddl.Increase:
		return a.addCost(e, outer)
	}
	return fmt.Errorf("effects of the form %T are not supported", e)
}

func (a *action) addLiteral(atom *pddl.Atom, add bool, outer effect) error {
	f, err := a.frame.compileAtom(atom, false)
	if err != nil {
		return err
	}
	if a.frame.m.predicates[f.pred].derived {
		return fmt.Errorf("%s is derived and cannot be changed by an action", atom.Predicate.Text)
	}
	outer.pred, outer.args, outer.add = f.pred, f.args, add
	a.effects = append(a.effects, outer)
	return nil
}

func (a *action) addCost(inc *pddl.Increase, outer effect) error {
	if len(outer.vars) > 0 || len(outer.when.parts) > 0 {
		return errors.New("an (increase (total-cost) ...) inside when or forall is not supported; move it to the top of the effect")
	}
	c := cost{number: inc.Number, function: inc.Function.Text}
	if c.function != "" {
		arity, ok := a.frame.m.functions[c.function]
		if !ok {
			return fmt.Errorf("function %s is not declared; add it to :functions", c.function)
		}
		if arity != len(inc.Args) {
			return fmt.Errorf("function %s takes %d arguments, not %d", c.function, arity, len(inc.Args))
		}
		args, err := a.frame.terms(inc.Args)
		if err != nil {
			return err
		}
		c.args = args
	}
	a.costs = append(a.costs, c)
	return nil
}

// cost sums the costs of an action for the bindings in e. The text is empty, or
// says which value is missing or negative: such a step has no meaning.
func (a *action) cost(e *evaluation) (int64, string) {
	m := a.frame.m
	total := int64(0)
	for _, c := range a.costs {
		value := c.number
		if c.function != "" {
			args := make([]int32, len(c.args))
			for i, t := range c.args {
				args[i] = e.value(t)
			}
			v, ok := m.values[functionKey(c.function, args)]
			if !ok {
				return 0, fmt.Sprintf("(%s) has a value", m.termText(c.function, args))
			}
			value = v
		}
		total += value
		if value < 0 || total < 0 || total > MaxCost {
			return 0, fmt.Sprintf("its cost lies between 0 and %d", MaxCost)
		}
	}
	if m.UnitCost() {
		return 1, ""
	}
	return total, ""
}

// MaxCost is the largest cost of one step; plans of billions of such steps
// still have a cost that fits an int64.
const MaxCost = 1 << 30

func functionKey(name string, args []int32) string {
	b := append([]byte(name), 0)
	for _, o := range args {
		b = binary.LittleEndian.AppendUint32(b, uint32(o))
	}
	return string(b)
}
