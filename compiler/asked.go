package compiler

import "genplanx/pddl"

// asked gives the facts by which the initial state tells actions what the
// request asks for: (asked-p ...) for each goal (p ...) whose predicate has such
// a companion in the domain. A front end cannot write them itself, so an effect
// that needs one is an effect that was asked for.
func (w *lowering) asked(goals []pddl.Literal) []string {
	var facts []string
	known := map[string]bool{}
	for _, g := range goals {
		name, ok := w.pack.Asked(g.Atom.Predicate.Text)
		if g.Negated || !ok {
			continue
		}
		args := make([]string, len(g.Atom.Args))
		for i, a := range g.Atom.Args {
			args[i] = a.Text
		}
		if fact := pddl.Key(name, args...); !known[fact] {
			known[fact] = true
			facts = append(facts, fact)
		}
	}
	return append(facts, w.ordered(goals)...)
}

// ordered chains the parts of one whole in the order of the goals, so that slides
// and answers come as they were asked for, whatever the order of the plan.
func (w *lowering) ordered(goals []pddl.Literal) []string {
	goal, after, ok := w.pack.After()
	if !ok {
		return nil
	}
	var facts []string
	last := map[string]string{}
	for _, g := range goals {
		if g.Negated || g.Atom.Predicate.Text != goal || len(g.Atom.Args) != 2 {
			continue
		}
		part, whole := g.Atom.Args[0].Text, g.Atom.Args[1].Text
		if before := last[whole]; before != "" && before != part {
			facts = append(facts, pddl.Key(after, part, before, whole))
		}
		last[whole] = part
	}
	return facts
}
