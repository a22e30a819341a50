package ground

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
)

// Unreachable says why the goal is out of reach, goal by goal.
type Unreachable struct {
	Goals []GoalFault
}

// GoalFault is a part of the goal, in PDDL, and why it can never hold, in words.
type GoalFault struct {
	Goal, Why string
}

// String tells all faults in one sentence each.
func (u *Unreachable) String() string {
	lines := make([]string, len(u.Goals))
	for i, f := range u.Goals {
		lines[i] = fmt.Sprintf("the goal %s cannot be reached: %s", f.Goal, f.Why)
	}
	return strings.Join(lines, "\n")
}

// contradiction explains a goal that asks for an atom and for its negation, or
// for the negation of what always holds.
func contradiction(parts []goalPart) *Unreachable {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = pddl.ConditionString(p.source)
	}
	return &Unreachable{[]GoalFault{{"(and " + strings.Join(texts, " ") + ")", "its parts contradict each other"}}}
}

// explainer follows a condition that cannot hold back to something that is
// missing from the task.
type explainer struct {
	*grounder
	reached []bool
	told    map[string]bool // atoms explained already, to stop at circles
	nodes   int             // steps left of the search for the nearest binding
}

// limits of an explanation: it is for people.
const (
	explainDepth = 12
	explainNodes = 200000
)

func (g *grounder) explain(reached []bool) *Unreachable {
	out := &Unreachable{}
	for _, part := range g.unreached {
		x := &explainer{grounder: g, reached: reached, told: map[string]bool{}}
		w := x.attempt(&g.e.pr.goalVars, conjuncts(part.f), nil)
		w.lack = "its parts cannot hold together"
		out.Goals = append(out.Goals, GoalFault{pddl.ConditionString(part.source), x.reason(w, 0)})
	}
	return out
}

func conjuncts(f *formula) []*formula {
	if f.kind == isAnd {
		return f.parts
	}
	return []*formula{f}
}

// want is a condition that cannot hold, under a partial binding.
type want struct {
	sc   *scope
	f    *formula // nil: see lack
	lack string
	env  []int32
	done int // conditions met before it
	of   int
}

// reason tells why the wanted condition cannot hold.
func (x *explainer) reason(w want, depth int) string {
	if w.f == nil {
		return w.lack
	}
	text := w.sc.text(w.f, w.env)
	switch {
	case w.f.kind == isExists:
		return x.inner(w, text, depth)
	case w.f.kind != isAtom:
		return text + " cannot hold"
	case w.f.negated:
		return x.always(w.f.pred, text)
	}
	x.told[text] = true
	name, best, found := x.nearest(w)
	fact := w.fact(text)
	switch {
	case !found:
		return fact + ", and no action makes it true"
	case best.f == nil:
		return fmt.Sprintf("%s; %s would make it true, but %s", fact, name, best.lack)
	}
	needed := best.sc.text(best.f, best.env)
	reason := fmt.Sprintf("%s; %s would make it true, but needs %s", fact, name, needed)
	if empty := best.emptyType(); empty != "" {
		return reason + ", and there is no object of type " + empty
	}
	if x.told[needed] || depth >= explainDepth {
		return reason + ", which is what is missing"
	}
	return reason + ". " + x.reason(best, depth+1)
}

// fact tells that an atom is not true at the start, nor any of its instances if
// variables are open.
func (w want) fact(text string) string {
	if open := w.open(); open != "" {
		return text + " is not true at the start for any " + open
	}
	return text + " is not true at the start"
}

// inner explains an existential condition by its nearest instance.
func (x *explainer) inner(w want, text string, depth int) string {
	if w.f.negated || depth > explainDepth {
		return text + " cannot hold"
	}
	inner := x.attempt(w.sc, conjuncts(w.f.parts[0]), w.env)
	inner.lack = text + " cannot hold"
	return x.reason(inner, depth+1)
}

func (x *explainer) always(pred int32, text string) string {
	if !x.e.pr.changes(pred) {
		return text + " is wanted, but the fact is given and no action takes it away"
	}
	return text + " is wanted, but no action that can be used takes the fact away"
}

// open lists the variables without a value in the wanted condition.
func (w want) open() string {
	var out []string
	for _, t := range w.f.args {
		if t.slot >= 0 && w.env[t.slot] == unbound {
			if v := typedText(w.sc.vars[t.slot]); len(out) == 0 || out[len(out)-1] != v {
				out = append(out, v)
			}
		}
	}
	return strings.Join(out, ", ")
}

// emptyType names the type of an open variable that no object has.
func (w want) emptyType() string {
	for _, t := range w.f.args {
		if t.slot >= 0 && len(w.sc.sets[t.slot].list) == 0 {
			return typeText(w.sc.vars[t.slot])
		}
	}
	return ""
}

// nearest finds, of the actions and rules that could make an atom true, the one
// that comes closest to it.
func (x *explainer) nearest(w want) (string, want, bool) {
	name, best, found := "", want{}, false
	offer := func(n string, sc *scope, args []term, conditions []*formula) {
		env, ok := unify(sc, args, w)
		if !ok {
			return
		}
		c := x.attempt(sc, conditions, env)
		if c.f == nil {
			c.lack = x.lack(sc)
		}
		if !found || c.share() > best.share() {
			name, best, found = n, c, true
		}
	}
	for _, a := range x.e.pr.actions {
		for i := range a.effects {
			if e := &a.effects[i]; e.add && e.pred == w.f.pred {
				conditions := append(conjuncts(a.pre)[:len(conjuncts(a.pre)):len(conjuncts(a.pre))], conjuncts(e.when)...)
				offer(a.name, &a.scope, e.args, conditions)
			}
		}
	}
	for _, ax := range x.e.pr.axioms {
		if ax.pred == w.f.pred {
			offer("a rule", &ax.scope, slotTerms(ax.head), conjuncts(ax.body))
		}
	}
	return name, best, found
}

// share is how much of a condition is met: what tells most about a fault.
func (w want) share() float64 {
	if w.f == nil {
		return 0
	}
	return float64(w.done+1) / float64(w.of+1)
}

// lack tells why an action cannot be used although its conditions could be met.
func (x *explainer) lack(sc *scope) string {
	for i, set := range sc.sets {
		if len(set.list) == 0 {
			return "there is no object of type " + typeText(sc.vars[i])
		}
	}
	if x.dropped > 0 {
		return "the steps that would are ruled out or have no cost given"
	}
	return "what it needs cannot hold together"
}

// unify binds the variables of an effect to the arguments of the wanted atom.
func unify(sc *scope, args []term, w want) ([]int32, bool) {
	env := openEnv(sc)
	for i, t := range args {
		o := w.f.args[i].object
		if slot := w.f.args[i].slot; slot >= 0 {
			o = w.env[slot]
		}
		switch {
		case o == unbound:
			if t.slot >= 0 && !overlap(sc.sets[t.slot], w.sc.sets[w.f.args[i].slot]) {
				return nil, false
			}
		case t.slot < 0:
			if t.object != o {
				return nil, false
			}
		case env[t.slot] == unbound && sc.sets[t.slot].has[o]:
			env[t.slot] = o
		case env[t.slot] != o:
			return nil, false
		}
	}
	return env, true
}

func overlap(a, b *objectSet) bool {
	return slices.ContainsFunc(a.list, func(o int32) bool { return b.has[o] })
}

func openEnv(sc *scope) []int32 {
	env := make([]int32, len(sc.sets))
	for i := range env {
		env[i] = unbound
	}
	return env
}
