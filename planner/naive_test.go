package planner_test

import (
	"slices"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// naive is the meaning of PDDL written down a second time, without any thought
// of speed: every variable is tried with every object. The lifted model, on
// which the audit and the exhaustive search stand, is compared with it.
type naive struct {
	d       *pddl.Domain
	objects []pddl.TypedName
	tree    *pddl.TypeTree
	true    map[string]bool // atoms, basic and derived
}

func newNaive(d *pddl.Domain, p *pddl.Problem, s lifted.State) *naive {
	n := &naive{d: d, objects: append(slices.Clone(d.Constants), p.Objects...), tree: d.TypeTree(), true: map[string]bool{}}
	for _, a := range s.Atoms() {
		n.true[a.String()] = true
	}
	// Derived predicates of random tasks are declared in the order of their strata.
	for from := 0; from < len(d.Derived); {
		to := from
		for to < len(d.Derived) && d.Derived[to].Head.Name.Text == d.Derived[from].Head.Name.Text {
			to++
		}
		for n.deriveOnce(d.Derived[from:to]) {
		}
		from = to
	}
	return n
}

func (n *naive) deriveOnce(axioms []*pddl.Derived) bool {
	changed := false
	for _, ax := range axioms {
		n.each(ax.Head.Params, lifted.Bindings{}, func(b lifted.Bindings) {
			key := ax.Head.Name.Text
			for _, v := range ax.Head.Params {
				key += " " + b[v.Name.Text]
			}
			key = "(" + key + ")"
			if !n.true[key] && n.holds(ax.Body, b) {
				n.true[key], changed = true, true
			}
		})
	}
	return changed
}

// each calls do for every binding of the variables to objects of their types.
func (n *naive) each(vars []pddl.TypedName, b lifted.Bindings, do func(lifted.Bindings)) {
	if len(vars) == 0 {
		do(b)
		return
	}
	for _, o := range n.objects {
		fits := len(vars[0].Types) == 0
		for _, t := range vars[0].Types {
			fits = fits || n.tree.IsA(o.Types[0].Text, t.Text)
		}
		if fits {
			inner := lifted.Bindings{vars[0].Name.Text: o.Name.Text}
			for k, v := range b {
				if k != vars[0].Name.Text {
					inner[k] = v
				}
			}
			n.each(vars[1:], inner, do)
		}
	}
}

func value(name pddl.Name, b lifted.Bindings) string {
	if o, ok := b[name.Text]; ok {
		return o
	}
	return name.Text
}

func groundText(a *pddl.Atom, b lifted.Bindings) string {
	words := []string{a.Predicate.Text}
	for _, arg := range a.Args {
		words = append(words, value(arg, b))
	}
	return "(" + strings.Join(words, " ") + ")"
}

func (n *naive) holds(c pddl.Condition, b lifted.Bindings) bool {
	switch c := c.(type) {
	case nil:
		return true
	case *pddl.Atom:
		return n.true[groundText(c, b)]
	case *pddl.Equal:
		return value(c.Left, b) == value(c.Right, b)
	case *pddl.Not:
		return !n.holds(c.Of, b)
	case *pddl.And:
		return !slices.ContainsFunc(c.Parts, func(p pddl.Condition) bool { return !n.holds(p, b) })
	case *pddl.Or:
		return slices.ContainsFunc(c.Parts, func(p pddl.Condition) bool { return n.holds(p, b) })
	case *pddl.Imply:
		return !n.holds(c.If, b) || n.holds(c.Then, b)
	}
	q := c.(*pddl.Quantified)
	yes, no := false, false
	n.each(q.Vars, b, func(inner lifted.Bindings) {
		if n.holds(q.Body, inner) {
			yes = true
		} else {
			no = true
		}
	})
	if q.Forall {
		return !no
	}
	return yes
}

func (n *naive) effects(e pddl.Effect, b lifted.Bindings, add, del map[string]bool) {
	switch e := e.(type) {
	case *pddl.AndEffect:
		for _, p := range e.Parts {
			n.effects(p, b, add, del)
		}
	case *pddl.Add:
		add[groundText(&e.Atom, b)] = true
	case *pddl.Delete:
		del[groundText(&e.Atom, b)] = true
	case *pddl.When:
		if n.holds(e.If, b) {
			n.effects(e.Then, b, add, del)
		}
	case *pddl.ForallEffect:
		n.each(e.Vars, b, func(inner lifted.Bindings) { n.effects(e.Body, inner, add, del) })
	}
}

// TestLiftedAgainstNaive compares conditions, applicable steps and effects in a
// few states of random tasks.
func TestLiftedAgainstNaive(t *testing.T) {
	applied := 0
	for seed := range uint64(1500) {
		text := randomTask(seed)
		d, p, err := text.read()
		if err != nil {
			t.Fatal(err)
		}
		m, err := lifted.NewModel(d, p)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s%s", seed, err, text.domain, text.problem)
		}
		s := m.Initial()
		for range 4 {
			steps, fault := compareState(m, d, p, s)
			if fault != "" {
				t.Fatalf("seed %d: %s\n%s%s", seed, fault, text.domain, text.problem)
			}
			if len(steps) == 0 {
				break
			}
			applied += len(steps)
			if s, _, err = m.Apply(s, steps[seed%uint64(len(steps))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if applied < 5000 {
		t.Errorf("only %d steps compared", applied)
	}
}

func compareState(m *lifted.Model, d *pddl.Domain, p *pddl.Problem, s lifted.State) ([]pddl.Step, string) {
	n := newNaive(d, p, s)
	if n.holds(p.Goal, nil) != m.GoalReached(s) {
		return nil, "the goal is judged differently"
	}
	steps := m.Steps(s)
	listed := map[string]bool{}
	for _, step := range steps {
		listed[step.String()] = true
	}
	count := 0
	fault := ""
	for _, a := range d.Actions {
		n.each(a.Params, lifted.Bindings{}, func(b lifted.Bindings) {
			step := pddl.Step{Action: a.Name.Text}
			for _, v := range a.Params {
				step.Args = append(step.Args, b[v.Name.Text])
			}
			_, err := m.Cost(step)
			want := n.holds(a.Precondition, b) && err == nil
			got, _ := m.Applicable(s, step)
			if want {
				count++
			}
			if got != want || listed[step.String()] != want {
				fault = step.String() + " is judged differently"
				return
			}
			if want && n.after(a.Effect, b, m) != key(m, s, step) {
				fault = step.String() + " has another effect"
			}
		})
	}
	if count != len(steps) {
		fault = "steps are listed that do not exist"
	}
	return steps, fault
}

// after returns the basic atoms after an effect, sorted.
func (n *naive) after(e pddl.Effect, b lifted.Bindings, m *lifted.Model) string {
	add, del := map[string]bool{}, map[string]bool{}
	n.effects(e, b, add, del)
	var out []string
	for a := range n.true {
		if !del[a] && !add[a] && !strings.HasPrefix(a, "(d") {
			out = append(out, a)
		}
	}
	for a := range add {
		out = append(out, a)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func key(m *lifted.Model, s lifted.State, step pddl.Step) string {
	next, _, err := m.Apply(s, step)
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, a := range next.Atoms() {
		out = append(out, a.String())
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
