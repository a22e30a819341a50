package ground

import (
	"fmt"
	"slices"

	"genplanx/pddl"
	"genplanx/planner/task"
)

// encode numbers the relevant atoms as variables of two values, the basic ones
// first, and writes the task. Mutex groups would become larger variables here.
func (g *grounder) encode(out *Grounded, goal conjunction, relevant []bool) (*Grounded, error) {
	t := &task.Task{VarFirst: []int32{0}}
	first := make([]task.Fact, len(g.atoms)) // fact of "atom is false"; "is true" follows
	for _, derived := range []bool{false, true} {
		for a := range g.atoms {
			if !relevant[a] || g.atoms[a].derived != derived {
				continue
			}
			v := int32(t.Variables())
			first[a] = 2 * v
			t.VarFirst = append(t.VarFirst, 2*v+2)
			t.FactVar = append(t.FactVar, v, v)
			out.atoms = append(out.atoms, g.atoms[a])
			if !derived {
				t.Basic++
				t.Initial = append(t.Initial, truth(g.initial[a]))
			}
		}
	}
	facts := func(c conjunction) []task.Fact {
		out := make([]task.Fact, len(c))
		for i, l := range c {
			out[i] = first[l>>1] + (l & 1)
		}
		return sortFacts(out)
	}
	for _, o := range g.operators {
		op := task.Operator{Pre: facts(o.pre), Cost: o.cost}
		for _, e := range o.effects {
			op.Effects = append(op.Effects, task.Effect{When: facts(e.when), Fact: facts(conjunction{e.set})[0]})
		}
		t.Operators = append(t.Operators, op)
		out.steps = append(out.steps, o.instance)
	}
	for _, a := range g.axioms {
		t.Axioms = append(t.Axioms, task.Axiom{Body: facts(a.body), Head: facts(conjunction{a.head})[0]})
	}
	t.Goal = facts(goal)
	for _, part := range g.goalParts {
		if len(part.literals) > 0 {
			out.Goals = append(out.Goals, Goal{pddl.ConditionString(part.source), facts(part.literals)})
		}
	}
	if err := layer(t); err != nil {
		return nil, err
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	out.Task = t
	return out, nil
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// layer gives each derived variable the lowest layer that is not below those its
// axioms need true and above those they need false.
func layer(t *task.Task) error {
	derived := t.Variables() - t.Basic
	t.Layer = make([]int32, derived)
	for changed := true; changed; {
		changed = false
		for _, a := range t.Axioms {
			head := int(t.FactVar[a.Head]) - t.Basic
			for _, f := range a.Body {
				if !t.IsDerived(f) {
					continue
				}
				low := t.Layer[int(t.FactVar[f])-t.Basic]
				if t.Value(f) == 0 {
					low++
				}
				if low > t.Layer[head] {
					t.Layer[head], changed = low, true
				}
				if int(low) > derived {
					return fmt.Errorf("grounding: %w", unsupported("the derived predicates depend on their own negation, so they have no meaning"))
				}
			}
		}
	}
	return nil
}

func sortFacts(facts []task.Fact) []task.Fact {
	slices.Sort(facts)
	return facts
}
