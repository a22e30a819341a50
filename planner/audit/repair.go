package audit

import (
	"fmt"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// Repair says what would make a missing condition true.
type Repair struct {
	For  string // the condition, in PDDL
	Text string
}

// mostRepairs bounds what is looked for: nobody reads more at once.
const mostRepairs = 20

// repairer looks for repairs of literals that are missing before a step, or at
// the end. It passes over the plan for all of them together.
type repairer struct {
	m       *lifted.Model
	plan    pddl.Plan
	at      int // the step that fails, or the length of the plan
	state   lifted.State
	stop    func() bool
	missing []pddl.Literal
	text    []string // by literal; empty while none is found
}

// repairs looks, for each missing condition, at what made it false, at later
// steps that make it true, and at single steps that could be put in. The state
// is the one before step number at. When stop says so, it finds no more.
func (a *Auditor) repairs(plan pddl.Plan, at int, state lifted.State, missing []string, stop func() bool) []Repair {
	r := repairer{m: a.m, plan: plan, at: at, state: state, stop: stop}
	var out []Repair
	for _, text := range missing {
		literals, _, faults := pddl.ReadLiterals("", []byte(text))
		if len(faults) > 0 || len(literals) != 1 || len(out) == mostRepairs {
			continue // no single literal, or not PDDL: nothing sure to say
		}
		r.missing = append(r.missing, literals[0])
		out = append(out, Repair{For: text})
	}
	r.text = make([]string, len(out))
	r.earlier()
	r.later()
	r.insertion()
	for i, text := range r.text {
		switch out[i].Text = text; {
		case text != "":
		case stop():
			out[i].Text = "the time was up before a step was found that makes it true here"
		default:
			out[i].Text = "no single step makes it true here"
		}
	}
	return out
}

func holds(s lifted.State, l pddl.Literal) bool { return s.Has(l.Atom) != l.Negated }

func (r *repairer) open() bool {
	for _, text := range r.text {
		if text == "" {
			return true
		}
	}
	return false
}

// each calls do for the literals without a repair that hold in a state.
func (r *repairer) each(s lifted.State, do func(i int)) {
	for i, l := range r.missing {
		if r.text[i] == "" && holds(s, l) {
			do(i)
		}
	}
}

// earlier finds the steps that made the literals false, by executing again.
func (r *repairer) earlier() {
	if !r.open() {
		return
	}
	held := make([]int, len(r.missing)) // last step before which it held, from 1
	s := r.m.Initial()
	for i, step := range r.plan[:r.at] {
		if r.stop() {
			return
		}
		r.each(s, func(l int) { held[l] = i + 1 })
		next, _, err := r.m.Apply(s, step)
		if err != nil {
			return // it could be applied a moment ago
		}
		s = next
	}
	for l, n := range held {
		if n > 0 {
			r.text[l] = fmt.Sprintf("step %d %s makes it false; leave that step out or put it later", n, lifted.StepText(r.plan[n-1]))
		}
	}
}

// later finds the first steps behind that would make the literals true.
func (r *repairer) later() {
	for i := r.at + 1; i < len(r.plan) && r.open() && !r.stop(); i++ {
		next, _, err := r.m.Apply(r.state, r.plan[i])
		if err != nil {
			continue
		}
		r.each(next, func(l int) {
			r.text[l] = fmt.Sprintf("step %d %s makes it true; move it before step %d", i+1, lifted.StepText(r.plan[i]), r.at+1)
		})
	}
}

// insertion finds the cheapest applicable steps that make the literals true.
func (r *repairer) insertion() {
	if !r.open() || r.stop() {
		return
	}
	best := make([]pddl.Step, len(r.missing))
	lowest := make([]int64, len(r.missing))
	for _, step := range r.m.Steps(r.state) {
		if r.stop() {
			break
		}
		next, cost, err := r.m.Apply(r.state, step)
		if err != nil {
			continue
		}
		r.each(next, func(l int) {
			if best[l].Action == "" || cost < lowest[l] {
				best[l], lowest[l] = step, cost
			}
		})
	}
	for l, step := range best {
		switch {
		case step.Action == "":
		case r.at == len(r.plan):
			r.text[l] = fmt.Sprintf("add %s at the end", lifted.StepText(step))
		default:
			r.text[l] = fmt.Sprintf("insert %s before step %d", lifted.StepText(step), r.at+1)
		}
	}
}
