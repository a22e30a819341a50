package monitor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"genplanx/pddl"
	"genplanx/planner/lifted"
)

var errNoGoals = errors.New("no goal was found in it")

// askGoals deals with the first of the goals that calls asked for.
func (s State) askGoals() (State, []Command) {
	first := s.asked[0]
	if first.shown {
		return s, nil
	}
	s.asked = slices.Clone(s.asked)
	s.asked[0].shown = true
	refuse := func(why string) (State, []Command) {
		return s, []Command{Write{GoalsRefused{Call: first.call, Goals: first.goals.Goals, Origin: first.goals.Origin, Why: why}}}
	}
	if s.additions >= s.rules.Limits.Additions {
		return refuse(fmt.Sprintf("goals were added %d times in this run already, which is the limit", s.additions))
	}
	_, texts, err := s.merged(first.goals)
	if err != nil {
		return refuse("they cannot be used: " + err.Error())
	}
	if !first.goals.FromText {
		return s, []Command{Write{GoalsAdded{Call: first.call, Goals: texts, Origin: first.goals.Origin}}}
	}
	return s, []Command{AskGoals{Call: first.call, Goals: first.goals}}
}

// merged is the state with the asked-for goals, their objects and facts, and the
// texts of the goals.
func (s State) merged(asked GoalsAsked) (State, []string, error) {
	literals, costs, faults := pddl.ReadLiterals("goals", []byte(asked.Goals))
	if err := faults.Err(); err != nil {
		return s, nil, err
	}
	if len(literals) == 0 || len(costs) > 0 {
		return s, nil, errNoGoals
	}
	init, values, faults := pddl.ReadLiterals("facts", []byte(asked.Init))
	if err := faults.Err(); err != nil {
		return s, nil, err
	}
	s, err := s.extended(asked.Objects, init, values)
	if err != nil {
		return s, nil, err
	}
	if err := s.fits(literals); err != nil {
		return s, nil, err
	}
	var texts []string
	for _, l := range literals {
		if asked.FromText && s.rules.TextGoals != nil && !slices.Contains(s.rules.TextGoals, l.Atom.Predicate.Text) {
			return s, nil, fmt.Errorf("%s is not among the goals that a text may ask for", l.Atom.Predicate.Text)
		}
		g := goal{condition: conditionOf(l), origin: asked.Origin}
		if g.origin == "" {
			g.origin = "an action of this run"
		}
		g.text = lifted.Text(g.condition, nil)
		texts = append(texts, g.text)
		if !slices.ContainsFunc(s.goals, func(old goal) bool { return old.text == g.text && old.dropped == "" }) {
			s.goals = with(s.goals, g)
		}
	}
	return s, texts, nil
}

// fits checks goals against the domain as strictly as a problem that is read: a
// letter must not stop a run by asking for what has no meaning.
func (s State) fits(literals []pddl.Literal) error {
	and := &pddl.And{}
	for _, l := range literals {
		and.Parts = append(and.Parts, conditionOf(l))
	}
	return pddl.CheckProblem(s.rules.Domain, s.model.Problem(s.world, and)).Err()
}

func conditionOf(l pddl.Literal) pddl.Condition {
	atom := l.Atom
	if l.Negated {
		return &pddl.Not{Of: &atom, Span: atom.Span}
	}
	return &atom
}

func (s State) goalsApproved(e GoalsApproved) (State, []Command) {
	if len(s.asked) == 0 || s.asked[0].call != e.Call || !s.asked[0].shown {
		return s, nil
	}
	asked := s.asked[0].goals
	_, texts, err := s.merged(asked)
	if err != nil { // what happened since they were shown made them useless
		return s, []Command{Write{GoalsRefused{Call: e.Call, Goals: asked.Goals, Origin: asked.Origin, Why: err.Error()}}}
	}
	return s, []Command{Write{GoalsAdded{Call: e.Call, Goals: texts, Origin: asked.Origin}}}
}

// goalsAnswered takes answered goals off the list.
func (s State) goalsAnswered(id CallID) State {
	if len(s.asked) > 0 && s.asked[0].call == id && s.asked[0].shown {
		s.asked = slices.Clone(s.asked[1:])
	}
	return s
}

func (s State) goalsAdded(e GoalsAdded) (State, []Command) {
	if len(s.asked) == 0 || s.asked[0].call != e.Call || !s.asked[0].shown {
		return s, nil
	}
	asked := s.asked[0].goals
	s = s.goalsAnswered(e.Call)
	next, texts, err := s.merged(asked)
	if err != nil {
		return s.next()
	}
	s = next
	s.additions++
	s = s.wantReplan("there are more goals: " + strings.Join(texts, " "))
	s, commands := s.next()
	return s, append([]Command{Keep{Call: e.Call, Goals: true}}, commands...)
}
