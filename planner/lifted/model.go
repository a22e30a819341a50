// Package lifted is the meaning of PDDL, read straight off the syntax tree.
//
// It owns states as sets of ground atoms and says which conditions hold, which
// steps apply, what they change and what they cost: conditional and universal
// effects, quantifiers, disjunction, equality and derived predicates included
// (PDDL 2.2 with the action costs of PDDL 3.1). In: *pddl.Domain and
// *pddl.Problem. Out: [Model] and [State]. The audit, the monitor and the
// brute force of the tests stand on it, so it must not know grounding, the
// grounded task, heuristics or search: it is the judge, they are judged.
// It is made to be plainly right; planning speed is the grounder's affair.
// Start reading at [NewModel], then state.go, formula.go and step.go.
package lifted

import (
	"fmt"

	"genplanx/pddl"
)

// Model is a task whose names are resolved. It does not change after NewModel
// and may be used by several goroutines at once.
type Model struct {
	domain  *pddl.Domain
	problem *pddl.Problem

	types      *typeTable
	objects    map[string]int32
	predicates []predicate
	predicate  map[string]int32
	functions  map[string]int
	values     map[string]int64 // by functionKey
	actions    []*action
	action     map[string]*action
	strata     [][]*axiom // evaluated in order, each to its least fixpoint
	goal       *frame
	initial    State
}

// predicate is a declared predicate; derived ones are computed, never stored.
type predicate struct {
	name    string
	params  []*objectSet
	derived bool
}

// NewModel resolves the names of a task. It fails when a name is not declared,
// when derived predicates are not stratified, or when an effect, a fact of the
// initial state or a cost has no meaning in the supported language; the message
// names the place. The trees must not change afterwards.
func NewModel(d *pddl.Domain, p *pddl.Problem) (*Model, error) {
	m := &Model{
		domain: d, problem: p,
		objects:   map[string]int32{},
		predicate: map[string]int32{},
		functions: map[string]int{},
		values:    map[string]int64{},
		action:    map[string]*action{},
	}
	for _, stage := range []func() error{
		m.addObjects, m.addPredicates, m.addFunctions, m.addAxioms, m.addActions, m.addGoal, m.addInitial,
	} {
		if err := stage(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// UnitCost reports that the problem has no metric, so that every step costs 1.
func (m *Model) UnitCost() bool { return m.problem.Metric == nil }

func (m *Model) addObjects() error {
	m.types = newTypeTable(m.domain.Types)
	for _, list := range [][]pddl.TypedName{m.domain.Constants, m.problem.Objects} {
		for _, o := range list {
			types := names(o.Types)
			if i, known := m.objects[o.Name.Text]; known {
				old := &m.types.objects[i]
				old.types = append(old.types, types...)
				continue
			}
			m.objects[o.Name.Text] = int32(len(m.types.objects))
			m.types.objects = append(m.types.objects, objectOf{o.Name.Text, types})
		}
	}
	return m.types.finish()
}

func (m *Model) addPredicates() error {
	for _, sig := range m.domain.Predicates {
		if _, known := m.predicate[sig.Name.Text]; known {
			continue
		}
		params, err := m.paramSets(sig.Params)
		if err != nil {
			return fmt.Errorf("reading predicate %s: %w", sig.Name.Text, err)
		}
		m.predicate[sig.Name.Text] = int32(len(m.predicates))
		m.predicates = append(m.predicates, predicate{name: sig.Name.Text, params: params})
	}
	for _, d := range m.domain.Derived {
		if i, known := m.predicate[d.Head.Name.Text]; known {
			m.predicates[i].derived = true
		}
	}
	return nil
}

func (m *Model) paramSets(params []pddl.TypedName) ([]*objectSet, error) {
	sets := make([]*objectSet, len(params))
	for i, p := range params {
		set, err := m.types.union(p.Types)
		if err != nil {
			return nil, err
		}
		sets[i] = set
	}
	return sets, nil
}

func (m *Model) addFunctions() error {
	for _, sig := range m.domain.Functions {
		m.functions[sig.Name.Text] = len(sig.Params)
	}
	for _, a := range m.problem.Costs {
		args, err := m.objectNumbers(a.Args)
		if err != nil {
			return fmt.Errorf("reading (= (%s ...) %d): %w", a.Function.Text, a.Value, err)
		}
		m.values[functionKey(a.Function.Text, args)] = a.Value
	}
	return nil
}

func (m *Model) addGoal() error {
	if m.problem.Goal == nil {
		return nil
	}
	f, err := m.newFrame(nil, &pddl.And{Parts: Conjuncts(m.problem.Goal)})
	if err != nil {
		return fmt.Errorf("reading the goal: %w", err)
	}
	m.goal = f
	return nil
}

func (m *Model) addInitial() error {
	s := State{m: m, relations: make([]relation, len(m.predicates)), derived: new(derivedAtoms)}
	rows := make([][][]int32, len(m.predicates))
	for _, f := range m.problem.Init {
		pred, args, err := m.groundAtom(f.Predicate, f.Args)
		if err != nil {
			return fmt.Errorf("reading the initial state: %w", err)
		}
		if m.predicates[pred].derived {
			return fmt.Errorf("reading the initial state: %s is derived and cannot be given; remove it from :init", f.Predicate.Text)
		}
		rows[pred] = append(rows[pred], args)
	}
	for pred, list := range rows {
		s.relations[pred] = newRelation(len(m.predicates[pred].params), list)
	}
	m.initial = s
	return nil
}

// groundAtom resolves a ground atom to numbers.
func (m *Model) groundAtom(name pddl.Name, args []pddl.Name) (int32, []int32, error) {
	pred, ok := m.predicate[name.Text]
	if !ok {
		return 0, nil, fmt.Errorf("predicate %s is not declared; add it to :predicates", name.Text)
	}
	if want := len(m.predicates[pred].params); want != len(args) {
		return 0, nil, fmt.Errorf("predicate %s takes %d arguments, not %d", name.Text, want, len(args))
	}
	numbers, err := m.objectNumbers(args)
	if err != nil {
		return 0, nil, fmt.Errorf("in %s: %w", name.Text, err)
	}
	return pred, numbers, nil
}

func (m *Model) objectNumbers(args []pddl.Name) ([]int32, error) {
	numbers := make([]int32, len(args))
	for i, a := range args {
		o, ok := m.objects[a.Text]
		if !ok {
			return nil, fmt.Errorf("object %s is not declared; add it to :objects", a.Text)
		}
		numbers[i] = o
	}
	return numbers, nil
}
