// Package task is a planning task in integers: what search and heuristics see.
//
// It owns the finite-domain task and the evaluation of its axioms. In: the
// lists that the grounder fills. Out: read-only slices. It must not know PDDL,
// names, heuristics or search, and it imports nothing of ours. Start reading
// at [Task]; axioms.go computes the derived variables of a state.
package task

import "fmt"

// Fact is one value of one variable. The facts of variable v are the numbers
// VarFirst[v] up to but not including VarFirst[v+1]; value i is VarFirst[v]+i.
type Fact = int32

// Task is a grounded planning task. Invariants, checked by Validate:
//
//   - variables [0, Basic) are basic, the others derived; a derived variable has
//     two values, 0 is false (its default) and 1 is true;
//   - preconditions, conditions, bodies and the goal name at most one fact of a
//     variable and are sorted;
//   - effects change basic variables, axioms derive value 1 of derived ones;
//   - an axiom uses facts of derived variables of its own layer only as value 1,
//     and no variable of a later layer;
//   - costs lie in [0, MaxCost].
//
// A state is a value per variable; Initial gives the basic ones, AxiomEvaluator
// the derived ones.
type Task struct {
	VarFirst  []int32 // length: number of variables + 1
	FactVar   []int32 // variable of each fact
	Basic     int
	Layer     []int32 // of each derived variable, from 0
	Operators []Operator
	Axioms    []Axiom
	Initial   []int32 // values of the basic variables
	Goal      []Fact
}

// Operator is a grounded action. Its effects are tested against the state
// before it and carried out in order, so that of two that change one variable
// the later wins. The grounder lists deleting effects before adding ones, which
// is PDDL's meaning.
type Operator struct {
	Pre     []Fact
	Effects []Effect
	Cost    int64
}

// Effect sets the variable of Fact to that value if all of When holds.
type Effect struct {
	When []Fact
	Fact Fact
}

// Axiom makes Head true where all of Body holds.
type Axiom struct {
	Body []Fact
	Head Fact
}

// MaxCost is the largest cost of one operator.
const MaxCost = 1 << 30

// Variables returns the number of variables, basic and derived.
func (t *Task) Variables() int { return len(t.VarFirst) - 1 }

// Facts returns the number of facts.
func (t *Task) Facts() int { return len(t.FactVar) }

// Size returns the number of values of a variable.
func (t *Task) Size(v int) int32 { return t.VarFirst[v+1] - t.VarFirst[v] }

// Value returns the value that a fact is of its variable.
func (t *Task) Value(f Fact) int32 { return f - t.VarFirst[t.FactVar[f]] }

// IsDerived reports whether a fact belongs to a derived variable.
func (t *Task) IsDerived(f Fact) bool { return int(t.FactVar[f]) >= t.Basic }

// Holds reports whether all facts are true under the values.
func (t *Task) Holds(facts []Fact, values []int32) bool {
	for _, f := range facts {
		v := t.FactVar[f]
		if values[v] != f-t.VarFirst[v] {
			return false
		}
	}
	return true
}

// Apply writes the basic values after an operator into next, which must have
// the length of values; the derived ones are left as they were.
func (t *Task) Apply(o *Operator, values, next []int32) {
	copy(next, values)
	for i := range o.Effects {
		e := &o.Effects[i]
		if len(e.When) == 0 || t.Holds(e.When, values) {
			v := t.FactVar[e.Fact]
			next[v] = e.Fact - t.VarFirst[v]
		}
	}
}

// ConditionalEffects reports whether some effect has a condition.
func (t *Task) ConditionalEffects() bool {
	for i := range t.Operators {
		for _, e := range t.Operators[i].Effects {
			if len(e.When) > 0 {
				return true
			}
		}
	}
	return false
}

// Validate checks the invariants of Task; an error is a fault of the grounder.
func (t *Task) Validate() error {
	if len(t.Initial) != t.Basic || len(t.Layer) != t.Variables()-t.Basic {
		return fmt.Errorf("task: %d initial values for %d basic variables, %d layers for %d derived", len(t.Initial), t.Basic, len(t.Layer), t.Variables()-t.Basic)
	}
	for v, value := range t.Initial {
		if value < 0 || value >= t.Size(v) {
			return fmt.Errorf("task: variable %d starts with value %d of %d", v, value, t.Size(v))
		}
	}
	for i := range t.Operators {
		if err := t.validateOperator(&t.Operators[i]); err != nil {
			return fmt.Errorf("task: operator %d: %w", i, err)
		}
	}
	for i, a := range t.Axioms {
		if err := t.validateAxiom(a); err != nil {
			return fmt.Errorf("task: axiom %d: %w", i, err)
		}
	}
	return t.validateFacts(t.Goal)
}

func (t *Task) validateOperator(o *Operator) error {
	if o.Cost < 0 || o.Cost > MaxCost {
		return fmt.Errorf("cost %d", o.Cost)
	}
	for _, e := range o.Effects {
		if err := t.validateFacts(e.When); err != nil {
			return err
		}
		if err := t.validateFacts([]Fact{e.Fact}); err != nil {
			return err
		}
		if t.IsDerived(e.Fact) {
			return fmt.Errorf("changes derived fact %d", e.Fact)
		}
	}
	return t.validateFacts(o.Pre)
}

func (t *Task) validateAxiom(a Axiom) error {
	if err := t.validateFacts(a.Body); err != nil {
		return err
	}
	if !t.IsDerived(a.Head) || t.Value(a.Head) != 1 {
		return fmt.Errorf("head %d is not a derived true fact", a.Head)
	}
	layer := t.Layer[int(t.FactVar[a.Head])-t.Basic]
	for _, f := range a.Body {
		if !t.IsDerived(f) {
			continue
		}
		l := t.Layer[int(t.FactVar[f])-t.Basic]
		if l > layer || l == layer && t.Value(f) == 0 {
			return fmt.Errorf("body fact %d of layer %d in layer %d", f, l, layer)
		}
	}
	return nil
}

func (t *Task) validateFacts(facts []Fact) error {
	for i, f := range facts {
		if f < 0 || int(f) >= t.Facts() {
			return fmt.Errorf("fact %d of %d", f, t.Facts())
		}
		if i > 0 && t.FactVar[facts[i-1]] >= t.FactVar[f] {
			return fmt.Errorf("facts %v not sorted, or two of one variable", facts)
		}
	}
	return nil
}
