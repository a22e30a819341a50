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

// repairs looks, for each missing condition, at what made it false, at later
// steps that make it true, and at single steps that could be put in.
func (a *Auditor) repairs(plan pddl.Plan, states []lifted.State, missing []string) []Repair {
	at := len(states) - 1 // the step that fails, or the end
	var out []Repair
	for _, text := range missing {
		literals, _, faults := pddl.ReadLiterals("", []byte(text))
		if len(faults) > 0 || len(literals) != 1 {
			continue // no single literal, or not PDDL: nothing sure to say
		}
		if r, ok := a.repair(plan, states, at, literals[0]); ok {
			out = append(out, Repair{For: text, Text: r})
		}
	}
	return out
}

func holds(s lifted.State, l pddl.Literal) bool { return s.Has(l.Atom) != l.Negated }

func (a *Auditor) repair(plan pddl.Plan, states []lifted.State, at int, l pddl.Literal) (string, bool) {
	for i := at - 1; i >= 0; i-- {
		if holds(states[i], l) {
			return fmt.Sprintf("step %d %s makes it false; leave that step out or put it later", i+1, lifted.StepText(plan[i])), true
		}
	}
	for i := at + 1; i < len(plan); i++ {
		next, _, err := a.m.Apply(states[at], plan[i])
		if err == nil && holds(next, l) {
			return fmt.Sprintf("step %d %s makes it true; move it before step %d", i+1, lifted.StepText(plan[i]), at+1), true
		}
	}
	if step, ok := a.insertion(states[at], l); ok {
		if at == len(plan) {
			return fmt.Sprintf("add %s at the end", lifted.StepText(step)), true
		}
		return fmt.Sprintf("insert %s before step %d", lifted.StepText(step), at+1), true
	}
	return "no single step makes it true here", true
}

// insertion finds the cheapest applicable step that makes the literal true.
func (a *Auditor) insertion(s lifted.State, l pddl.Literal) (pddl.Step, bool) {
	var best pddl.Step
	lowest := int64(-1)
	for _, step := range a.m.Steps(s) {
		next, cost, err := a.m.Apply(s, step)
		if err == nil && holds(next, l) && (lowest < 0 || cost < lowest) {
			best, lowest = step, cost
		}
	}
	return best, lowest >= 0
}
